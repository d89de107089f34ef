/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rings of a module as the reader sees them (runtime/wire.h). A look at a ring makes what was committed since the
 * last one ready for the merge: a span of whole records, in the order of their times, lying in a row in memory. That is
 * the mapping itself, or a copy (the spill) while handlers nested, when the records have to be sorted.
 */
#ifndef STAPRUN_RING_H
#define STAPRUN_RING_H

#include <stdbool.h>
#include <stddef.h>

#include "runtime/wire.h"

struct event_table;

struct ring {
	const struct stp_ring_ctl *ctl;	/* NULL: not mapped */
	struct stp_ring_pos *pos;
	const char *data;		/* mapped twice in a row */
	stp_u64 mask;
	const char *p, *end;		/* records ready for the merge */
	stp_u64 ready;			/* position up to which records were made ready */
	stp_u64 sorted;			/* ctl->nested up to which all that nested was made ready */
	stp_u64 watermark;		/* as a header: nothing older will come from this ring */
	char *spill;			/* p and end point into it while it is in use; NULL: never needed */
	size_t spill_size;
	bool spilled;
};

struct ring_set {
	struct stp_ring_info info;
	struct ring *rings;		/* [info.nrings] */
	int fd;
	stp_u64 (*clock)(void);		/* the clock that the module uses */
};

/* Maps the rings of the file `fd`, which stays the caller's. Returns 0, or -1 after a message. */
int ring_set_open(struct ring_set *s, int fd);
void ring_set_close(struct ring_set *s);
/* Maps ring `number` if it is there and was not mapped before. Returns 0, or -1 after a message. */
int ring_map(struct ring_set *s, unsigned int number);

/* Makes ready what was committed since the last look, and moves the watermark. Returns 0, or -1 after a message when
 * the ring holds what is no record; that part is then skipped. */
int ring_look(struct ring_set *s, struct ring *r, const struct event_table *events);
/* The merge has taken everything before r->p: tells the kernel, which may then reuse the space. */
void ring_release(struct ring *r);
/* Drops everything that is ready. */
void ring_skip(struct ring *r);

static inline bool ring_is_mapped(const struct ring *r)
{
	return r->ctl != NULL;
}

/* What a ring has committed since the last look, where it lies, for who does not look into the records. */
struct ring_span {
	const char *data;
	size_t size;
	stp_u64 clock;		/* of the look: nothing in it is newer */
	bool quiet;		/* no run was open: whatever comes later began after `clock` less the slack */
	bool nested;		/* runs may lie inside other runs */
};

/* Looks for it. ring_taken() gives it back to the kernel. Returns 0, or -1 after a message when the ring is damaged. */
int ring_take(struct ring_set *s, struct ring *r, struct ring_span *span);
void ring_taken(struct ring *r);

/* Number of a ring as people know it: "the session's buffer" or "the buffer of CPU 3", for messages. */
const char *ring_name(const struct ring_set *s, const struct ring *r, char text[32]);

#endif
