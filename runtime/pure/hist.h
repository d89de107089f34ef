/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms of statistics: which bucket counts a value, and the chart. The same source runs in the module (sprint), in
 * stapio (print) and in the translator (limits), so it includes no kernel and no libc header.
 *
 * A log histogram has 128 buckets: bucket 64 counts 0; 65, 66, 67 ... count 1, 2 to 3, 4 to 7 ...; 63, 62, 61 ... the
 * same for negative values. A linear one counts low <= v < low + step in bucket 1 and so on; bucket 0 counts what is
 * below, the last one what is above.
 */
#ifndef STP_PURE_HIST_H
#define STP_PURE_HIST_H

#ifndef STP_WIRE_H
#include "../wire.h"
#endif

enum hist_kind { HIST_LOG, HIST_LINEAR };

enum {
	HIST_BUCKETS_MAX = 128,		/* of any histogram */
	HIST_LOG_BUCKETS = 128,
	HIST_LOG_ZERO = 64,
	HIST_WIDTH_MAX = 1000,		/* of a chart's bars */
};

struct hist {
	stp_u32 kind;			/* enum hist_kind */
	stp_u32 buckets;
	stp_s64 low, step;		/* linear */
};

/* How a chart looks: bars of up to `width` characters; `elision` empty rows are kept beside data and what is farther
 * becomes one row "~"; negative: all rows between data are kept. */
struct hist_look {
	stp_u32 width;			/* 1 to HIST_WIDTH_MAX */
	int elision;
};

static inline stp_u32 hist_log_bucket(stp_s64 v)
{
	if (v > 0)
		return HIST_LOG_ZERO + 64 - __builtin_clzll(v);
	return v ? HIST_LOG_ZERO - 64 + __builtin_clzll(-(stp_u64)v) : HIST_LOG_ZERO;
}

/* `low`, `step` > 0 and `buckets` are constants where this is used, so that the division is a multiplication. */
static inline stp_u32 hist_linear_bucket(stp_s64 v, stp_s64 low, stp_s64 step, stp_u32 buckets)
{
	stp_u64 n;

	if (v < low)
		return 0;
	n = ((stp_u64)v - (stp_u64)low) / (stp_u64)step;
	return n < buckets - 2 ? (stp_u32)n + 1 : buckets - 1;
}

/* Buckets that hist_linear(low, high, step) needs, the two outer ones included; `step` > 0, low <= high. */
stp_u64 hist_linear_buckets(stp_s64 low, stp_s64 high, stp_s64 step);

/* Writes the chart of `counts`, one for each bucket, and an empty line into out[0..size), cut to fit. Returns the bytes
 * that all of it takes; no NUL is added. */
stp_u32 hist_draw(char *out, stp_u32 size, const struct hist *h, const stp_u64 *counts, const struct hist_look *look);

/* No chart takes more bytes than that. */
stp_u32 hist_room(const struct hist *h, const struct hist_look *look);

#endif
