// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/sema/usage.h"

#include <string.h>

#include "translator/sema/symtab.h"
#include "translator/session.h"

struct usage {
	struct session *s;
	usage_visit visit;
	void *ctx;
};

static void use(struct usage *u, struct variable *v, unsigned int how, struct expr *e)
{
	if (v)
		u->visit(v, how, e, u->ctx);
}

static void visit_expr(struct usage *u, struct expr *e, bool used);

static void visit_child(struct expr **slot, void *ctx)
{
	visit_expr(ctx, *slot, true);
}

/* The left side of an assignment, or the operand of ++: its keys are read, itself is used as `how` says. */
static void visit_lvalue(struct usage *u, struct expr *e, unsigned int how, struct expr *by)
{
	if (e->kind == EXPR_NAME) {
		use(u, expr_name(e)->var, how, by);
	} else if (e->kind == EXPR_INDEX) {
		ast_expr_children(e, visit_child, u);
		use(u, expr_index(e)->var, how, by);
	} else {
		visit_expr(u, e, true);
	}
}

static void visit_code(struct usage *u, const struct embedded_code *code)
{
	struct ast_file *file = symtab_file_of(u->s, code->at);

	vec_each(name, &code->reads)
		use(u, symtab_global(u->s, file, *name), USE_READ, NULL);
	vec_each(name, &code->writes)
		use(u, symtab_global(u->s, file, *name), USE_WRITE, NULL);
}

static void visit_expr(struct usage *u, struct expr *e, bool used)
{
	switch (e->kind) {
	case EXPR_NAME:
		use(u, expr_name(e)->var, USE_READ, e);
		return;
	case EXPR_INDEX:
		ast_expr_children(e, visit_child, u);
		use(u, expr_index(e)->var, USE_READ, e);
		return;
	case EXPR_IN:
		ast_expr_children(e, visit_child, u);
		use(u, expr_in(e)->var, USE_READ, e);
		return;
	case EXPR_ASSIGN: {
		struct ast_assign *a = expr_assign(e);

		visit_expr(u, a->right, true);
		if (a->op == ASSIGN_AGGREGATE)	/* its value is the right side */
			used = false;
		visit_lvalue(u, a->left, a->op == ASSIGN_SET ? USE_WRITE : used ? USE_READ | USE_WRITE : USE_UPDATE, e);
		return;
	}
	case EXPR_STEP:
		visit_lvalue(u, expr_step(e)->operand, used ? USE_READ | USE_WRITE : USE_UPDATE, e);
		return;
	case EXPR_TERNARY:
		visit_expr(u, expr_ternary(e)->cond, true);
		visit_expr(u, expr_ternary(e)->yes, used);
		visit_expr(u, expr_ternary(e)->no, used);
		return;
	case EXPR_EMBEDDED:
		visit_code(u, expr_embedded(e)->code);
		return;
	default:
		ast_expr_children(e, visit_child, u);
	}
}

static void visit_stmt(struct usage *u, struct stmt *s);

static void visit_stmt_slot(struct stmt **slot, void *ctx)
{
	visit_stmt(ctx, *slot);
}

static void visit_optional(struct usage *u, struct expr *e, bool used)
{
	if (e)
		visit_expr(u, e, used);
}

static void visit_foreach(struct usage *u, struct stmt *s)
{
	struct ast_foreach *f = stmt_foreach(s);

	use(u, f->array.var, USE_READ, NULL);
	vec_each(k, &f->keys)
		use(u, k->var, USE_WRITE, NULL);
	use(u, f->value.var, USE_WRITE, NULL);
	ast_stmt_children(s, visit_child, visit_stmt_slot, u);
}

static void visit_stmt(struct usage *u, struct stmt *s)
{
	switch (s->kind) {
	case STMT_EXPR:
		visit_expr(u, stmt_expr(s)->expr, false);
		return;
	case STMT_LOOP:
		visit_optional(u, stmt_loop(s)->init, false);
		visit_optional(u, stmt_loop(s)->cond, true);
		visit_optional(u, stmt_loop(s)->incr, false);
		visit_stmt(u, stmt_loop(s)->body);
		return;
	case STMT_FOREACH:
		visit_foreach(u, s);
		return;
	case STMT_DELETE:
		visit_lvalue(u, stmt_delete_(s)->target, USE_WRITE, NULL);
		return;
	case STMT_TRY:
		use(u, stmt_try_(s)->message.var, USE_WRITE, NULL);
		ast_stmt_children(s, visit_child, visit_stmt_slot, u);
		return;
	case STMT_EMBEDDED:
		visit_code(u, stmt_code(s)->code);
		return;
	default:
		ast_stmt_children(s, visit_child, visit_stmt_slot, u);
	}
}

void usage_of_stmt(struct session *s, struct stmt *body, usage_visit visit, void *ctx)
{
	struct usage u = { s, visit, ctx };

	visit_stmt(&u, body);
}

void usage_of_expr(struct session *s, struct expr *e, bool used, usage_visit visit, void *ctx)
{
	struct usage u = { s, visit, ctx };

	visit_expr(&u, e, used);
}

