// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/base/diag.h"
#include "translator/syntax/grammar.h"
#include "translator/syntax/parser.h"

void build_too_deep(struct parser *p, struct span at)
{
	if (!p->too_deep)
		diag(p->env->diags, D_TOO_DEEP, at);
	p->too_deep = true;
}

struct expr *build_nested(struct parser *p, struct expr *e, unsigned int below)
{
	e->depth = below + 1;
	if (e->depth <= NESTING_MAX)
		return e;
	build_too_deep(p, e->at);
	return ast_new_number(p->arena, e->at, 0);
}

unsigned int build_depth(const struct exprs *list)
{
	unsigned int depth = 0;

	vec_each(e, list)
		if ((*e)->depth > depth)
			depth = (*e)->depth;
	return depth;
}

static unsigned int deeper(const struct expr *a, const struct expr *b)
{
	return a->depth > b->depth ? a->depth : b->depth;
}

static struct expr *new_expr(struct parser *p, enum expr_kind kind, struct span at,
			     struct span full)
{
	struct expr *e = ast_new_expr(p->arena, kind, at);

	e->full = full;
	return e;
}

struct expr *build_literal(struct parser *p, struct token t)
{
	if (t.kind == T_NUMBER)
		return ast_new_number(p->arena, t.at, (int64_t)t.u.number);
	return ast_new_string(p->arena, t.at, t.u.text.bytes, t.u.text.len);
}

struct expr *build_name(struct parser *p, struct token t)
{
	return ast_new_name(p->arena, t.at, t.u.name, NULL);
}

struct expr *build_index(struct parser *p, struct token name, struct exprs keys, struct span full)
{
	struct expr *e = new_expr(p, EXPR_INDEX, name.at, full);

	expr_index(e)->name = name.u.name;
	expr_index(e)->keys = keys;
	return build_nested(p, e, build_depth(&keys));
}

struct expr *build_bucket(struct parser *p, struct expr *hist, struct expr *key, struct span full)
{
	struct expr *e = new_expr(p, EXPR_INDEX, hist->at, full);

	expr_index(e)->hist = hist;
	vec_push(p->arena, &expr_index(e)->keys, key);
	return build_nested(p, e, deeper(hist, key));
}

struct expr *build_any(struct parser *p, struct span at)
{
	return ast_new_expr(p->arena, EXPR_ANY, at);
}

struct expr *build_unary(struct parser *p, struct span op, enum unary_op kind, struct expr *x)
{
	return build_nested(p, ast_new_unary(p->arena, op, kind, x), x->depth);
}

struct expr *build_binary(struct parser *p, struct span op, enum binary_op kind, struct expr *l,
			  struct expr *r)
{
	return build_nested(p, ast_new_binary(p->arena, op, kind, l, r), deeper(l, r));
}

/* a ? b : c, without parentheses around all of it. */
static bool is_open_ternary(const struct expr *e)
{
	return e->kind == EXPR_TERNARY && e->full.begin == e->u.ternary.cond->full.begin;
}

struct expr *build_assign(struct parser *p, struct span at, enum assign_op kind, struct expr *l,
			  struct expr *r)
{
	/* Before --compatible 4.0 what is behind the : is any expression, an assignment too. */
	if (is_open_ternary(l) && parse_compatible(p->env) < 400)
		return build_ternary(p, l->at, expr_ternary(l)->cond, expr_ternary(l)->yes,
				     build_assign(p, at, kind, expr_ternary(l)->no, r));
	return build_nested(p, ast_new_assign(p->arena, at, kind, l, r), deeper(l, r));
}

/* a . b . c is one node. (a . b) . c is too: the result is the same. */
struct expr *build_concat(struct parser *p, struct span op, struct expr *l, struct expr *r)
{
	struct span full = span_join(l->full, r->full);
	struct expr *e = l;

	if (l->kind != EXPR_CONCAT) {
		e = new_expr(p, EXPR_CONCAT, op, full);
		vec_push(p->arena, &expr_concat(e)->parts, l);
	}
	vec_push(p->arena, &expr_concat(e)->parts, r);
	e->full = full;
	if (e->depth > r->depth + 1)
		return e;
	return build_nested(p, e, l == e ? r->depth : deeper(l, r));
}

struct expr *build_regex(struct parser *p, struct token op, struct expr *l, struct token pattern)
{
	struct expr *e = new_expr(p, EXPR_REGEX, op.at, span_join(l->full, pattern.at));

	expr_regex(e)->left = l;
	expr_regex(e)->pattern = build_literal(p, pattern);
	expr_regex(e)->negated = op.op;
	return build_nested(p, e, l->depth);
}

struct expr *build_in(struct parser *p, struct span op, struct exprs keys, struct token array,
		      struct span full)
{
	struct expr *e = new_expr(p, EXPR_IN, op, full);

	expr_in(e)->keys = keys;
	expr_in(e)->name = array.u.name;
	expr_in(e)->name_at = array.at;
	return build_nested(p, e, build_depth(&keys));
}

struct expr *build_ternary(struct parser *p, struct span op, struct expr *cond, struct expr *yes,
			   struct expr *no)
{
	struct expr *e = new_expr(p, EXPR_TERNARY, op, span_join(cond->full, no->full));
	unsigned int below = deeper(yes, no);

	*expr_ternary(e) = (struct ast_ternary){ cond, yes, no };
	return build_nested(p, e, cond->depth > below ? cond->depth : below);
}

struct expr *build_step(struct parser *p, struct token op, bool prefix, struct expr *x)
{
	struct expr *e = new_expr(p, EXPR_STEP, op.at, span_join(op.at, x->full));

	*expr_step(e) = (struct ast_step){ op.op ? -1 : 1, prefix, x };
	return build_nested(p, e, x->depth);
}

struct expr *build_call(struct parser *p, struct token name, struct exprs args, struct span full)
{
	struct expr *e = ast_new_call(p->arena, name.at, name.u.name);

	e->full = full;
	expr_call(e)->args = args;
	return build_nested(p, e, build_depth(&args));
}

/* The literal that must come first: a format or a delimiter. */
static struct expr *take_head(struct parser *p, struct exprs *args, struct token name)
{
	struct expr *head = args->n ? args->v[0] : NULL;

	if (!head || head->kind != EXPR_STRING) {
		diag(p->env->diags, D_EXPECTED, head ? head->at : name.at, "literal string");
		return ast_new_string(p->arena, name.at, "", 0);
	}
	vec_remove(args, 0);
	return head;
}

struct expr *build_print(struct parser *p, struct token name, struct exprs args, struct span full)
{
	struct expr *e = new_expr(p, EXPR_PRINT, name.at, full);
	struct ast_print *a = expr_print(e);

	a->op = (enum print_op)name.op;
	if (print_info[a->op].head != HEAD_NONE)
		a->head = take_head(p, &args, name);
	a->args = args;
	return build_nested(p, e, build_depth(&args));
}

struct expr *build_embedded_expr(struct parser *p, struct token t)
{
	struct expr *e = ast_new_expr(p->arena, EXPR_EMBEDDED, t.at);

	expr_embedded(e)->code = build_embedded_code(p, t, D_EMBEDDED_EXPR_GURU);
	e->type = expr_embedded(e)->code->pragmas & PRAGMA_STRING ? TYPE_STRING : TYPE_LONG;
	return e;
}

struct expr *build_paren(struct expr *e, struct span full)
{
	e->full = full;
	return e;
}

struct exprs build_list(struct parser *p, struct exprs list, struct expr *e)
{
	vec_push(p->arena, &list, e);
	return list;
}
