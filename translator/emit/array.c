// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/array.h"

#include "translator/emit/hist.h"
#include "translator/emit/kinds.h"
#include "translator/emit/names.h"

const char *array_keys(struct unit *u, const struct value *keys, unsigned n)
{
	const char *text = keys[0].text;

	for (unsigned i = 1; i < n; i++)
		text = unit_text(u, "%s, %s", text, keys[i].text);
	return text;
}

struct value *array_operands(struct unit *u, struct expr *assignment)
{
	struct ast_index *x = &assignment->u.assign.left->u.index;
	struct exprs all = { 0 };
	struct value *v;

	vec_each(key, &x->keys)
		vec_push(u->m->s->arena, &all, *key);
	vec_push(u->m->s->arena, &all, assignment->u.assign.right);
	v = arena_new_array(u->m->s->arena, struct value, all.n);
	expr_operands(u, all.v, all.n, v);
	return v;
}

struct value array_get(struct unit *u, const struct variable *var, const char *keys)
{
	bool is_string = var->type == TYPE_STRING;
	const char *t = unit_temp(u, is_string ? TEMP_POINTER : TEMP_LONG);
	struct value v = value_fixed(t, is_string);

	unit_line(u, "%s = %s_get(%s);", t, names_variable(var), keys);
	if (is_string)
		v.life = LIFE_GLOBAL;		/* points into the element */
	return v;
}

void array_set(struct unit *u, const struct variable *var, const char *keys, struct value v,
	       struct span at)
{
	unit_fail_if(u, "%s_set(c, %u, %s, %s)", names_variable(var), unit_position(u, at), keys,
		     v.text);
}

struct value array_add(struct unit *u, const struct variable *var, const char *keys, struct value n,
		       struct span at)
{
	const char *t = unit_temp(u, TEMP_LONG);

	unit_fail_if(u, "%s_add(c, %u, &%s, %s, %s)", names_variable(var), unit_position(u, at), t,
		     keys, n.text);
	return value_fixed(t, false);
}

struct value value_of_index(struct unit *u, struct expr *e)
{
	struct ast_index *x = &e->u.index;
	struct value *keys = arena_new_array(u->m->s->arena, struct value, x->keys.n);

	if (x->hist)
		return hist_bucket(u, e);
	expr_operands(u, x->keys.v, x->keys.n, keys);
	return array_get(u, x->var, array_keys(u, keys, x->keys.n));
}

/* ---- patterns -------------------------------------------------------------------------------- */

static bool has_wildcard(const struct exprs *keys)
{
	vec_each(key, keys)
		if ((*key)->kind == EXPR_ANY)
			return true;
	return false;
}

struct value *array_pattern(struct unit *u, const struct exprs *keys)
{
	struct value *all = arena_new_array(u->m->s->arena, struct value, keys->n);
	struct value *some = arena_new_array(u->m->s->arena, struct value, keys->n);
	struct exprs real = { 0 };
	unsigned n = 0;

	vec_each(key, keys)
		if ((*key)->kind != EXPR_ANY)
			vec_push(u->m->s->arena, &real, *key);
	expr_operands(u, real.v, real.n, some);
	for (unsigned i = 0; i < keys->n; i++)
		if (keys->v[i]->kind != EXPR_ANY)
			all[i] = some[n++];
	return all;
}

const char *array_match(struct unit *u, const struct variable *var, const char *node,
			const struct exprs *keys,
			const struct value *values)
{
	const char *text = NULL, *one;

	for (unsigned i = 0; i < keys->n; i++) {
		if (keys->v[i]->kind == EXPR_ANY)
			continue;
		one = unit_text(u, "%s_key%u(%s)", names_variable(var), i, node);
		if (values[i].is_string)
			one = unit_text(u, "stp_strcmp(%s, %s) == 0", one, values[i].text);
		else
			one = unit_text(u, "%s == %s", one, value_operand(u, values[i]));
		text = text ? unit_text(u, "%s && %s", text, one) : one;
	}
	return text;
}

static void membership_by_steps(struct unit *u, struct ast_in *x, const struct value *keys,
				const char *t)
{
	const char *array = names_variable(x->var), *node = unit_temp(u, TEMP_NODE), *match;

	unit_line(u, "%s = 0;", t);
	cw_open(u->w, "for (%s = %s_first(); %s; %s = %s_next(%s))", node, array, node, node, array,
		node);
	match = array_match(u, x->var, node, &x->keys, keys);
	if (match)
		cw_open(u->w, "if (%s)", match);
	unit_line(u, "%s = 1;", t);
	unit_line(u, "break;");
	if (match)
		cw_close(u->w, "");
	cw_close(u->w, "");
}

struct value value_of_in(struct unit *u, struct expr *e)
{
	struct ast_in *x = &e->u.in;
	struct value *keys = array_pattern(u, &x->keys), v;
	const char *t = unit_temp(u, TEMP_LONG);

	if (has_wildcard(&x->keys))
		membership_by_steps(u, x, keys, t);
	else
		unit_line(u, "%s = %s_in(%s);", t, names_variable(x->var),
			  array_keys(u, keys, x->keys.n));
	v = value_fixed(t, false);
	v.boolean = v.own = true;
	return v;
}

/* ---- delete ---------------------------------------------------------------------------------- */

static const char *node_keys(struct unit *u, const struct variable *var, const char *node)
{
	const char *text = unit_text(u, "%s_key0(%s)", names_variable(var), node);

	for (int i = 1; i < var->arity; i++)
		text = unit_text(u, "%s, %s_key%d(%s)", text, names_variable(var), i, node);
	return text;
}

static void delete_matching(struct unit *u, struct ast_index *x, const struct value *keys)
{
	const char *array = names_variable(x->var), *node = unit_temp(u, TEMP_NODE),
	*next = unit_temp(u, TEMP_NODE);
	const char *match;

	cw_open(u->w, "for (%s = %s_first(); %s; %s = %s)", node, array, node, node, next);
	unit_line(u, "%s = %s_next(%s);", next, array, node);
	match = array_match(u, x->var, node, &x->keys, keys);
	unit_line(u, "if (%s)", match);
	unit_line(u, "\t%s_del(%s);", array, node_keys(u, x->var, node));
	cw_close(u->w, "");
}

void array_delete(struct unit *u, struct ast_index *x)
{
	struct value *keys = array_pattern(u, &x->keys);
	unsigned wild = 0;

	vec_each(key, &x->keys)
		wild += (*key)->kind == EXPR_ANY;
	if (wild == x->keys.n)
		unit_line(u, "%s_clear();", names_variable(x->var));
	else if (wild)
		delete_matching(u, x, keys);
	else
		unit_line(u, "%s_del(%s);", names_variable(x->var), array_keys(u, keys, x->keys.n));
}
