// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Target variables: the fetch program that the debuginfo library found (e->u.target.resolved, a
 * struct fetch), as loads that check their address. And the @ operators that read memory.
 */
#include <ctype.h>

#include "translator/debuginfo/debuginfo.h"
#include "translator/debuginfo/regs.h"
#include "translator/emit/kinds.h"
#include "translator/emit/target.h"

/* "rdi" is STP_OFF_REGS_DI, "r8" is STP_OFF_REGS_R8. */
const char *target_register(struct unit *u, unsigned number, struct span at)
{
	const struct di_register *reg = regs_by_number(number);
	char *text;

	if (!reg || reg->offset < 0)
		BUG(u->m->s->sources, at, "register %u is not kept at a probe", number);
	text = arena_strdup(u->m->s->arena,
			    isdigit((unsigned char)reg->name[1]) ? reg->name : reg->name + 1);
	for (char *p = text; *p; p++)
		*p = toupper((unsigned char)*p);
	return unit_text(u, "STP_OFF_REGS_%s", text);
}

static const char *c_type(unsigned size, bool is_signed)
{
	switch (size) {
	case 1:
		return is_signed ? "signed char" : "stp_u8";
	case 2:
		return is_signed ? "short" : "stp_u16";
	case 4:
		return is_signed ? "int" : "stp_u32";
	default:
		return "stp_s64";
	}
}

/* With --skip-badvars what cannot be read is 0. */
static void load(struct unit *u, const char *t, const struct fetch_op *op, struct span at)
{
	const char *read = unit_text(u, "stp_kread(c, &%s, (stp_u64)%s, %u, %d, %u)", t, t, op->size, op->is_signed,
				     unit_position(u, at));

	if (!u->m->s->options.skip_badvars) {
		unit_fail_if(u, "%s", read);
		return;
	}
	unit_line(u, "if (%s) {", read);
	unit_line(u, "\tstp_catch(c, (char *)0);");
	unit_line(u, "\t%s = 0;", t);
	unit_line(u, "}");
}

static void write_step(struct unit *u, const char *t, const struct fetch_op *op, const struct value *operands,
		       struct span at)
{
	switch (op->kind) {
	case FETCH_REG:
		unit_line(u, "%s = (stp_s64)stp_register(c->kregs, %s);", t,
			  target_register(u, op->reg, at));
		break;
	case FETCH_CONST:
		unit_line(u, "%s = %s;", t, value_number(u, op->n).text);
		break;
	case FETCH_ADD:
		unit_line(u, "%s += %s;", t, value_number(u, op->n).text);
		break;
	case FETCH_DEREF:
		load(u, t, op, at);
		break;
	case FETCH_CUT:
		unit_line(u, "%s = (%s)%s;", t, c_type(op->size, op->is_signed), t);
		break;
	case FETCH_OPERAND:
		unit_line(u, "%s = %s;", t, value_operand(u, operands[op->reg]));
		break;
	case FETCH_INDEX:
		unit_line(u, "%s = (stp_s64)((stp_u64)%s + (stp_u64)%s * %lluU);", t, t,
			  value_operand(u, operands[op->reg]), (unsigned long long)op->n);
		break;
	case FETCH_WIDEN:
		unit_line(u, "%s = (stp_s64)stp_fp_from_float((stp_u32)%s);", t, t);
		break;
	case FETCH_TEXT:
	case FETCH_FLOAT_TEXT:
		BUG(u->m->s->sources, at, "a text within a number");
	case FETCH_BITS:
		unit_line(u, "%s = %s(stp_shl(%s, %lld), %u);", t,
			  op->is_signed ? "stp_shr" : "stp_ushr", t,
			  64 - (long long)op->size - (long long)op->n, 64 - op->size);
		break;
	}
}

/* The script's expressions in it: what is cast, and the indices. */
static struct value *values_in(struct unit *u, const struct ast_target *target)
{
	struct exprs list = { 0 };
	struct value *values;

