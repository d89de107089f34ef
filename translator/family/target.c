// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "translator/base/buf.h"
#include "translator/base/xstr.h"
#include "translator/family/family.h"
#include "translator/family/place.h"
#include "translator/family/target.h"
#include "translator/session.h"

void place_push(struct place *p, struct fetch_op op)
{
	vec_push(p->s->arena, p->fetch, op);
}

void place_add(struct place *p, int64_t n)
{
	struct fetch_op *last = p->fetch->n ? &vec_last(p->fetch) : NULL;

	if (last && (last->kind == FETCH_ADD || last->kind == FETCH_CONST))
		last->n += n;
	else if (n)
		place_push(p, (struct fetch_op){ .kind = FETCH_ADD, .n = n });
}

/* ---- loads ------------------------------------------------------------------------------------------------------- */

void place_load(struct place *p)
{
	if (!p->in_memory)
		return;
	place_push(p, (struct fetch_op){
		.kind = FETCH_DEREF,
		.size = p->bits ? p->load : p->type.size,
		.is_signed = !p->bits && p->type.is_signed,
	});
	if (p->bits)
		place_push(p, (struct fetch_op){
			.kind = FETCH_BITS, .size = p->bits, .n = p->first_bit, .is_signed = p->type.is_signed,
		});
	if (p->type.kind == DI_FLOAT && p->type.size == 4)
		place_push(p, (struct fetch_op){ .kind = FETCH_WIDEN });
	p->in_memory = false;
}

bool place_is_scalar(const struct di_type *t)
{
	return (t->kind == DI_INT || t->kind == DI_ENUM || t->kind == DI_POINTER) && t->size && t->size <= 8;
}

