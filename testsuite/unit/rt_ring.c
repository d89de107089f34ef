// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ring under interrupts, one instruction at a time: a handler runs with the trap flag set, and after its nth
 * instruction another handler runs as an interrupt's would, which may itself be interrupted by a third after its mth.
 * For many n and m (all of them with RT_RING_ALL=1 in the environment, for minutes): no record is lost or torn, times and positions are in order, and when all is done everything is
 * committed. The code is what modules contain: stp.h's own, with the cold paths of ring.c and context.c.
 */
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "kernel.h"

#define STP_RUNTIME_NO_PERCPU
#include "stp.h"
#include "pure/fmt.h"

#undef current
#define current ((void *)1)

static const struct stp_config config = { .string_size = 64, .max_skipped = 1u << 30, .max_errors = 1u << 30 };
static const struct stp_probe probes[2];
const struct stp_script stp_script = { .config = &config, .probes = probes, .nprobes = 2 };

int host_preempt_count, host_cpu_number;
char *host_current;

#include "session.h"

STP_INLINE struct stp_cpu *stp_this_cpu(void) { return stp_cpu_ptr; }

static const u32 tsc_khz = 1000000;
static u64 ktime_get_real_fast_ns(void) { return 0; }
static u64 get_jiffies_64(void) { return 0; }
#include "clock.c"
#include "ring.c"
#define ASM_RET "ret\n\t"
#include "context.c"

static void msg_send(enum stp_msg_type type, s64 value, const char *fmt, ...)
{
	(void)type;
	(void)value;
	(void)fmt;
}

static int failures;
#define CHECK(cond, ...) do { \
	if (!(cond)) { \
		failures++; \
		fprintf(stderr, "%s:%d: not so: %s: ", __FILE__, __LINE__, #cond); \
		fprintf(stderr, __VA_ARGS__); \
		fprintf(stderr, "\n"); \
	} \
} while (0)

/* ---- a ring ---------------------------------------------------------------------------------------------------- */

#define SIZE	4096u

static struct stp_cpu cpu;
static struct stp_ring ring = { .cpu = &cpu, .size = SIZE, .number = 1 };
static struct stp_ring_pos pos;
static struct stp_ring *rings[2] = { &ring, &ring };

