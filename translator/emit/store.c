// SPDX-License-Identifier: GPL-2.0-or-later
/* Guru mode's writes to target variables: what a fetch program would load is stored instead. */
#include "translator/debuginfo/debuginfo.h"
#include "translator/emit/kinds.h"
#include "translator/emit/target.h"

/* Where the value goes: its fetch program's last load, or the register that it is. */
struct store {
	struct expr *left;
	const struct fetch_op *load;	/* NULL: a register */
	const struct fetch_op *bits;	/* NULL: whole bytes */
	const struct fetch_op *reg;
	const char *address;
};

static bool find_store(struct unit *u, struct expr *left, struct store *s)
{
	const struct fetch *f = left->u.target.resolved;
	unsigned n = f->n;

	*s = (struct store){ .left = left };
	if (n && f->v[n - 1].kind == FETCH_BITS)
		s->bits = &f->v[--n];
	if (n && f->v[n - 1].kind == FETCH_DEREF) {
		s->load = &f->v[--n];
		s->address = target_run(u, left, n);
		return true;
	}
	while (n && f->v[n - 1].kind == FETCH_CUT)
		n--;
	s->reg = n == 1 && f->v[0].kind == FETCH_REG ? &f->v[0] : NULL;
	return s->reg != NULL;
}

static struct value load_old(struct unit *u, struct store *s)
{
	const char *t;

	if (!s->load)
		return value_save(u, value_of_target(u, s->left));
	t = unit_temp(u, TEMP_LONG);
	unit_line(u, "%s = %s;", t, s->address);
	target_step(u, t, s->load, s->left->at);
	if (s->bits)
		target_step(u, t, s->bits, s->left->at);
	return value_fixed(t, false);
}

/* The bytes that hold a bit-field, with the new bits in their place. */
static const char *merge_bits(struct unit *u, struct store *s, const char *value)
{
	unsigned long long mask = (s->bits->size < 64 ? 1ull << s->bits->size : 0) - 1;
	const char *t = unit_temp(u, TEMP_LONG);

	unit_line(u, "%s = %s;", t, s->address);
	target_step(u, t, s->load, s->left->at);
	unit_line(u, "%s = (%s & ~0x%llxll) | ((%s & 0x%llxll) << %lld);", t, t, mask << s->bits->n, value, mask,
		  (long long)s->bits->n);
	return t;
}

static void write_store(struct unit *u, struct store *s, struct value v)
{
	const char *text = value_operand(u, v);

	if (s->reg) {
		unit_line(u, "stp_set_register(c->kregs, %s, %s);", target_register(u, s->reg->reg, s->left->at), text);
		return;
	}
	if (s->bits)
		text = merge_bits(u, s, text);
	unit_line(u, "stp_store_or_fault(c, (stp_u64)%s, %s, %u, 0, \"kernel\");", s->address, text, s->load->size);
	unit_check(u, s->left->at);
}

static struct value refuse(struct unit *u, const struct expr *left)
{
	diag(u->m->s->diags, D_NOT_YET, left->at, "writing to what is neither in memory nor in a register");
	return value_number(u, 0);
}

struct value store_assign(struct unit *u, struct expr *e)
{
	struct ast_assign *a = &e->u.assign;
	enum binary_op op = assign_binary[a->op];
	struct value v = value_save(u, expr_value(u, a->right));
	struct store s;

	if (!find_store(u, a->left, &s))
		return refuse(u, a->left);
	if (op != BINARY_NONE)
		v = value_save(u, value_binary(u, op, load_old(u, &s), v, e->at));
	write_store(u, &s, v);
	return v;
}

struct value store_step(struct unit *u, struct expr *e)
{
	struct expr *left = e->u.step.operand;
	struct value old, v;
	struct store s;

	if (!find_store(u, left, &s))
		return refuse(u, left);
	old = load_old(u, &s);
	v = value_save(u, value_binary(u, e->u.step.delta > 0 ? BINARY_ADD : BINARY_SUB, old, value_number(u, 1), e->at));
	write_store(u, &s, v);
	return e->u.step.prefix ? v : old;
}
