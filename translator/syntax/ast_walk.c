// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ast_walk - the one place that knows which children each kind of node has, in evaluation order.
 * The tables below are made from ast.def: a new kind does not compile before it has its function
 * here.
 */
#include "translator/syntax/ast.h"

struct each_expr {
	ast_expr_slot call;
	void *ctx;
};

static void one(struct expr **slot, const struct each_expr *each)
{
	if (*slot && each->call)
		each->call(slot, each->ctx);
}

static void many(struct exprs *list, const struct each_expr *each)
{
	vec_each(e, list)
		one(e, each);
}

/* ---- expressions ----------------------------------------------------------------------------- */

static void walk_number(struct ast_number *n, const struct each_expr *each)
{
	(void)n, (void)each;
}

static void walk_string(struct ast_string *s, const struct each_expr *each)
{
	(void)s, (void)each;
}

static void walk_name(struct ast_name *n, const struct each_expr *each)
{
	(void)n, (void)each;
}

static void walk_any(struct ast_any *a, const struct each_expr *each)
{
	(void)a, (void)each;
}

static void walk_embedded(struct ast_embedded *e, const struct each_expr *each)
{
	(void)e, (void)each;
}

static void walk_index(struct ast_index *i, const struct each_expr *each)
{
	one(&i->hist, each);
	many(&i->keys, each);
}

static void walk_unary(struct ast_unary *u, const struct each_expr *each)
{
	one(&u->operand, each);
}

static void walk_step(struct ast_step *s, const struct each_expr *each)
{
	one(&s->operand, each);
}

static void walk_binary(struct ast_binary *b, const struct each_expr *each)
{
	one(&b->left, each);
	one(&b->right, each);
}

static void walk_concat(struct ast_concat *c, const struct each_expr *each)
{
	many(&c->parts, each);
}

static void walk_regex(struct ast_regex *r, const struct each_expr *each)
{
	one(&r->left, each);
	one(&r->pattern, each);
}

static void walk_in(struct ast_in *i, const struct each_expr *each)
{
	many(&i->keys, each);
}

static void walk_ternary(struct ast_ternary *t, const struct each_expr *each)
{
	one(&t->cond, each);
	one(&t->yes, each);
	one(&t->no, each);
}

static void walk_assign(struct ast_assign *a, const struct each_expr *each)
{
	one(&a->left, each);
	one(&a->right, each);
}

static void walk_call(struct ast_call *c, const struct each_expr *each)
{
	many(&c->args, each);
}

static void walk_print(struct ast_print *p, const struct each_expr *each)
{
	one(&p->head, each);
	many(&p->args, each);
}

static void walk_target(struct ast_target *t, const struct each_expr *each)
{
	one(&t->operand, each);
	vec_each(step, &t->steps)
		one(&step->index, each);
}

static void walk_at(struct ast_at *a, const struct each_expr *each)
{
	many(&a->args, each);
}

static void walk_stat(struct ast_stat *s, const struct each_expr *each)
{
	one(&s->stat, each);
}

static void walk_hist(struct ast_hist *h, const struct each_expr *each)
{
	one(&h->stat, each);
}

void ast_expr_children(struct expr *e, ast_expr_slot call, void *ctx)
{
	const struct each_expr each = { call, ctx };

	switch (e->kind) {
#define EXPR(kind, arm, printable, flags)		\
	case EXPR_##kind:				\
		walk_##arm(&e->u.arm, &each);		\
		break;
#include "translator/syntax/ast.def"
	case EXPR__COUNT:
		break;
	}
}

/* ---- statements ------------------------------------------------------------------------------ */

struct each_stmt {
	struct each_expr expr;
	ast_stmt_slot call;
	void *ctx;
};

static void body(struct stmt **slot, const struct each_stmt *each)
{
	if (*slot && each->call)
		each->call(slot, each->ctx);
}

static void visit_empty(struct ast_empty *s, const struct each_stmt *each)
{
	(void)s, (void)each;
}

static void visit_break_(struct ast_break_ *s, const struct each_stmt *each)
{
	(void)s, (void)each;
}

static void visit_continue_(struct ast_continue_ *s, const struct each_stmt *each)
{
	(void)s, (void)each;
}

static void visit_next(struct ast_next *s, const struct each_stmt *each)
{
	(void)s, (void)each;
}

static void visit_code(struct ast_code *s, const struct each_stmt *each)
{
	(void)s, (void)each;
}

static void visit_expr(struct ast_expr *s, const struct each_stmt *each)
{
	one(&s->expr, &each->expr);
}

static void visit_block(struct ast_block *b, const struct each_stmt *each)
{
	vec_each(s, &b->stmts)
		body(s, each);
}

static void visit_branch(struct ast_branch *b, const struct each_stmt *each)
{
	one(&b->cond, &each->expr);
	body(&b->yes, each);
	body(&b->no, each);
}

static void visit_loop(struct ast_loop *l, const struct each_stmt *each)
{
	one(&l->init, &each->expr);
	one(&l->cond, &each->expr);
	body(&l->body, each);
	one(&l->incr, &each->expr);
}

static void visit_foreach(struct ast_foreach *f, const struct each_stmt *each)
{
	one(&f->hist, &each->expr);
	many(&f->slice, &each->expr);
	one(&f->limit, &each->expr);
	body(&f->body, each);
}

static void visit_return_(struct ast_return_ *r, const struct each_stmt *each)
{
	one(&r->value, &each->expr);
}

static void visit_delete_(struct ast_delete_ *d, const struct each_stmt *each)
{
	one(&d->target, &each->expr);
}

static void visit_try_(struct ast_try_ *t, const struct each_stmt *each)
{
	body(&t->body, each);
	body(&t->handler, each);
}

void ast_stmt_children(struct stmt *s, ast_expr_slot each_expr, ast_stmt_slot call, void *ctx)
{
	const struct each_stmt each = { { each_expr, ctx }, call, ctx };

	switch (s->kind) {
#define STMT(kind, arm, printable, flags)		\
	case STMT_##kind:				\
		visit_##arm(&s->u.arm, &each);		\
		break;
#include "translator/syntax/ast.def"
	case STMT__COUNT:
		break;
	}
}

/* ---- the walk -------------------------------------------------------------------------------- */

static void walk_expr_slot(struct expr **slot, void *ctx)
{
	ast_walk_expr(slot, ctx);
}

static void walk_stmt_slot(struct stmt **slot, void *ctx)
{
	ast_walk_stmt(slot, ctx);
}

void ast_walk_expr(struct expr **e, const struct ast_visitor *v)
{
	if (v->expr_pre && !v->expr_pre(e, v->ctx))
		return;
	ast_expr_children(*e, walk_expr_slot, (void *)v);
	if (v->expr_post)
		v->expr_post(e, v->ctx);
}

void ast_walk_stmt(struct stmt **s, const struct ast_visitor *v)
{
	if (v->stmt_pre && !v->stmt_pre(s, v->ctx))
		return;
	ast_stmt_children(*s, walk_expr_slot, walk_stmt_slot, (void *)v);
	if (v->stmt_post)
		v->stmt_post(s, v->ctx);
}
