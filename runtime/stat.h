/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Statistics (`x <<< v`): how generated code keeps them and asks for them. Included after stp.h; no kernel header.
 *
 * A *cell* holds what one variable, or one element of an array, has collected in one place: 64-bit words, of which the
 * translator lays out only those that the script asks for (a count, a sum, a minimum, ... the buckets of a histogram).
 * All zero is empty; a minimum and a maximum are kept xor-ed with the largest and the smallest number for that.
 *
 * Each CPU has a block of cells, and so have the session handlers. In it every level (task, softirq, irq, NMI) has a
 * cell of its own for each scalar: nothing can interrupt an update of it, so an update needs neither a lock nor an
 * atomic instruction. Arrays have one cell for each element there; what updates them holds the CPU's stat_lock with
 * interrupts off. Who reads or deletes while others may update holds the stat_locks of all CPUs.
 *
 *	block:  level 0: scalars, scratch | level 1 | level 2 | level 3 | arrays: element 0, element 1, ...
 *
 * An array's keys are in a map as any other's (map_tmpl.h, with STP_MAP_STAT), one for all CPUs; `value` of its nodes
 * is the statistic that foreach sorts by.
 */
#ifndef STP_STAT_H
#define STP_STAT_H

#include "pure/hist.h"
#include "pure/variance.h"

#define STP_STAT_ABSENT		(~0u)	/* index of an element that is not there */
#define STP_STAT_MIN_XOR	0x7fffffffffffffffull
#define STP_STAT_MAX_XOR	0x8000000000000000ull

enum stp_stat_what { STP_STAT_COUNT, STP_STAT_SUM, STP_STAT_MIN, STP_STAT_MAX, STP_STAT_AVG, STP_STAT_VARIANCE };

/* One for each variable; constant. Words that are not kept are -1. */
struct stp_stat {
	stp_u32 at;			/* scalar: first word in a level; array: in the block */
	stp_u32 words;			/* of one cell */
	int count, sum, min, max;
	int variance;			/* of shift 0, that foreach may sort by */
	/* arrays */
	struct stp_map *map;		/* NULL: a scalar */
	char **nodes;			/* where the first node lies */
	stp_u32 node_size;
	stp_u32 value_at;		/* offset of `value` in a node */
	stp_u32 entries;
};

/* ---- updates --------------------------------------------------------------------------------------------------- */

STP_INLINE void stp_stat_min(stp_u64 *word, stp_s64 v)
{
	if (v < (stp_s64)(*word ^ STP_STAT_MIN_XOR))
		*word = (stp_u64)v ^ STP_STAT_MIN_XOR;
}

STP_INLINE void stp_stat_max(stp_u64 *word, stp_s64 v)
{
	if (v > (stp_s64)(*word ^ STP_STAT_MAX_XOR))
		*word = (stp_u64)v ^ STP_STAT_MAX_XOR;
}

/* ---- reading; the caller holds all stat_locks or nothing else runs ----------------------------------------------- */
/* `index` is the element's, STP_STAT_ABSENT, or 0 of a scalar. */

/* A statistic. Returns 0, or -1 after stp_error("empty aggregate"); a count never fails and a sum does not either,
 * unless the count is kept with it and `strict` is not 0. */
int stp_stat_get(struct stp_ctx *c, stp_s64 *value, const struct stp_stat *s, stp_u32 index, int what, int strict,
		 stp_u32 at);
/* The variance whose words begin at `word`, of values shifted by `shift`. Returns as stp_stat_get(). */
int stp_stat_get_variance(struct stp_ctx *c, stp_s64 *value, const struct stp_stat *s, stp_u32 index, int word,
			  unsigned int shift, stp_u32 at);
/* All `n` buckets of the histogram that begins at `word`, into `counts`. Returns as stp_stat_get(). */
int stp_stat_buckets(struct stp_ctx *c, stp_u64 *counts, const struct stp_stat *s, stp_u32 index, int word, stp_u32 n,
		     stp_u32 at);
/* One of its buckets; also an error: i is not one. */
int stp_stat_bucket(struct stp_ctx *c, stp_s64 *value, const struct stp_stat *s, stp_u32 index, int word, stp_u32 n,
		    stp_s64 i, stp_u32 at);
/* For foreach over the buckets of a histogram: the bucket after `last` (-1: the first one), n at the end. In the order
 * of their numbers or, if by_count, of their counts, equal ones as they stand; descending or not. */
stp_s64 stp_hist_next(struct stp_ctx *c, const struct stp_stat *s, stp_u32 index, int word, stp_u32 n, int by_count,
		      int descending, stp_s64 last);
/* The chart as a string, cut at MAXSTRINGLEN - 1. */
void stp_hist_text(char *dst, const struct hist *h, const stp_u64 *counts, const struct hist_look *look);
/* Behind a level's scalars there is scratch memory for the buckets of each histogram in one print: HIST_BUCKETS_MAX
 * words. */

/* ---- changing, under the same condition -------------------------------------------------------------------------- */

/* delete of a scalar. */
void stp_stat_clear(const struct stp_stat *s);
/* Makes the cells of a new element empty, on all CPUs. Context: the array's insertion lock, see stat_tmpl.h. */
void stp_stat_clear_element(const struct stp_stat *s, stp_u32 index);
/* Sets `value` of each of an array's nodes to a statistic of it, so that foreach can sort by it. */
void stp_stat_sort_by(const struct stp_stat *s, int what);

/* ---- locks: interrupts are off ----------------------------------------------------------------------------------- */

/* Those of all CPUs. Return 0 when one stays taken: nothing is held then. */
int stp_stat_lock_all(struct stp_ctx *c);
void stp_stat_unlock_all(struct stp_ctx *c);
/* Waits for whoever inserts an element into the array just now: another CPU, for a few microseconds. Returns 0 when it
 * does not end, after an error. */
int stp_stat_lock_insert(struct stp_ctx *c, struct stp_lock *lock, stp_u32 at);

#endif
