// SPDX-License-Identifier: GPL-2.0-or-later
/* What the entry callbacks of all families share. */
#include "translator/family/emit_family.h"

#include <string.h>

#include "translator/base/cwriter.h"
#include "translator/sema/program.h"

/* Code that a handler calls is trusted less than the translator's own: it may raise an error that nobody foresaw. */
static bool cannot_fail(const struct derived_probe *probe)
{
	return !probe->can_fail && !probe->calls.n && !probe->uses_point && !probe->watched;
}

void entry_enter(struct cwriter *w, const struct derived_probe *probe, const char *skipped)
{
	cw_line(w, "struct stp_ctx *c = stp_enter(%u);", cannot_fail(probe) ? 0 : probe->number);
	cw_blank(w);
	cw_line(w, "if (!c)");
	cw_line(w, "\treturn%s;", skipped);
	if (probe->uses_point) {
		cw_puts(w, "c->probe_point = ");
		cw_string(w, probe->point, strlen(probe->point));
		cw_line(w, ";");
	}
}

void entry_call(struct cwriter *w, const struct derived_probe *probe)
{
	if (!probe->watched) {
		cw_line(w, "p_%02u(c);", probe->number);
		return;
	}
	cw_brace(w);
	cw_line(w, "stp_u64 began = stp_tsc();");
	cw_blank(w);
	cw_line(w, "p_%02u(c);", probe->number);
	cw_line(w, "stp_watch(c, began);");
	cw_close(w, "");
}

void entry_leave(struct cwriter *w, const struct derived_probe *probe)
{
	if (cannot_fail(probe))
		cw_line(w, "stp_leave_flags(c, %d, 0);", probe->prints);
	else
		cw_line(w, "stp_leave(c, %d);", probe->prints);
}

void entry_open(struct cwriter *w, const struct derived_probe *probe, const char *parameters)
{
	cw_line(w, "static void e_%02u(%s)", probe->number, parameters);
	cw_brace(w);
	entry_enter(w, probe, "");
}

void entry_close(struct cwriter *w, const struct derived_probe *probe)
{
	entry_call(w, probe);
	entry_leave(w, probe);
	cw_close(w, "");
}

void entry_arming(struct cwriter *w, const struct derived_probe *probe)
{
	if (probe->armed_by_condition)
		cw_printf(w, ", .wanted = c_%02u, .armed = &armed_%02u", probe->number, probe->number);
}
