// SPDX-License-Identifier: GPL-2.0-or-later
/* The ordinary operators. Assignments are in assign.c, calls in function.c, prints in print.c,
 * arrays in array.c. */
#include "translator/emit/expr.h"

#include <limits.h>

#include "translator/emit/kinds.h"
#include "translator/emit/names.h"

/* ---- values ---------------------------------------------------------------------------------- */

struct value value_fixed(const char *text, bool is_string)
{
	return (struct value){ .text = text, .is_string = is_string };
}

struct value value_number(struct unit *u, long long n)
{
	struct value v = {
		.constant = true, .number = n, .compound = n < 0, .boolean = n == 0 || n == 1,
	};

	if (n == LLONG_MIN)
		v.text = "-9223372036854775807ll - 1";
	else if (n > INT_MAX || n <= INT_MIN)
		v.text = unit_text(u, "%lldll", n);
	else
		v.text = unit_text(u, "%lld", n), v.narrow = true;
	return v;
}

struct value value_variable(struct unit *u, struct variable *var)
{
	struct value v = { .text = names_variable(var), .is_string = var->type == TYPE_STRING };

	if (var->kind == VAR_LOCAL || var->kind == VAR_PARAM)
		unit_read(u, var);
	if (var->kind == VAR_GLOBAL)
		v.life = LIFE_GLOBAL;
	else if (var->kind == VAR_LOCAL || var->is_written)
		v.life = LIFE_LOCAL;
	return v;
}

const char *value_operand(struct unit *u, struct value v)
{
	return v.compound ? unit_text(u, "(%s)", v.text) : v.text;
}

struct value value_save(struct unit *u, struct value v)
{
	const char *copy;

	if (v.life == LIFE_FIXED)
		return v;
	if (v.is_string) {
		copy = unit_slot(u);
		unit_line(u, "stp_strcpy(%s, %s);", copy, v.text);
	} else {
		copy = unit_temp(u, TEMP_LONG);
		unit_line(u, "%s = %s;", copy, v.text);
	}
	return value_fixed(copy, v.is_string);
}

static enum life longest(enum life a, enum life b)
{
	return a > b ? a : b;
}

/* 0 or 1 computed at once, because the strings that it is computed from may be in slots about to
 * be released. */
static struct value truth_now(struct unit *u, const char *text)
{
	struct value v = value_fixed(unit_temp(u, TEMP_LONG), false);

	unit_line(u, "%s = %s;", v.text, text);
	v.boolean = v.own = true;
	return v;
}

void expr_operands(struct unit *u, struct expr *const *e, unsigned n, struct value *values)
{
	for (unsigned i = 0; i < n; i++) {
		unsigned writes = 0;

		values[i] = expr_value(u, e[i]);
		for (unsigned later = i + 1; later < n; later++)
			writes |= expr_writes(e[later]);
		if ((values[i].life == LIFE_LOCAL && (writes & WRITES_LOCAL)) ||
		    (values[i].life == LIFE_GLOBAL && writes))
			values[i] = value_save(u, values[i]);
	}
}

/* ---- leaves ---------------------------------------------------------------------------------- */

struct value value_of_number(struct unit *u, struct expr *e)
{
	return value_number(u, e->u.number.value);
}

struct value value_of_string(struct unit *u, struct expr *e)
{
	struct ast_bytes *s = &e->u.string.value;
	size_t most = u->m->limits.string_size - 1;
	struct cwriter w;
	struct value v;

	cw_init(&w, NULL, "", true);
	cw_string(&w, s->bytes, s->len < most ? s->len : most);
	v = value_fixed(arena_strdup(u->m->s->arena, buf_text(&w.out)), true);
	cw_free(&w);
	return v;
}

struct value value_of_name(struct unit *u, struct expr *e)
{
	return value_variable(u, e->u.name.var);
}

/* ---- operators on numbers -------------------------------------------------------------------- */

struct value value_of_unary(struct unit *u, struct expr *e)
{
	struct value x = expr_value(u, e->u.unary.operand);
	struct value v = { .life = x.life, .compound = true, .narrow = x.narrow };

	if (e->u.unary.op == UNARY_PLUS)
		return x;
	v.text = unit_text(u, "%s%s", unary_text[e->u.unary.op], value_operand(u, x));
	if (e->u.unary.op == UNARY_NOT)
		v.narrow = v.boolean = true;
	return v;
}

static struct value divide(struct unit *u, enum binary_op op, struct value left, struct value right,
			   struct span at)
{
	const char *t = unit_temp(u, TEMP_LONG);

	unit_fail_if(u, "stp_%s(c, &%s, %s, %s, %u)", op == BINARY_DIV ? "div" : "mod", t,
		     left.text, right.text,
		     unit_position(u, at));
	return value_fixed(t, false);
}

static const char *shift_name(enum binary_op op)
{
	if (op == BINARY_SHL)
		return "stp_shl";
	return op == BINARY_SHR ? "stp_shr" : "stp_ushr";
}

