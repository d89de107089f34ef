/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table of events as the reader works with it: for each event number what its record looks like and a program
 * that turns its fields into output. Made once from the text of /proc/sonde-NAME/events (wire.h, "Events").
 */
#ifndef STAPRUN_EVENTS_H
#define STAPRUN_EVENTS_H

#include <stddef.h>

#include "runtime/pure/fmt.h"
#include "runtime/pure/hist.h"

enum event_kind {
	EVENT_UNKNOWN,		/* not in the table */
	EVENT_COPY,		/* fixed size; output is the first `payload` bytes of its fields */
	EVENT_CONSTANT,		/* no fields; output is the first step's tail */
	EVENT_FIXED,		/* fixed size; output by program */
	EVENT_VARIABLE,		/* size in the record; output by program */
	EVENT_SILENT,		/* no output; size 0: in the record */
};

enum field_type { FIELD_L, FIELD_B1, FIELD_B2, FIELD_B4, FIELD_B8, FIELD_S, FIELD_M,
	FIELD_H,		/* buckets of a histogram, shown as its chart */
};

/* A program is a list of steps; each takes its fields from where the one before ended. Literal text of up to 8 bytes
 * goes with the value before it. */
enum step_code {
	STEP_END,
	STEP_DECIMAL,		/* an l field as %d, then `tail` */
	STEP_STRING,		/* an s field as %s, then `tail` */
	STEP_TEXT,		/* `length` bytes of `text` */
	STEP_SHORT,		/* text of up to 8 bytes: `tail` alone */
	STEP_BYTES,		/* `length` bytes of fields as they are */
	STEP_CHART,		/* the same of a chart */
	STEP_FORMAT,		/* one conversion by fmt_format: `*` values are l fields, the last field is of `type` */
};

struct step {
	stp_u8 code;		/* enum step_code */
	stp_u8 type;		/* enum field_type */
	stp_u8 tail_length;
	stp_u8 stars;		/* STEP_FORMAT: l fields before the value */
	stp_u32 length;		/* STEP_STRING, STEP_FORMAT: least bytes of the fields after this one */
	union {
		char tail[8];
		const char *text;
		const struct fmt_op *format;
		const struct chart *chart;
	};
};

/* What an h field's buckets become, and the conversion (%s) that shows that text. */
struct chart {
	struct hist hist;
	struct hist_look look;
	struct fmt_op op;
	stp_u32 room;		/* most bytes of the text */
	stp_u32 formatted;	/* most bytes of what the conversion makes of it */
};

struct event {
	stp_u32 kind;		/* enum event_kind */
	stp_u32 size;		/* of the record with padding; 0: variable */
	stp_u32 least;		/* bytes that it has at least: with empty strings */
	stp_u32 payload;	/* EVENT_COPY */
	stp_u32 room;		/* most bytes that its output needs, twice the record's size apart */
	const struct step *steps;
};

#define EVENT_NUMBERS	65536	/* as many as a header can name, so no lookup checks a bound */

struct event_table {
	struct event *events;	/* [EVENT_NUMBERS], mostly untouched zero pages */
	struct event_memory *memory;	/* steps and formats */
};

/* Reads the table from `length` bytes of text. Returns 0, or -1 after a message naming the line. The text is no longer
 * needed afterwards. */
int events_parse(struct event_table *t, const char *text, size_t length);
void events_free(struct event_table *t);

/* Size of the record at p with padding, of which at most `avail` bytes are there; 0: not a record. */
static inline stp_u32 events_record_size(const struct event_table *t, const char *p, stp_u64 avail)
{
	const struct event *e = &t->events[stp_header_event(*(const stp_u64 *)p)];
	stp_u64 size = e->size;

	if (!size && e->kind != EVENT_UNKNOWN && avail >= 12)
		size = (*(const stp_u32 *)(p + 8) + 7ull) & ~7ull;
	return size <= avail ? size : 0;
}

/*
 * Turns records into output: from p on, while their headers are not beyond `bound`, up to `end`. Returns where it
 * stopped. That is before a record which needs more room in the output (*need is set to its bytes then), or which
 * makes no sense (*need is set to 0 and p is the first such one). `out` and `out_end` as in struct output.
 */
struct events_run {
	const struct event_table *table;
	char *out, *out_end;
	size_t need;
	stp_u64 records;	/* how many were turned into output so far; the caller starts it */
	int bad;		/* set when the record at the returned position makes no sense */
};
const char *events_run(struct events_run *run, const char *p, const char *end, stp_u64 bound);

#endif
