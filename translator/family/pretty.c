// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Pretty-printing: $x$ shows one level of a structure, $x$$ all of it. The expression becomes a sprintf() whose arguments
 * are the members, each with a fetch program of its own, and which is "ERROR" when memory cannot be read.
 */
#include <stdio.h>
#include <string.h>

#include "translator/base/buf.h"
#include "translator/base/xstr.h"
#include "translator/family/place.h"
#include "translator/family/target.h"
#include "translator/session.h"

/* As printf() has it for its arguments. */
#define MAX_VALUES 32

struct pretty {
	struct session *s;
	struct expr *e;			/* what is printed */
	struct buf format;
	struct exprs values;
	bool full;			/* no room for more values, and that is said */
};

static void show(struct pretty *q, struct place p, unsigned int depth);

/* One more value, whose program is that of p. */
static void add_value(struct pretty *q, const struct place *p, const char *conversion, enum ast_type type)
{
	struct ast_copier copier = { .arena = q->s->arena };
	struct expr *leaf = ast_copy_expr(&copier, q->e);

	expr_target(leaf)->resolved = p->fetch;
	expr_target(leaf)->pretty = 0;
	leaf->type = type;
	vec_push(q->s->arena, &q->values, leaf);
	buf_puts(&q->format, conversion);
}

/* A program of its own, that may go on from here. */
static struct place fork_of(const struct place *p)
{
	struct place copy = *p;

	copy.fetch = arena_new_object(p->s->arena, struct fetch);
	vec_each(op, p->fetch)
		place_push(&copy, *op);
	return copy;
}

/* Spelled char, not u8 or bool: who declares characters means text. */
static bool is_char(const struct di_type *t)
{
	return t->kind == DI_INT && t->size == 1 && xstr_ends(t->name, "char");
}

static bool points_to_text(const struct place *p)
{
	struct di_type to;

	return debuginfo_target(p->d, &p->type, &to) && is_char(&to);
}

static void show_text(struct pretty *q, struct place *p)
{
	unsigned int size = p->type.kind == DI_ARRAY ? p->type.size : 0;

	if (p->type.kind == DI_POINTER)
		place_load(p);
	place_push(p, (struct fetch_op){ .kind = FETCH_TEXT, .size = size });
	add_value(q, p, "%s", TYPE_STRING);
}

static void show_number(struct pretty *q, struct place *p)
{
	const char *conversion = is_char(&p->type) ? "'%#c'" : p->type.kind == DI_POINTER ? "%p" :
		p->type.is_signed ? "%i" : "%u";

	place_load(p);
	add_value(q, p, conversion, TYPE_LONG);
}

static void show_float(struct pretty *q, struct place *p)
{
	place_load(p);
	place_push(p, (struct fetch_op){ .kind = FETCH_FLOAT_TEXT });
	add_value(q, p, "%s", TYPE_STRING);
}

/* False, after saying that there is more, when no more values fit. */
static bool room(struct pretty *q)
{
	if (q->values.n < MAX_VALUES)
		return true;
	if (!q->full)
		buf_puts(&q->format, "...");
	q->full = true;
	return false;
}

static void separate(struct pretty *q, bool *first)
{
	if (!*first)
		buf_puts(&q->format, ", ");
	*first = false;
}

static void show_members(struct pretty *q, const struct place *p, unsigned int depth, bool *first)
{
	const struct di_members *members = debuginfo_members(p->d, &p->type);

	vec_each(m, members) {
		struct place at = fork_of(p);

		if (q->full)
			return;
		if (!place_member(&at, m))
			continue;
		if (!m->name) {
			show_members(q, &at, depth, first);
			continue;
		}
		separate(q, first);
		if (!room(q))
			return;
		buf_printf(&q->format, ".%s=", m->name);
		show(q, at, depth);
	}
}

static void show_structure(struct pretty *q, const struct place *p, unsigned int depth)
{
	bool first = true;

	buf_putc(&q->format, '{');
	if (depth)
		show_members(q, p, depth - 1, &first);
	else
		buf_puts(&q->format, "...");
	buf_putc(&q->format, '}');
}

static void show_elements(struct pretty *q, const struct place *p, unsigned int depth)
{
	struct di_type element;
	bool first = true;

	if (!debuginfo_target(p->d, &p->type, &element))
		return;
	for (unsigned int i = 0; i < p->type.count && !q->full; i++) {
		struct place at = fork_of(p);

		separate(q, &first);
		if (!room(q))
			return;
		at.type = element;
		place_add(&at, (int64_t)((uint64_t)i * element.size));
		show(q, at, depth);
	}
}