struct value value_binary(struct unit *u, enum binary_op op, struct value left, struct value right,
			  struct span at)
{
	struct value v = { .life = longest(left.life, right.life), .compound = true };
	bool compare = binary_info[op].class == CLASS_COMPARE;
	bool widen = left.narrow && right.narrow && binary_info[op].class == CLASS_ARITH;

	if (binary_info[op].class == CLASS_SHIFT) {
		v.text = unit_text(u, "%s(%s, %s)", shift_name(op), left.text, right.text);
		v.compound = false;
		return v;
	}
	if ((op == BINARY_DIV || op == BINARY_MOD) &&
	    !(right.constant && right.number != 0 && right.number != -1))
		return divide(u, op, left, right, at);
	v.text = unit_text(u, "%s%s %s %s", widen ? "(stp_s64)" : "", value_operand(u, left),
			   binary_info[op].text,
			   value_operand(u, right));
	v.narrow = v.boolean = compare;
	return v;
}

static struct value compare_strings(struct unit *u, enum binary_op op, struct value *v,
				    bool in_slots)
{
	const char *text = unit_text(u, "stp_strcmp(%s, %s) %s 0", v[0].text, v[1].text,
				     binary_info[op].text);

	if (in_slots)
		return truth_now(u, text);
	return (struct value){ .text = text, .life = longest(v[0].life, v[1].life),
			      .compound = true, .narrow = true,
			       .boolean = true };
}

/* ---- && || ?: -------------------------------------------------------------------------------- */

/* The right side needs statements, so they go below an `if`. */
static struct value logic_by_steps(struct unit *u, struct ast_binary *b)
{
	struct value v = expr_value(u, b->left);
	const char *t = v.text;

	if (!v.boolean || !v.own) {
		t = unit_temp(u, TEMP_LONG);
		unit_line(u, v.boolean ? "%s = %s;" : "%s = %s != 0;", t,
			  v.boolean ? v.text : value_operand(u, v));
	}
	cw_open(u->w, b->op == BINARY_ANDAND ? "if (%s)" : "if (!%s)", t);
	v = expr_value(u, b->right);
	unit_line(u, v.boolean ? "%s = %s;" : "%s = %s != 0;", t,
		  v.boolean ? v.text : value_operand(u, v));
	cw_close(u->w, "");
	v = value_fixed(t, false);
	v.boolean = v.own = true;
	return v;
}

static struct value logic(struct unit *u, struct ast_binary *b)
{
	struct value left, right;

	if (!expr_is_plain(b->right))
		return logic_by_steps(u, b);
	left = expr_value(u, b->left);
	right = expr_value(u, b->right);
	return (struct value){
		.text = unit_text(u, "%s %s %s", value_operand(u, left), binary_info[b->op].text,
				  value_operand(u, right)),
		.life = longest(left.life, right.life), .compound = true, .narrow = true,
		.boolean = true,
	};
}

struct value value_of_binary(struct unit *u, struct expr *e)
{
	struct ast_binary *b = &e->u.binary;
	struct expr *sides[] = { b->left, b->right };
	unsigned mark = unit_mark(u);
	struct value v[2];

	if (binary_info[b->op].class == CLASS_LOGIC)
		return logic(u, b);
	expr_operands(u, sides, 2, v);
	if (v[0].is_string)
		return compare_strings(u, b->op, v, unit_mark(u) != mark);
	return value_binary(u, b->op, v[0], v[1], e->at);
}

static void choose(struct unit *u, const char *t, struct expr *e, enum life *life)
{
	struct value v = expr_value(u, e);

	unit_line(u, "%s = %s;", t, v.text);
	*life = longest(*life, v.is_string ? v.life : LIFE_FIXED);
}

static struct value ternary_by_steps(struct unit *u, struct expr *e)
{
	struct ast_ternary *x = &e->u.ternary;
	bool is_string = e->type == TYPE_STRING;
	const char *t = unit_temp(u, is_string ? TEMP_POINTER : TEMP_LONG);
	struct value v = value_fixed(t, is_string);

	cw_open(u->w, "if (%s)", expr_condition(u, x->cond));
	choose(u, t, x->yes, &v.life);
	u->w->depth--;
	cw_open(u->w, "} else");
	choose(u, t, x->no, &v.life);
	cw_close(u->w, "");
	return v;
}

struct value value_of_ternary(struct unit *u, struct expr *e)
{
	struct ast_ternary *x = &e->u.ternary;
	struct value cond, yes, no;

	if (!expr_is_plain(x->yes) || !expr_is_plain(x->no))
		return ternary_by_steps(u, e);
	cond = expr_value(u, x->cond);
	yes = expr_value(u, x->yes);
	no = expr_value(u, x->no);
	return (struct value){
		.text = unit_text(u, "%s ? %s : %s", value_operand(u, cond), value_operand(u, yes),
				  value_operand(u, no)),
		.life = longest(cond.life, longest(yes.life, no.life)), .compound = true,
		.is_string = yes.is_string, .narrow = yes.narrow && no.narrow,
		.boolean = yes.boolean && no.boolean,
	};
}

/* ---- strings --------------------------------------------------------------------------------- */

