/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Variance of integers, by Welford's method on values that are shifted to the left: the bits gained hold the fraction
 * of the running mean. Numbers wrap as all numbers of a script do; nothing divides by zero. Of two parts, each with its
 * count, mean and sum of squares, Chan's formula makes the whole. No header: it runs in the module and in tests.
 */
#ifndef STP_PURE_VARIANCE_H
#define STP_PURE_VARIANCE_H

#ifndef STP_WIRE_H
#include "../wire.h"
#endif

/* All zero: no value yet. Kept beside a count. */
struct variance {
	stp_s64 mean;			/* shifted */
	stp_s64 squares;		/* sum of squared differences from the mean, shifted twice */
};

/* Value v is the count-th one. */
static inline void variance_add(struct variance *x, stp_u64 count, stp_s64 v, unsigned int shift)
{
	stp_u64 shifted = (stp_u64)v << shift;
	stp_u64 delta = shifted - (stp_u64)x->mean;

	x->mean = count <= 1 ? (stp_s64)shifted : (stp_s64)((stp_u64)x->mean + (stp_u64)((stp_s64)delta / (stp_s64)count));
	if (count > 1)
		x->squares = (stp_s64)((stp_u64)x->squares + delta * (shifted - (stp_u64)x->mean));
}

/* a * b / c without losing the upper half of the product; c > 0. The low 64 bits of the result. */
static inline stp_u64 variance_muldiv(stp_u64 a, stp_u64 b, stp_u64 c)
{
	unsigned __int128 product = (unsigned __int128)a * b;
	stp_u64 rest = 0, result = 0;
	int bit;

	for (bit = 127; bit >= 0; bit--) {	/* by hand: the kernel has no 128-bit division */
		stp_u64 carry = rest >> 63;

		rest = rest << 1 | (stp_u64)(product >> bit & 1);
		result <<= 1;
		if (carry || rest >= c) {
			rest -= c;
			result |= 1;
		}
	}
	return result;
}

/* Adds part b, of nb values, to part a, of na values. */
static inline void variance_merge(struct variance *a, stp_u64 na, const struct variance *b, stp_u64 nb)
{
	stp_u64 n = na + nb, delta, size, step;
	int negative;

	if (!nb)
		return;
	if (!na) {
		*a = *b;
		return;
	}
	delta = (stp_u64)b->mean - (stp_u64)a->mean;
	negative = (stp_s64)delta < 0;
	size = negative ? 0 - delta : delta;
	step = variance_muldiv(size, nb, n);
	a->mean = (stp_s64)((stp_u64)a->mean + (negative ? 0 - step : step));
	if (na <= 0xffffffffu && nb <= 0xffffffffu)
		step = variance_muldiv(size * size, na * nb, n);
	else
		step = variance_muldiv(size * size, na, n) * nb;
	a->squares = (stp_s64)((stp_u64)a->squares + (stp_u64)b->squares + step);
}

/* The sample variance; -1 of fewer than two values. */
static inline stp_s64 variance_of(const struct variance *x, stp_u64 count, unsigned int shift)
{
	unsigned int down = 2 * shift > 63 ? 63 : 2 * shift;

	return count < 2 ? -1 : x->squares / (stp_s64)(count - 1) >> down;
}

#endif
