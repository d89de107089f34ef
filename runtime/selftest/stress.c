// SPDX-License-Identifier: GPL-2.0
/*
 * A generated file by hand that goes where it hurts: probes in interrupts and inside the runtime's own cold paths, bad
 * addresses, errors, arrays under a lock, on every CPU at once. See selftest/hand.c for the plain case.
 */
#include "stp.h"

static struct stp_lock lock_1;
static stp_s64 g_hits, g_faults, g_wrong;

#define STP_MAP		g_by_tid
#define STP_MAP_KEYS	2
#define STP_MAP_KEY0	STP_LONG
#define STP_MAP_KEY1	STP_STRING
#define STP_MAP_VALUE	STP_LONG
#define STP_MAP_STRING	64
#include "map_tmpl.h"

/* Addresses that must fault: NULL, user, not canonical, vsyscall, the end. */
static const stp_u64 bad[] = { 0, 8, 0x400000, 0x7fffffffe000, 0x8000000000000000, 0xdead000000000100, 0xff00000000001000,
	0xffff7fffffffffff, 0xffffffffff600000, 0xfffffffffffffff8, 0xffff800000000000 };

static void try_bad_addresses(struct stp_ctx *c)
{
	char buf[512];
	unsigned int i;
	stp_s64 v;

	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		if (stp_kread(c, &v, bad[i], 8, 0, 1))
			stp_atomic_add(&g_faults, 1);
		else
			stp_atomic_add(&g_wrong, 1);
		c->last_error = (const char *)0;
		c->error_at = 0;
		if (!stp_kstring(buf, bad[i]))
			stp_atomic_add(&g_wrong, 1);
	}
	if (stp_kread(c, &v, (stp_u64)(unsigned long)&g_hits, 8, 0, 1))
		stp_atomic_add(&g_wrong, 1);
	if (stp_kstring(buf, (stp_u64)(unsigned long)stp_execname()) || stp_strcmp(buf, stp_execname()))
		stp_atomic_add(&g_wrong, 1);
}

/* Prints cpu, level, and a number that counts this handler's runs here; and adds to the array. */
static void print_and_count(struct stp_ctx *c, stp_u32 event)
{
	stp_u32 bytes = STP_RECORD_BYTES(4 + 8 + 4, stp_strlen(stp_execname()));
	unsigned long flags;
	stp_s64 r, hits = stp_atomic_add_return(&g_hits, 1);
	char *p = stp_reserve(c, 24, event);

	if (p) {
		p = stp_put_4(p, c->level);
		p = stp_put_4(p, stp_cpu_number(c));
		p = stp_put_8(p, hits);
	}
	flags = stp_irq_save();
	if (!stp_trylock(c, &lock_1)) {
		stp_irq_restore(flags);
		stp_skip_lock(c);
		return;
	}
	g_by_tid_add(c, 1, &r, stp_tid(), stp_execname(), 1);
	stp_unlock(&lock_1);
	stp_irq_restore(flags);
	p = stp_reserve(c, STP_ROUND8(bytes), 9);
	if (p) {
		p = stp_put_4(p, bytes);
		p = stp_put_4(p, c->level);
		p = stp_put_8(p, hits);
		p = stp_put_bytes(p, stp_execname(), stp_strlen(stp_execname()));
	}
}

#define FUNCTION(n)												\
static void ftrace_##n(unsigned long ip, unsigned long parent, struct ftrace_ops *ops, struct pt_regs *regs)	\
{														\
	struct stp_ctx *c = stp_enter(n);									\
														\
	if (!c)													\
		return;												\
	c->kregs = regs;											\
	print_and_count(c, n);											\
	if (n == 2)												\
		try_bad_addresses(c);										\
	stp_leave(c, 1);											\
}														\
static int kprobe_##n(struct kprobe *kp, struct pt_regs *regs)							\
{														\
	ftrace_##n(0, 0, (struct ftrace_ops *)0, regs);								\
	return 0;												\
}														\
static int kretprobe_##n(struct kretprobe_instance *ri, struct pt_regs *regs)					\
{														\
	ftrace_##n(0, 0, (struct ftrace_ops *)0, regs);								\
	return 0;												\
}
FUNCTION(2) FUNCTION(3) FUNCTION(4) FUNCTION(5) FUNCTION(6) FUNCTION(7)

static void timer_8(struct pt_regs *regs)
{
	struct stp_ctx *c = stp_enter(8);

	if (!c)
		return;
	c->kregs = regs;
	print_and_count(c, 8);
	stp_leave(c, 1);
}

/* A probe that raises an error every time. */
static void ftrace_10(unsigned long ip, unsigned long parent, struct ftrace_ops *ops, struct pt_regs *regs)
{
	struct stp_ctx *c = stp_enter(10);
	stp_s64 r;

	if (!c)
		return;
	stp_div(c, &r, 1, 0, 1);
	stp_leave(c, 0);
}

static void p_end(struct stp_ctx *c)
{
	struct stp_node *n;
	stp_s64 total = 0;
	unsigned int entries = 0;
	char *p;

	g_by_tid_sort(0, 1);
	for (n = g_by_tid_first(); n; n = g_by_tid_next(n)) {
		total += g_by_tid_value(n);
		entries++;
	}
	p = stp_reserve(c, 48, 11);
	if (p) {
		p = stp_put_8(p, g_hits);
		p = stp_put_8(p, total);
		p = stp_put_8(p, entries);
		p = stp_put_8(p, g_faults);
		p = stp_put_8(p, g_wrong);
	}
	g_by_tid_clear();
}

