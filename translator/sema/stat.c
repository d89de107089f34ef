// SPDX-License-Identifier: GPL-2.0-or-later
/* Where aggregates and histograms may stand. */
#include "translator/sema/stat.h"

#include "translator/sema/symtab.h"
#include "translator/session.h"

struct variable *stat_variable(const struct expr *operand)
{
	if (operand->kind == EXPR_NAME)
		return operand->u.name.var;
	return operand->kind == EXPR_INDEX ? operand->u.index.var : NULL;
}

bool stat_is_aggregate(const struct expr *e)
{
	const struct variable *v = stat_variable(e);

	return v && v->type == TYPE_STATS;
}

/* ---- the type ---------------------------------------------------------------------------------------------------- */

static void seed_variable(struct session *s, struct variable *v, struct span at)
{
	if (!v)
		return;
	if (v->kind != VAR_GLOBAL) {
		diag(s->diags, D_STAT_LOCAL, at);
	} else if (v->type == TYPE_UNKNOWN) {
		v->type = TYPE_STATS;
		v->type_span = at;
	}
}

static bool seed_expr(struct expr **slot, void *ctx)
{
	struct expr *e = *slot, *operand = NULL;

	if (e->kind == EXPR_ASSIGN && e->u.assign.op == ASSIGN_AGGREGATE)
		operand = e->u.assign.left;
	else if (e->kind == EXPR_STAT)
		operand = e->u.stat.stat;
	else if (e->kind == EXPR_HIST)
		operand = e->u.hist.stat;
	if (operand)
		seed_variable(ctx, stat_variable(operand), operand->at);
	return true;
}

static void walk(struct session *s, const struct ast_visitor *v)
{
	vec_each(f, &s->program.functions)
		if ((*f)->body)
			ast_walk_stmt(&(*f)->body, v);
	vec_each(p, &s->program.probes) {
		vec_each(e, &(*p)->conditions)
			ast_walk_expr(e, v);
		ast_walk_stmt(&(*p)->body, v);
	}
}

/* ---- misuse ------------------------------------------------------------------------------------------------------ */

/* The expression counts as a number from then on, and is reported once. */
void stat_report_value(struct session *s, struct expr *e, bool printed)
{
	const struct variable *v = stat_variable(e);

	if (e->type == TYPE_LONG)
		return;
	e->type = TYPE_LONG;
	if (printed)
		diag(s->diags, D_STAT_PRINT, e->at);
	else
		diag(s->diags, D_STAT_VALUE, e->at, v->name, v->name, v->name);
}

static void check_hist(struct session *s, struct expr *e)
{
	struct ast_hist *h = expr_hist(e);
	uint64_t buckets;

	if (h->op != STAT_HIST_LINEAR)
		return;
	if (h->step <= 0) {
		diag(s->diags, D_HIST_STEP, e->at, (long long)h->step);
		return;
	}
	if (h->high < h->low) {
		diag(s->diags, D_HIST_RANGE, e->at, (long long)h->low, (long long)h->high);
		return;
	}
	buckets = hist_linear_buckets(h->low, h->high, h->step);
	if (buckets > HIST_BUCKETS_MAX)
		diag(s->diags, D_HIST_BUCKETS, e->at);
}

static void check_write(struct session *s, const struct expr *left)
{
	if (left->kind == EXPR_INDEX && left->u.index.hist)
		diag(s->diags, D_HIST_ASSIGN, left->at);
}

static void check_names(struct session *s, const struct embedded_code *code, const struct atoms *names)
{
	vec_each(name, names) {
		struct variable *v = symtab_global(s, symtab_file_of(s, code->at), *name);

		if (v && v->type == TYPE_STATS)
			diag(s->diags, D_STAT_CODE, code->at, v->name);
	}
}

static void check_code(struct session *s, const struct embedded_code *code)
{
	check_names(s, code, &code->reads);
	check_names(s, code, &code->writes);
}

static bool check_expr(struct expr **slot, void *ctx)
{
	struct session *s = ctx;
	struct expr *e = *slot;

	switch (e->kind) {
	case EXPR_HIST:
		check_hist(s, e);
		break;
	case EXPR_STAT:
		if (expr_stat(e)->has_param && (expr_stat(e)->param < 0 || expr_stat(e)->param > 62))
			diag(s->diags, D_STAT_SHIFT, e->at, (long long)expr_stat(e)->param);
		break;
	case EXPR_EMBEDDED:
		check_code(s, expr_embedded(e)->code);
		break;
	case EXPR_ASSIGN:
		check_write(s, expr_assign(e)->left);
		break;
	case EXPR_STEP:
		check_write(s, expr_step(e)->operand);
		break;
	default:
		break;
	}
	return true;
}

static void check_foreach(struct session *s, struct ast_foreach *f)
{
	struct variable *array = f->array.var;

	if (f->hist && f->keys.n > 1)
		diag(s->diags, D_HIST_KEYS, f->keys.v[1].at);
	if (f->has_sort_stat && array && array->type != TYPE_STATS)
		diag(s->diags, D_STAT_SORT, f->array.at, stat_info[f->sort_stat].text, array->name);
	if (f->value.var && array && array->type == TYPE_STATS)
		diag(s->diags, D_STAT_FOREACH, f->value.at, array->name, f->keys.v[0].name);
}

static bool check_stmt(struct stmt **slot, void *ctx)
{
	struct session *s = ctx;
	struct expr *target;

	if ((*slot)->kind == STMT_FOREACH)
		check_foreach(s, stmt_foreach(*slot));
	if ((*slot)->kind == STMT_EMBEDDED)
		check_code(s, stmt_code(*slot)->code);
	if ((*slot)->kind != STMT_DELETE)
		return true;
	target = stmt_delete_(*slot)->target;
	if (target->kind == EXPR_INDEX && target->u.index.hist)
		diag(s->diags, D_HIST_DELETE, target->at);
	return true;
}

int stat_seed(struct session *s)
{
	const struct ast_visitor seed = { .expr_pre = seed_expr, .ctx = s };
	const struct ast_visitor check = { .expr_pre = check_expr, .stmt_pre = check_stmt, .ctx = s };
	unsigned int errors = diag_errors(s->diags);

	walk(s, &seed);
	walk(s, &check);
	vec_each(f, &s->program.functions)
		if ((*f)->code)
			check_code(s, (*f)->code);
	return diag_errors(s->diags) > errors ? -1 : 0;
}
