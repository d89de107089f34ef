/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The raw stream of one ring, as `stap -b` leaves it in a file: nothing is parsed, sorted or formatted while the script
 * runs; stap-merge and stapdecode do that later, on any machine of the same byte order.
 *
 * A file is a struct raw_header, the text of the event table padded to 8 bytes, and blocks. A data block is what was
 * committed between two looks at the ring, byte for byte (runtime/wire.h). It carries the clock of both looks in full, so
 * that the records' 48-bit times have one meaning however long a session is. The last block is RAW_END: a file without it
 * was cut off.
 */
#ifndef STAPRUN_RAW_H
#define STAPRUN_RAW_H

#include "staprun/ring.h"

#define RAW_MAGIC	"SONDEraw"
#define RAW_VERSION	1

struct raw_header {
	char magic[8];			/* RAW_MAGIC */
	stp_u32 version;		/* RAW_VERSION */
	stp_u32 ring;			/* 0: the session's, 1 + N: that of CPU N */
	stp_u32 size;			/* of this structure: what is added later comes behind it */
	stp_u32 events_size;		/* bytes of the event table, without padding */
	struct stp_ring_info info;
};

enum raw_type { RAW_DATA = 1, RAW_LOST, RAW_END };

#define RAW_NESTED	1u		/* flag of a data block: runs may lie inside other runs, so it has to be sorted */

struct raw_block {
	stp_u32 type;			/* enum raw_type */
	stp_u32 flags;
	stp_u64 size;			/* bytes that follow; RAW_LOST, RAW_END: none, this is how many records were lost so far */
	stp_u64 since;			/* nothing in this block or a later one is older (clock units, as info.clock) */
	stp_u64 until;			/* the clock at the look: times in the block are near it, and may be a little later */
};

_Static_assert(sizeof(struct raw_header) == 96, "raw");
_Static_assert(sizeof(struct raw_block) == 32, "raw");

/* ---- writing (stapio) ------------------------------------------------------------------------------------------ */

struct raw_file {
	int fd;				/* -1: not open */
	stp_u64 since;			/* the last look that found no open run, less the slack */
	stp_u64 lost;			/* records told of */
	char *name;
};

struct raw_writer {
	struct ring_set *set;
	const char *output;		/* files are OUTPUT_session, OUTPUT_0 ...; NULL: stpd_session, stpd_cpu0 ... */
	const char *events;		/* the event table's text */
	size_t events_size;
	struct raw_file *files;		/* [set->info.nrings] */
	unsigned long long written;
	int error;			/* errno of what failed, of the file error_name; from then on all is discarded */
	const char *error_name;
};

/* `set`, `output` and `events` stay the caller's. Returns 0, or -1 after a message. */
int raw_open(struct raw_writer *w, struct ring_set *set, const char *output, const char *events, size_t events_size);
/* Writes what every ring has committed. Returns the bytes taken from the rings. */
stp_u64 raw_round(struct raw_writer *w);
/* Ends the files. */
void raw_close(struct raw_writer *w);

/* ---- reading (stap-merge, stapdecode) -------------------------------------------------------------------------- */

struct output;
struct event_table;

struct raw_input {
	const char *name;
	const char *map;		/* the whole file */
	size_t map_size, at;		/* `at`: the next block */
	struct raw_header header;
	const char *p, *end;		/* records loaded and not written */
	char *loaded;			/* where they lie */
	stp_u64 until;			/* of the newest block loaded */
	stp_u64 lost;
	int ended;			/* RAW_END was met */
};

struct raw_set {
	struct raw_input *inputs;
	int n;
	char *events;			/* the event table's text, of all of them */
	size_t events_size;
	stp_u64 records;
	int damaged;			/* a message told of something that is not as it should be */
};

/* Opens the files; they must be of one session. Returns 0, or -1 after a message. */
int raw_set_open(struct raw_set *s, char **names, int n);
void raw_set_close(struct raw_set *s);

/*
 * Calls `write` for rows of records in the order of time, whatever file they are in, until all are written. It gets records of
 * `in` from in->p up to in->end and a bound as events_run() has, and returns where it stopped, behind the first record at
 * least, or in->p when it cannot read that.
 */
typedef const char *(*raw_write)(void *context, const struct raw_input *in, stp_u64 bound);
void raw_merge(struct raw_set *s, const struct event_table *events, raw_write write, void *context);

/* What was lost, and what is missing, as warnings. */
void raw_set_tell(const struct raw_set *s);

#endif
