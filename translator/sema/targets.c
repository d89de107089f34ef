// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * targets - gives $variables their meaning, which only the probe's family knows.
 * needs: resolve.
 * after: no @defined is left; each EXPR_TARGET has what its family's target() made of it. A branch that a constant
 *        condition, such as @defined, rules out is gone, so that it may name what does not exist here.
 */
#include <string.h>

#include "translator/family/family.h"
#include "translator/sema/entry.h"
#include "translator/sema/fold.h"
#include "translator/sema/passes.h"
#include "translator/session.h"

struct targets {
	struct session *s;
	struct derived_probe *probe;	/* NULL in a function */
	struct derived_probes entries;	/* handlers at functions' entries, made for .return probes */
};

/* A .return probe's variables, but for what the function returned, are those of the function's entry. */
static bool is_of_entry(const struct targets *t, const struct expr *e)
{
	const char *name = e->u.target.name;

	return t->probe && e->u.target.base == TARGET_VAR && entry_has(t->s, t->probe) &&
	       strcmp(name, "$return") && strncmp(name, "$$return", 8);
}

static int try_meaning(struct targets *t, struct expr *e)
{
	static const char *const later[] = {
		[TARGET_ATVAR] = "@var", [TARGET_AUTOCAST] = "-> on a value",
	};
	struct session *s = t->s;

	if (expr_target(e)->base == TARGET_CAST)
		return family_cast(s, e);
	if (expr_target(e)->base != TARGET_VAR)
		return diag(s->diags, D_NOT_YET, e->at, later[expr_target(e)->base]);
	if (!t->probe)
		return diag(s->diags, D_NOT_YET, e->at, "a target variable in a function");
	if (!t->probe->family->target)
		return diag(s->diags, D_TARGET_FAMILY, e->at, t->probe->point);
	return t->probe->family->target(s, is_of_entry(t, e) ? entry_probe(s, t->probe) : t->probe, e);
}

/* With --skip-badvars what is not there is 0. */
static void give_meaning(struct targets *t, struct expr **slot)
{
	unsigned int mark = diag_mark(t->s->diags);
	struct span full = (*slot)->full;

	if (try_meaning(t, *slot) == 0 || !t->s->options.skip_badvars || expr_target(*slot)->written)
		return;
	diag_forget(t->s->diags, mark);
	diag(t->s->diags, D_BADVAR, (*slot)->at);
	*slot = ast_new_number(t->s->arena, (*slot)->at, 0);
	(*slot)->full = full;
}

/* Tries what it asks for, in silence. */
static void evaluate_defined(struct targets *t, struct expr **slot)
{
	struct expr *what = expr_at(*slot)->args.v[0];
	unsigned int mark = diag_mark(t->s->diags);
	bool defined = what->kind != EXPR_TARGET || try_meaning(t, what) == 0;
	struct span full = (*slot)->full;

	diag_forget(t->s->diags, mark);
	*slot = ast_new_number(t->s->arena, (*slot)->at, defined);
	(*slot)->full = full;
	(*slot)->type = TYPE_LONG;
}

static bool defined_pre(struct expr **slot, void *ctx)
{
	if ((*slot)->kind == EXPR_AT && expr_at(*slot)->op == AT_DEFINED) {
		evaluate_defined(ctx, slot);
		return false;
	}
	return (*slot)->kind != EXPR_TARGET;
}

/* Its meaning is that at the entry. */
static void save_at_entry(struct targets *t, struct expr **slot, struct expr *e)
{
	if (!t->probe || !entry_has(t->s, t->probe))
		diag(t->s->diags, D_ENTRY_PLACE, (*slot)->at);
	else
		*slot = entry_save(t->s, t->probe, e, (*slot)->full);
}

/* The value of a condition that is constant once its @defined are known. */
static bool constant(struct targets *t, struct expr **cond, int64_t *value)
{
	struct ast_visitor v = { .expr_pre = defined_pre, .ctx = t };
	struct ast_copier copier = { .arena = t->s->arena };
	struct expr *copy;

	ast_walk_expr(cond, &v);
	copy = ast_copy_expr(&copier, *cond);
	fold_one(t->s, &copy);
	if (copy->kind != EXPR_NUMBER)
		return false;
	*value = expr_number(copy)->value;
	return true;
}

static bool target_expr(struct expr **slot, void *ctx)
{
	struct targets *t = ctx;
	int64_t value;

	while ((*slot)->kind == EXPR_TERNARY && constant(t, &expr_ternary(*slot)->cond, &value)) {
		struct expr *taken = value ? expr_ternary(*slot)->yes : expr_ternary(*slot)->no;

		taken->full = (*slot)->full;
		*slot = taken;
	}
	if ((*slot)->kind == EXPR_AT && expr_at(*slot)->op == AT_DEFINED) {
		evaluate_defined(t, slot);
		return false;
	}
	if ((*slot)->kind == EXPR_AT && expr_at(*slot)->op == AT_ENTRY) {
		save_at_entry(t, slot, expr_at(*slot)->args.v[0]);
		return false;
	}
	if ((*slot)->kind != EXPR_TARGET)
		return true;
	if (is_of_entry(t, *slot) && expr_target(*slot)->written) {
		diag(t->s->diags, D_TARGET_WRITE_RETURN, (*slot)->at);
		return false;
	}
	if (is_of_entry(t, *slot)) {
		save_at_entry(t, slot, *slot);
		return false;
	}
	give_meaning(t, slot);
	return (*slot)->kind == EXPR_TARGET;	/* else it was rewritten, into what has its meaning */
}

static bool target_stmt(struct stmt **slot, void *ctx)
{
	struct targets *t = ctx;
	int64_t value;

	while ((*slot)->kind == STMT_IF && constant(t, &stmt_branch(*slot)->cond, &value)) {
		struct ast_branch *b = stmt_branch(*slot);

		*slot = value ? b->yes : b->no ? b->no : ast_new_stmt(t->s->arena, STMT_EMPTY, (*slot)->at);
	}
	return true;
}

/* Behind its operands. */
static void target_post(struct expr **slot, void *ctx)
{
	struct targets *t = ctx;

	if ((*slot)->kind == EXPR_AT && expr_at(*slot)->op == AT_ENUM)
		family_enum(t->s, *slot);
	else if ((*slot)->kind == EXPR_AT && expr_at(*slot)->op == AT_ENUMNAME)
		family_enum_name(t->s, *slot);
}

static void target_body(struct targets *t, struct stmt **body)
{
	struct ast_visitor v = { .expr_pre = target_expr, .expr_post = target_post, .stmt_pre = target_stmt, .ctx = t };

	ast_walk_stmt(body, &v);
}

int pass_targets(struct session *s)
{
	struct targets t = { .s = s };
	unsigned int errors = diag_errors(s->diags);

	vec_each(f, &s->program.functions)
		if ((*f)->body)
			target_body(&t, &(*f)->body);
	vec_each(p, &s->program.probes) {
		t.probe = *p;
		target_body(&t, &(*p)->body);
	}
	vec_each(p, &s->program.probes)
		if ((*p)->entry)
			vec_push(s->arena, &t.entries, (*p)->entry);
	vec_each(p, &t.entries) {
		t.probe = *p;
		entry_finish(s, *p);
		target_body(&t, &(*p)->body);
		vec_push(s->arena, &s->program.probes, *p);
	}
	return diag_errors(s->diags) > errors ? -1 : 0;
}
