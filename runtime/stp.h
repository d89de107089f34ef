/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The runtime as generated code sees it: the only header that a generated file includes. It includes no kernel header
 * and defines only names that begin with stp_ or STP_, so that it compiles in a tenth of a second and can also be
 * included beside any kernel header (the embedded-C file and the runtime itself do that). doc/ABI.md explains it by
 * example; STP_ABI changes whenever a change here breaks code generated before.
 *
 * Rules for a handler (unless "session handler", that is begin, end, error): it runs with preemption off and
 * interrupts as found, at any level up to NMI; it may not sleep, allocate, wait or loop without stp_spend().
 * Every function below may be called from any handler unless its comment says otherwise.
 */
#ifndef STP_H
#define STP_H

#define STP_ABI 1

#include "wire.h"
#include "stp_offsets.h"	/* made with the runtime, for one kernel: where current, pid, ... lie */

#define STP_INLINE		static inline __attribute__((__always_inline__, __no_instrument_function__))
#define STP_COLD		__attribute__((__cold__, __noinline__))
#define STP_LIKELY(x)		__builtin_expect(!!(x), 1)
#define STP_UNLIKELY(x)		__builtin_expect(!!(x), 0)

struct pt_regs;
struct stp_lock { stp_u32 held; };
struct stp_map;
struct stp_stat;
struct stp_ring;

#include "arch/stp_arch.h"		/* STP_PERCPU, stp_preempt_disable/enable, stp_cmpxchg_local, stp_tsc, ... */

/* ---- context --------------------------------------------------------------------------------------------------- */

enum stp_level { STP_LEVEL_TASK, STP_LEVEL_SOFTIRQ, STP_LEVEL_IRQ, STP_LEVEL_NMI, STP_LEVEL__COUNT };

#define STP_CHAIN 8

/*
 * What one handler execution works with; owned by it from stp_enter() to stp_leave(). One for each CPU and level, and
 * one for session handlers. Field names without stp_ are those that embedded C of scripts relies on (CONTEXT->...).
 * Invariant between handlers: run, last_error, chained, nesting, aborted and frame_used are zero.
 */
struct stp_ctx {
	struct stp_cpu *cpu;		/* where to print; constant */
	stp_u64 run;			/* time << 16 of the run in progress, 0 before its first record */
	struct pt_regs *kregs;		/* registers at the probe; at a function's entry by ftrace only arguments, ip, sp */
	struct pt_regs *uregs;
	const char *last_error;		/* text of the soft error, set by stp_error(); NULL: none */
	const char *probe_point;	/* set by the entry callback only if the script can ask for it */
	const char *last_stmt;
	stp_u32 probe;			/* index into the script's probe table, set by stp_enter() */
	stp_u32 error_at;		/* index into the script's position table, set where the error was noticed */
	int budget;			/* actions left, see stp_spend() */
	int nesting;			/* calls of functions that can recurse */
	stp_u32 frame_used;		/* bytes of `frames` in use */
	stp_u32 token_at;		/* where in token_buffer tokenize() goes on */
	stp_u8 level;			/* enum stp_level; constant */
	stp_u8 session;			/* a session handler's: may sleep; constant */
	stp_u8 aborted;			/* the session is over for this handler: leave without side effects */
	stp_u8 returning;		/* kregs are those at the function's return */
	stp_u8 syscall;			/* the function's first argument points to the pt_regs of a system call */
	char *frames;			/* config.frame_bytes for the strings of handler and functions; constant */
	char *error_buffer;		/* config.string_size bytes for messages; constant */
	char *token_buffer;		/* config.token_bytes: what tokenize() cuts; constant */
	void *instance;			/* family's own: kretprobe instance, timer, ... */
	stp_u64 *stats;			/* its statistics: the scalars' cells, then scratch memory (stat.h); constant */
	stp_u64 scratch[4];		/* family's own */
	stp_u32 chain[STP_CHAIN];	/* of the error: the calls that it came through, the innermost first */
	stp_u32 chained;		/* how many of them; more are not kept */
};

