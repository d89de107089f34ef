// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ast_print - statements and declarations as script text. Bodies of if, loops and so on always get
 * braces, so that nothing depends on where a statement without ';' ends.
 */
#include "translator/syntax/ast_print.h"

#include <string.h>

static void start(struct buf *out, unsigned int depth)
{
	buf_fill(out, '\t', depth);
}

/* What stands between braces. */
static void put_inside(struct buf *out, const struct stmt *s, unsigned int depth)
{
	if (s->kind != STMT_BLOCK) {
		ast_print_stmt(out, s, depth);
		return;
	}
	vec_each(one, &s->u.block.stmts)
		ast_print_stmt(out, *one, depth);
}

/* " {" newline, the body, "}" without newline. */
static void put_braced(struct buf *out, const struct stmt *s, unsigned int depth)
{
	buf_puts(out, " {\n");
	put_inside(out, s, depth + 1);
	start(out, depth);
	buf_putc(out, '}');
}

static void put_opt(struct buf *out, const struct expr *e, const char *before)
{
	if (!e)
		return;
	buf_puts(out, before);
	ast_print_expr(out, e);
}

/* At the start of a statement %{ would be a statement of its own. */
static void put_expr(struct buf *out, struct ast_expr *s, unsigned int depth)
{
	struct buf text = BUF_INIT;

	(void)depth;
	ast_print_expr(&text, s->expr);
	if (!strncmp(buf_text(&text), "%{", 2)) {
		buf_putc(out, '(');
		buf_write(out, text.data, text.len);
		buf_putc(out, ')');
	} else {
		buf_write(out, text.data, text.len);
	}
	buf_puts(out, ";\n");
	buf_free(&text);
}

static void put_empty(struct buf *out, struct ast_empty *s, unsigned int depth)
{
	(void)s, (void)depth;
	buf_puts(out, ";\n");
}

static void put_block(struct buf *out, struct ast_block *b, unsigned int depth)
{
	buf_puts(out, "{\n");
	vec_each(one, &b->stmts)
		ast_print_stmt(out, *one, depth + 1);
	start(out, depth);
	buf_puts(out, "}\n");
}

static void put_branch(struct buf *out, struct ast_branch *b, unsigned int depth)
{
	for (;;) {
		buf_puts(out, "if (");
		ast_print_expr(out, b->cond);
		buf_putc(out, ')');
		put_braced(out, b->yes, depth);
		if (!b->no || b->no->kind != STMT_IF)
			break;
		buf_puts(out, " else ");
		b = stmt_branch(b->no);
	}
	if (b->no) {
		buf_puts(out, " else");
		put_braced(out, b->no, depth);
	}
	buf_putc(out, '\n');
}

static void put_loop(struct buf *out, struct ast_loop *l, unsigned int depth)
{
	if (l->is_while && l->cond) {
		buf_puts(out, "while (");
		ast_print_expr(out, l->cond);
	} else {
		buf_puts(out, "for (");
		put_opt(out, l->init, "");
		buf_putc(out, ';');
		put_opt(out, l->cond, " ");
		buf_putc(out, ';');
		put_opt(out, l->incr, " ");
	}
	buf_putc(out, ')');
	put_braced(out, l->body, depth);
	buf_putc(out, '\n');
}

static const char *sign_of(int sort)
{
	return sort > 0 ? "+" : sort < 0 ? "-" : "";
}

static void put_keys(struct buf *out, const struct ast_foreach *f)
{
	const struct name_ref *sorted = f->sort_key ? &f->keys.v[f->sort_key - 1] : NULL;

	buf_puts(out, f->keys.n > 1 ? "[" : "");
	vec_each(key, &f->keys)
		buf_printf(out, "%s%s%s", key == f->keys.v ? "" : ", ", key->name,
			   key == sorted ? sign_of(f->sort) : "");
	buf_puts(out, f->keys.n > 1 ? "]" : "");
}

static void put_foreach(struct buf *out, struct ast_foreach *f, unsigned int depth)
{
	buf_puts(out, "foreach (");
	if (f->value.name)
		buf_printf(out, "%s = ", f->value.name);
	put_keys(out, f);
	buf_puts(out, " in ");
	if (f->hist)
		ast_print_expr(out, f->hist);
	else
		buf_puts(out, f->array.name);
	if (f->slice.n) {
		buf_putc(out, '[');
		print_list(out, &f->slice);
		buf_putc(out, ']');
	}
	if (f->has_sort_stat)
		buf_printf(out, " @%s ", stat_info[f->sort_stat].text);
	if (!f->sort_key)
		buf_puts(out, sign_of(f->sort));
	put_opt(out, f->limit, " limit ");
	buf_putc(out, ')');
	put_braced(out, f->body, depth);
	buf_putc(out, '\n');
}

static void put_break_(struct buf *out, struct ast_break_ *s, unsigned int depth)
{
	(void)s, (void)depth;
	buf_puts(out, "break;\n");
}

static void put_continue_(struct buf *out, struct ast_continue_ *s, unsigned int depth)
{
	(void)s, (void)depth;
	buf_puts(out, "continue;\n");
}

static void put_next(struct buf *out, struct ast_next *s, unsigned int depth)
{
	(void)s, (void)depth;
	buf_puts(out, "next;\n");
}

