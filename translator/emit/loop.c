// SPDX-License-Identifier: GPL-2.0-or-later
/* for, while and foreach. Each time round a loop spends as many actions as it has statements. */
#include <string.h>

#include "translator/emit/array.h"
#include "translator/emit/hist.h"
#include "translator/emit/kinds.h"
#include "translator/emit/loop.h"
#include "translator/emit/names.h"
#include "translator/emit/stat.h"
#include "translator/emit/stmt.h"

/* ---- what all loops share -------------------------------------------------------------------- */

static void count(struct stmt **slot, void *ctx)
{
	unsigned *n = ctx;

	if ((*slot)->kind != STMT_BLOCK && (*slot)->kind != STMT_EMPTY)
		++*n;
	/* an inner loop spends for itself */
	if ((*slot)->kind != STMT_LOOP && (*slot)->kind != STMT_FOREACH)
		ast_stmt_children(*slot, NULL, count, n);
}

void loop_spend(struct unit *u, struct stmt *loop, struct stmt *body)
{
	unsigned n = 1;

	if (u->m->limits.no_action_limit)
		return;
	count(&body, &n);
	unit_fail_if(u, "stp_spend(c, %u, %u)", n, unit_position(u, loop->at));
}

bool loop_write_body(struct unit *u, struct stmt *body, const char *continue_to)
{
	const char *outer_to = u->continue_to;
	bool outer_continued = u->continued, continued;

	u->continue_to = continue_to;
	u->continued = false;
	stmt_write(u, body);
	continued = u->continued;
	u->continue_to = outer_to;
	u->continued = outer_continued;
	return continued;
}

/* ---- for and while --------------------------------------------------------------------------- */

/* The statement as it stands in the head of a C `for`, or NULL when it takes more than one line. */
static const char *one_line(struct unit *u, struct expr *e)
{
	struct cwriter *outer = u->w, w;
	unsigned temps = u->temps.n, labels = u->labels;
	const char *text, *end;

	cw_init(&w, NULL, "", true);
	u->w = &w;
	expr_effect(u, e);
	u->w = outer;
	text = arena_strdup(u->m->s->arena, buf_text(&w.out));
	cw_free(&w);
	end = strstr(text, ";\n");
	if (end && !end[2])
		return arena_strndup(u->m->s->arena, text, end - text);
	u->temps.n = temps;		/* it is written again, elsewhere */
	u->labels = labels;
	return *text ? NULL : "";
}

static void leave_unless(struct unit *u, struct expr *cond)
{
	unsigned mark = unit_mark(u);

	unit_line(u, "if (!%s)", value_operand(u, expr_value(u, cond)));
	unit_line(u, "\tbreak;");
	unit_release(u, mark);
}

void write_loop(struct unit *u, struct stmt *s)
{
	struct ast_loop *l = &s->u.loop;
	bool head = l->cond && expr_is_plain(l->cond);
	const char *incr = l->incr ? one_line(u, l->incr) : "",
	*label = incr ? NULL : unit_label(u, "next");
	const char *cond = head ? expr_condition(u, l->cond) : "";

	if (l->init)
		expr_effect(u, l->init);
	if (head && incr && !*incr)
		cw_open(u->w, "while (%s)", cond);
	else
		cw_open(u->w, "for (;%s%s;%s%s)", *cond ? " " : "", cond, incr && *incr ? " " : "",
			incr ? incr : "");
	if (l->cond && !head)
		leave_unless(u, l->cond);
	loop_spend(u, s, l->body);
	if (loop_write_body(u, l->body, label))
		unit_write_label(u, label);
	if (!incr)
		expr_effect(u, l->incr);
	cw_close(u->w, "");
}

/* ---- foreach --------------------------------------------------------------------------------- */

static void set_from_node(struct unit *u, struct name_ref *ref, const char *text)
{
	struct value v = value_fixed(text, ref->var->type == TYPE_STRING);

	assign_variable(u, ref->var, v);
}

static void set_variables(struct unit *u, struct ast_foreach *f, const char *node)
{
	const char *array = names_variable(f->array.var);

	for (unsigned i = 0; i < f->keys.n; i++)
		set_from_node(u, &f->keys.v[i], unit_text(u, "%s_key%u(%s)", array, i, node));
	if (f->value.var)
		set_from_node(u, &f->value, unit_text(u, "%s_value(%s)", array, node));
}

static void skip_unless(struct unit *u, struct ast_foreach *f, const char *node,
			const struct value *slice)
{
	const char *match = slice ? array_match(u, f->array.var, node, &f->slice, slice) : NULL;

	if (!match)
		return;
	unit_line(u, "if (!(%s))", match);
	unit_line(u, "\tcontinue;");
}

/* The keys of a slice, evaluated once before the loop. */
static struct value *slice_of(struct unit *u, struct exprs *slice)
{
	struct value *v = slice->n ? array_pattern(u, slice) : NULL;

	for (unsigned i = 0; i < slice->n; i++)
		if (slice->v[i]->kind != EXPR_ANY)
			v[i] = value_save(u, v[i]);
	return v;
}

const char *loop_limit(struct unit *u, struct expr *limit)
{
	const char *t = unit_temp(u, TEMP_LONG);

	unit_line(u, "%s = %s;", t, expr_value(u, limit).text);
	return t;
}

void write_foreach(struct unit *u, struct stmt *s)
{
	struct ast_foreach *f = &s->u.foreach;
	const char *array, *node, *limit = NULL;
	struct value *slice;

	if (f->hist) {
		hist_foreach(u, s);
		return;
	}
	array = names_variable(f->array.var);
	node = unit_temp(u, TEMP_NODE);
	slice = slice_of(u, &f->slice);
	if (f->limit)
		limit = loop_limit(u, f->limit);
	if (f->sort && !f->sort_key && f->array.var->type == TYPE_STATS)
		stat_sort_by(u, f);
	if (f->sort)
		cw_open(u->w, "for (%s = %s_sort(%d, %d, %u); %s; %s = %s_sorted(%s, %u))", node, array, f->sort_key,
			f->sort < 0, f->link, node, node, array, node, f->link);
	else
		cw_open(u->w, "for (%s = %s_first(); %s; %s = %s_next(%s))", node, array, node, node, array, node);
	skip_unless(u, f, node, slice);
	if (limit) {
		unit_line(u, "if (%s-- <= 0)", limit);
		unit_line(u, "\tbreak;");
	}
	loop_spend(u, s, f->body);
	set_variables(u, f, node);
	loop_write_body(u, f->body, NULL);
	cw_close(u->w, "");
}
