// SPDX-License-Identifier: GPL-2.0-or-later
/* begin, end, error, with an order: begin(N). And never: checked like any handler, called by nobody. */
#include "translator/family/emit_family.h"
#include "translator/family/families.h"
#include "translator/session.h"

static const char *const kind_name[] = {
	[SESSION_BEGIN] = "begin", [SESSION_END] = "end", [SESSION_ERROR] = "error",
};

static int expand(struct session *s, const struct family_pattern *pattern, struct probe_point *point, family_add add,
		  void *ctx)
{
	struct session_instance *i = arena_new_object(s->arena, struct session_instance);
	const struct point_component *c = &point->components.v[0];
	const char *text = kind_name[pattern->variant];

	i->kind = pattern->variant;
	if (c->literal == LITERAL_NUMBER) {
		i->order = c->number;
		text = arena_printf(s->arena, "%s(%lld)", text, (long long)c->number);
	}
	add(s, (struct family_instance *)i, text, ctx);
	return 1;
}

const struct family session_family = {
	.name = "session",
	.session = true,
	.expand = expand,
	.emit_row = session_emit_row,
	.table_type = "stp_session_probe",
	.table_member = "session",
};

static int expand_never(struct session *s, const struct family_pattern *pattern, struct probe_point *point,
			family_add add, void *ctx)
{
	(void)pattern, (void)point;
	add(s, NULL, "never", ctx);
	return 1;
}

const struct family never_family = {
	.name = "never",
	.expand = expand_never,
};