/* Each part goes behind the one before, whose end is known: the cost is that of the bytes. No part is in dst: it is a slot of
 * its own, or a variable that the parts do not read (can_build_in()). */
static void append_parts(struct unit *u, const struct value *v, unsigned n, const char *dst)
{
	const char *at = unit_temp(u, TEMP_LONG);

	for (unsigned i = 0; i < n; i++)
		unit_line(u, "%s%sstp_append(%s, %s, %s);", i + 1 < n ? at : "", i + 1 < n ? " = " : "",
			  dst, i ? at : "0", v[i].text);
}

static void concat_into(struct unit *u, struct expr *e, const char *dst)
{
	struct exprs *parts = &e->u.concat.parts;
	struct value *v = arena_new_array(u->m->s->arena, struct value, parts->n);
	unsigned mark = unit_mark(u);

	expr_operands(u, parts->v, parts->n, v);
	if (parts->n == 2)
		unit_line(u, "stp_strcat(%s, %s, %s);", dst, v[0].text, v[1].text);
	else
		append_parts(u, v, parts->n, dst);
	unit_release(u, mark);
}

struct value value_of_concat(struct unit *u, struct expr *e)
{
	const char *dst = unit_slot(u);

	concat_into(u, e, dst);
	return value_fixed(dst, true);
}

void expr_string_into(struct unit *u, struct expr *e, const char *dst)
{
	unsigned mark = unit_mark(u);

	switch (e->kind) {
	case EXPR_CONCAT:
		concat_into(u, e, dst);
		break;
	case EXPR_CALL:
		call_into(u, e, dst);
		break;
	case EXPR_PRINT:
		sprintf_into(u, e, dst);
		break;
	default:
		unit_line(u, "stp_strcpy(%s, %s);", dst, expr_value(u, e).text);
		break;
	}
	unit_release(u, mark);
}

/* ---- kinds that sema refuses or lowers ------------------------------------------------------- */

struct value value_of_any(struct unit *u, struct expr *e)
{
	BUG(u->m->s->sources, e->at, "a wildcard index is no value");
}

/* ---- dispatch -------------------------------------------------------------------------------- */

static struct value (*const value_of[EXPR__COUNT])(struct unit *u, struct expr *e) = {
#define EXPR(kind, arm, printable, flags) [EXPR_##kind] = value_of_##arm,
#include "translator/syntax/ast.def"
};

/* A number does not refer to a slot (compare_strings() sees to it), so none stays in use for it. */
struct value expr_value(struct unit *u, struct expr *e)
{
	unsigned mark = unit_mark(u);
	struct value v = value_of[e->kind](u, e);

	if (!v.is_string)
		unit_release(u, mark);
	return v;
}

static void effect_of_child(struct expr **slot, void *ctx)
{
	expr_effect(ctx, *slot);
}

/* An operator that does nothing but give a value: when nobody wants it, the effects of its
 * operands are left. */
static bool is_pure(const struct expr *e)
{
	switch (e->kind) {
	case EXPR_UNARY:
	case EXPR_CONCAT:
	case EXPR_INDEX:
	case EXPR_IN:
	case EXPR_ANY:
		return true;
	case EXPR_BINARY:
		return binary_info[e->u.binary.op].class != CLASS_LOGIC &&
		       e->u.binary.op != BINARY_DIV &&
		       e->u.binary.op != BINARY_MOD;
	default:
		return false;
	}
}

static bool is_logic(const struct expr *e)
{
	return e->kind == EXPR_BINARY && binary_info[e->u.binary.op].class == CLASS_LOGIC;
}

static void effect_of_logic(struct unit *u, struct ast_binary *b)
{
	struct value left = expr_value(u, b->left);

	cw_open(u->w, b->op == BINARY_ANDAND ? "if (%s)" : "if (!%s)",
		b->op == BINARY_ANDAND ? left.text : value_operand(u, left));
	expr_effect(u, b->right);
	cw_close(u->w, "");
}

static void effect_of_ternary(struct unit *u, struct ast_ternary *x)
{
	cw_open(u->w, "if (%s)", expr_condition(u, x->cond));
	expr_effect(u, x->yes);
	u->w->depth--;
	cw_open(u->w, "} else");
	expr_effect(u, x->no);
	cw_close(u->w, "");
}

void expr_effect(struct unit *u, struct expr *e)
{
	unsigned mark = unit_mark(u);

	if (expr_is_plain(e))
		return;
	if (e->kind == EXPR_ASSIGN || e->kind == EXPR_STEP)
		assign_effect(u, e);
	else if (e->kind == EXPR_CALL)
		call_effect(u, e);
	else if (is_logic(e))
		effect_of_logic(u, &e->u.binary);
	else if (e->kind == EXPR_TERNARY)
		effect_of_ternary(u, &e->u.ternary);
	else if (is_pure(e))
		ast_expr_children(e, effect_of_child, u);
	else
		expr_value(u, e);
	unit_release(u, mark);
}

const char *expr_condition(struct unit *u, struct expr *e)
{
	return expr_value(u, e).text;
}
