// SPDX-License-Identifier: GPL-2.0-or-later
/* Assignments, ++ and --, to scalars and elements of arrays. */
#include <string.h>

#include "translator/emit/array.h"
#include "translator/emit/kinds.h"
#include "translator/emit/target.h"
#include "translator/emit/names.h"
#include "translator/emit/stat.h"

/* The one update of a handler that needs no lock. */
static bool is_atomic(const struct unit *u, const struct variable *var)
{
	return u->probe && u->probe->lock == LOCK_ATOMIC && var == u->probe->locks.v[0];
}

/* Whether somebody reads the variable: a store to another one would be dead. */
static bool is_wanted(const struct unit *u, const struct variable *var)
{
	return var->kind == VAR_GLOBAL || var->kind == VAR_SAVED || unit_is_read(u, var);
}

/* ---- scalars: these store, and leave the value to the variable ------------------------------- */

void assign_variable(struct unit *u, const struct variable *var, struct value v)
{
	if (!is_wanted(u, var))
		return;
	if (v.is_string)
		unit_line(u, "stp_strcpy(%s, %s);", names_variable(var), v.text);
	else
		unit_line(u, "%s = %s;", names_variable(var), v.text);
}

/* Whether a string may be built in the variable itself: nobody may see a half of it. */
static bool can_build_in(struct unit *u, const struct variable *var, struct expr *right)
{
	bool in_try = strcmp(u->fail, "out") != 0;

	return var->kind != VAR_GLOBAL && !expr_reads(right, var) &&
	       !(expr_writes(right) & WRITES_LOCAL) && !(in_try && expr_can_fail(right));
}

static void set_variable(struct unit *u, struct variable *var, struct expr *right)
{
	if (!is_wanted(u, var))
		expr_effect(u, right);
	else if (var->type == TYPE_STRING && can_build_in(u, var, right))
		expr_string_into(u, right, names_variable(var));
	else
		assign_variable(u, var, expr_value(u, right));
}

static void append_variable(struct unit *u, struct variable *var, struct expr *right)
{
	const char *name = names_variable(var);

	if (is_wanted(u, var))
		unit_line(u, "stp_strcat(%s, %s, %s);", name, name, expr_value(u, right).text);
	else
		expr_effect(u, right);
}

static void add_atomic(struct unit *u, struct variable *var, enum binary_op op, struct value n)
{
	unit_line(u, "stp_atomic_add(&%s, %s%s);", names_variable(var), op == BINARY_SUB ? "-" : "",
		  op == BINARY_SUB ? value_operand(u, n) : n.text);
}

static bool has_c_operator(enum binary_op op)
{
	return binary_info[op].class == CLASS_ARITH && op != BINARY_DIV && op != BINARY_MOD;
}

static void change_variable(struct unit *u, struct variable *var, enum binary_op op, struct expr *e)
{
	struct value right = expr_value(u, e->u.assign.right);

	if (is_atomic(u, var))
		add_atomic(u, var, op, right);
	else if (!has_c_operator(op))
		assign_variable(u, var, value_binary(u, op, value_variable(u, var), right, e->at));
	else if (is_wanted(u, var))
		unit_line(u, "%s %s= %s;", names_variable(var), binary_info[op].text, right.text);
}

static void assign_scalar(struct unit *u, struct expr *e)
{
	struct ast_assign *a = &e->u.assign;
	struct variable *var = a->left->u.name.var;

	if (a->op == ASSIGN_SET)
		set_variable(u, var, a->right);
	else if (a->op == ASSIGN_CONCAT)
		append_variable(u, var, a->right);
	else
		change_variable(u, var, assign_binary[a->op], e);
}

static void step_scalar(struct unit *u, struct expr *e)
{
	struct variable *var = e->u.step.operand->u.name.var;

	if (is_atomic(u, var))
		unit_line(u, "stp_atomic_add(&%s, %d);", names_variable(var), e->u.step.delta);
	else if (is_wanted(u, var))
		unit_line(u, "%s%s;", names_variable(var), e->u.step.delta > 0 ? "++" : "--");
}

