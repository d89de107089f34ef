// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/arming.h"

#include "translator/emit/expr.h"
#include "translator/emit/stmt.h"
#include "translator/family/family.h"
#include "translator/sema/usage.h"

static bool note_string(struct expr **e, void *ctx)
{
	*(bool *)ctx |= (*e)->type == TYPE_STRING;
	return true;
}

bool arming_needs_no_lock(struct expr *condition)
{
	bool has_string = false;
	struct ast_visitor v = { .expr_pre = note_string, .ctx = &has_string };

	ast_walk_expr(&condition, &v);
	return !has_string && expr_is_plain(condition);
}

bool arming_applies(const struct derived_probe *probe)
{
	if (!probe->conditions.n || !probe->family->arms)
		return false;
	vec_each(condition, &probe->conditions)
		if (!arming_needs_no_lock(*condition))
			return false;
	return true;
}

/* ---- c_NN ------------------------------------------------------------------------------------ */

static void write_body(struct unit *u)
{
	vec_each(condition, &u->probe->conditions) {
		cw_at(u->w, (*condition)->at);
		unit_line(u, "if (!(%s))", expr_condition(u, *condition));
		unit_line(u, "\treturn 0;");
	}
	unit_line(u, "return 1;");
	cw_own(u->w);
}

static void declare(struct unit *u)
{
	cw_own(u->w);
	cw_blank(u->w);
	stmt_comment(u, u->probe->point, u->probe->at);
	unit_line(u, "static int armed_%02u;", u->probe->number);
	cw_blank(u->w);
	unit_line(u, "static int c_%02u(void)", u->probe->number);
	cw_brace(u->w);
}

void arming_write(struct emitter *m)
{
	vec_each(probe, &m->s->program.probes) {
		struct unit u = { .m = m, .probe = *probe, .write = write_body };

		(*probe)->armed_by_condition = arming_applies(*probe);
		if (!(*probe)->armed_by_condition)
			continue;
		unit_write(&u, &m->script, declare);
		cw_close(&m->script, "");
	}
}

/* ---- who changes them ------------------------------------------------------------------------ */

struct change {
	const struct derived_probe *armed;	/* by its conditions */
	bool found;
};

static bool depends_on(const struct derived_probe *probe, const struct variable *v)
{
	vec_each(condition, &probe->conditions)
		if (expr_reads(*condition, v))
			return true;
	return false;
}

static void note_write(struct variable *v, unsigned int use, struct expr *e, void *ctx)
{
	struct change *c = ctx;

	(void)e;
	if ((use & (USE_WRITE | USE_UPDATE)) && depends_on(c->armed, v))
		c->found = true;
}

/* May the handler, or a function that it calls, write what the other probe's conditions read? */
static bool changes(struct session *s, struct derived_probe *writer, const struct derived_probe *armed)
{
	struct change c = { .armed = armed };

	usage_of_probe(s, writer, note_write, &c);
	vec_each(f, &writer->calls)
		vec_each(v, &(*f)->plan->writes)
			c.found |= depends_on(armed, *v);
	return c.found;
}

void arming_write_check(struct unit *u)
{
	bool first = true;

	vec_each(probe, &u->m->s->program.probes) {
		if (!(*probe)->armed_by_condition || !changes(u->m->s, u->probe, *probe))
			continue;
		if (first)
			unit_line(u, "stp_fence();");
		first = false;
		unit_line(u, "if (c_%02u() != armed_%02u)", (*probe)->number, (*probe)->number);
		unit_line(u, "\tstp_rearm();");
	}
}