bool place_follow(struct place *p)
{
	struct di_type to;

	if (!debuginfo_target(p->d, &p->type, &to))
		return false;
	place_load(p);
	p->type = to;
	p->in_memory = true;
	return true;
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */

static int invalid_access(struct place *p, const struct target_step *step, const char *what)
{
	return diag(p->s->diags, D_TARGET_ACCESS, step->at, what, p->type.name);
}

static int no_such_member(struct place *p, const struct target_step *step)
{
	const struct di_members *members = debuginfo_members(p->d, &p->type);
	struct buf list = BUF_INIT;

	vec_each(m, members)
		if (m->name && list.len < 400)
			buf_printf(&list, "%s%s", list.len ? ", " : " (alternatives: ", m->name);
	if (list.len)
		buf_putc(&list, ')');
	diag(p->s->diags, D_TARGET_MEMBER, step->at, step->member, p->type.name, buf_text(&list));
	buf_free(&list);
	return -1;
}

bool place_member(struct place *p, const struct di_member *m)
{
	uint64_t unit = m->type.size ? m->type.size * 8 : 8;
	uint64_t from = m->bit / unit * unit;

	p->type = m->type;
	if (!m->bits) {
		place_add(p, (int64_t)(m->bit / 8));
		return true;
	}
	if (m->bit + m->bits > from + unit) {
		from = m->bit / 8 * 8;
		for (unit = 8; unit < 64 && m->bit + m->bits > from + unit; unit *= 2)
			;
	}
	if (m->bit + m->bits > from + unit)
		return false;
	p->bits = m->bits;
	p->first_bit = (unsigned int)(m->bit - from);
	p->load = (unsigned int)unit / 8;
	place_add(p, (int64_t)(from / 8));
	return true;
}

static int step_member(struct place *p, const struct target_step *step)
{
	struct di_member m;

	if (p->type.kind == DI_POINTER && !place_follow(p))
		return invalid_access(p, step, arena_printf(p->s->arena, "->%s", step->member));
	if (p->type.kind != DI_STRUCT && p->type.kind != DI_UNION)
		return invalid_access(p, step, arena_printf(p->s->arena, "->%s", step->member));
	if (!p->in_memory)
		return diag(p->s->diags, D_TARGET_LOCATION, step->at, step->member, "its structure is in a register");
	if (!debuginfo_member(p->d, &p->type, step->member, &m))
		return no_such_member(p, step);
	if (!place_member(p, &m))
		return diag(p->s->diags, D_TARGET_LOCATION, step->at, m.name, "it is a bit-field in more than eight bytes");
	return 0;
}

static int step_index(struct place *p, const struct target_step *step)
{
	struct di_type element = p->type;
	const struct expr *index = step->index;
	unsigned int number = p->operands++;

	if (p->type.kind == DI_POINTER && !p->as_pointer) {
		if (!place_follow(p))
			return invalid_access(p, step, "[]");
		element = p->type;
	} else if (!p->as_pointer && !debuginfo_target(p->d, &p->type, &element)) {
		return invalid_access(p, step, "[]");
	}
	if (!element.size || !p->in_memory)
		return invalid_access(p, step, "[]");
	p->type = element;
	if (index->kind == EXPR_NUMBER)
		place_add(p, (int64_t)((uint64_t)index->u.number.value * element.size));
	else
		place_push(p, (struct fetch_op){ .kind = FETCH_INDEX, .n = element.size, .reg = number });
	return 0;
}

static int follow_steps(struct place *p, struct expr *e)
{
	vec_each(step, &expr_target(e)->steps) {
		if (p->bits)
			return invalid_access(p, step, step->member ? arena_printf(p->s->arena, "->%s", step->member) : "[]");
		if ((step->member ? step_member(p, step) : step_index(p, step)) < 0)
			return -1;
		p->as_pointer = false;
	}
	return 0;
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

static int take_address(struct place *p, struct expr *e)
{
	if (p->bits)
		return diag(p->s->diags, D_TARGET_ADDRESS, e->at, "bit field");
	if (!p->in_memory)
		return diag(p->s->diags, D_TARGET_ADDRESS, e->at, "value that is in a register");
	return 0;
}

/* A script's value of it: a number, the address of an array. */
static int take_value(struct place *p, struct expr *e)
{
	if (expr_target(e)->written && !place_is_scalar(&p->type))
		return diag(p->s->diags, D_TARGET_STRUCT, e->at, p->type.name);
	if (p->as_pointer || (p->type.kind == DI_ARRAY && p->in_memory))
		return expr_target(e)->written ? diag(p->s->diags, D_LVALUE, e->at) : 0;
	if (p->type.kind == DI_FLOAT && (p->type.size == 4 || p->type.size == 8)) {
		place_load(p);
		return 0;
	}
	if (!place_is_scalar(&p->type))
		return diag(p->s->diags, D_TARGET_STRUCT, e->at, p->type.name);
	place_load(p);
	return 0;
}

static int finish(struct place *p, struct expr *e)
{
	struct ast_target *t = expr_target(e);

	if (follow_steps(p, e) < 0)
		return -1;
	if (t->pretty)
		return place_print(p, e);
	if ((t->address ? take_address(p, e) : take_value(p, e)) < 0)
		return -1;
	t->resolved = p->fetch;
	t->found = arena_new_object(p->s->arena, struct di_type);
	*(struct di_type *)t->found = p->type;
	e->type = TYPE_LONG;
	return 0;
}

static int check_form(struct session *s, const struct expr *e)
{
	const struct ast_target *t = &e->u.target;

	if (t->written && !s->options.guru)
		return diag(s->diags, D_TARGET_WRITE, e->at);
	if (t->written && (t->pretty || t->address))
		return diag(s->diags, D_LVALUE, e->at);
	return 0;
}

struct place place_of(struct session *s, struct debuginfo *d, const struct di_variable *v)
{
	struct place p = {
		.s = s, .d = d, .fetch = arena_new_object(s->arena, struct fetch),
		.type = v->type, .in_memory = v->in_memory,
	};

	vec_each(op, &v->fetch)
		place_push(&p, *op);
	return p;
}

int target_resolve(struct session *s, struct debuginfo *d, struct expr *e, const struct di_variable *v)
{
	struct place p = place_of(s, d, v);

	if (check_form(s, e) < 0)
		return -1;
	if (v->unavailable)
		return diag(s->diags, D_TARGET_LOCATION, e->at, v->name, v->unavailable);
	return finish(&p, e);
}

int target_number(struct session *s, struct expr *e, int64_t value)
{
	struct expr *number;

	if (check_form(s, e) < 0)
		return -1;
	if (expr_target(e)->written)
		return diag(s->diags, D_LVALUE, e->at);
	number = ast_new_number(s->arena, e->at, value);
	number->full = e->full;
	*e = *number;
	return 0;
}

/* "kernel", "kernel<linux/fs.h>", or none: the kernel's own types. */
static bool is_kernel(const char *module)
{
	return !module || !strcmp(module, "kernel") || xstr_starts(module, "kernel<");
}

/* ---- @enum ------------------------------------------------------------------------------------------------------- */

int family_enum(struct session *s, struct expr *e)
{
	const char *name = expr_at(e)->args.v[0]->u.string.value.bytes;
	struct debuginfo *d = session_debuginfo(s, e->at);
	struct expr *number;
	int64_t value;

	if (!d)
		return -1;
	if (!debuginfo_constant(d, name, &value))
		return diag(s->diags, D_ENUM, e->at, name);
	number = ast_new_number(s->arena, e->at, value);
	number->full = e->full;
	*e = *number;
	return 0;
}

/* "state", "enum state", or a typedef of one. */
static bool find_enum(struct debuginfo *d, const char *name, struct di_type *t)
{
	if (debuginfo_type(d, name, t) && t->kind == DI_ENUM)
		return true;
	return debuginfo_type(d, xstr_starts(name, "enum ") ? name : arena_printf(debuginfo_arena(d), "enum %s", name), t);
}

int family_enum_name(struct session *s, struct expr *e)
{
	struct exprs *args = &expr_at(e)->args;
	struct expr *value = args->v[0];
	struct di_type t = { 0 };
	struct debuginfo *d;

	if (args->n > 2 && !is_kernel(args->v[2]->u.string.value.bytes))
		return diag(s->diags, D_NOT_YET, e->at, "an enumeration of a module or program");
	d = session_debuginfo(s, e->at);
	if (!d)
		return -1;
	if (args->n > 1 && !find_enum(d, args->v[1]->u.string.value.bytes, &t))
		return diag(s->diags, D_TARGET_TYPE, args->v[1]->at, args->v[1]->u.string.value.bytes);
	if (args->n == 1 && value->kind == EXPR_TARGET && expr_target(value)->found)
		t = *(const struct di_type *)expr_target(value)->found;
	if (t.kind != DI_ENUM)
		return diag(s->diags, D_ENUM_TYPE, e->at);
	expr_at(e)->resolved = (void *)debuginfo_enumerators(d, &t);
	args->n = 1;
	e->type = TYPE_STRING;
	return 0;
}

/* ---- @cast -------------------------------------------------------------------------------------------------------- */

int family_cast(struct session *s, struct expr *e)
{
	struct ast_target *t = expr_target(e);
	struct place p = {
		.s = s, .fetch = arena_new_object(s->arena, struct fetch),
		.in_memory = true, .as_pointer = true, .operands = 1,
	};

	if (check_form(s, e) < 0)
		return -1;
	if (!is_kernel(t->module))
		return diag(s->diags, D_NOT_YET, e->at, "@cast to a type of a module or program");
	p.d = session_debuginfo(s, e->at);
	if (!p.d)
		return -1;
	if (!debuginfo_type(p.d, t->type, &p.type))
		return diag(s->diags, D_TARGET_TYPE, e->at, t->type);
	if (t->operand->kind == EXPR_NUMBER)
		place_push(&p, (struct fetch_op){ .kind = FETCH_CONST, .n = expr_number(t->operand)->value });
	else
		place_push(&p, (struct fetch_op){ .kind = FETCH_OPERAND, .reg = 0 });
	return finish(&p, e);
}
