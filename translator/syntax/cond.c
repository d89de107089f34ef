// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cond - the condition of %( ... %?: triples VALUE OPERATOR VALUE joined by && (which binds
 * tighter) and ||.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "translator/base/diag.h"
#include "translator/base/xstr.h"
#include "translator/syntax/grammar.h"
#include "translator/syntax/preprocess.h"

struct triple {
	struct token left, op, right;
};

/* ---- comparing ------------------------------------------------------------------------------- */

static bool holds(enum binary_op op, int order)
{
	switch (op) {
	case BINARY_LT:
		return order < 0;
	case BINARY_GT:
		return order > 0;
	case BINARY_LE:
		return order <= 0;
	case BINARY_GE:
		return order >= 0;
	case BINARY_NE:
		return order != 0;
	default:
		return order == 0;
	}
}

static bool is_equality(const struct triple *t)
{
	return t->op.op == BINARY_EQ || t->op.op == BINARY_NE;
}

static int order_numbers(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int fault(struct preprocessor *p, enum diag_tag tag, const struct token *t)
{
	return diag(p->env->diags, tag, t->at);
}

static int need_string(struct preprocessor *p, const struct triple *t)
{
	return t->right.kind == T_STRING ? 0 : fault(p, D_COND_STRING, &t->right);
}

static int need_equality(struct preprocessor *p, const struct triple *t)
{
	return is_equality(t) ? 0 : fault(p, D_COND_EQUALITY, &t->op);
}

static int matches(const struct triple *t, const char *value)
{
	return holds((enum binary_op)t->op.op, fnmatch(t->right.u.text.bytes, value, 0));
}

/* A version: patterns with == and !=, else ordered as versions. */
static int version(struct preprocessor *p, const struct triple *t, const char *value)
{
	if (need_string(p, t))
		return -1;
	if (strpbrk(t->right.u.text.bytes, "*?[")) {
		if (!is_equality(t))
			return fault(p, D_COND_WILDCARD, &t->right);
		return matches(t, value);
	}
	return holds((enum binary_op)t->op.op,
		     xstr_version_compare(value, t->right.u.text.bytes));
}

/* A name without order: arch, runtime, privilege. */
static int name(struct preprocessor *p, const struct triple *t, const char *value)
{
	if (need_string(p, t) || need_equality(p, t))
		return -1;
	return matches(t, value);
}

/* ---- left sides ------------------------------------------------------------------------------ */

static int kernel_v(struct preprocessor *p, const struct triple *t)
{
	const char *release = p->env->facts.kernel_release;
	char *base;

	release = release ? release : "";
	base = arena_strndup(p->scratch, release, strcspn(release, "-"));
	return version(p, t, base);
}

static int kernel_vr(struct preprocessor *p, const struct triple *t)
{
	const char *release = p->env->facts.kernel_release;

	return version(p, t, release ? release : "");
}

static int systemtap_v(struct preprocessor *p, const struct triple *t)
{
	return version(p, t, p->env->compatible ? p->env->compatible : SYSTEMTAP_VERSION);
}

static int arch(struct preprocessor *p, const struct triple *t)
{
	return name(p, t, p->env->facts.arch ? p->env->facts.arch : "");
}

static int runtime(struct preprocessor *p, const struct triple *t)
{
	return name(p, t, p->env->facts.runtime ? p->env->facts.runtime : "kernel");
}

static int privilege(struct preprocessor *p, const struct triple *t)
{
	static const char *const names[] = { "stapdev", "stapsys", "stapusr" };
	size_t i;

	if (need_string(p, t) || need_equality(p, t))
		return -1;
	for (i = 0; i < 3; i++)
		if (!strcmp(names[i], t->right.u.text.bytes))
			return matches(t, names[p->env->privilege]);
	return fault(p, D_COND_PRIVILEGE, &t->right);
}

static int guru_mode(struct preprocessor *p, const struct triple *t)
{
	if (need_equality(p, t))
		return -1;
	if (t->right.kind != T_NUMBER || t->right.u.number > 1)
		return fault(p, D_COND_NUMBER, &t->right);
	return holds((enum binary_op)t->op.op, p->env->guru != (t->right.u.number == 1));
}

static const char *config_value(struct preprocessor *p, atom_t option)
{
	const struct parse_facts *f = &p->env->facts;
	const char *value = f->config ? f->config(f->config_ctx, option) : NULL;

	return value ? value : "";
}

static bool to_number(const char *text, int64_t *value)
{
	char *end;

	*value = (int64_t)strtoull(text, &end, 0);
	return *text && !*end;
}

static int config(struct preprocessor *p, const struct triple *t)
{
	const char *value = config_value(p, t->left.u.name), *other;
	enum binary_op op = (enum binary_op)t->op.op;
	int64_t a, b;

	if (t->right.kind == T_STRING)
		return need_equality(p, t) ? -1 : matches(t, value);
	if (t->right.kind == T_NUMBER) {
		if (!to_number(value, &a))
			return fault(p, D_COND_CONFIG_NUMBER, &t->left);
		return holds(op, order_numbers(a, (int64_t)t->right.u.number));
	}
	if (t->right.kind != T_IDENT || !xstr_starts(t->right.u.name, "CONFIG_"))
		return fault(p, D_COND_STRING, &t->right);
	other = config_value(p, t->right.u.name);
	if (to_number(value, &a) && to_number(other, &b))
		return holds(op, order_numbers(a, b));
	return holds(op, strcmp(value, other));
}

static int literals(struct preprocessor *p, const struct triple *t)
{
	enum binary_op op = (enum binary_op)t->op.op;
	bool strings = t->left.kind == T_STRING;

	if (t->right.kind != t->left.kind)
		return diag(p->env->diags, D_COND_TYPES, t->right.at,
			    strings ? "string" : "number");
	if (strings)
		return holds(op, strcmp(t->left.u.text.bytes, t->right.u.text.bytes));
	return holds(op, order_numbers((int64_t)t->left.u.number, (int64_t)t->right.u.number));
}

static const struct left_side {
	const char *name;
	int (*evaluate)(struct preprocessor *p, const struct triple *t);
} left_sides[] = {
	{ "kernel_v", kernel_v },
	{ "kernel_vr", kernel_vr },
	{ "systemtap_v", systemtap_v },
	{ "arch", arch },
	{ "runtime", runtime },
	{ "systemtap_privilege", privilege },
	{ "guru_mode", guru_mode },
};

/* 1, 0, or -1 when it was reported. */
static int evaluate(struct preprocessor *p, const struct triple *t)
{
	size_t i;

	if (t->left.kind == T_STRING || t->left.kind == T_NUMBER)
		return literals(p, t);
	if (t->left.kind != T_IDENT)
		return fault(p, D_COND_LEFT, &t->left);
	for (i = 0; i < sizeof(left_sides) / sizeof(*left_sides); i++)
		if (!strcmp(left_sides[i].name, t->left.u.name))
			return left_sides[i].evaluate(p, t);
	if (xstr_starts(t->left.u.name, "CONFIG_"))
		return config(p, t);
	return fault(p, D_COND_LEFT, &t->left);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Gives a token back that belongs to the conditional around the condition. */
static bool ends_early(struct preprocessor *p, const struct token *t)
{
	if (t->kind != T_END && t->kind != T_COND_THEN && t->kind != T_COND_ELSE &&
	    t->kind != T_COND_CLOSE)
		return false;
	macro_unread(p, *t);
	return true;
}

/* The next token of a triple; false when the condition ends before it. */
static bool next_part(struct preprocessor *p, struct token *t)
{
	*t = macro_next(p);
	return !ends_early(p, t);
}

/* One triple, evaluated: 1, 0 or -1. */
static int read_triple(struct preprocessor *p, struct span open)
{
	struct triple t;

	if (!next_part(p, &t.left) || !next_part(p, &t.op))
		return diag(p->env->diags, D_COND_INCOMPLETE, open);
	if (t.op.kind != T_COMPARE)
		return fault(p, D_COND_OPERATOR, &t.op);
	if (!next_part(p, &t.right))
		return diag(p->env->diags, D_COND_INCOMPLETE, open);
	return evaluate(p, &t);
}

int cond_read(struct preprocessor *p, struct span open, bool *value)
{
	/* of the alternatives before; of the conjunction being read */
	bool any = false, all = true;
	struct token t;
	int one;

	for (;;) {
		one = read_triple(p, open);
		if (one < 0)
			return -1;
		all = all && one;
		t = macro_next(p);
		if (t.kind == T_ANDAND)
			continue;
		any = any || all;
		all = true;
		if (t.kind == T_OROR)
			continue;
		if (t.kind == T_COND_THEN)
			break;
		ends_early(p, &t);
		return fault(p, D_COND_NO_THEN, &t);
	}
	*value = any;
	return 0;
}
