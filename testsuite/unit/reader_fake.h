/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A module's ring file without a kernel: a memfd laid out as runtime/wire.h says, and the writer's half of the protocol
 * at the slowest and plainest. Tests set the clock. */
#ifndef READER_FAKE_H
#define READER_FAKE_H

#include "runtime/wire.h"

#define FAKE_RINGS	4

struct fake_ring {
	struct stp_ring_ctl *ctl;
	struct stp_ring_pos *pos;
	char *data;		/* 2 * size; everything is stored twice */
	stp_u64 size;
};

struct fake {
	int fd;
	struct stp_ring_info *info;
	struct fake_ring rings[FAKE_RINGS];
};

/* A file of FAKE_RINGS rings (0 is the session's) of `size` bytes. Exits the program on failure. */
void fake_open(struct fake *f, stp_u64 size);
void fake_close(struct fake *f);

/* Reserves and fills a record, as a handler would; 0 when there is no room (counted as lost). `fields` holds `n` bytes;
 * a variable event gets its size word. Not visible before fake_commit(). */
int fake_fixed(struct fake_ring *r, stp_u64 time, stp_u32 event, const void *fields, stp_u32 n);
int fake_variable(struct fake_ring *r, stp_u64 time, stp_u32 event, const void *fields, stp_u32 n);
/* The outermost handler leaves. */
void fake_commit(struct fake_ring *r);
/* A nested handler leaves. */
void fake_nested(struct fake_ring *r);

/* The clock of ring_set. */
stp_u64 fake_clock(void);
void fake_set_clock(stp_u64 now);

#endif