static void put_return_(struct buf *out, struct ast_return_ *r, unsigned int depth)
{
	(void)depth;
	buf_puts(out, "return");
	put_opt(out, r->value, " ");
	buf_puts(out, ";\n");
}

static void put_delete_(struct buf *out, struct ast_delete_ *d, unsigned int depth)
{
	(void)depth;
	buf_puts(out, "delete ");
	ast_print_expr(out, d->target);
	buf_puts(out, ";\n");
}

static void put_try_(struct buf *out, struct ast_try_ *t, unsigned int depth)
{
	buf_puts(out, "try");
	put_braced(out, t->body, depth);
	buf_puts(out, " catch");
	if (t->message.name)
		buf_printf(out, " (%s)", t->message.name);
	put_braced(out, t->handler, depth);
	buf_putc(out, '\n');
}

static void put_code(struct buf *out, struct ast_code *c, unsigned int depth)
{
	(void)depth;
	print_code(out, c->code);
	buf_putc(out, '\n');
}

void ast_print_stmt(struct buf *out, const struct stmt *const_s, unsigned int depth)
{
	struct stmt *s = (struct stmt *)const_s;

	start(out, depth);
	switch (s->kind) {
#define STMT(kind, arm, printable, flags)			\
	case STMT_##kind:					\
		put_##arm(out, &s->u.arm, depth);		\
		break;
#include "translator/syntax/ast.def"
	case STMT__COUNT:
		break;
	}
}

/* ---- declarations ---------------------------------------------------------------------------- */

/* Kernel addresses read better as what they are. */
static void put_point_number(struct buf *out, int64_t value)
{
	if (value < -0x10000)
		buf_printf(out, "0x%llx", (unsigned long long)value);
	else
		print_number(out, value);
}

void ast_print_point(struct buf *out, const struct probe_point *p)
{
	vec_each(c, &p->components) {
		buf_printf(out, "%s%s", c == p->components.v ? "" : ".", c->name);
		if (c->literal == LITERAL_NONE)
			continue;
		buf_putc(out, '(');
		if (c->literal == LITERAL_NUMBER)
			put_point_number(out, c->number);
		else
			print_quoted(out, c->string);
		buf_putc(out, ')');
	}
	if (p->optional)
		buf_putc(out, p->sufficient ? '!' : '?');
	if (p->condition) {
		buf_puts(out, " if (");
		ast_print_expr(out, p->condition);
		buf_putc(out, ')');
	}
}

static void put_points(struct buf *out, const struct probe_points *points, const char *between)
{
	vec_each(p, points) {
		buf_puts(out, p == points->v ? "" : between);
		ast_print_point(out, *p);
	}
}

static void put_probe(struct buf *out, const struct probe_decl *d)
{
	buf_puts(out, "probe ");
	put_points(out, &d->points, ", ");
	put_braced(out, d->body, 0);
}

static void put_alias(struct buf *out, const struct alias_decl *d)
{
	buf_puts(out, "probe ");
	put_points(out, &d->names, " = ");
	buf_puts(out, d->prologue ? " = " : " += ");
	put_points(out, &d->points, ", ");
	if (d->prologue)
		put_braced(out, d->prologue, 0);
	if (d->prologue && d->epilogue)
		buf_putc(out, ',');
	if (d->epilogue)
		put_braced(out, d->epilogue, 0);
}

static void put_global(struct buf *out, const struct variable *v)
{
	buf_printf(out, "%sglobal %s%s", v->is_private ? "private " : "", v->name,
		   v->wrap ? "%" : "");
	if (v->size)
		buf_printf(out, "[%lld]", (long long)v->size);
	put_opt(out, v->init, " = ");
}

static void put_type(struct buf *out, enum ast_type type)
{
	if (type == TYPE_LONG || type == TYPE_STRING)
		buf_printf(out, ":%s", type_name[type]);
}

static void put_function(struct buf *out, const struct function *f)
{
	buf_printf(out, "%sfunction %s", f->is_private ? "private " : "", f->name);
	put_type(out, f->ret);
	buf_puts(out, " (");
	vec_each(v, &f->params) {
		buf_printf(out, "%s%s", v == f->params.v ? "" : ", ", (*v)->name);
		put_type(out, (*v)->type);
	}
	buf_putc(out, ')');
	if (f->has_priority) {
		buf_putc(out, ':');
		print_number(out, f->priority);
	}
	if (f->code) {
		buf_putc(out, ' ');
		print_code(out, f->code);
	} else {
		put_braced(out, f->body, 0);
	}
}

void ast_print_decl(struct buf *out, const struct decl *d)
{
	switch (d->kind) {
	case DECL_PROBE:
		put_probe(out, d->u.probe);
		break;
	case DECL_ALIAS:
		put_alias(out, d->u.alias);
		break;
	case DECL_GLOBAL:
		put_global(out, d->u.global);
		break;
	case DECL_FUNCTION:
		put_function(out, d->u.function);
		break;
	case DECL_EMBEDDED:
		print_code(out, d->u.embedded);
		break;
	case DECL__COUNT:
		break;
	}
	buf_putc(out, '\n');
}

void ast_print_file(struct buf *out, const struct ast_file *f)
{
	vec_each(d, &f->decls)
		ast_print_decl(out, d);
}
