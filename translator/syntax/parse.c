// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * parse - runs the stages over one file.
 */
#include "translator/syntax/parse.h"

#include <stdio.h>
#include <string.h>

#include "translator/base/buf.h"
#include "translator/base/diag.h"
#include "translator/base/xstr.h"
#include "translator/syntax/finish.h"
#include "translator/syntax/grammar.h"
#include "translator/syntax/parser.h"
#include "translator/syntax/preprocess.h"
#include "translator/syntax/scan.h"

unsigned int parse_compatible(const struct parse_env *env)
{
	const char *text = env->compatible ? env->compatible : SYSTEMTAP_VERSION;
	unsigned int major = 0, minor = 0;

	sscanf(text, "%u.%u", &major, &minor);
	return major * 100 + (minor < 99 ? minor : 99);
}

/* ---- what the grammar asks for --------------------------------------------------------------- */

int parser_next_token(YYSTYPE *value, struct span *at, struct parser *p)
{
	const struct token *t = &p->tokens.v[p->pos < p->tokens.n ? p->pos : p->tokens.n - 1];

	if (p->pos < p->tokens.n)
		p->pos++;
	value->token = *t;
	*at = t->at;
	if (t->kind == T_FUNCTION || t->kind == T_PROBE)
		p->in_function = t->kind == T_FUNCTION;
	return t->kind;
}

static bool starts_declaration(const struct parser *p, unsigned int i)
{
	int kind = p->tokens.v[i].kind;

	return kind == T_PROBE || kind == T_GLOBAL || kind == T_PRIVATE || kind == T_FUNCTION ||
	       kind == T_END;
}

void parser_resync(struct parser *p)
{
	unsigned int i = p->pos ? p->pos - 1 : 0;	/* the token that was not accepted */

	while (i < p->tokens.n - 1 && !starts_declaration(p, i))
		i++;
	p->pos = i;
	p->too_deep = false;
}

/* ---- stages ---------------------------------------------------------------------------------- */

static struct tokens preprocessed(struct parse_env *env, struct source *src,
				  struct arena *scratch, bool *was_empty)
{
	struct tokens raw = { NULL, 0, 0 }, out = { NULL, 0, 0 };
	struct preprocessor p;
	struct token t;

	scan_source(env, src, scratch, &raw);
	*was_empty = raw.n == 1;
	vec_reserve(scratch, &out, raw.n);
	preprocess_init(&p, env, src, raw, scratch);
	do {
		t = preprocess_next(&p);
		vec_push(scratch, &out, t);
	} while (t.kind != T_END);
	finish_tokens(env, &out);
	return out;
}

/* A histogram has no value: it is printed, indexed, or walked. */
struct hist_check {
	struct parse_env *env;
	struct expr **allowed;		/* the slot in which one may stand */
	bool all_allowed;
};

static void check_slot(struct expr **slot, void *ctx)
{
	struct hist_check *c = ctx;

	if ((*slot)->kind == EXPR_HIST && slot != c->allowed && !c->all_allowed)
		diag(c->env->diags, D_HISTOGRAM_EXPR, (*slot)->at);
}

static void skip_slot(struct stmt **slot, void *ctx)
{
	(void)slot, (void)ctx;
}

static bool check_expr(struct expr **e, void *ctx)
{
	struct hist_check c = { .env = ctx };

	if ((*e)->kind == EXPR_INDEX)
		c.allowed = &expr_index(*e)->hist;
	c.all_allowed = (*e)->kind == EXPR_PRINT;
	ast_expr_children(*e, check_slot, &c);
	return true;
}

static bool check_stmt(struct stmt **s, void *ctx)
{
	struct hist_check c = { .env = ctx };

	if ((*s)->kind == STMT_FOREACH)
		c.allowed = &stmt_foreach(*s)->hist;
	ast_stmt_children(*s, check_slot, skip_slot, &c);
	return true;
}

static void check_body(struct parse_env *env, struct stmt *s)
{
	const struct ast_visitor visitor = {
		.expr_pre = check_expr,
		.stmt_pre = check_stmt,
		.ctx = env,
	};

	if (s)
		ast_walk_stmt(&s, &visitor);
}

static void check_histograms(struct parse_env *env, struct ast_file *f)
{
	vec_each(d, &f->decls) {
		if (d->kind == DECL_PROBE)
			check_body(env, d->u.probe->body);
		if (d->kind == DECL_FUNCTION)
			check_body(env, d->u.function->body);
		if (d->kind == DECL_ALIAS) {
			check_body(env, d->u.alias->prologue);
			check_body(env, d->u.alias->epilogue);
		}
	}
}

struct ast_file *parse_source(struct parse_env *env, struct source *src)
{
	struct ast_file *file = arena_new_object(env->arena, struct ast_file);
	struct arena *scratch = arena_new();
	struct parser p = { .env = env, .arena = env->arena, .src = src, .file = file };
	unsigned int mark = diag_mark(env->diags);
	bool was_empty;

	file->source = src;
	file->in_tapset = src->in_tapset;
	map_init(&p.globals, scratch);
	p.tokens = preprocessed(env, src, scratch, &was_empty);
	if (p.tokens.n == 1 && diag_mark(env->diags) == mark)
		diag(env->diags, was_empty ? D_FILE_EMPTY : D_FILE_EMPTY_PREPROCESSED, SPAN_NONE,
		     src->name);
	else
		yyparse(&p);
	check_histograms(env, file);
	diag_sort(env->diags, mark);
	arena_free(scratch);
	return file;
}

void parse_warn_unused_args(struct parse_env *env)
{
	unsigned int i;

	for (i = 0; env->args_used && i < env->n_args; i++)
		if (!env->args_used[i])
			diag(env->diags, D_ARGUMENT_UNUSED, SPAN_NONE, i + 1, i + 1);
}

/* ---- tokens as text -------------------------------------------------------------------------- */

void token_print(struct buf *out, const struct source_table *sources, const struct token *t)
{
	const char *text;
	size_t len;

	switch (t->kind) {
	case T_NUMBER:
		buf_printf(out, "%llu", (unsigned long long)t->u.number);
		return;
	case T_STRING:
		buf_putc(out, '"');
		xstr_escape_c(out, t->u.text.bytes, t->u.text.len);
		buf_putc(out, '"');
		return;
	case T_IDENT:
	case T_TARGET:
	case T_POINT_NAME:
		buf_puts(out, t->u.name);
		return;
	default:
		break;
	}
	if ((t->flags & TOKEN_PASTED) && t->kind != T_JUNK && t->kind != T_EMBEDDED &&
	    t->kind != T_EMBEDDED_EXPR) {
		buf_puts(out, t->u.name);
		return;
	}
	text = source_text(sources, t->at, &len);
	buf_write(out, text, len);
}

void parse_dump_tokens(struct parse_env *env, struct source *src, struct buf *out)
{
	struct arena *scratch = arena_new();
	bool was_empty;
	struct tokens all = preprocessed(env, src, scratch, &was_empty);

	vec_each(t, &all) {
		if (t->kind == T_END)
			break;
		if (t != all.v)
			buf_putc(out, ' ');
		token_print(out, env->sources, t);
	}
	buf_putc(out, '\n');
	arena_free(scratch);
}