static void make_ring(void)
{
	int fd = memfd_create("ring", 0), i;
	char *data = mmap(NULL, 2 * SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (fd < 0 || ftruncate(fd, SIZE))
		exit(99);
	for (i = 0; i < 2; i++)
		if (mmap(data + i * SIZE, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
			exit(99);
	cpu.data = data;
	cpu.mask = SIZE - 1;
	cpu.ring = &ring;
	ring.pos = &pos;
	for (i = 0; i < STP_LEVEL__COUNT; i++) {
		cpu.ctx[i].cpu = &cpu;
		cpu.ctx[i].level = i;
		cpu.ctx[i].error_buffer = malloc(config.string_size);
	}
	stp_session.rings = rings;
	stp_cpu_ptr = &cpu;
	stp_clock_mono = 0;
}

/* Empty, but with `used` bytes that the reader has not taken; begins at an odd place, so that it wraps early. */
static void reset_ring(u64 used)
{
	memset(&cpu.ctl, 0, sizeof(cpu.ctl));
	cpu.ctl.head = cpu.ctl.commit = 3 * SIZE - 40;
	cpu.ctl.tail = pos.tail = cpu.ctl.head - used;
	cpu.pending = 0;
	ring.wake = cpu.ctl.head + SIZE / RING_WAKES;
	ring.unreported = 0;
	cpu.ctl.limit = min(cpu.ctl.tail + SIZE, ring.wake);
}

/* ---- handlers -------------------------------------------------------------------------------------------------- */

#define RECORDS	2		/* by each handler */

static s64 attempts;		/* of all handlers since the reset */

static void handler(unsigned int depth)
{
	struct stp_ctx *c = stp_enter(1);
	int i;

	if (!c)
		return;
	for (i = 0; i < RECORDS; i++) {
		u64 number = stp_atomic_add_return(&attempts, 1);
		char *p = stp_reserve(c, 24, 1 + depth);

		if (!p)
			continue;
		p = stp_put_8(p, number);
		p = stp_put_8(p, ~number);
	}
	stp_leave(c, 1);
}

/* ---- one instruction at a time --------------------------------------------------------------------------------- */

#define DEPTHS	3
static const int levels[DEPTHS] = { 0, 0x10000, 0x100000 };	/* task, hardirq, NMI in the preempt count */
static int depth;
static long steps[DEPTHS], inject_at[DEPTHS];	/* traps so far, and the one that interrupts */
static bool injected[DEPTHS];

static void trap_flag_on(void) { __asm__ __volatile__("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc"); }
static void trap_flag_off(void) { __asm__ __volatile__("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc"); }

static void run_stepped(void)
{
	steps[depth] = 0;
	injected[depth] = false;
	trap_flag_on();
	handler(depth);
	trap_flag_off();
}

/* After the interruption the handler runs on without traps. */
static void on_trap(int signal, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	(void)signal;
	(void)info;
	if (++steps[depth] != inject_at[depth])
		return;
	injected[depth] = true;
	depth++;
	host_preempt_count += levels[depth];
	if (depth + 1 == DEPTHS)
		handler(depth);
	else
		run_stepped();
	host_preempt_count -= levels[depth];
	depth--;
	uc->uc_mcontext.gregs[REG_EFL] &= ~0x100;
}

/* ---- what must be true ----------------------------------------------------------------------------------------- */

struct seen { u64 time, at, event, number; };

static int by_time(const void *a, const void *b)
{
	const struct seen *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* In the merged order a run is in one piece, in the order of its prints. */
static void check_order(struct seen *seen, int n)
{
	int i;

	qsort(seen, n, sizeof(*seen), by_time);
	for (i = 1; i < n; i++)
		if (seen[i].event == seen[i - 1].event)
			CHECK(seen[i].number > seen[i - 1].number, "inject %ld %ld", inject_at[0], inject_at[1]);
	for (i = 2; i < n; i++)
		CHECK(seen[i].event == seen[i - 1].event || seen[i].event != seen[i - 2].event,
		      "inject %ld %ld: run %llu is split", inject_at[0], inject_at[1], seen[i].event);
}

static void check_ring(u64 from)
{
	struct seen seen[DEPTHS * RECORDS + 1];
	u64 at, told = 0;
	int n = 0;

	CHECK(cpu.ctl.commit == cpu.ctl.head, "inject %ld %ld: commit %llu head %llu", inject_at[0], inject_at[1],
	      cpu.ctl.commit, cpu.ctl.head);
	CHECK(!cpu.busy.all && host_preempt_count == INT32_MIN, "busy %x count %x", cpu.busy.all, host_preempt_count);
	CHECK(cpu.ctl.head - cpu.ctl.tail <= SIZE, "overrun");
	for (at = from; at < cpu.ctl.commit; ) {
		const u64 *p = (const u64 *)(cpu.data + (at & cpu.mask));

		if (stp_header_event(*p) == STP_EVENT_LOST) {
			told += p[1];
			at += LOST_BYTES;
			continue;
		}
		CHECK(p[1] == ~p[2] && stp_header_event(*p) <= DEPTHS && n < DEPTHS * RECORDS,
		      "inject %ld %ld: torn record at +%llu", inject_at[0], inject_at[1], at - from);
		if (failures)
			return;
		seen[n++] = (struct seen){ stp_header_time(*p), at, stp_header_event(*p), p[1] };
		at += 24;
	}
	CHECK((u64)attempts == n + cpu.ctl.lost[STP_LOST_FULL], "inject %ld %ld: %llu attempts, %d records, %llu lost",
	      inject_at[0], inject_at[1], attempts, n, cpu.ctl.lost[STP_LOST_FULL]);
	CHECK(told + ring.unreported == cpu.ctl.lost[STP_LOST_FULL], "%llu of the losses told", told);
	check_order(seen, n);
}

/* Interrupts the first handler at each `outer`th step, and the second at each `inner`th. */
static void try_all(u64 used, u64 give_back, long outer, long inner)
{
	long cases = 0;

	if (getenv("RT_RING_ALL"))
		outer = inner = 1;
	for (inject_at[0] = 1; !failures; inject_at[0] += outer) {
		for (inject_at[1] = 1 + inject_at[0] % inner; !failures; inject_at[1] += inner) {
			u64 from;

			reset_ring(used);
			from = cpu.ctl.head;
			pos.tail += give_back;
			attempts = 0;
			run_stepped();
			check_ring(from);
			cases++;
			if (!injected[0] || !injected[1])
				break;
		}
		if (!injected[0])
			break;
	}
	printf("# used %llu, given back %llu: %ld cases, %ld steps\n", used, give_back, cases, inject_at[0]);
}

int main(void)
{
	struct sigaction trap = { .sa_sigaction = on_trap, .sa_flags = SA_NODEFER | SA_SIGINFO };

	host_preempt_count = INT32_MIN;		/* the kernel's "need not reschedule" */
	make_ring();
	sigaction(SIGTRAP, &trap, NULL);
	try_all(0, 0, 1, 11);			/* room for all */
	try_all(SIZE - 72, 0, 5, 83);		/* for three records; the reader takes nothing */
	try_all(SIZE - 24, 512, 5, 83);		/* for one, but the cold path finds room */
	try_all(SIZE, SIZE, 5, 83);
	return failures ? 1 : 0;
}
