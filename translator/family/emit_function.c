// SPDX-License-Identifier: GPL-2.0-or-later
/* kernel.function and kprobe.function: by ftrace with a kprobe to fall back on, by kprobe, or by
 * kretprobe. */
#include <string.h>

#include "translator/base/cwriter.h"
#include "translator/family/emit_family.h"
#include "translator/family/fam_function.h"
#include "translator/sema/program.h"

static const struct function_instance *instance_of(const struct derived_probe *probe)
{
	return (const struct function_instance *)probe->instance;
}

static void emit_registers(struct cwriter *w, const struct derived_probe *probe)
{
	const struct function_instance *i = instance_of(probe);

	if (!probe->uses_registers)
		return;
	cw_line(w, "c->kregs = regs;");
	cw_line(w, "c->returning = %d;", i->kind == FUNCTION_RETURN);
	cw_line(w, "c->syscall = %d;", i->syscall);
}

/* The kprobe's callback; of an ftrace probe too, for a function that has no call of ftrace. */
static void emit_kprobe(struct cwriter *w, const struct derived_probe *probe)
{
	cw_blank(w);
	cw_line(w, "static int e_%02u_kprobe(struct kprobe *kp, struct pt_regs *regs)",
		probe->number);
	cw_brace(w);
	if (instance_of(probe)->kind == FUNCTION_FTRACE)
		cw_line(w, "e_%02u(0, 0, (struct ftrace_ops *)0, regs);", probe->number);
	else
		cw_line(w, "e_%02u(regs);", probe->number);
	cw_line(w, "return 0;");
	cw_close(w, "");
}

static void emit_kretprobe(struct cwriter *w, const struct derived_probe *probe)
{
	cw_blank(w);
	cw_line(w, "static int e_%02u_return(struct kretprobe_instance *ri, struct pt_regs *regs)",
		probe->number);
	cw_brace(w);
	cw_line(w, "e_%02u(ri, regs);", probe->number);
	cw_line(w, "return 0;");
	cw_close(w, "");
}

void function_emit_entry(struct session *s, struct cwriter *w, struct derived_probe *probe)
{
	static const char *const parameters[] = {
		[FUNCTION_FTRACE] = "unsigned long ip, unsigned long parent, struct ftrace_ops *ops, struct pt_regs *regs",
		[FUNCTION_KPROBE] = "struct pt_regs *regs",
		[FUNCTION_RETURN] = "struct kretprobe_instance *ri, struct pt_regs *regs",
	};
	enum function_mechanism kind = instance_of(probe)->kind;

	(void)s;
	entry_open(w, probe, parameters[kind]);
	emit_registers(w, probe);
	if (kind == FUNCTION_RETURN)
		cw_line(w, "c->instance = ri;");
	entry_close(w, probe);
	if (kind == FUNCTION_RETURN)
		emit_kretprobe(w, probe);
	else
		emit_kprobe(w, probe);
}

/* The kretprobe's entry callback: an activation whose values could not be kept is not followed to its return. */
void function_emit_save(struct session *s, struct cwriter *w, struct derived_probe *probe)
{
	(void)s;
	cw_line(w, "static int e_%02u(struct kretprobe_instance *ri, struct pt_regs *regs)", probe->number);
	cw_brace(w);
	cw_line(w, "int kept;");
	entry_enter(w, probe, " 1");
	emit_registers(w, probe);
	cw_line(w, "c->instance = ri;");
	cw_line(w, "saved_%02u(c)->v%u = 0;", probe->number, probe->saved.n);
	entry_call(w, probe);
	cw_line(w, "kept = saved_%02u(c)->v%u != 0;", probe->number, probe->saved.n);
	entry_leave(w, probe);
	cw_line(w, "return !kept;");
	cw_close(w, "");
}

void function_emit_row(struct session *s, struct cwriter *w, struct derived_probe *probe)
{
	static const char *const kinds[] = {
		[FUNCTION_FTRACE] = "STP_FUNCTION_FTRACE",
		[FUNCTION_KPROBE] = "STP_FUNCTION_KPROBE",
		[FUNCTION_RETURN] = "STP_FUNCTION_RETURN",
	};
	const struct function_instance *i = instance_of(probe);

	(void)s;
	cw_printf(w, "{ .probe = %u, .kind = %s, .symbol = ", probe->number, kinds[i->kind]);
	cw_string(w, i->symbol, strlen(i->symbol));
	if (i->offset)
		cw_printf(w, ", .offset = %lluull", (unsigned long long)i->offset);
	if (i->max_active)
		cw_printf(w, ", .max_active = %u", i->max_active);
	if (i->optional)
		cw_puts(w, ", .optional = 1");
	entry_arming(w, probe);
	if (i->kind == FUNCTION_FTRACE)
		cw_printf(w, ", .ftrace = e_%02u", probe->number);
	if (probe->entry)
		cw_printf(w, ", .entry = e_%02u, .data_size = sizeof(struct saved_%02u)", probe->entry->number,
			  probe->entry->number);
	if (i->kind == FUNCTION_RETURN)
		cw_line(w, ", .kretprobe = e_%02u_return },", probe->number);
	else
		cw_line(w, ", .kprobe = e_%02u_kprobe },", probe->number);
}