void usage_of_probe(struct session *s, struct derived_probe *p, usage_visit visit, void *ctx)
{
	vec_each(e, &p->conditions)
		usage_of_expr(s, *e, true, visit, ctx);
	usage_of_stmt(s, p->body, visit, ctx);
}

void usage_of_function(struct session *s, struct function *f, usage_visit visit, void *ctx)
{
	struct usage u = { s, visit, ctx };

	if (f->code)
		visit_code(&u, f->code);
	else
		visit_stmt(&u, f->body);
}

static void clear(const struct variables *list)
{
	vec_each(v, list)
		(*v)->is_read = (*v)->is_written = false;
}

static void mark(struct variable *v, unsigned int how, struct expr *e, void *ctx)
{
	(void)e, (void)ctx;
	v->is_read |= (how & USE_READ) != 0;
	v->is_written |= (how & (USE_WRITE | USE_UPDATE)) != 0;
}

void usage_mark_all(struct session *s)
{
	struct program *p = &s->program;

	vec_each(f, &p->files)
		clear(&(*f)->globals);
	vec_each(f, &p->functions)
		clear(&(*f)->locals);
	vec_each(probe, &p->probes) {
		clear(&(*probe)->locals);
		usage_of_probe(s, *probe, mark, NULL);
	}
	vec_each(f, &p->functions)
		usage_of_function(s, *f, mark, NULL);
}

static bool find_next(struct stmt **slot, void *ctx)
{
	bool *found = ctx;

	*found |= (*slot)->kind == STMT_NEXT;
	return !*found;
}

bool usage_falls_through(struct function *f)
{
	bool found = false;
	struct ast_visitor v = { .stmt_pre = find_next, .ctx = &found };

	if (f->code)
		return strstr(f->code->text.bytes, "STAP_NEXT");
	ast_walk_stmt(&f->body, &v);
	return found;
}

/* ---- effects ------------------------------------------------------------------------------------------------------ */

struct effect {
	bool found;
	bool own_variables;	/* writing locals does not count: they are the function's own */
	bool calls;		/* calls count by what is known of the function */
};

static bool is_own_variable(const struct expr *left)
{
	return left->kind == EXPR_NAME && left->u.name.var &&
	       left->u.name.var->kind != VAR_GLOBAL && left->u.name.var->kind != VAR_SAVED;
}

static bool is_division(enum binary_op op)
{
	return op == BINARY_DIV || op == BINARY_MOD;
}

static bool is_nonzero(const struct expr *e)
{
	return e->kind == EXPR_NUMBER && e->u.number.value;
}

static bool expr_effect(struct expr **slot, void *ctx)
{
	struct effect *x = ctx;
	struct expr *e = *slot;

	switch (e->kind) {
	case EXPR_ASSIGN:
		x->found |= !x->own_variables || !is_own_variable(expr_assign(e)->left);
		break;
	case EXPR_STEP:
		x->found |= !x->own_variables || !is_own_variable(expr_step(e)->operand);
		break;
	case EXPR_BINARY:	/* dividing by zero is an error that may be caught */
		x->found |= is_division(expr_binary(e)->op) && !is_nonzero(expr_binary(e)->right);
		break;
	case EXPR_REGEX:	/* matched() may ask later */
		x->found = true;
		break;
	case EXPR_PRINT:
		x->found |= !print_info[expr_print(e)->op].in_kernel;
		break;
	case EXPR_CALL:
		x->found |= x->calls && expr_call(e)->func->has_effect;
		break;
	case EXPR_EMBEDDED:
		x->found |= !(expr_embedded(e)->code->pragmas & PRAGMA_PURE);
		break;
	default:
		break;
	}
	return !x->found;
}

static bool stmt_effect(struct stmt **slot, void *ctx)
{
	struct effect *x = ctx;

	x->found |= (*slot)->kind == STMT_DELETE || (*slot)->kind == STMT_EMBEDDED;
	return !x->found;
}

static bool own_effect(struct function *f)
{
	struct effect x = { .own_variables = true };
	struct ast_visitor v = { .expr_pre = expr_effect, .stmt_pre = stmt_effect, .ctx = &x };

	if (f->code)
		return !(f->code->pragmas & PRAGMA_PURE);
	ast_walk_stmt(&f->body, &v);
	return x.found;
}

void usage_mark_effects(struct session *s)
{
	struct functions *all = &s->program.functions;
	bool news;

	vec_each(f, all)
		(*f)->has_effect = own_effect(*f);
	do {
		news = false;
		vec_each(f, all)
			vec_each(g, &(*f)->calls) {
				news |= (*g)->has_effect && !(*f)->has_effect;
				(*f)->has_effect |= (*g)->has_effect;
			}
	} while (news);
}

bool usage_has_effect(struct expr *e)
{
	struct effect x = { .calls = true };
	struct ast_visitor v = { .expr_pre = expr_effect, .ctx = &x };

	ast_walk_expr(&e, &v);
	return x.found;
}
