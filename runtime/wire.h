/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The bytes that the module and its reader (stapio) share. Included by both sides, so: fixed-size types only, no
 * pointers, no kernel and no libc header beyond the integer types.
 *
 * A loaded module NAME serves three files in /proc/sonde-NAME/:
 *   control  one reader at a time (a second open gets EBUSY). write() takes one struct stp_cmd; read() returns whole
 *            messages (struct stp_msg + text), or EAGAIN; poll() says POLLIN when there is one and POLLPRI when a ring
 *            passed its wake-up mark (half full) since poll() last said so. read() must not wait for a write() in
 *            progress (stream_open(): no common file position to lock). Closing it ends the session without end
 *            probes, unless STP_CMD_DETACH came first: a dead reader never leaves probes armed.
 *   ring     mmap() only: the pages below. Reader-writable: the position pages alone.
 *   events   read() only, any number of readers: the table of events as text (see "Events").
 *
 * Rings. Ring 0 belongs to the session (begin, end and error handlers); ring 1 + N to CPU N. Each is a byte ring with
 * 64-bit positions that never wrap; a record at position P lies at P & (size - 1). Data is mapped twice in a row, so a
 * record is always contiguous. mmap offsets are STP_MMAP(ring, region).
 *   STP_REGION_INFO  one page,  read-only   struct stp_ring_info; ring number 0 only
 *   STP_REGION_CTL   one page,  read-only   struct stp_ring_ctl
 *   STP_REGION_POS   one page,  read-write  struct stp_ring_pos, written by the reader
 *   STP_REGION_DATA  2 * size,  read-only   the records
 * A ring whose CPU never was online cannot be mapped (ENODEV); STP_MSG_RING tells of one that came later.
 *
 * Reading. Read the clock, then head, then commit (acquire), of each ring. [tail, commit) holds whole runs. A *run* is
 * what one handler execution wrote; all its records carry the same time, and on one ring runs that began later have
 * larger times. Runs of nested handlers (an interrupt over a task) lie between records of the outer one: then, and only
 * then, `nested` has moved since the last look, and the range must be sorted by (time, position). Everything older
 * than the watermark may be written out: for a ring seen with head == commit it is the clock read before less
 * STP_SLACK; for a ring with an open run it is the newest time committed there, or the last quiet clock, whichever is
 * later. After copying a range the reader stores its end in stp_ring_pos.tail; the kernel believes it only inside
 * [old tail, commit].
 *
 * Records. Each starts 8-byte aligned with a header: time << 16 | event number. Fields follow, packed in the order of
 * the event's list, and the record is padded to 8 bytes. An event with a field of variable size has a u32 after the
 * header: the record's size in bytes, header included, before padding.
 */
#ifndef STP_WIRE_H
#define STP_WIRE_H

typedef unsigned char stp_u8;
typedef unsigned short stp_u16;
typedef unsigned int stp_u32;
typedef unsigned long long stp_u64;
typedef long long stp_s64;


#define STP_WIRE_MAGIC		0x53644e6fu	/* "oNdS" in memory */
#define STP_WIRE_VERSION	1
#define STP_PROC_DIR		"/proc/sonde-"	/* + module name */

/* mmap offsets: byte offsets into the ring file, page aligned for every page size up to 64 KiB */
enum stp_region { STP_REGION_INFO, STP_REGION_CTL, STP_REGION_POS, STP_REGION_DATA };
#define STP_MMAP(ring, region)	(((stp_u64)(ring) << 36) | ((stp_u64)(region) << 32))

enum stp_clock_kind { STP_CLOCK_TSC, STP_CLOCK_MONO };	/* rdtsc ticks, or nanoseconds of CLOCK_MONOTONIC */

/* STP_REGION_INFO of ring 0: constant after the module is loaded */
struct stp_ring_info {
	stp_u32 magic;			/* STP_WIRE_MAGIC */
	stp_u32 version;		/* STP_WIRE_VERSION */
	stp_u32 nrings;			/* 1 + highest possible CPU number + 1 */
	stp_u32 page_size;
	stp_u64 ring_size;		/* bytes of a CPU's data, a power of two */
	stp_u64 session_size;		/* bytes of ring 0's data, a power of two */
	stp_u32 clock;			/* enum stp_clock_kind */
	stp_u32 tsc_khz;		/* for STP_CLOCK_TSC; 0 when unknown */
	stp_u64 slack;			/* STP_SLACK in clock units: how late a store may become visible */
	stp_u64 start_clock;		/* the clock at load ... */
	stp_u64 start_mono_ns;		/* ... and CLOCK_MONOTONIC and CLOCK_REALTIME then */
	stp_u64 start_real_ns;
};

/* Why a record was not written (lost) or a handler not run (skipped). stapio prints the texts. */
#define STP_LOSS_CAUSES(X) \
	X(FULL,		"the buffer was full") \
	X(TOO_LARGE,	"larger than a quarter of the buffer") \
	X(NO_RING,	"on a CPU without a buffer")
#define STP_SKIP_CAUSES(X) \
	X(REENTRY,	"a probe fired inside a handler of the same kind") \
	X(LOCK,		"a global variable stayed locked") \
	X(STATE,	"the session was not running") \
	X(MISSED,	"the kernel could not deliver a hit (see KRETACTIVE)") \
	X(STACK,	"little was left of the kernel's stack (see MINSTACKSPACE)")
