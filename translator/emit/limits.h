/* SPDX-License-Identifier: GPL-2.0-or-later */
/* limits - the -D settings of language.md 3.4 that generated code carries. */
#ifndef EMIT_LIMITS_H
#define EMIT_LIMITS_H

#include <stdbool.h>

struct session;

struct limits {
	unsigned string_size;		/* MAXSTRINGLEN */
	unsigned max_action;
	unsigned max_action_session;	/* MAXACTION_INTERRUPTIBLE */
	unsigned max_nesting;
	unsigned max_errors;
	unsigned max_skipped;
	unsigned map_entries;		/* MAXMAPENTRIES */
	unsigned max_active;		/* KRETACTIVE */
	unsigned hist_width;		/* HIST_WIDTH: of a chart's longest bar */
	int hist_elision;		/* HIST_ELISION: empty rows kept beside data; negative: all */
	unsigned stack_space;		/* MINSTACKSPACE */
	bool always_stack;		/* ... was given: every handler tests it */
	unsigned lock_patience_us;	/* MAXTRYLOCK times TRYLOCKDELAY; 0: for ever */
	unsigned overload_threshold;	/* STP_OVERLOAD_THRESHOLD, cycles; 0: no check */
	unsigned overload_interval;	/* STP_OVERLOAD_INTERVAL, cycles */
	bool no_action_limit;		/* --suppress-time-limits */
	bool count_calls;		/* MAXNESTING was given: calls count that cannot recurse, too */
};

/* 0, or -1 when a value is refused (reported). */
int limits_read(struct session *s, struct limits *l);

#endif
