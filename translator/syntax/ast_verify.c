// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ast_verify - what must hold of a tree, by stage. A pass that breaks it is at fault, not the
 * script.
 */
#include "translator/base/arena.h"
#include "translator/syntax/ast.h"

struct verifier {
	struct arena *arena;
	enum ast_stage stage;
	const char *fault;		/* the first one */
	struct span where;
};

static void fail(struct verifier *v, struct span at, const char *kind, const char *what)
{
	if (v->fault)
		return;
	v->fault = arena_printf(v->arena, "%s: %s", kind, what);
	v->where = at;
}

static void need(struct verifier *v, const struct expr *e, bool holds, const char *what)
{
	if (!holds)
		fail(v, e->at, expr_kind_name[e->kind], what);
}

/* Children that a kind cannot be without. */
static void verify_shape(struct verifier *v, struct expr *e)
{
	switch (e->kind) {
	case EXPR_NAME:
		need(v, e, expr_name(e)->name, "has no name");
		break;
	case EXPR_INDEX:
		need(v, e, !expr_index(e)->name != !expr_index(e)->hist,
		     "is of neither an array nor a histogram");
		need(v, e, expr_index(e)->keys.n, "has no key");
		break;
	case EXPR_UNARY:
		need(v, e, expr_unary(e)->operand, "has no operand");
		break;
	case EXPR_STEP:
		need(v, e, expr_step(e)->operand, "has no operand");
		break;
	case EXPR_BINARY:
		need(v, e, expr_binary(e)->left && expr_binary(e)->right, "lacks an operand");
		break;
	case EXPR_CONCAT:
		need(v, e, expr_concat(e)->parts.n > 1, "has less than two parts");
		break;
	case EXPR_REGEX:
		need(v, e, expr_regex(e)->left, "has no operand");
		need(v, e, expr_regex(e)->pattern &&
		     expr_regex(e)->pattern->kind == EXPR_STRING, "has no literal pattern");
		break;
	case EXPR_IN:
		need(v, e, expr_in(e)->name && expr_in(e)->keys.n, "lacks its array or keys");
		break;
	case EXPR_TERNARY:
		need(v, e, expr_ternary(e)->cond && expr_ternary(e)->yes && expr_ternary(e)->no,
		     "lacks an operand");
		break;
	case EXPR_ASSIGN:
		need(v, e, expr_assign(e)->left && expr_assign(e)->right, "lacks an operand");
		break;
	case EXPR_CALL:
		need(v, e, expr_call(e)->name, "has no name");
		break;
	case EXPR_PRINT:
		need(v, e, (print_info[expr_print(e)->op].head == HEAD_NONE) !=
		     (expr_print(e)->head != NULL), "has a format where it may not, or has none");
		break;
	case EXPR_TARGET:
		need(v, e, expr_target(e)->name || expr_target(e)->operand, "has no base");
		break;
	case EXPR_STAT:
		need(v, e, expr_stat(e)->stat, "has no aggregate");
		break;
	case EXPR_HIST:
		need(v, e, expr_hist(e)->stat, "has no aggregate");
		break;
	case EXPR_EMBEDDED:
		need(v, e, expr_embedded(e)->code, "has no text");
		break;
	case EXPR_NUMBER:
	case EXPR_STRING:
	case EXPR_ANY:
	case EXPR_AT:
	case EXPR__COUNT:
		break;
	}
}

static void verify_bound(struct verifier *v, struct expr *e)
{
	if (e->kind == EXPR_NAME)
		need(v, e, expr_name(e)->var, "is not bound");
	else if (e->kind == EXPR_INDEX && !expr_index(e)->hist)
		need(v, e, expr_index(e)->var, "is not bound");
	else if (e->kind == EXPR_IN)
		need(v, e, expr_in(e)->var, "is not bound");
	else if (e->kind == EXPR_CALL)
		need(v, e, expr_call(e)->func, "is not bound");
}

/* A call's value may be unused, a wildcard and a histogram have none; the rest must have a type. */
static void verify_typed(struct verifier *v, const struct expr *e)
{
	if (e->kind == EXPR_ANY || e->kind == EXPR_HIST || e->kind == EXPR_CALL ||
	    e->kind == EXPR_PRINT)
		return;
	need(v, e, e->type != TYPE_UNKNOWN, "has no type");
}

static bool verify_expr(struct expr **slot, void *ctx)
{
	struct verifier *v = ctx;
	struct expr *e = *slot;

	if ((unsigned int)e->kind >= EXPR__COUNT) {
		fail(v, e->at, "expression", "has no valid kind");
		return false;
	}
	verify_shape(v, e);
	need(v, e, !span_is_none(e->at), "has no place in a script");
	if (v->stage >= STAGE_RESOLVED)
		verify_bound(v, e);
	if (v->stage >= STAGE_TYPED)
		verify_typed(v, e);
	return !v->fault;
}

