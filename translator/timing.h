/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * timing - what passes and their steps cost, for -v (as they end) and -t (a table at the end).
 *
 *	struct timing_step t = timing_begin(s, "compile");
 *	...
 *	timing_end(s, &t);
 */
#ifndef TIMING_H
#define TIMING_H

#include <stdbool.h>
#include <sys/resource.h>
#include <time.h>

#include "translator/base/vec.h"

struct buf;
struct session;

struct timing_clock {
	struct timespec real;
	struct rusage self, children;
};

struct timing_cost {
	long user_us, system_us, real_us;	/* of this process and the children that it waited for */
};

/* What is kept of a pass or step that has ended. */
struct timing_row {
	const char *name;
	int pass;				/* 0: a step of the pass that runs; its number once that has ended */
	bool is_pass;
	struct timing_cost cost;
};
VEC_TYPE(timing_rows, struct timing_row);

struct timing_step {
	const char *name;		/* static, or of the arena */
	struct timing_clock start;
};

void timing_read(struct timing_clock *c);
struct timing_cost timing_since(const struct timing_clock *start);

/* A step of the pass that runs now. It is kept when it ends; one that does not end is not told of. */
struct timing_step timing_begin(struct session *s, const char *name);
void timing_end(struct session *s, const struct timing_step *step);

/* The pass `number` has ended: what it cost, and its name, for the table. */
void timing_pass(struct session *s, int number, const char *name, const struct timing_clock *start);

/* -v: a line for each step of pass `number` that took a millisecond or more (-vv: for all). */
void timing_print_steps(struct session *s, int number, struct buf *out);

/* -t: all passes and steps. */
void timing_print_table(struct session *s, struct buf *out);

#endif
