// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ast_print_expr - expressions as script text. Parentheses stand where precedence (the levels of
 * builtin.def) or the scanner needs them, nowhere else.
 */
#include <inttypes.h>

#include "translator/base/xstr.h"
#include "translator/syntax/ast_print.h"

enum level {
	LEVEL_ASSIGN = 1,
	LEVEL_TERNARY = 2,
	LEVEL_OR = 3,
	LEVEL_IN = 8,
	LEVEL_COMPARE = 9,
	LEVEL_CONCAT = 11,
	LEVEL_UNARY = 14,
	LEVEL_STEP = 15,
	LEVEL_ADDRESS = 16,
	LEVEL_PRIMARY = 17,
};

static void put(struct buf *out, struct expr *e, unsigned int least);

void print_quoted(struct buf *out, struct ast_bytes b)
{
	buf_putc(out, '"');
	xstr_escape_c(out, b.bytes, b.len);
	buf_putc(out, '"');
}

/* The lowest number has no decimal form that scans to it. */
void print_number(struct buf *out, int64_t value)
{
	if (value == INT64_MIN)
		buf_puts(out, "0x8000000000000000");
	else
		buf_printf(out, "%" PRId64, value);
}

void print_code(struct buf *out, const struct embedded_code *c)
{
	buf_puts(out, "%{");
	buf_write(out, c->text.bytes, c->text.len);
	buf_puts(out, "%}");
}

void print_list(struct buf *out, const struct exprs *list)
{
	vec_each(e, list) {
		if (e != list->v)
			buf_puts(out, ", ");
		put(out, *e, LEVEL_ASSIGN);
	}
}

static void put_number(struct buf *out, struct ast_number *n)
{
	print_number(out, n->value);
}

static void put_string(struct buf *out, struct ast_string *s)
{
	print_quoted(out, s->value);
}

static void put_name(struct buf *out, struct ast_name *n)
{
	buf_puts(out, n->name);
}

static void put_index(struct buf *out, struct ast_index *i)
{
	if (i->hist)
		put(out, i->hist, LEVEL_PRIMARY);
	else
		buf_puts(out, i->name);
	buf_putc(out, '[');
	print_list(out, &i->keys);
	buf_putc(out, ']');
}

static void put_any(struct buf *out, struct ast_any *a)
{
	(void)a;
	buf_putc(out, '*');
}

/* A blank keeps two signs from becoming one: - -x, ! ~x. */
static void put_unary(struct buf *out, struct ast_unary *u)
{
	size_t start;

	buf_puts(out, unary_text[u->op]);
	start = out->len;
	put(out, u->operand, LEVEL_UNARY);
	if (out->data[start] == '-' || out->data[start] == '+' || out->data[start] == '~') {
		struct buf rest = BUF_INIT;

		buf_puts(&rest, out->data + start);
		out->len = start;
		buf_printf(out, " %s", buf_text(&rest));
		buf_free(&rest);
	}
}

static void put_step(struct buf *out, struct ast_step *s)
{
	const char *sign = s->delta > 0 ? "++" : "--";
	bool wrap = s->operand->kind == EXPR_EMBEDDED;

	buf_printf(out, "%s%s", s->prefix ? sign : "", wrap ? "(" : "");
	put(out, s->operand, LEVEL_PRIMARY);
	buf_printf(out, "%s%s", wrap ? ")" : "", s->prefix ? "" : sign);
}

static void put_binary(struct buf *out, struct ast_binary *b)
{
	const struct binary_info *info = &binary_info[b->op];

	put(out, b->left, info->precedence);
	buf_printf(out, " %s ", info->text);
	put(out, b->right, info->precedence + 1);
}

static void put_concat(struct buf *out, struct ast_concat *c)
{
	vec_each(e, &c->parts) {
		if (e != c->parts.v)
			buf_puts(out, " . ");
		put(out, *e, LEVEL_CONCAT + 1);
	}
}

static void put_regex(struct buf *out, struct ast_regex *r)
{
	put(out, r->left, LEVEL_COMPARE);
	buf_puts(out, r->negated ? " !~ " : " =~ ");
	put(out, r->pattern, LEVEL_PRIMARY);
}

static void put_in(struct buf *out, struct ast_in *i)
{
	if (i->keys.n == 1 && i->keys.v[0]->kind != EXPR_ANY) {
		put(out, i->keys.v[0], LEVEL_IN);
	} else {
		buf_putc(out, '[');
		print_list(out, &i->keys);
		buf_putc(out, ']');
	}
	buf_printf(out, " in %s", i->name);
}

static void put_ternary(struct buf *out, struct ast_ternary *t)
{
	put(out, t->cond, LEVEL_OR);
	buf_puts(out, " ? ");
	put(out, t->yes, LEVEL_ASSIGN);
	buf_puts(out, " : ");
	put(out, t->no, LEVEL_TERNARY);
}

static void put_assign(struct buf *out, struct ast_assign *a)
{
	put(out, a->left, LEVEL_TERNARY);
	buf_printf(out, " %s ", assign_text[a->op]);
	put(out, a->right, LEVEL_ASSIGN);
}

static void put_call(struct buf *out, struct ast_call *c)
{
	buf_printf(out, "%s(", c->name);
	print_list(out, &c->args);
	buf_putc(out, ')');
}

static void put_print(struct buf *out, struct ast_print *p)
{
	buf_printf(out, "%s(", print_info[p->op].text);
	if (p->head) {
		put(out, p->head, LEVEL_PRIMARY);
		if (p->args.n)
			buf_puts(out, ", ");
	}
	print_list(out, &p->args);
	buf_putc(out, ')');
}