/*
 * One for each CPU, and one for the session. `ctl` is the page that the reader maps; the rest is private.
 * The hot members are in the order of use.
 */
struct stp_cpu {
	struct stp_ring_ctl ctl __attribute__((__aligned__(4096)));
	union {
		stp_u32 all;
		stp_u8 level[STP_LEVEL__COUNT];
	} busy __attribute__((__aligned__(4096)));	/* handlers in progress on this CPU */
	stp_u32 pending;		/* work for stp_leave(): an error, or a nested run to commit */
	char *data;			/* the ring's data, mapped twice in a row */
	stp_u64 mask;			/* its size - 1 */
	struct stp_ctx ctx[STP_LEVEL__COUNT];
	struct stp_ring *ring;		/* the runtime's own side of the ring */
	stp_u64 *stats;			/* the block of statistics (stat.h), NULL without */
	struct stp_lock stat_lock;	/* guards it */
	stp_u64 interval;		/* when the overload check's interval began, by stp_tsc() */
	stp_u64 spent;			/* cycles of handlers since then */
	stp_u64 longest;		/* the longest run of these ... */
	stp_u32 longest_probe;		/* ... and whose it was */
	int number;			/* CPU, or -1 for the session's */
};

#ifndef STP_RUNTIME_NO_PERCPU
/* The CPU's structure; while the session does not run, one that is busy at every level, so that the test for
 * re-entry is also the test for "running". */
extern struct stp_cpu *STP_PERCPU stp_cpu_ptr;
STP_INLINE struct stp_cpu *stp_this_cpu(void) { return *(struct stp_cpu *volatile STP_PERCPU *)&stp_cpu_ptr; }
#else
STP_INLINE struct stp_cpu *stp_this_cpu(void);	/* the runtime has its own */
#endif
extern stp_u32 stp_clock_mono;		/* not 0: stp_clock() must ask the kernel instead of the TSC */

/* The functions of this group are called through STP_CALL_COLD() (arch), which keeps the caller's registers. */
/* Cold part of stp_leave(): reports the soft error of `c`, commits nested runs. The level is free already when this is
 * called with committed runs only; errors are reported before it is freed. */
void stp_leave_pending(struct stp_ctx *c);
/* Cold part of stp_reserve(): makes room, wakes the reader, stops or waits (session handlers, bounded, for a live
 * reader). Returns the position reserved, or ~0 when the record is lost and counted. */
stp_u64 stp_reserve_cold(struct stp_ctx *c, stp_u32 size);
/* ktime_get_mono_fast_ns(), made strictly increasing for each CPU. */
stp_u64 stp_clock_cold(struct stp_cpu *cpu);

/* stp_enter() when the CPU is not in a plain task, or the level is busy. Returns NULL after counting the hit as skipped
 * and undoing preempt_disable. */
struct stp_ctx *stp_enter_cold(struct stp_cpu *cpu);

/*
 * First thing in every entry callback: takes this CPU's context for the current level, or returns NULL (the hit is
 * counted as skipped). Preemption is off until stp_leave(). `probe` is constant; 0 is enough for a handler that cannot fail.
 */
STP_INLINE struct stp_ctx *stp_enter(stp_u32 probe)
{
	struct stp_cpu *cpu;
	struct stp_ctx *c;

	stp_preempt_disable();
	cpu = stp_this_cpu();
	c = &cpu->ctx[STP_LEVEL_TASK];
	if (STP_LIKELY(stp_in_task() && stp_is_zero8(&cpu->busy.level[STP_LEVEL_TASK]))) {
		*(volatile stp_u8 *)&cpu->busy.level[STP_LEVEL_TASK] = 1;
		if (!c)
			__builtin_unreachable();	/* the caller need not test it */
	} else {
		c = (struct stp_ctx *)STP_CALL_COLD(stp_enter_cold, cpu, 0);
		if (!c)
			return c;
	}
	stp_barrier();
	if (probe)
		c->probe = probe;
	return c;
}

