// SPDX-License-Identifier: GPL-2.0-or-later
/* An array may not be changed while foreach walks it: the walk holds on to its elements. */
#include "translator/base/map.h"
#include "translator/sema/plan.h"
#include "translator/sema/usage.h"
#include "translator/session.h"

/* Orders of one array that loops inside each other may walk in; those further in share the last. */
#define SORTS_MAX 6

struct walk {
	struct session *s;
	struct variables arrays;	/* being walked around the current statement */
	struct map base;		/* by the name of a variable's C text: see sort_base() */
	bool in_function;
};

struct base {
	unsigned int link;
};

/* A probe's loops number their orders from 0. A function may be called within a loop, so its own come behind all so far. */
static unsigned int sort_base(struct walk *w, struct variable *v)
{
	const char *key = arena_printf(w->s->arena, "%p", (void *)v);
	struct base *base = map_get(&w->base, key);

	if (!w->in_function)
		return 0;
	if (!base) {
		base = arena_new_object(w->s->arena, struct base);
		base->link = v->sorts;
		map_put(&w->base, key, base);
	}
	return base->link;
}

static void choose_link(struct walk *w, struct ast_foreach *f)
{
	struct variable *v = f->array.var;
	unsigned int link = sort_base(w, v);

	vec_each(a, &w->arrays)
		link += *a == v;
	f->link = link < SORTS_MAX ? link : SORTS_MAX - 1;
	if (f->link >= v->sorts)
		v->sorts = f->link + 1;
}

static bool is_walked(const struct walk *w, const struct variable *v)
{
	vec_each(a, &w->arrays)
		if (*a == v)
			return true;
	return false;
}

static void check_lvalue(struct walk *w, struct expr *e)
{
	struct variable *v = e->kind == EXPR_INDEX ? expr_index(e)->var : e->kind == EXPR_NAME ? expr_name(e)->var : NULL;

	if (v && is_walked(w, v))
		diag(w->s->diags, D_FOREACH_MODIFIED, e->at, v->name);
}

static void check_call(struct walk *w, struct expr *e)
{
	vec_each(v, &expr_call(e)->func->plan->writes)
		if (is_walked(w, *v))
			diag(w->s->diags, D_FOREACH_MODIFIED_CALL, e->at, (*v)->name);
}

static bool check_expr(struct expr **slot, void *ctx)
{
	struct walk *w = ctx;
	struct expr *e = *slot;

	if (e->kind == EXPR_ASSIGN)
		check_lvalue(w, expr_assign(e)->left);
	else if (e->kind == EXPR_STEP)
		check_lvalue(w, expr_step(e)->operand);
	else if (e->kind == EXPR_CALL)
		check_call(w, e);
	return true;
}

static bool check_stmt(struct stmt **slot, void *ctx)
{
	struct walk *w = ctx;

	if ((*slot)->kind == STMT_DELETE)
		check_lvalue(w, stmt_delete_(*slot)->target);
	if ((*slot)->kind == STMT_FOREACH && !stmt_foreach(*slot)->hist && stmt_foreach(*slot)->sort)
		choose_link(w, stmt_foreach(*slot));
	if ((*slot)->kind == STMT_FOREACH && stmt_foreach(*slot)->hist)
		vec_push(w->s->arena, &w->arrays, stat_variable(expr_hist(stmt_foreach(*slot)->hist)->stat));
	else if ((*slot)->kind == STMT_FOREACH)
		vec_push(w->s->arena, &w->arrays, stmt_foreach(*slot)->array.var);
	return true;
}

static void leave_stmt(struct stmt **slot, void *ctx)
{
	struct walk *w = ctx;

	if ((*slot)->kind == STMT_FOREACH)
		w->arrays.n--;
}

void plan_check_foreach(struct session *s)
{
	struct walk w = { .s = s };
	struct ast_visitor v = { .expr_pre = check_expr, .stmt_pre = check_stmt, .stmt_post = leave_stmt, .ctx = &w };

	vec_each(p, &s->program.probes)
		ast_walk_stmt(&(*p)->body, &v);
	w.in_function = true;
	vec_each(f, &s->program.functions) {
		map_init(&w.base, s->arena);
		if ((*f)->body)
			ast_walk_stmt(&(*f)->body, &v);
	}
}