static void show_array(struct pretty *q, const struct place *p, unsigned int depth)
{
	buf_putc(&q->format, '[');
	if (depth)
		show_elements(q, p, depth - 1);
	else
		buf_puts(&q->format, "...");
	buf_putc(&q->format, ']');
}

/* What lies at p. */
static void show(struct pretty *q, struct place p, unsigned int depth)
{
	if (p.type.kind == DI_FLOAT && (p.type.size == 4 || p.type.size == 8))
		show_float(q, &p);
	else if (p.type.kind == DI_STRUCT || p.type.kind == DI_UNION)
		show_structure(q, &p, depth);
	else if ((p.type.kind == DI_POINTER || p.type.kind == DI_ARRAY) && points_to_text(&p))
		show_text(q, &p);
	else if (p.type.kind == DI_ARRAY)
		show_array(q, &p, depth);
	else if (place_is_scalar(&p.type))
		show_number(q, &p);
	else
		buf_puts(&q->format, "?");
}

/* Each value is fetched on its own, so what the script computes on the way would be computed again for each. */
static int check_operands(struct pretty *q)
{
	struct ast_target *t = expr_target(q->e);
	const struct expr *bad = t->operand && t->operand->kind != EXPR_NAME && t->operand->kind != EXPR_NUMBER ?
		t->operand : NULL;

	vec_each(step, &t->steps)
		if (step->index && step->index->kind != EXPR_NAME && step->index->kind != EXPR_NUMBER)
			bad = step->index;
	if (!bad)
		return 0;
	diag(q->s->diags, D_PRETTY_OPERAND, bad->at);
	return -1;
}

/* A pointer to a structure shows the structure. */
static void show_whole(struct pretty *q, struct place p, unsigned int depth)
{
	struct place to = fork_of(&p);

	if (p.type.kind == DI_POINTER && !points_to_text(&p) && place_follow(&to) &&
	    (to.type.kind == DI_STRUCT || to.type.kind == DI_UNION))
		p = to;
	show(q, p, depth);
}

static unsigned int depth_of(const struct expr *e)
{
	return e->u.target.pretty > 1 ? 16 : e->u.target.pretty;
}

/* e becomes the sprintf() that was put together. */
static void become_print(struct pretty *q, struct expr *e)
{
	struct arena *arena = q->s->arena;
	struct expr *print = ast_new_expr(arena, EXPR_PRINT, e->at);

	print->full = e->full;
	expr_print(print)->op = PRINT_SPRINTF;
	expr_print(print)->head = ast_new_string(arena, e->at, arena_strdup(arena, buf_text(&q->format)), q->format.len);
	expr_print(print)->args = q->values;
	expr_print(print)->tolerant = true;
	*e = *print;
	buf_free(&q->format);
}

int place_print(struct place *p, struct expr *e)
{
	struct pretty q = { .s = p->s, .e = e, .format = BUF_INIT };

	if (check_operands(&q) < 0)
		return -1;
	show_whole(&q, *p, depth_of(e));
	become_print(&q, e);
	return 0;
}

/* ---- $$parms and its kin ------------------------------------------------------------------------------------------ */

/* Without $, a number is shown as one, and the rest not at all. */
static void show_plain(struct pretty *q, struct place p)
{
	if (!place_is_scalar(&p.type)) {
		show(q, p, 0);
		return;
	}
	place_load(&p);
	add_value(q, &p, "%#x", TYPE_LONG);
}

int target_list(struct session *s, struct debuginfo *d, struct expr *e, const struct di_variables *vars)
{
	struct pretty q = { .s = s, .e = e, .format = BUF_INIT };
	bool first = true;

	if (expr_target(e)->written)
		return diag(s->diags, D_LVALUE, e->at);
	vec_each(v, vars) {
		if (!first)
			buf_putc(&q.format, ' ');
		first = false;
		buf_printf(&q.format, "%s=", v->name);
		if (v->unavailable || !room(&q))
			buf_puts(&q.format, v->unavailable ? "?" : "");
		else if (depth_of(e))
			show_whole(&q, place_of(s, d, v), depth_of(e));
		else
			show_plain(&q, place_of(s, d, v));
	}
	become_print(&q, e);
	return 0;
}
