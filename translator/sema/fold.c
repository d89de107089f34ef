// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fold - computes what is constant.
 * needs: infer.  keeps: types.  may replace an expression by a literal, and an `if` by the branch that is taken.
 *
 * Arithmetic is that of the handlers: 64 bits, wrapping, shifts masked; a division by zero stays, it is an error when it
 * happens. With -u nothing is folded.
 */
#include <string.h>

#include "translator/base/buf.h"
#include "translator/sema/fold.h"
#include "translator/sema/passes.h"
#include "translator/session.h"

static bool is_number(const struct expr *e, int64_t *value)
{
	if (e->kind != EXPR_NUMBER)
		return false;
	*value = e->u.number.value;
	return true;
}

static void replace(struct session *s, struct expr **slot, int64_t value)
{
	struct span at = (*slot)->at, full = (*slot)->full;

	*slot = ast_new_number(s->arena, at, value);
	(*slot)->full = full;
	(*slot)->type = TYPE_LONG;
}

/* Keeps the text of the whole expression for messages and field names. */
static void replace_by(struct expr **slot, struct expr *e)
{
	e->full = (*slot)->full;
	*slot = e;
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static bool compute(enum binary_op op, int64_t a, int64_t b, int64_t *r)
{
	uint64_t ua = (uint64_t)a, ub = (uint64_t)b;

	switch (op) {
	case BINARY_OROR:	*r = a || b; return true;
	case BINARY_ANDAND:	*r = a && b; return true;
	case BINARY_OR:		*r = a | b; return true;
	case BINARY_XOR:	*r = a ^ b; return true;
	case BINARY_AND:	*r = a & b; return true;
	case BINARY_LT:		*r = a < b; return true;
	case BINARY_GT:		*r = a > b; return true;
	case BINARY_LE:		*r = a <= b; return true;
	case BINARY_GE:		*r = a >= b; return true;
	case BINARY_EQ:		*r = a == b; return true;
	case BINARY_NE:		*r = a != b; return true;
	case BINARY_SHL:	*r = (int64_t)(ua << (b & 63)); return true;
	case BINARY_SHR:	*r = a >> (b & 63); return true;
	case BINARY_LSHR:	*r = (int64_t)(ua >> (b & 63)); return true;
	case BINARY_ADD:	*r = (int64_t)(ua + ub); return true;
	case BINARY_SUB:	*r = (int64_t)(ua - ub); return true;
	case BINARY_MUL:	*r = (int64_t)(ua * ub); return true;
	case BINARY_DIV:
		if (b)
			*r = b == -1 ? (int64_t)(0 - ua) : a / b;
		return b != 0;
	case BINARY_MOD:
		if (b)
			*r = b == -1 ? 0 : a % b;
		return b != 0;
	case BINARY__COUNT:
		break;
	}
	return false;
}

static bool compare_strings(enum binary_op op, const struct expr *a, const struct expr *b, int64_t *r)
{
	int order;

	if (a->kind != EXPR_STRING || b->kind != EXPR_STRING)
		return false;
	order = strcmp(a->u.string.value.bytes, b->u.string.value.bytes);
	return compute(op, order < 0 ? -1 : order > 0, 0, r);
}

/* The right side of && and || need not be constant when the left one decides; the result is 0 or 1 in any case. */
static bool left_decides(const struct ast_binary *b, int64_t left, int64_t *r)
{
	if (b->op == BINARY_ANDAND && !left) {
		*r = 0;
		return true;
	}
	if (b->op == BINARY_OROR && left) {
		*r = 1;
		return true;
	}
	return false;
}

static void fold_binary(struct session *s, struct expr **slot)
{
	struct ast_binary *b = expr_binary(*slot);
	int64_t left, right, r;

	if (is_number(b->left, &left) && left_decides(b, left, &r))
		replace(s, slot, r);
	else if (is_number(b->left, &left) && is_number(b->right, &right) && compute(b->op, left, right, &r))
		replace(s, slot, r);
	else if (binary_info[b->op].class == CLASS_COMPARE && compare_strings(b->op, b->left, b->right, &r))
		replace(s, slot, r);
}

static void fold_unary(struct session *s, struct expr **slot)
{
	struct ast_unary *u = expr_unary(*slot);
	int64_t v;

	if (u->op == UNARY_PLUS) {
		replace_by(slot, u->operand);
		return;
	}
	if (!is_number(u->operand, &v))
		return;
	switch (u->op) {
	case UNARY_MINUS:
		replace(s, slot, (int64_t)(0 - (uint64_t)v));
		break;
	case UNARY_NOT:
		replace(s, slot, !v);
		break;
	case UNARY_COMPLEMENT:
		replace(s, slot, ~v);
		break;
	case UNARY_PLUS:
	case UNARY__COUNT:
		break;
	}
}

/* Literals side by side become one, unless that would hide a cut at MAXSTRINGLEN. */
static void fold_concat(struct session *s, struct expr **slot)
{
	struct ast_concat *c = expr_concat(*slot);
	int64_t limit = 512;
	unsigned int kept = 0;

	options_macro_number(&s->options, "MAXSTRINGLEN", &limit);
	for (unsigned int i = 0; i < c->parts.n; i++) {
		struct expr *e = c->parts.v[i], *last = kept ? c->parts.v[kept - 1] : NULL;
		const char *joined;

		if (!last || e->kind != EXPR_STRING || last->kind != EXPR_STRING ||
		    (int64_t)(last->u.string.value.len + e->u.string.value.len) >= limit) {
			c->parts.v[kept++] = e;
			continue;
		}
		joined = arena_printf(s->arena, "%s%s", last->u.string.value.bytes, e->u.string.value.bytes);
		c->parts.v[kept - 1] = ast_new_string(s->arena, last->at, joined, strlen(joined));
	}
	c->parts.n = kept;
	if (kept == 1)
		replace_by(slot, c->parts.v[0]);
}

static void fold_expr(struct expr **slot, void *ctx)
{
	struct session *s = ctx;
	int64_t v;

	switch ((*slot)->kind) {
	case EXPR_UNARY:
		fold_unary(s, slot);
		break;
	case EXPR_BINARY:
		fold_binary(s, slot);
		break;
	case EXPR_CONCAT:
		fold_concat(s, slot);
		break;
	case EXPR_TERNARY:
		if (is_number(expr_ternary(*slot)->cond, &v))
			replace_by(slot, v ? expr_ternary(*slot)->yes : expr_ternary(*slot)->no);
		break;
	default:
		break;
	}
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static struct stmt *empty(struct session *s, const struct stmt *of)
{
	struct stmt *e = ast_new_stmt(s->arena, STMT_EMPTY, of->at);

	e->full = of->full;
	return e;
}

static void fold_stmt(struct stmt **slot, void *ctx)
{
	struct ast_branch *b;
	int64_t v;

	if ((*slot)->kind != STMT_IF)
		return;
	b = stmt_branch(*slot);
	if (is_number(b->cond, &v))
		*slot = v ? b->yes : b->no ? b->no : empty(ctx, *slot);
}

void fold_code(struct session *s, struct stmt **body)
{
	struct ast_visitor v = { .expr_post = fold_expr, .stmt_post = fold_stmt, .ctx = s };

	ast_walk_stmt(body, &v);
}

void fold_one(struct session *s, struct expr **e)
{
	struct ast_visitor v = { .expr_post = fold_expr, .ctx = s };

	ast_walk_expr(e, &v);
}

int pass_fold(struct session *s)
{
	if (s->options.unoptimized)
		return 0;
	vec_each(f, &s->program.functions) {
		if (!(*f)->body)
			continue;
		propagate_literals(s, &(*f)->body);
		fold_code(s, &(*f)->body);
	}
	vec_each(p, &s->program.probes) {
		propagate_literals(s, &(*p)->body);
		vec_each(e, &(*p)->conditions)
			fold_one(s, e);
		fold_code(s, &(*p)->body);
	}
	return 0;
}