/* Publishes all that this CPU has written, if no outer handler is in progress; else the outermost will do it. */
STP_INLINE void stp_commit(struct stp_cpu *cpu)
{
	stp_u64 head;

	if (STP_UNLIKELY(!stp_is_zero32(&cpu->busy.all))) {
		cpu->ctl.nested++;		/* only ever touched by the CPU itself; a lost update still differs */
		*(volatile stp_u32 *)&cpu->pending = 1;
		return;
	}
	do {
		head = *(volatile stp_u64 *)&cpu->ctl.head;
		stp_store_release(&cpu->ctl.commit, head);
	} while (STP_UNLIKELY(head != *(volatile stp_u64 *)&cpu->ctl.head));
}

/* Last thing in an entry callback. Both flags are constant: whether the handler has any statement that prints, and whether it
 * may end with a soft error. */
STP_INLINE void stp_leave_flags(struct stp_ctx *c, int printed, int can_fail)
{
	struct stp_cpu *cpu = c->cpu;

	if (can_fail && STP_UNLIKELY(c->last_error != (const char *)0))
		STP_CALL_COLD(stp_leave_pending, c, 0);
	if (printed)
		c->run = 0;
	stp_barrier();
	*(volatile stp_u8 *)&cpu->busy.level[c->level] = 0;
	stp_barrier();
	if (printed)
		stp_commit(cpu);
	else if (STP_UNLIKELY(!stp_is_zero32(&cpu->pending)))
		STP_CALL_COLD(stp_leave_pending, c, 0);
	stp_preempt_enable();
}

STP_INLINE void stp_leave(struct stp_ctx *c, int printed)
{
	stp_leave_flags(c, printed, 1);
}

/* ---- records --------------------------------------------------------------------------------------------------- */

STP_INLINE stp_u64 stp_clock(struct stp_cpu *cpu)
{
	if (STP_UNLIKELY(!stp_is_zero32(&stp_clock_mono)))
		return STP_CALL_COLD(stp_clock_cold, cpu, 0);
	return stp_tsc();
}

/*
 * Reserves a record of `size` bytes (a multiple of 8, the header included) and writes its header. Returns where the
 * fields go, or NULL when it is lost (counted). The time is read after the reservation: a reader that sees
 * head == commit knows that no run in progress is older than its own look at the clock.
 * The fields must be written before the handler leaves; nothing else need be done (stp_leave commits).
 */
STP_INLINE char *stp_reserve(struct stp_ctx *c, stp_u32 size, stp_u32 event)
{
	struct stp_cpu *cpu = c->cpu;
	stp_u64 old, next;
	char *p;

	do {
		old = *(volatile stp_u64 *)&cpu->ctl.head;
		next = old + size;
		if (STP_UNLIKELY(stp_is_above(next, &cpu->ctl.limit))) {
			old = STP_CALL_COLD(stp_reserve_cold, c, size);
			if (old == ~0ull)
				return (char *)0;
			break;
		}
	} while (STP_UNLIKELY(!stp_cmpxchg_local(&cpu->ctl.head, old, next)));
	p = cpu->data + (old & cpu->mask);
	if (p + 8 == (char *)0)
		__builtin_unreachable();		/* the caller need not test it */
	if (STP_LIKELY(!c->run))
		c->run = stp_clock(cpu) << 16;
	*(stp_u64 *)p = c->run | event;
	return p + 8;
}

/* Field writers: store and advance. Fields are packed, so they may be unaligned. */
#define STP_PUT(name, type) \
	STP_INLINE char *stp_put_##name(char *p, stp_s64 v) { type x = (type)v; __builtin_memcpy(p, &x, sizeof(x)); return p + sizeof(x); }
