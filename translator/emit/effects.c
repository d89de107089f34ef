// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What evaluating an expression does besides giving a value. Asked of operands before they are
 * written, so that a value is saved only if something evaluated later would change it.
 */
#include "translator/emit/expr.h"

#include "translator/sema/program.h"

struct question {
	unsigned (*of)(struct expr *e, const struct variable *v);
	const struct variable *var;
	unsigned answer;
};

static void ask(struct expr **slot, void *ctx)
{
	struct question *q = ctx;

	q->answer |= q->of(*slot, q->var);
	ast_expr_children(*slot, ask, q);
}

static unsigned answer(struct expr *e, unsigned (*of)(struct expr *e, const struct variable *v),
		       const struct variable *var)
{
	struct question q = { .of = of, .var = var };

	ask(&e, &q);
	return q.answer;
}

/* ---- writes ---------------------------------------------------------------------------------- */

static unsigned writes_target(struct expr *target)
{
	if (target->kind == EXPR_NAME && target->u.name.var->kind != VAR_GLOBAL)
		return WRITES_LOCAL;
	return WRITES_GLOBAL;
}

static unsigned call_writes(struct function *f)
{
	for (; f; f = f->overload_next)
		if (!f->plan || f->plan->writes.n)
			return WRITES_GLOBAL;
	return 0;
}

static unsigned own_writes(struct expr *e, const struct variable *v)
{
	(void)v;
	switch (e->kind) {
	case EXPR_ASSIGN:
		return writes_target(e->u.assign.left);
	case EXPR_STEP:
		return writes_target(e->u.step.operand);
	case EXPR_CALL:
		return call_writes(e->u.call.func);
	case EXPR_EMBEDDED:
		return e->u.embedded.code->writes.n ? WRITES_GLOBAL : 0;
	default:
		return 0;
	}
}

unsigned expr_writes(struct expr *e)
{
	return answer(e, own_writes, NULL);
}

/* ---- reads ----------------------------------------------------------------------------------- */

static unsigned own_reads(struct expr *e, const struct variable *v)
{
	return e->kind == EXPR_NAME && e->u.name.var == v;
}

bool expr_reads(struct expr *e, const struct variable *v)
{
	return answer(e, own_reads, v);
}

/* ---- failure --------------------------------------------------------------------------------- */

static bool divides(enum binary_op op)
{
	return op == BINARY_DIV || op == BINARY_MOD;
}

static bool safe_divisor(const struct expr *e)
{
	return e->kind == EXPR_NUMBER && e->u.number.value != 0 && e->u.number.value != -1;
}

static bool call_can_fail(struct function *f)
{
	if (f->overload_next)
		return true;
	return !f->plan || f->plan->can_fail;
}

static bool assign_can_fail(const struct ast_assign *a)
{
	return a->left->kind != EXPR_NAME ||
	       (divides(assign_binary[a->op]) && !safe_divisor(a->right));
}

static unsigned own_can_fail(struct expr *e, const struct variable *v)
{
	(void)v;
	switch (e->kind) {
	case EXPR_BINARY:
		return divides(e->u.binary.op) && !safe_divisor(e->u.binary.right);
	case EXPR_ASSIGN:
		return assign_can_fail(&e->u.assign);
	case EXPR_STEP:
		return e->u.step.operand->kind != EXPR_NAME;
	case EXPR_CALL:
		return call_can_fail(e->u.call.func);
	case EXPR_PRINT:
	case EXPR_TARGET:
	case EXPR_AT:
	case EXPR_EMBEDDED:
	case EXPR_STAT:
	case EXPR_HIST:
		return true;
	default:
		return false;
	}
}

bool expr_can_fail(struct expr *e)
{
	return answer(e, own_can_fail, NULL);
}

/* ---- plain ----------------------------------------------------------------------------------- */

static unsigned own_not_plain(struct expr *e, const struct variable *v)
{
	(void)v;
	switch (e->kind) {
	case EXPR_NUMBER:
	case EXPR_STRING:
	case EXPR_NAME:
	case EXPR_UNARY:
	case EXPR_TERNARY:
		return false;
	case EXPR_BINARY:
		return divides(e->u.binary.op) && !safe_divisor(e->u.binary.right);
	default:
		return true;
	}
}

bool expr_is_plain(struct expr *e)
{
	return !answer(e, own_not_plain, NULL);
}