	if (target->operand)
		vec_push(u->m->s->arena, &list, target->operand);
	vec_each(step, &target->steps)
		if (step->index)
			vec_push(u->m->s->arena, &list, step->index);
	values = arena_alloc(u->m->s->arena, (list.n + 1) * sizeof(*values));
	expr_operands(u, list.v, list.n, values);
	return values;
}

void target_step(struct unit *u, const char *t, const struct fetch_op *op, struct span at)
{
	write_step(u, t, op, NULL, at);
}

const char *target_run(struct unit *u, struct expr *e, unsigned n)
{
	const struct fetch *fetch = e->u.target.resolved;
	const struct value *operands = values_in(u, &e->u.target);
	const char *t = unit_temp(u, TEMP_LONG);

	for (unsigned i = 0; i < n; i++)
		write_step(u, t, &fetch->v[i], operands, e->at);
	return t;
}

static struct value text_of(struct unit *u, const struct fetch_op *op, const char *t)
{
	const char *slot = unit_slot(u);

	if (op->kind == FETCH_TEXT)
		unit_line(u, "stp_quote_string(%s, (stp_u64)%s, %u);", slot, t, op->size);
	else
		unit_line(u, "stp_fp_to_text(%s, (stp_u64)%s, 6);", slot, t);
	return value_fixed(slot, true);
}

struct value value_of_target(struct unit *u, struct expr *e)
{
	const struct fetch *fetch = e->u.target.resolved;
	const struct fetch_op *last = fetch->n ? &vec_last(fetch) : NULL;

	if (last && (last->kind == FETCH_TEXT || last->kind == FETCH_FLOAT_TEXT))
		return text_of(u, last, target_run(u, e, fetch->n - 1));
	return value_fixed(target_run(u, e, fetch->n), false);
}

/* @kderef(size, address), @uderef(size, address) */
static struct value dereference(struct unit *u, struct expr *e, const char *reader)
{
	const char *t = unit_temp(u, TEMP_LONG);
	struct value v[2];

	expr_operands(u, e->u.at.args.v, 2, v);
	unit_fail_if(u, "%s(c, &%s, (stp_u64)%s, (int)%s, 0, %u)", reader, t,
		     value_operand(u, v[1]),
		     value_operand(u, v[0]), unit_position(u, e->at));
	return value_fixed(t, false);
}

/* An enumerator's name, the first one of those with the value; the value where there is none. */
static struct value enum_name(struct unit *u, struct expr *e)
{
	const struct di_enumerators *list = e->u.at.resolved;
	struct value v = value_save(u, expr_value(u, e->u.at.args.v[0]));
	const char *slot = unit_slot(u);

	unit_line(u, "switch (%s) {", v.text);
	for (unsigned i = 0; i < list->n; i++) {
		bool again = false;

		for (unsigned k = 0; k < i; k++)
			again |= list->v[k].value == list->v[i].value;
		if (again)
			continue;
		unit_line(u, "case %s:", value_number(u, list->v[i].value).text);
		unit_line(u, "\tstp_strcpy(%s, \"%s\");", slot, list->v[i].name);
		unit_line(u, "\tbreak;");
	}
	unit_line(u, "default:");
	unit_line(u, "\tstp_number_text(%s, %s);", slot, v.text);
	unit_line(u, "}");
	return value_fixed(slot, true);
}

struct value value_of_at(struct unit *u, struct expr *e)
{
	struct exprs *args = &e->u.at.args;
	bool known_size = args->n == 2 && args->v[0]->kind == EXPR_NUMBER;

	if (e->u.at.op == AT_ENUMNAME)
		return enum_name(u, e);
	if (e->u.at.op == AT_UDEREF && known_size)
		return dereference(u, e, "stp_uread");
	if (e->u.at.op == AT_KDEREF && known_size)
		return dereference(u, e, "stp_kread");
	diag(u->m->s->diags, D_NOT_YET, e->at, unit_text(u, "@%s", at_info[e->u.at.op].text));
	return value_number(u, 0);
}