STP_PUT(1, stp_u8)
STP_PUT(2, stp_u16)
STP_PUT(4, stp_u32)
STP_PUT(8, stp_s64)
/* u32 length and the bytes. `s` has at least `len` readable bytes. */
char *stp_put_bytes(char *p, const char *s, stp_u32 len);
/* Size of a record with a u32 size word, fixed fields of `fixed` bytes and variable fields of `variable` bytes
 * (their u32 lengths counted in `fixed`); and the same rounded up to what must be reserved. */
#define STP_RECORD_BYTES(fixed, variable)	(8u + 4u + (fixed) + (variable))
#define STP_ROUND8(n)				(((n) + 7u) & ~7u)
/* Prints text as it is: a TEXT record, whole or lost. */
void stp_print_text(struct stp_ctx *c, const char *s, stp_u32 len);
/* Copies `len` bytes at kernel (user != 0: user) address `addr` into `dst`. Returns 0, or -1 after stp_error(). */
int stp_read_bytes(struct stp_ctx *c, char *dst, stp_u64 addr, stp_u32 len, int user);

/* ---- errors, limits, session ----------------------------------------------------------------------------------- */

/* Raises a soft error (the first one of a handler wins). fmt as for the kernel's snprintf. `at` is the position-table
 * index or 0. The caller leaves the handler next. */
STP_COLD void stp_error(struct stp_ctx *c, stp_u32 at, const char *fmt, ...) __attribute__((__format__(__printf__, 3, 4)));
/* Gives an error raised in a callee its position; the innermost one wins. */
STP_INLINE void stp_error_at(struct stp_ctx *c, stp_u32 at) { if (!c->error_at) c->error_at = at; }
/* The call at this place came back with a soft error: that is its place if it has none, else a step of the way to it. */
STP_COLD void stp_called_from(struct stp_ctx *c, stp_u32 at);
/* try/catch: copies the message to `dst` (may be NULL) and clears the error. Returns 0 when the error cannot be caught
 * (MAXACTION, abort): leave the handler then. */
int stp_catch(struct stp_ctx *c, char *dst);
/* Spends n actions; on the way back of every loop and in every function that can recurse. Not 0: exhausted, error
 * raised, leave. Handlers with loops set c->budget first. */
STP_COLD void stp_spent(struct stp_ctx *c, stp_u32 at);
STP_INLINE int stp_spend(struct stp_ctx *c, int n, stp_u32 at)
{
	if (STP_LIKELY((c->budget -= n) >= 0))
		return 0;
	stp_spent(c, at);
	return 1;
}
/* Enter and leave a function that can recurse: MAXNESTING. Not 0: error raised. */
STP_COLD void stp_too_deep(struct stp_ctx *c, stp_u32 at);
/* Memory for the strings of a handler or function until stp_frame_pop(): `bytes` of c->frames, or NULL after an error
 * (MAXNESTING; cannot happen without recursion, the translator has counted). Contents are undefined. */
STP_INLINE void *stp_frame_push(struct stp_ctx *c, stp_u32 bytes, stp_u32 at);
STP_INLINE void stp_frame_pop(struct stp_ctx *c, stp_u32 bytes) { c->frame_used -= bytes; }

void stp_warn(struct stp_ctx *c, const char *text);	/* "WARNING: text" on stderr; never lost to a full ring */
void stp_error_message(struct stp_ctx *c, const char *text); /* "ERROR: text" on stderr, counts as an error, no soft error */
STP_INLINE void stp_fence(void);	/* what was written is seen before anything is read */
void stp_rearm(void);			/* some probe's wanted() and *armed differ. Context: any */
void stp_exit(struct stp_ctx *c);		/* exit(): no handler starts after this; end handlers follow */
void stp_system(struct stp_ctx *c, const char *command);

/* ---- numbers and strings --------------------------------------------------------------------------------------- */
/* String values are NUL-terminated and shorter than config.string_size (MAXSTRINGLEN). */