static void need_stmt(struct verifier *v, const struct stmt *s, bool holds, const char *what)
{
	if (!holds)
		fail(v, s->at, stmt_kind_name[s->kind], what);
}

static void verify_foreach(struct verifier *v, struct stmt *s)
{
	struct ast_foreach *f = stmt_foreach(s);

	need_stmt(v, s, f->keys.n && f->body, "lacks keys or body");
	need_stmt(v, s, !f->array.name != !f->hist, "is over neither an array nor a histogram");
	need_stmt(v, s, f->sort_key >= 0 && f->sort_key <= (int)f->keys.n, "sorts by no key of it");
	if (v->stage < STAGE_RESOLVED)
		return;
	vec_each(key, &f->keys)
		need_stmt(v, s, key->var, "has a key that is not bound");
	need_stmt(v, s, !f->value.name || f->value.var, "has a value that is not bound");
	need_stmt(v, s, f->hist || f->array.var, "has an array that is not bound");
}

static bool verify_stmt(struct stmt **slot, void *ctx)
{
	struct verifier *v = ctx;
	struct stmt *s = *slot;

	if ((unsigned int)s->kind >= STMT__COUNT) {
		fail(v, s->at, "statement", "has no valid kind");
		return false;
	}
	need_stmt(v, s, !span_is_none(s->at), "has no place in a script");
	if (s->kind == STMT_EXPR)
		need_stmt(v, s, stmt_expr(s)->expr, "is empty");
	else if (s->kind == STMT_IF)
		need_stmt(v, s, stmt_branch(s)->cond && stmt_branch(s)->yes, "lacks a part");
	else if (s->kind == STMT_LOOP)
		need_stmt(v, s, stmt_loop(s)->body, "has no body");
	else if (s->kind == STMT_DELETE)
		need_stmt(v, s, stmt_delete_(s)->target, "has no operand");
	else if (s->kind == STMT_TRY)
		need_stmt(v, s, stmt_try_(s)->body && stmt_try_(s)->handler, "lacks a part");
	else if (s->kind == STMT_EMBEDDED)
		need_stmt(v, s, stmt_code(s)->code, "has no text");
	else if (s->kind == STMT_FOREACH)
		verify_foreach(v, s);
	return !v->fault;
}

static void verify_body(struct verifier *v, struct stmt *s)
{
	const struct ast_visitor visitor = {
		.expr_pre = verify_expr,
		.stmt_pre = verify_stmt,
		.ctx = v,
	};

	if (s && !v->fault)
		ast_walk_stmt(&s, &visitor);
}

static void verify_points(struct verifier *v, const struct probe_points *points, struct span at)
{
	if (!points->n)
		fail(v, at, "probe", "has no probe point");
	vec_each(p, points)
		if (!(*p)->components.n)
			fail(v, at, "probe point", "has no component");
}

static void verify_decl(struct verifier *v, const struct decl *d)
{
	switch (d->kind) {
	case DECL_PROBE:
		verify_points(v, &d->u.probe->points, d->u.probe->at);
		verify_body(v, d->u.probe->body);
		break;
	case DECL_ALIAS:
		verify_points(v, &d->u.alias->names, d->u.alias->at);
		verify_points(v, &d->u.alias->points, d->u.alias->at);
		verify_body(v, d->u.alias->prologue);
		verify_body(v, d->u.alias->epilogue);
		break;
	case DECL_FUNCTION:
		if (!d->u.function->body == !d->u.function->code)
			fail(v, d->u.function->at, "function", "has not exactly one body");
		verify_body(v, d->u.function->body);
		break;
	case DECL_GLOBAL:
	case DECL_EMBEDDED:
	case DECL__COUNT:
		break;
	}
}

static const char *result(const struct verifier *v, struct span *where)
{
	if (where)
		*where = v->where;
	return v->fault;
}

const char *ast_verify_file(struct arena *a, const struct ast_file *f, enum ast_stage stage,
			    struct span *where)
{
	struct verifier v = { .arena = a, .stage = stage };

	vec_each(d, &f->decls)
		verify_decl(&v, d);
	return result(&v, where);
}

const char *ast_verify_stmt(struct arena *a, const struct stmt *s, enum ast_stage stage,
			    struct span *where)
{
	struct verifier v = { .arena = a, .stage = stage };

	verify_body(&v, (struct stmt *)s);
	return result(&v, where);
}
