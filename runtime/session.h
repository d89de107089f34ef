/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The runtime's own view of a session: one loaded module is one session. Files of the runtime are parts of one
 * translation unit (runtime.c), so what they offer each other is static and declared here.
 */
#ifndef STP_SESSION_H
#define STP_SESSION_H

enum stp_state {
	STP_STATE_LOADED,	/* waits for START */
	STP_STATE_STARTING,	/* begin handlers run, probes get registered */
	STP_STATE_RUNNING,
	STP_STATE_STOPPING,	/* disarmed; end handlers run */
	STP_STATE_STOPPED,
};

/* One ring's private side. Ring 0 is the session's, 1 + N is CPU N's. */
struct stp_ring {
	struct stp_cpu *cpu;		/* two pages; the first is what the reader maps */
	struct stp_ring_pos *pos;	/* the page that the reader writes */
	struct page **pages;		/* of the data, `npages` */
	unsigned int npages;
	unsigned int number;
	u64 size;			/* bytes of data, a power of two */
	u64 wake;			/* the reader is woken when head passes this */
	u64 unreported;			/* records lost since the last LOST record */
	u64 last_clock;			/* fall-back clock: what was handed out last */
	u64 gave_up;			/* session ring: the reader's position when waiting for it was given up, plus 1 */
	char *strings;			/* frames and error buffers of all contexts */
	u64 *stats;			/* stat.h */
};

#define STP_STRING_MAX	65536u		/* what -DMAXSTRINGLEN may be at most (translator/emit/limits.c) */
#define STP_PRINT_ARGS	32		/* the language's limit for one print */

/* A format taken apart at run time, in embedded C: too large for a stack. One for each context. */
struct stp_print_scratch {
	struct fmt_op ops[2 * STP_PRINT_ARGS + 1];
	struct fmt_value values[3 * STP_PRINT_ARGS];	/* width and precision may be arguments, too */
	char *reserved;				/* text of the last _stp_reserve_bytes(): its u32 length is before it */
};

struct stp_msg_slot {
	u32 turn;			/* who may use it next: see msg.c */
	struct stp_msg head;
	char text[STP_MSG_TEXT_MAX];
};

struct stp_msg_queue {
	struct stp_msg_slot *slots;
	u32 tail;			/* next slot to write: producers, any context */
	u32 head;			/* next slot to read: the holder of read_lock */
	atomic_t dropped;
	struct mutex read_lock;
};

struct stp_session {
	struct mutex lock;		/* commands; never held while the hotplug lock is waited for by others: see ring.c */
	int state;			/* enum stp_state, under lock; read anywhere */
	int over;			/* 1 once exit() or an error ended it: no handler starts any more */
	int failed;			/* 1: error handlers run in place of end handlers */
	int detached;			/* closing the control file does not end the session */
	int armed;			/* CPUs' pointers shall show their own structures */
	atomic_t errors;
	atomic_t skipped;
	atomic_t cut;			/* strings that did not fit into MAXSTRINGLEN */
	atomic64_t random;		/* see stp_random() */
	s64 target;
	struct task_struct *thread;	/* who runs session handlers now, or NULL */

	unsigned long control_open;	/* bit 0: taken */
	wait_queue_head_t wait;		/* readers of the control file */
	struct irq_work wake_work;
	int ring_ready;			/* POLLPRI is due */
	struct stp_msg_queue queue;

	struct mutex ring_lock;		/* `rings` entries change; leaf lock */
	struct stp_ring **rings;	/* [nrings], NULL where a CPU never was online */
	unsigned int nrings;
	u64 ring_size;
	u64 session_size;
	struct stp_ring_info *info;	/* a page */
	int hotplug_state;

	struct proc_dir_entry *proc_dir;
	struct stp_ctx session_ctx;
	struct stp_function *functions;	/* [stp_script.nfunctions] */
	struct stp_timer *timers;	/* [stp_script.ntimers] */
	void *map_memory;

	struct mutex rearm_lock;	/* arming.c: a round runs */
	int can_rearm;			/* all probes exist */
	struct irq_work rearm_irq;	/* a handler asks for ... */
	struct work_struct rearm_work;	/* ... a round */
};

static struct stp_session stp_session;
DEFINE_PER_CPU(struct stp_cpu *, stp_cpu_ptr);

/*
 * While the session does not run, every CPU's stp_cpu_ptr shows this: busy at all levels, so that stp_enter() fails
 * in its test for re-entry. The structure is never written by a handler.
 */
static struct stp_cpu stp_cpu_idle = { .busy = { .all = 0x01010101 }, .number = -1 };

/* The text of an error, a warning or a command, to the reader. Context: any. */
static __printf(3, 4) void msg_send(enum stp_msg_type type, s64 value, const char *fmt, ...);
/* A block of statistics: its size, and where one level's part begins (NULL without a block). */
static u64 stat_block_bytes(void);
static u64 *stat_of_level(u64 *block, unsigned int level);
/* A string was cut. Context: any. */
static void session_note_cut(void);
/* While held, no handler reads statistics. Context: process; interrupts are off in between. */
static void stat_lock_readers(void);
static void stat_unlock_readers(void);
/* Wakes the reader. Context: any. */
static void session_wake(void);
/* No handler starts after this, on any CPU. Context: any. */
static void session_disarm(void);
/* Ends the session from inside: tells the reader to send STOP. Context: any. */
static void session_end(int failed);

#endif