STP_INLINE int stp_div(struct stp_ctx *c, stp_s64 *r, stp_s64 a, stp_s64 b, stp_u32 at)
{
	if (STP_UNLIKELY(b == 0)) {
		stp_error(c, at, "division by 0");
		return -1;
	}
	*r = b == -1 ? (stp_s64)(0 - (stp_u64)a) : a / b;	/* INT64_MIN / -1 traps */
	return 0;
}
STP_INLINE int stp_mod(struct stp_ctx *c, stp_s64 *r, stp_s64 a, stp_s64 b, stp_u32 at)
{
	if (STP_UNLIKELY(b == 0)) {
		stp_error(c, at, "division by 0");
		return -1;
	}
	*r = b == -1 ? 0 : a % b;
	return 0;
}
STP_INLINE stp_s64 stp_shl(stp_s64 a, stp_s64 n) { return (stp_s64)((stp_u64)a << (n & 63)); }
STP_INLINE stp_s64 stp_shr(stp_s64 a, stp_s64 n) { return a >> (n & 63); }
STP_INLINE stp_s64 stp_ushr(stp_s64 a, stp_s64 n) { return (stp_s64)((stp_u64)a >> (n & 63)); }

stp_u32 stp_strlen(const char *s);				/* bytes before the NUL */
int stp_strcmp(const char *a, const char *b);			/* <0, 0, >0, by unsigned bytes */
void stp_strcpy(char *dst, const char *s);			/* cut at MAXSTRINGLEN - 1 */
void stp_strcat(char *dst, const char *a, const char *b);	/* dst = a . b; dst may be a or b; cut */
/* One of the parts of a concatenation: s to dst + at, cut; s is not in dst. Returns where the next one goes. */
stp_u32 stp_append(char *dst, stp_u32 at, const char *s);
void stp_substr(char *dst, const char *s, stp_s64 start, stp_s64 len);

/* sprintf and its kin, by runtime/pure: `dst` has MAXSTRINGLEN bytes. `ops` are compiled at translate time. Returns 0,
 * or -1 after stp_error() (a fault in %m). */
struct fmt_op;
struct fmt_value;
int stp_sprintf(struct stp_ctx *c, char *dst, const struct fmt_op *ops, stp_u32 nops, const struct fmt_value *values);

/* ---- reading memory; fault: -1 after stp_error() --------------------------------------------------------------- */

STP_INLINE int stp_kread(struct stp_ctx *c, stp_s64 *value, stp_u64 addr, int size, int is_signed, stp_u32 at); /* size 1 2 4 8 */
STP_COLD int stp_read_fault(struct stp_ctx *c, stp_u64 addr, stp_u32 at);	/* raises that error; returns -1 */
int stp_uread(struct stp_ctx *c, stp_s64 *value, stp_u64 addr, int size, int is_signed, stp_u32 at);
/* NUL-terminated string at addr, cut at MAXSTRINGLEN - 1. Return 0 or -errno without raising an error. */
int stp_kstring(char *dst, stp_u64 addr);
int stp_ustring(char *dst, stp_u64 addr);

/* ---- globals --------------------------------------------------------------------------------------------------- */

/* A script's global variables: one lock each, taken in the order of their numbers at the start of a handler, all or
 * none, with interrupts off until stp_unlock(). Session handlers need none: nothing else runs then. */
/* Tries for a bounded time (not at all in an NMI). Returns 0 when it stays taken: unlock what is held, stp_skip_lock(). */
STP_INLINE int stp_trylock(struct stp_ctx *c, struct stp_lock *lock);
STP_INLINE void stp_unlock(struct stp_lock *lock);
int stp_lock_wait(struct stp_ctx *c, struct stp_lock *lock);
STP_COLD void stp_skip_lock(struct stp_ctx *c);		/* counts the handler as skipped (STP_SKIP_LOCK) */
STP_COLD void stp_skip_stack(struct stp_ctx *c);	/* ... (STP_SKIP_STACK) */
/* Are less than n bytes of the task's stack left? On another stack (an interrupt's) nothing is known: no. */
STP_INLINE int stp_stack_is_low(stp_u64 n);
/* A call deeper: not 0 when that is more than `most`, or too little is left of the stack. */
STP_INLINE int stp_deeper(struct stp_ctx *c, int most);
/* Counts the cycles since `began` for the overload check, which may end the session. */
STP_INLINE void stp_watch(struct stp_ctx *c, stp_u64 began);
STP_COLD void stp_watch_check(struct stp_ctx *c, stp_u64 now);
/* stp_irq_save() / stp_irq_restore(flags), stp_atomic_add(&g, n), stp_atomic_add_return(&g, n): arch/stp_arch.h */