/* ---- elements -------------------------------------------------------------------------------- */

static struct value negate(struct unit *u, struct value v)
{
	if (v.constant && v.narrow)
		return value_number(u, -v.number);
	v.text = unit_text(u, "-%s%s", v.narrow ? "(stp_s64)" : "", value_operand(u, v));
	v.compound = true;
	return v;
}

static struct value append_element(struct unit *u, struct variable *var, const char *keys,
				   struct value right, struct span at)
{
	struct value old = array_get(u, var, keys), v = value_fixed(unit_slot(u), true);

	unit_line(u, "stp_strcat(%s, %s, %s);", v.text, old.text, right.text);
	array_set(u, var, keys, v, at);
	return v;
}

static struct value assign_element(struct unit *u, struct expr *e)
{
	struct ast_index *x = &e->u.assign.left->u.index;
	enum binary_op op = assign_binary[e->u.assign.op];
	struct span at = e->u.assign.left->at;
	struct value *v = array_operands(u, e), right = v[x->keys.n];
	const char *keys = array_keys(u, v, x->keys.n);

	if (e->u.assign.op == ASSIGN_CONCAT)
		return append_element(u, x->var, keys, right, at);
	if (op == BINARY_ADD || op == BINARY_SUB)
		return array_add(u, x->var, keys, op == BINARY_ADD ? right : negate(u, right), at);
	if (op != BINARY_NONE)
		right = value_binary(u, op, array_get(u, x->var, keys), right, e->at);
	array_set(u, x->var, keys, right, at);
	return right;
}

static struct value step_element(struct unit *u, struct expr *e)
{
	struct ast_index *x = &e->u.step.operand->u.index;
	struct value *keys = arena_new_array(u->m->s->arena, struct value, x->keys.n);
	int delta = e->u.step.delta;
	struct value v;

	expr_operands(u, x->keys.v, x->keys.n, keys);
	v = array_add(u, x->var, array_keys(u, keys, x->keys.n), value_number(u, delta),
		      e->u.step.operand->at);
	if (e->u.step.prefix)
		return v;
	v.text = unit_text(u, "%s %c 1", v.text, delta > 0 ? '-' : '+');
	v.compound = true;
	return v;
}

/* ---- all together ---------------------------------------------------------------------------- */

static struct value refuse(struct unit *u, struct expr *e, const char *what)
{
	diag(u->m->s->diags, D_NOT_YET, e->at, what);
	return value_number(u, 0);
}

static bool is_element(const struct expr *left)
{
	return left->kind == EXPR_INDEX && !left->u.index.hist;
}

struct value value_of_assign(struct unit *u, struct expr *e)
{
	struct ast_assign *a = &e->u.assign;

	if (a->op == ASSIGN_AGGREGATE)
		return stat_add(u, e);
	if (is_element(a->left))
		return assign_element(u, e);
	if (a->left->kind != EXPR_NAME)
		return a->left->kind == EXPR_TARGET ? store_assign(u, e) : refuse(u, a->left, "writing to histogram buckets");
	assign_scalar(u, e);
	return value_variable(u, a->left->u.name.var);
}

struct value value_of_step(struct unit *u, struct expr *e)
{
	struct expr *operand = e->u.step.operand;
	struct value v;

	if (is_element(operand))
		return step_element(u, e);
	if (operand->kind != EXPR_NAME)
		return operand->kind == EXPR_TARGET ? store_step(u, e) : refuse(u, operand, "writing to histogram buckets");
	v = value_variable(u, operand->u.name.var);
	if (!e->u.step.prefix)
		v = value_save(u, v);
	step_scalar(u, e);
	return v;
}

void assign_effect(struct unit *u, struct expr *e)
{
	bool is_step = e->kind == EXPR_STEP;
	struct expr *left = is_step ? e->u.step.operand : e->u.assign.left;

	if (left->kind != EXPR_NAME || (!is_step && e->u.assign.op == ASSIGN_AGGREGATE))
		expr_value(u, e);
	else if (is_step)
		step_scalar(u, e);
	else
		assign_scalar(u, e);
}
