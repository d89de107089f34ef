// SPDX-License-Identifier: GPL-2.0
/*
 * What the translator makes of a script, written by hand: the example of doc/ABI.md, and the first thing that must
 * run on a new kernel.
 *
 *	global hits
 *	probe begin { printf("begin %d\n", 42) }
 *	probe kernel.function("__x64_sys_getsid").call { hits++; printf("%8b%8b%8b%8b", pid(), tid(), hits, ulong_arg(1)) }
 *	probe kernel.function("__x64_sys_getppid").call { hits++ }
 *	probe end { printf("hits %d\n", hits) }
 */
#include "stp.h"

#if STP_ABI != 1
#error "made for another version of the runtime"
#endif

static stp_s64 g_hits;

/* begin -- hand.stp:2:7 */
static void p_01_begin(struct stp_ctx *c)
{
	char *p = stp_reserve(c, 16, 1);

	if (p)
		p = stp_put_8(p, 42);
}

/* kernel.function("__x64_sys_getsid").call -- hand.stp:3:7 */
static void p_02_getsid(struct stp_ctx *c)
{
	stp_s64 t_1, t_2, t_3, t_4;
	char *p;

	t_3 = stp_atomic_add_return(&g_hits, 1);
	t_1 = stp_pid();
	t_2 = stp_tid();
	if (stp_arg(c, &t_4, 1, 1))
		return;
	p = stp_reserve(c, 40, 2);
	if (p) {
		p = stp_put_8(p, t_1);
		p = stp_put_8(p, t_2);
		p = stp_put_8(p, t_3);
		p = stp_put_8(p, t_4);
	}
}

static void p_02_ftrace(unsigned long ip, unsigned long parent, struct ftrace_ops *ops, struct pt_regs *regs)
{
	struct stp_ctx *c = stp_enter(2);

	if (!c)
		return;
	c->kregs = regs;
	p_02_getsid(c);
	stp_leave(c, 1);
}

static int p_02_kprobe(struct kprobe *kp, struct pt_regs *regs)
{
	p_02_ftrace(0, 0, (struct ftrace_ops *)0, regs);
	return 0;
}

/* kernel.function("__x64_sys_getppid").call -- hand.stp:4:7 */
static void p_03_ftrace(unsigned long ip, unsigned long parent, struct ftrace_ops *ops, struct pt_regs *regs)
{
	struct stp_ctx *c = stp_enter(3);

	if (!c)
		return;
	stp_leave(c, 0);
}

static int p_03_kprobe(struct kprobe *kp, struct pt_regs *regs)
{
	p_03_ftrace(0, 0, (struct ftrace_ops *)0, regs);
	return 0;
}

/* end -- hand.stp:5:7 */
static void p_04_end(struct stp_ctx *c)
{
	char *p = stp_reserve(c, 16, 3);

	if (p)
		p = stp_put_8(p, g_hits);
}

static const struct stp_probe probes[] = {
	{ 0 },
	{ "begin", "begin", "hand.stp:2:7" },
	{ "kernel.function(\"__x64_sys_getsid\").call", "kernel.function(\"__x64_sys_getsid\").call", "hand.stp:3:7" },
	{ "kernel.function(\"__x64_sys_getppid\").call", "kernel.function(\"__x64_sys_getppid\").call", "hand.stp:4:7" },
	{ "end", "end", "hand.stp:5:7" },
};

static const struct stp_position positions[] = {
	{ 0 },
	{ "identifier 'ulong_arg' at hand.stp:3:99" },
};

static const struct stp_session_probe session[] = {
	{ .probe = 1, .kind = STP_BEGIN, .handler = p_01_begin },
	{ .probe = 4, .kind = STP_END, .handler = p_04_end },
};

static const struct stp_function_probe functions[] = {
	{ .probe = 2, .kind = STP_FUNCTION_FTRACE, .symbol = "__x64_sys_getsid", .ftrace = p_02_ftrace, .kprobe = p_02_kprobe },
	{ .probe = 3, .kind = STP_FUNCTION_FTRACE, .symbol = "__x64_sys_getppid", .ftrace = p_03_ftrace, .kprobe = p_03_kprobe },
};

static const char events[] =
	"sonde-events 1\n"
	"E 1 f \"begin %d\\n\" l:\"42\"\n"
	"E 2 f \"%8b%8b%8b%8b\" b8:\"pid()\" b8:\"tid()\" b8:\"hits\" b8:\"ulong_arg(1)\"\n"
	"E 3 f \"hits %d\\n\" l:\"hits\"\n";

static const struct stp_config config = {
	.abi = STP_ABI,
	.string_size = 512,
	.max_action = 1000,
	.max_action_session = 10000,
	.max_nesting = 10,
	.max_skipped = 100,
	.frame_bytes = 0,
};

const struct stp_script stp_script = {
	.config = &config,
	.probes = probes, .nprobes = 5,
	.positions = positions, .npositions = 2,
	.session = session, .nsession = 2,
	.functions = functions, .nfunctions = 2,
	.events = events, .events_len = sizeof(events) - 1,
};