#define STP_ENUM_LOSS(name, text) STP_LOST_##name,
#define STP_ENUM_SKIP(name, text) STP_SKIP_##name,
enum stp_loss_cause { STP_LOSS_CAUSES(STP_ENUM_LOSS) STP_LOST__COUNT };
enum stp_skip_cause { STP_SKIP_CAUSES(STP_ENUM_SKIP) STP_SKIP__COUNT };

/* STP_REGION_CTL: written by the kernel alone. The first three words are the hot ones. */
struct stp_ring_ctl {
	stp_u64 head;			/* reserved up to here */
	stp_u64 commit;			/* whole runs up to here; may step back for a moment inside an NMI: compare signed */
	stp_u64 limit;			/* a reservation that would end beyond this takes the cold path; 0: stopped */
	stp_u64 nested;			/* runs committed inside an outer run so far */
	stp_u64 tail;			/* the reader's position as the kernel accepted it */
	stp_u64 lost[8];		/* records, by enum stp_loss_cause */
	stp_u64 lost_bytes;
	stp_u64 skipped[8];		/* handler executions, by enum stp_skip_cause */
};

struct stp_ring_pos {
	stp_u64 tail;			/* read up to here */
};

/* Event numbers. 1 to STP_EVENT_MAX are the script's; 0 never occurs. */
#define STP_EVENT_MAX		0xffefu
#define STP_EVENT_TIME		0xfff0u	/* variable; one field, u64: the full clock */
#define STP_EVENT_TEXT		0xfff1u	/* variable; one string field that is output as it is */
#define STP_EVENT_LOST		0xfff2u	/* u64 records lost on this ring just before this position */
#define STP_EVENT_LONG		0xffffu	/* a u32 event number follows the header (reserved) */

static inline stp_u32 stp_header_event(stp_u64 header) { return header & 0xffff; }
static inline stp_u64 stp_header_time(stp_u64 header) { return header >> 16; }	/* the clock's low 48 bits */

/*
 * Events: the text served by /proc/sonde-NAME/events. First line "sonde-events 1". Then one line an event:
 *	E NUMBER KIND "FORMAT" TYPE:"EXPR" TYPE:"EXPR" ...
 * KIND is f (fixed size) or v (has a variable field). Quoted text has C escapes (\\ \" \n \t, other bytes \ooo).
 * FORMAT is a printf format of the language (runtime/pure/fmt.h); its conversions consume the fields in order,
 * a `*` width or precision consumes an `l` field first. EXPR is the script's text behind the field.
 * TYPE: l  8 bytes, signed        b1 b2 b4 b8  that many bytes, for %b
 *       s  u32 length, bytes      m            the same: memory read for %m and %M
 *       hKIND/BUCKETS/LOW/STEP/WIDTH/ELISION   u32 length, 8 bytes for each bucket of a histogram, shown by %s as its
 *                                              chart (runtime/pure/hist.h has the meaning of the numbers)
 * Other line letters are reserved; a reader skips lines that it does not know.
 */

/* Messages, kernel to reader. `size` includes the header; text is not NUL-terminated. */
enum stp_msg_type {
	STP_MSG_STARTED = 1,		/* value: 0, or -errno when the start failed and all was undone */
	STP_MSG_STOPPED,		/* end probes have run, everything is committed. value: soft errors */
	STP_MSG_WARN,			/* text, without "WARNING: " and newline */
	STP_MSG_ERROR,			/* text, without "ERROR: " and newline */
	STP_MSG_EXIT,			/* send STP_CMD_STOP. value: 0 the script called exit(), else a limit (MAXERRORS,
					 * MAXSKIPPED) was passed: the run counts as failed */
	STP_MSG_SYSTEM,			/* text: a command for system() */
	STP_MSG_RING,			/* value: number of a ring that can be mapped now */
	STP_MSG_DROPPED,		/* value: messages lost because this queue was full */
};

struct stp_msg {
	stp_u32 size;
	stp_u32 type;			/* enum stp_msg_type */
	stp_u64 time;			/* session clock */
	stp_s64 value;
};
#define STP_MSG_TEXT_MAX	1000u	/* a longer text is cut, ending in "..." */

/* Commands, reader to kernel, one a write(). START and STOP block while begin or end handlers run: write them from a
 * thread that does not also read the rings. */
enum stp_cmd_type {
	STP_CMD_START = 1,		/* value: target pid or 0. Arms all, runs begin handlers */
	STP_CMD_STOP,			/* disarms all, runs end (or error) handlers, commits */
	STP_CMD_DETACH,			/* closing the control file shall not end the session */
};

struct stp_cmd {
	stp_u32 size;			/* sizeof(struct stp_cmd) */
	stp_u32 type;
	stp_s64 value;
};

_Static_assert(sizeof(struct stp_ring_info) == 72, "wire");
_Static_assert(sizeof(struct stp_ring_ctl) == 176, "wire");
_Static_assert(sizeof(struct stp_msg) == 24, "wire");
_Static_assert(sizeof(struct stp_cmd) == 16, "wire");

#endif
