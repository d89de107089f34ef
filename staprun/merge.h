/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All rings into one stream, in the order of time. A handler's records are never separated: they carry one time, and
 * records of one time and ring are written in a row. */
#ifndef STAPRUN_MERGE_H
#define STAPRUN_MERGE_H

#include "staprun/events.h"
#include "staprun/output.h"
#include "staprun/ring.h"

struct merge {
	struct ring_set *set;
	const struct event_table *events;
	struct output *out;
	struct ring **heap;	/* the rings that have something to write, oldest first; heap[0] is unused */
	unsigned int nheap;
	stp_u64 records;		/* written out so far */
	int damaged;		/* a ring held what is no record (a message told so) */
};

enum merge_mode {
	MERGE_RUNNING,		/* only what nothing older can follow */
	MERGE_FINAL,		/* the session has stopped: everything */
};

/* `set`, `events` and `out` stay the caller's. Returns 0, or -1 after a message. */
int merge_open(struct merge *m, struct ring_set *set, const struct event_table *events, struct output *out);
void merge_close(struct merge *m);
/* Looks at each ring once and writes what can be written into the output buffer. Returns the bytes taken from the
 * rings. */
stp_u64 merge_round(struct merge *m, enum merge_mode mode);

#endif
