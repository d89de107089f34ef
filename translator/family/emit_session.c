// SPDX-License-Identifier: GPL-2.0-or-later
/* begin, end and error: the runtime calls the handlers themselves. */
#include "translator/base/cwriter.h"
#include "translator/family/emit_family.h"
#include "translator/family/fam_session.h"
#include "translator/sema/program.h"

void session_emit_row(struct session *s, struct cwriter *w, struct derived_probe *probe)
{
	static const char *const kinds[] = {
		[SESSION_BEGIN] = "STP_BEGIN", [SESSION_END] = "STP_END",
		[SESSION_ERROR] = "STP_ERROR",
	};
	const struct session_instance *i = (const struct session_instance *)probe->instance;

	(void)s;
	cw_printf(w, "{ .probe = %u, .kind = %s", probe->number, kinds[i->kind]);
	if (i->order == INT64_MIN)
		cw_puts(w, ", .order = -9223372036854775807ll - 1");
	else if (i->order)
		cw_printf(w, ", .order = %lldll", (long long)i->order);
	cw_line(w, ", .handler = p_%02u },", probe->number);
}
