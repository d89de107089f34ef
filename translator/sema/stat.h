/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stat - what is known of aggregates (`x <<< v`): where they may stand, and which statistics of each variable the script
 * asks for. A variable's cell has words of 64 bits for just those.
 */
#ifndef SEMA_STAT_H
#define SEMA_STAT_H

#include <stdbool.h>
#include <stdint.h>

#include "translator/base/vec.h"
#include "translator/syntax/ast.h"
#include "runtime/pure/hist.h"

struct session;

/* One histogram of a variable. */
struct stat_hist {
	struct hist hist;
	int64_t high;			/* as given; linear */
	unsigned int word;		/* of the cell: its first bucket */
};
VEC_TYPE(stat_hists, struct stat_hist *);

struct stat_shift {
	unsigned int shift;		/* @variance(x, shift) */
	unsigned int word;		/* struct variance */
};
VEC_TYPE(stat_shifts, struct stat_shift);

/* What a variable keeps: variable->stats. Words are -1 when it does not. */
struct stat_kept {
	int count, sum, min, max;
	struct stat_shifts shifts;
	struct stat_hists hists;
	unsigned int words;		/* of a cell */
	unsigned int at;		/* scalar: where its cell lies among those of all scalars; array: emit */
};

/* Gives TYPE_STATS to whatever <<< or an extractor names, before anything else is inferred, and reports what an aggregate
 * or histogram cannot do by its place. Returns -1 after an error. */
int stat_seed(struct session *s);

/* An aggregate that stands where a value is wanted. */
void stat_report_value(struct session *s, struct expr *e, bool printed);

/* Whether `e` is a variable or element that is an aggregate. */
bool stat_is_aggregate(const struct expr *e);

/* The variable behind @op(x), @op(x[k]). */
struct variable *stat_variable(const struct expr *operand);

/* What is kept of it; stats pass. */
struct stat_kept *stat_kept(const struct variable *v);

/* The histogram or the variance that an expression asks for; stats pass. */
struct stat_hist *stat_find_hist(const struct expr *e);
struct stat_shift *stat_find_shift(const struct expr *e);

/* How a handler guards the aggregates that it touches. */
enum stat_lock {
	STAT_LOCK_NONE,			/* only adds to scalars that no handler reads beside it */
	STAT_LOCK_OWN,			/* adds: its CPU's lock */
	STAT_LOCK_ALL,			/* reads or deletes what others add to: the locks of all CPUs */
};

/* Chooses it for every probe: probe->stat_lock. Part of plan. */
void plan_stat_locks(struct session *s);

/* Whether a global has a lock of its own, as all have that are no aggregates. */
bool plan_needs_lock(const struct variable *v);

#endif