static void put_atom(struct buf *out, atom_t name)
{
	print_quoted(out, (struct ast_bytes){ name, atom_len(name) });
}

static void put_module(struct buf *out, const struct ast_target *t)
{
	if (t->module) {
		buf_puts(out, ", ");
		put_atom(out, t->module);
	}
	buf_putc(out, ')');
}

/* @var("name@cu", "module"): the $ of pretty-printing belong to the name. */
static void put_atvar(struct buf *out, const struct ast_target *t)
{
	struct buf name = BUF_INIT;

	buf_puts(&name, t->name);
	if (!t->steps.n)
		buf_fill(&name, '$', t->pretty);
	if (t->cu)
		buf_printf(&name, "@%s", t->cu);
	buf_puts(out, "@var(");
	print_quoted(out, (struct ast_bytes){ buf_text(&name), name.len });
	put_module(out, t);
	buf_free(&name);
}

static void put_cast(struct buf *out, const struct ast_target *t)
{
	buf_puts(out, "@cast(");
	put(out, t->operand, LEVEL_ASSIGN);
	buf_puts(out, ", ");
	put_atom(out, t->type);
	put_module(out, t);
}

/* x[1] would be an array's element. */
static void put_autocast(struct buf *out, const struct ast_target *t)
{
	bool wrap = t->operand->kind == EXPR_NAME && t->steps.n && t->steps.v[0].index;

	buf_puts(out, wrap ? "(" : "");
	put(out, t->operand, LEVEL_PRIMARY);
	buf_puts(out, wrap ? ")" : "");
}

static void put_target_base(struct buf *out, const struct ast_target *t)
{
	switch (t->base) {
	case TARGET_VAR:
		buf_puts(out, t->name);
		if (!t->steps.n)
			buf_fill(out, '$', t->pretty);
		break;
	case TARGET_ATVAR:
		put_atvar(out, t);
		break;
	case TARGET_CAST:
		put_cast(out, t);
		break;
	case TARGET_AUTOCAST:
		put_autocast(out, t);
		break;
	}
}

static void put_target(struct buf *out, struct ast_target *t)
{
	if (t->address)
		buf_putc(out, '&');
	put_target_base(out, t);
	vec_each(step, &t->steps) {
		if (step->index) {
			buf_putc(out, '[');
			put(out, step->index, LEVEL_ASSIGN);
			buf_putc(out, ']');
		} else {
			buf_printf(out, "->%s", step->member);
			if (step == &vec_last(&t->steps))
				buf_fill(out, '$', t->pretty);
		}
	}
}

static void put_at(struct buf *out, struct ast_at *a)
{
	buf_printf(out, "@%s(", at_info[a->op].text);
	print_list(out, &a->args);
	buf_putc(out, ')');
}

static void put_stat(struct buf *out, struct ast_stat *s)
{
	buf_printf(out, "@%s(", stat_info[s->op].text);
	put(out, s->stat, LEVEL_ASSIGN);
	if (s->has_param) {
		buf_puts(out, ", ");
		print_number(out, s->param);
	}
	buf_putc(out, ')');
}

static void put_hist(struct buf *out, struct ast_hist *h)
{
	const int64_t params[] = { h->low, h->high, h->step };
	unsigned int i;

	buf_printf(out, "@%s(", stat_info[h->op].text);
	put(out, h->stat, LEVEL_ASSIGN);
	for (i = 0; i < stat_info[h->op].max; i++) {
		buf_puts(out, ", ");
		print_number(out, params[i]);
	}
	buf_putc(out, ')');
}

static void put_embedded(struct buf *out, struct ast_embedded *e)
{
	print_code(out, e->code);
}

static unsigned int level_of(struct expr *e)
{
	switch (e->kind) {
	case EXPR_ASSIGN:
		return LEVEL_ASSIGN;
	case EXPR_TERNARY:
		return LEVEL_TERNARY;
	case EXPR_BINARY:
		return binary_info[expr_binary(e)->op].precedence;
	case EXPR_IN:
		return LEVEL_IN;
	case EXPR_REGEX:
		return LEVEL_COMPARE;
	case EXPR_CONCAT:
		return LEVEL_CONCAT;
	case EXPR_UNARY:
		return LEVEL_UNARY;
	case EXPR_STEP:
		return LEVEL_STEP;
	case EXPR_NUMBER:
		return expr_number(e)->value < 0 && expr_number(e)->value != INT64_MIN
		       ? LEVEL_UNARY : LEVEL_PRIMARY;
	case EXPR_TARGET:
		return expr_target(e)->address ? LEVEL_ADDRESS : LEVEL_PRIMARY;
	default:
		return LEVEL_PRIMARY;
	}
}

/* In parentheses when it binds less than `least`. */
static void put(struct buf *out, struct expr *e, unsigned int least)
{
	bool wrap = level_of(e) < least;

	buf_puts(out, wrap ? "(" : "");
	switch (e->kind) {
#define EXPR(kind, arm, printable, flags)		\
	case EXPR_##kind:				\
		put_##arm(out, &e->u.arm);		\
		break;
#include "translator/syntax/ast.def"
	case EXPR__COUNT:
		break;
	}
	buf_puts(out, wrap ? ")" : "");
}

void ast_print_expr(struct buf *out, const struct expr *e)
{
	put(out, (struct expr *)e, LEVEL_ASSIGN);
}
