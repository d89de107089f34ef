// SPDX-License-Identifier: GPL-2.0-or-later
/* Calls of functions, in script or C. */
#include "translator/emit/kinds.h"
#include "translator/emit/names.h"

static bool writes_globals(struct function *f)
{
	for (; f; f = f->overload_next)
		if (!f->plan || f->plan->writes.n)
			return true;
	return false;
}

static bool can_fail(const struct unit *u, struct function *f)
{
	return f->overload_next || !f->plan || f->plan->can_fail ||
	       (f->body && u->m->limits.count_calls);
}

/* "c, a, b". An argument is passed by value: what points into a global is copied if the function
 * may change it. */
static const char *arguments(struct unit *u, struct ast_call *call, const char *result)
{
	struct value *v = arena_new_array(u->m->s->arena, struct value, call->args.n);
	const char *text = result ? unit_text(u, "c, %s", result) : "c";

	expr_operands(u, call->args.v, call->args.n, v);
	for (unsigned i = 0; i < call->args.n; i++) {
		if (v[i].is_string && v[i].life == LIFE_GLOBAL && writes_globals(call->func))
			v[i] = value_save(u, v[i]);
		text = unit_text(u, "%s, %s", text, v[i].text);
	}
	return text;
}

static void check(struct unit *u, struct expr *e)
{
	if (!can_fail(u, e->u.call.func))
		return;
	cw_open(u->w, "if (STP_UNLIKELY(c->last_error))");
	unit_line(u, "stp_called_from(c, %u);", unit_position(u, e->at));
	unit_fail(u);
	cw_close(u->w, "");
}

void call_into(struct unit *u, struct expr *e, const char *dst)
{
	const char *args = arguments(u, &e->u.call, dst);

	unit_line(u, "%s(%s);", names_function(e->u.call.func), args);
	check(u, e);
}

struct value value_of_call(struct unit *u, struct expr *e)
{
	struct function *f = e->u.call.func;
	const char *result, *args;

	if (f->ret == TYPE_STRING) {
		result = unit_slot(u);
		call_into(u, e, result);
		return value_fixed(result, true);
	}
	args = arguments(u, &e->u.call, NULL);
	result = unit_temp(u, TEMP_LONG);
	unit_line(u, "%s = %s(%s);", result, names_function(f), args);
	check(u, e);
	return value_fixed(result, false);
}

void call_effect(struct unit *u, struct expr *e)
{
	if (e->u.call.func->ret == TYPE_STRING) {
		call_into(u, e, unit_slot(u));
		return;
	}
	unit_line(u, "%s(%s);", names_function(e->u.call.func), arguments(u, &e->u.call, NULL));
	check(u, e);
}
