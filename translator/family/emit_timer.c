// SPDX-License-Identifier: GPL-2.0-or-later
/* timer.*: registers are those of the code that the timer's interrupt broke into, or none. */
#include "translator/base/cwriter.h"
#include "translator/family/emit_family.h"
#include "translator/family/fam_timer.h"
#include "translator/sema/program.h"

void timer_emit_entry(struct session *s, struct cwriter *w, struct derived_probe *probe)
{
	(void)s;
	entry_open(w, probe, "struct pt_regs *regs");
	if (probe->uses_registers) {
		cw_line(w, "c->kregs = regs;");
		cw_line(w, "c->returning = 0;");
		cw_line(w, "c->syscall = 0;");
	}
	entry_close(w, probe);
}

void timer_emit_row(struct session *s, struct cwriter *w, struct derived_probe *probe)
{
	const struct timer_instance *i = (const struct timer_instance *)probe->instance;

	(void)s;
	cw_printf(w, "{ .probe = %u, ", probe->number);
	if (i->jiffies)
		cw_printf(w, ".jiffies = %u", i->jiffies);
	else
		cw_printf(w, ".period_ns = %lluull", (unsigned long long)i->period_ns);
	if (i->random)
		cw_printf(w, ", .random = %lluull", (unsigned long long)i->random);
	entry_arming(w, probe);
	cw_line(w, ", .entry = e_%02u },", probe->number);
}
