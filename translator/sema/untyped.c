// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What no use gives a type. It is an error where the value matters; else (a variable that nobody reads, a parameter that
 * the function ignores) it counts as a number, and prune removes it.
 */
#include <string.h>

#include "translator/sema/infer.h"
#include "translator/session.h"

bool embedded_returns(const struct embedded_code *code)
{
	return strstr(code->text.bytes, "STAP_RETVALUE") || strstr(code->text.bytes, "STAP_RETURN") ||
	       strstr(code->text.bytes, "__retvalue");
}

static void report(struct session *s, struct expr *e)
{
	diag(s->diags, D_TYPE_UNRESOLVED, e->at);
	if (e->kind == EXPR_CALL && expr_call(e)->func)
		diag_note(s->diags, expr_call(e)->func->at, "this function returns no value");
}

static bool report_expr(struct expr **slot, void *ctx)
{
	struct expr *e = *slot;

	if (e->type == TYPE_UNKNOWN && e->kind != EXPR_ANY)
		report(ctx, e);
	return true;
}

static struct ast_visitor reporter(struct session *s)
{
	return (struct ast_visitor){ .expr_pre = report_expr, .ctx = s };
}

static void report_slot(struct expr **slot, void *ctx)
{
	struct ast_visitor v = reporter(ctx);

	ast_walk_expr(slot, &v);
}

static bool default_expr(struct expr **slot, void *ctx)
{
	(void)ctx;
	if ((*slot)->type == TYPE_UNKNOWN)
		(*slot)->type = TYPE_LONG;
	return true;
}

/* A global that is only ever deleted is as good as a number; a local is an array that nobody declared. */
static void report_deleted(struct session *s, struct expr *e)
{
	struct variable *v = e->kind == EXPR_NAME ? expr_name(e)->var : NULL;

	if (e->kind == EXPR_INDEX)
		ast_expr_children(e, report_slot, s);
	if (!v || v->type != TYPE_UNKNOWN)
		return;
	if (v->kind != VAR_GLOBAL) {
		diag(s->diags, D_DELETE, e->at);
		return;
	}
	v->arity = 0;
	v->type = e->type = TYPE_LONG;
}

static bool is_unread_local(const struct expr *e)
{
	const struct variable *v = e->kind == EXPR_NAME ? e->u.name.var : NULL;

	return v && v->kind == VAR_LOCAL && !v->is_read;
}

/* The value of this one is not used. */
static void report_discarded(struct session *s, struct expr *e)
{
	const struct ast_visitor defaults = { .expr_pre = default_expr };

	if (!e)
		return;
	if (e->kind == EXPR_ASSIGN && e->type == TYPE_UNKNOWN && is_unread_local(expr_assign(e)->left))
		ast_walk_expr(&e, &defaults);
	else if (e->kind == EXPR_CALL || e->kind == EXPR_PRINT)
		ast_expr_children(e, report_slot, s);
	else
		report_slot(&e, s);
}

static void leave_to_walk(struct stmt **slot, void *ctx)
{
	(void)slot, (void)ctx;
}

static bool report_stmt(struct stmt **slot, void *ctx)
{
	struct stmt *s = *slot;

	switch (s->kind) {
	case STMT_EXPR:
		report_discarded(ctx, stmt_expr(s)->expr);
		break;
	case STMT_LOOP:
		report_discarded(ctx, stmt_loop(s)->init);
		if (stmt_loop(s)->cond)
			report_slot(&stmt_loop(s)->cond, ctx);
		report_discarded(ctx, stmt_loop(s)->incr);
		break;
	case STMT_DELETE:	/* of a variable that has no other use */
		report_deleted(ctx, stmt_delete_(s)->target);
		break;
	case STMT_FOREACH:
		if (stmt_foreach(s)->limit)
			report_slot(&stmt_foreach(s)->limit, ctx);
		break;
	default:
		ast_stmt_children(s, report_slot, leave_to_walk, ctx);
	}
	return true;
}

static bool skip_expr(struct expr **slot, void *ctx)
{
	(void)slot, (void)ctx;
	return false;
}

static void report_body(struct session *s, struct stmt **body)
{
	struct ast_visitor v = { .expr_pre = skip_expr, .stmt_pre = report_stmt, .ctx = s };

	ast_walk_stmt(body, &v);
}

static void default_variable(struct variable *v)
{
	if (v->type == TYPE_UNKNOWN)
		v->type = TYPE_LONG;
	if (v->arity < 0 && (v->size || v->wrap))
		v->arity = 1;
	if (v->arity < 0)
		v->arity = 0;
	for (unsigned int i = 0; i < v->key_types.n; i++)
		if (v->key_types.v[i] == TYPE_UNKNOWN)
			v->key_types.v[i] = TYPE_LONG;
}

static void default_variables(const struct variables *list)
{
	vec_each(v, list)
		default_variable(*v);
}

void infer_report_untyped(struct session *s)
{
	struct program *p = &s->program;

	vec_each(f, &p->functions)
		if ((*f)->body)
			report_body(s, &(*f)->body);
	vec_each(probe, &p->probes)
		report_body(s, &(*probe)->body);
	vec_each(f, &p->files) {
		vec_each(v, &(*f)->globals)
			if ((*v)->arity == 0 && ((*v)->wrap || (*v)->size))
				diag(s->diags, (*v)->wrap ? D_WRAP_SCALAR : D_ARITY, (*v)->at);
		default_variables(&(*f)->globals);
	}
	vec_each(f, &p->functions) {
		default_variables(&(*f)->locals);
		default_variables(&(*f)->params);
	}
	vec_each(probe, &p->probes)
		default_variables(&(*probe)->locals);
}