/* Arrays: runtime/map_tmpl.h, included once for each array. */

/* ---- current task, CPU, time (generated tapset functions with pragma:stp call these) --------------------------- */

STP_INLINE stp_s64 stp_pid(void);		/* current->tgid */
STP_INLINE stp_s64 stp_tid(void);		/* current->pid */
STP_INLINE stp_s64 stp_cpu_number(struct stp_ctx *c);
const char *stp_execname(void);			/* current->comm, valid until the handler leaves */
stp_s64 stp_ppid(void);
stp_s64 stp_uid(void);
stp_s64 stp_euid(void);
stp_s64 stp_gid(void);
stp_s64 stp_egid(void);
stp_s64 stp_target(void);			/* -x PID or the pid of -c CMD */
stp_s64 stp_realtime_ns(void);			/* ktime_get_real_fast_ns */
stp_s64 stp_jiffies(void);
STP_INLINE stp_s64 stp_cycles(void) { return (stp_s64)stp_tsc(); }
/* Argument n (1..6) of the probed function by the calling convention, as it lies in the register; and of the system
 * call whose pt_regs the first argument points to (at its return: those that the task entered the kernel with).
 * stp_arg() of a probe with c->syscall is stp_syscall_arg(). -1 after stp_error() when there are no registers. */
STP_INLINE int stp_arg(struct stp_ctx *c, stp_s64 *value, stp_s64 n, stp_u32 at);
STP_INLINE int stp_syscall_arg(struct stp_ctx *c, stp_s64 *value, stp_s64 n, stp_u32 at);
STP_INLINE int stp_return_value(struct stp_ctx *c, stp_s64 *value, stp_u32 at);
STP_COLD int stp_arg_error(struct stp_ctx *c, stp_s64 n, stp_u32 at);	/* why stp_arg() failed; returns -1 */

/* ---- what a script provides ------------------------------------------------------------------------------------ */

/* Limits that the script or -D sets. */
struct stp_config {
	stp_u32 abi;			/* STP_ABI */
	stp_u32 string_size;		/* MAXSTRINGLEN */
	stp_u32 max_action;		/* MAXACTION */
	stp_u32 max_action_session;	/* MAXACTION_INTERRUPTIBLE */
	stp_u32 max_nesting;		/* MAXNESTING */
	stp_u32 max_errors;		/* MAXERRORS */
	stp_u32 max_skipped;		/* MAXSKIPPED */
	stp_u32 frame_bytes;		/* of c->frames */
	stp_u32 token_bytes;		/* of c->token_buffer; 0: the script does not tokenize */
	stp_u32 match_bytes;		/* behind them, for the last match (matcher.h); 0: nobody asks for it */
	stp_u32 match_groups;		/* most groups that a pattern has */
	stp_u32 suppress_errors;	/* --suppress-handler-errors */
	stp_u32 max_active;		/* KRETACTIVE; 0: the kernel's choice */
	stp_u32 lock_patience_us;	/* how long a handler waits for a lock; 0: for ever */
	stp_u32 overload_threshold;	/* cycles that handlers may take of each `overload_interval` of a CPU; 0: any number */
	stp_u32 overload_interval;
};

struct stp_probe {			/* by number; 0 is unused */
	const char *point;		/* as in the script after alias expansion: kernel.function("vfs_read").call */
	const char *name;		/* as written: syscall.read */
	const char *where;		/* demo.stp:3:7 */
};