static const struct stp_probe probes[] = {
	{ 0 }, { "begin" }, { "getsid" }, { "vfs_read.kprobe" }, { "vfs_read.return" }, { "irq_work_queue" },
	{ "vsnprintf" }, { "missing" }, { "timer.ms(1)" }, { 0 }, { "getppid error" }, { "end" },
};
static const struct stp_position positions[] = { { 0 }, { "operator '/' at stress.stp:1:1" } };
static const struct stp_session_probe session[] = { { .probe = 11, .kind = STP_END, .handler = p_end },
	{ .probe = 11, .kind = STP_ERROR, .handler = p_end } };
static const struct stp_function_probe functions[] = {
	{ .probe = 2, .kind = STP_FUNCTION_FTRACE, .symbol = "__x64_sys_getsid", .ftrace = ftrace_2, .kprobe = kprobe_2 },
	{ .probe = 3, .kind = STP_FUNCTION_KPROBE, .symbol = "vfs_read", .kprobe = kprobe_3 },
	{ .probe = 3, .kind = STP_FUNCTION_KPROBE, .symbol = "vfs_read", .offset = 9, .kprobe = kprobe_3 },
	{ .probe = 4, .kind = STP_FUNCTION_RETURN, .symbol = "vfs_read", .kretprobe = kretprobe_4 },
	{ .probe = 5, .kind = STP_FUNCTION_FTRACE, .symbol = "irq_work_queue", .ftrace = ftrace_5, .kprobe = kprobe_5 },
	{ .probe = 6, .kind = STP_FUNCTION_FTRACE, .symbol = "vsnprintf", .ftrace = ftrace_6, .kprobe = kprobe_6 },
	{ .probe = 6, .kind = STP_FUNCTION_KPROBE, .symbol = "strlen", .kprobe = kprobe_6 },
	{ .probe = 7, .kind = STP_FUNCTION_FTRACE, .symbol = "no_such_function", .ftrace = ftrace_7, .kprobe = kprobe_7 },
	{ .probe = 7, .kind = STP_FUNCTION_RETURN, .symbol = "no_such_function", .kretprobe = kretprobe_7, .optional = 1 },
	{ .probe = 5, .kind = STP_FUNCTION_FTRACE, .symbol = "update_process_times", .ftrace = ftrace_5, .kprobe = kprobe_5 },
	{ .probe = 5, .kind = STP_FUNCTION_FTRACE, .symbol = "__do_softirq", .ftrace = ftrace_5, .kprobe = kprobe_5 },
	{ .probe = 5, .kind = STP_FUNCTION_FTRACE, .symbol = "rcu_core", .ftrace = ftrace_5, .kprobe = kprobe_5 },
	{ .probe = 5, .kind = STP_FUNCTION_FTRACE, .symbol = "try_to_wake_up", .ftrace = ftrace_5, .kprobe = kprobe_5 },
	{ .probe = 10, .kind = STP_FUNCTION_FTRACE, .symbol = "__x64_sys_getppid", .ftrace = ftrace_10 },
	{ .probe = 2, .kind = STP_FUNCTION_RETURN, .symbol = "schedule", .kretprobe = kretprobe_2 },
	{ .probe = 2, .kind = STP_FUNCTION_RETURN, .symbol = "__schedule", .kretprobe = kretprobe_2, .optional = 1 },
};
static const struct stp_timer_probe timers[] = {
	{ .probe = 8, .period_ns = 1000000, .random = 500000, .entry = timer_8 },
	{ .probe = 8, .jiffies = 1, .entry = timer_8 },
};
static const struct stp_map_desc maps[] = {
	{ .map = &g_by_tid_map, .name = "by_tid", .node_size = g_by_tid_NODE_SIZE, .entries = 64, .wrap = 1 },
};
static const char events[] =
	"sonde-events 1\n"
	"E 2 f \"%d %d %d\\n\" b4:\"level\" b4:\"cpu\" l:\"hits\"\n"
	"E 3 f \"%d %d %d\\n\" b4:\"level\" b4:\"cpu\" l:\"hits\"\n"
	"E 4 f \"%d %d %d\\n\" b4:\"level\" b4:\"cpu\" l:\"hits\"\n"
	"E 5 f \"%d %d %d\\n\" b4:\"level\" b4:\"cpu\" l:\"hits\"\n"
	"E 6 f \"%d %d %d\\n\" b4:\"level\" b4:\"cpu\" l:\"hits\"\n"
	"E 7 f \"%d %d %d\\n\" b4:\"level\" b4:\"cpu\" l:\"hits\"\n"
	"E 8 f \"%d %d %d\\n\" b4:\"level\" b4:\"cpu\" l:\"hits\"\n"
	"E 9 v \"%d %d %s\\n\" b4:\"level\" l:\"hits\" s:\"execname()\"\n"
	"E 11 f \"%d %d %d %d %d\\n\" l:\"hits\" l:\"total\" l:\"entries\" l:\"faults\" l:\"wrong\"\n";

static const struct stp_config config = {
	.abi = STP_ABI, .string_size = 512, .max_action = 1000, .max_action_session = 10000, .max_nesting = 10,
	.max_errors = 100000000, .max_skipped = 100000000, .frame_bytes = 1024,
};

#define N(x) (sizeof(x) / sizeof(*(x)))
const struct stp_script stp_script = {
	.config = &config, .probes = probes, .nprobes = N(probes), .positions = positions, .npositions = N(positions),
	.session = session, .nsession = N(session), .timers = timers, .ntimers = N(timers),
	.functions = functions, .nfunctions = N(functions), .maps = maps, .nmaps = N(maps),
	.events = events, .events_len = sizeof(events) - 1,
};
