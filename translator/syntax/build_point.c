// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * build_point - probe points. Braces are multiplied out as they are read: what stands for a part of
 * a probe point is a list of the points it means so far.
 */
#include "translator/base/diag.h"
#include "translator/syntax/grammar.h"
#include "translator/syntax/parser.h"

/* Braces in braces multiply fast. */
#define POINTS_MAX 20000

static void set_literal(struct point_component *c, struct token t)
{
	c->literal_at = t.at;
	if (t.kind == T_NUMBER) {
		c->literal = LITERAL_NUMBER;
		c->number = (int64_t)t.u.number;
	} else if (t.kind == T_STRING) {
		c->literal = LITERAL_STRING;
		c->string = t.u.text;
	}
}

struct probe_points build_component(struct parser *p, struct token name, struct token literal,
				    struct span literal_at)
{
	struct point_component c = { .name = name.u.name, .at = name.at };
	struct probe_point *point = arena_new_object(p->arena, struct probe_point);
	struct probe_points all = { NULL, 0, 0 };

	set_literal(&c, literal);
	point->at = literal.kind ? span_join(name.at, literal_at) : name.at;
	vec_reserve(p->arena, &point->components, 1);
	vec_push(p->arena, &point->components, c);
	vec_push(p->arena, &all, point);
	return all;
}

/* The components of both, one behind the other. */
static struct probe_point *join(struct parser *p, const struct probe_point *a,
				const struct probe_point *b)
{
	struct probe_point *point = arena_new_object(p->arena, struct probe_point);

	point->at = span_join(a->at, b->at);
	vec_reserve(p->arena, &point->components, a->components.n + b->components.n);
	vec_each(c, &a->components)
		vec_push(p->arena, &point->components, *c);
	vec_each(c, &b->components)
		vec_push(p->arena, &point->components, *c);
	return point;
}

struct probe_points build_sequence(struct parser *p, struct probe_points left,
				   struct probe_points right, struct span at)
{
	struct probe_points all = { NULL, 0, 0 };

	if ((uint64_t)left.n * right.n * (left.v[0]->components.n + 1) > POINTS_MAX) {
		build_too_deep(p, at);
		return left;
	}
	vec_each(l, &left)
		vec_each(r, &right)
			vec_push(p->arena, &all, join(p, *l, *r));
	return all;
}

struct probe_points build_both(struct parser *p, struct probe_points a, struct probe_points b)
{
	vec_each(point, &b)
		vec_push(p->arena, &a, *point);
	return a;
}

static bool has_suffix(const struct probe_point *point)
{
	return point->optional || point->condition;
}

void build_inner(struct parser *p, struct probe_points points, struct span at)
{
	at.begin = at.end - 1;		/* the suffix, or the ) of its condition */
	if (points.n && has_suffix(points.v[0]))
		diag(p->env->diags, D_POINT_SUFFIX_PLACE, at);
}

void build_suffix(struct parser *p, struct probe_points points, int sign, struct span at)
{
	if (points.n && points.v[0]->optional)
		diag(p->env->diags, D_POINT_SUFFIX_TWICE, at);
	vec_each(point, &points) {
		(*point)->optional = true;
		(*point)->sufficient = sign == '!';
	}
}

void build_condition(struct parser *p, struct probe_points points, struct expr *cond,
		     struct span at)
{
	struct ast_copier copier = { .arena = p->arena };
	bool first = true;

	if (points.n && points.v[0]->condition)
		diag(p->env->diags, D_POINT_CONDITION_TWICE, at);
	vec_each(point, &points) {
		(*point)->condition = first ? cond : ast_copy_expr(&copier, cond);
		first = false;
	}
}