struct stp_position {			/* by number; 0 is unused */
	const char *token;		/* "operator '/' at demo.stp:4:11" */
};

enum stp_session_kind { STP_BEGIN, STP_END, STP_ERROR };
struct stp_session_probe {
	stp_u32 probe;
	stp_u32 kind;			/* enum stp_session_kind */
	stp_s64 order;			/* begin(N): ascending; equal ones as in the table */
	void (*handler)(struct stp_ctx *c);
};

struct stp_timer_probe {
	stp_u32 probe;
	stp_u32 jiffies;		/* not 0: a timer of that many jiffies, softirq level; else an hrtimer */
	stp_u64 period_ns;
	stp_u64 random;			/* + or - up to this, same unit */
	void (*entry)(struct pt_regs *regs);
	int (*wanted)(void);		/* whether the probe's conditions hold; NULL: it has none that can be looked at */
	int *armed;			/* with `wanted`: what the runtime acted on last */
};

enum stp_function_kind {
	STP_FUNCTION_FTRACE,		/* entry, by an own ftrace_ops */
	STP_FUNCTION_KPROBE,		/* entry, by a kprobe */
	STP_FUNCTION_RETURN,		/* return, by a kretprobe */
};
struct ftrace_ops;
struct kprobe;
struct kretprobe_instance;
struct stp_function_probe {
	stp_u32 probe;
	stp_u32 kind;			/* enum stp_function_kind */
	const char *symbol;
	stp_u64 offset;
	stp_u32 max_active;		/* return: instances, 0: default */
	stp_u32 optional;		/* do not warn when it cannot be registered */
	void (*ftrace)(unsigned long ip, unsigned long parent, struct ftrace_ops *ops, struct pt_regs *regs);
	int (*kprobe)(struct kprobe *p, struct pt_regs *regs);
	int (*kretprobe)(struct kretprobe_instance *ri, struct pt_regs *regs);
	/* return: called at the function's entry, for values that it keeps behind ri; not 0: the return is not followed */
	int (*entry)(struct kretprobe_instance *ri, struct pt_regs *regs);
	stp_u64 data_size;		/* return: bytes of these */
	int (*wanted)(void);		/* as of a timer */
	int *armed;
};

struct stp_map_desc {			/* one for each array */
	struct stp_map *map;
	const char *name;
	stp_u32 node_size;		/* sizeof(struct stp_node) + keys + value */
	stp_u32 entries;		/* MAXMAPENTRIES or the declared size */
	stp_u32 wrap;			/* not 0: a new key replaces the oldest */
	stp_u32 declared;		/* not 0: `entries` is the script's own size, which an overflow's message names */
};

struct stp_stats {			/* the statistics of all variables (stat.h); NULL when there are none */
	stp_u32 scalar_words;		/* of a block, for one level: the scalars */
	stp_u32 level_words;		/* ... and scratch memory behind them */
	stp_u32 array_words;		/* behind those of all levels */
	const struct stp_stat *const *stats;		stp_u32 nstats;
};

/* The one object that the runtime looks for; every generated module defines it. */
struct stp_script {
	const struct stp_config *config;
	const struct stp_probe *probes;			stp_u32 nprobes;
	const struct stp_position *positions;		stp_u32 npositions;
	const struct stp_session_probe *session;	stp_u32 nsession;
	const struct stp_timer_probe *timers;		stp_u32 ntimers;
	const struct stp_function_probe *functions;	stp_u32 nfunctions;
	const struct stp_map_desc *maps;		stp_u32 nmaps;
	const struct stp_stats *stats;
	const char *events;				stp_u32 events_len;	/* text, see wire.h */
	void (*init)(void);		/* gives string globals their initial value; before begin; may be NULL */
};
extern const struct stp_script stp_script;

#include "stp_text.h"			/* what the library's string functions call */
#include "stp_inline.h"			/* bodies of the STP_INLINE declarations above */

#endif
