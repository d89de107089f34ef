// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/syntax/syntax_error.h"

#include <stdlib.h>
#include <string.h>

#include "translator/base/buf.h"
#include "translator/base/diag.h"
#include "translator/base/xstr.h"
#include "translator/syntax/grammar.h"

void syntax_error_expect(struct syntax_error *e, const char *name)
{
	if (e->n < EXPECTED_MAX)
		e->expected[e->n++] = name;
}

static bool has(const struct syntax_error *e, const char *name)
{
	unsigned int i;

	for (i = 0; i < e->n; i++)
		if (!strcmp(e->expected[i], name))
			return true;
	return false;
}

/* What only goes on with an expression that could also end here. */
static bool is_continuation(const char *name)
{
	static const char *const names[] = {
		"assignment operator", "'+='", "'-='", "comparison operator", "'=~'",
		"shift operator", "'++'", "'&&'", "'||'", "'->'", "'='", "'?'", "'|'", "'^'", "'&'",
		"'.'", "'+'", "'-'", "'*'", "'/'", "'%'", "'in'", "'['", "'('",
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* One pattern of expected tokens and how it is said. Those named first win. */
static const struct phrase {
	const char *first, *second;	/* both must be expected */
	const char *text;
} phrases[] = {
	{ "'probe'", "'function'", "'probe', 'global', 'private', 'function', or '%{'" },
	{ "'if'", "';'", "statement" },
	{ "'{'", "'+='", "one of ', { } = +='" },
	{ "probe point component", "'{'", NULL },	/* depends on the token before */
	{ "'string'", "'long'", "'string' or 'long'" },
	{ "number", "literal string", "literal string or number" },
};

static const char *point_phrase(const struct parser *p)
{
	const struct token *before = p->pos > 1 ? &p->tokens.v[p->pos - 2] : NULL;

	if (before && before->kind == '.')
		return "identifier or '*' or '{'";
	return "probe point specifier";
}

static const char *find_phrase(const struct parser *p, const struct syntax_error *e)
{
	size_t i;

	if (has(e, "number") && has(e, "identifier") && has(e, "'('") && !has(e, "'if'"))
		return "value";
	for (i = 0; i < sizeof(phrases) / sizeof(*phrases); i++)
		if (has(e, phrases[i].first) && has(e, phrases[i].second))
			return phrases[i].text ? phrases[i].text : point_phrase(p);
	if (has(e, "'+'") && has(e, "'-'") && e->n == 2)
		return "sort directive";
	return NULL;
}

/* 'X' without its quotes. */
static void put_bare(struct buf *out, const char *name)
{
	size_t len = strlen(name);

	if (len > 2 && name[0] == '\'' && name[len - 1] == '\'')
		buf_write(out, name + 1, len - 2);
	else
		buf_puts(out, name);
}

/* "'X'", "',' or ')'", "one of ': , )'". Behind an expression, operators go without saying. */
static void list_expected(const struct syntax_error *e, struct buf *out)
{
	const char *left[EXPECTED_MAX];
	bool in_expression = has(e, "'&&'");
	unsigned int i, n = 0;

	for (i = 0; i < e->n; i++)
		if (!in_expression || !is_continuation(e->expected[i]))
			left[n++] = e->expected[i];
	if (n == 1) {
		buf_puts(out, left[0]);
	} else if (n == 2) {
		buf_printf(out, "%s or %s", left[0], left[1]);
	} else {
		buf_puts(out, n ? "one of '" : "operator");
		for (i = 0; i < n; i++) {
			buf_puts(out, i ? " " : "");
			put_bare(out, left[i]);
		}
		buf_puts(out, n ? "'" : "");
	}
}

/* A word that is nearly one of those that start a declaration. */
static void note_similar(struct parser *p, const struct syntax_error *e, const struct token *t)
{
	static const char *const words[] = { "probe", "global", "private", "function" };
	unsigned int best;

	if (t->kind == T_IDENT && has(e, "'probe'") &&
	    xstr_similar(t->u.name, words, 4, &best, 1))
		diag_note(p->env->diags, SPAN_NONE, "did you mean '%s'?", words[best]);
}

/* The { that misses its }: noted when the file ends early. */
static void note_open_brace(struct parser *p)
{
	struct span open[64];
	unsigned int i, depth = 0;

	for (i = 0; i < p->tokens.n; i++) {
		const struct token *t = &p->tokens.v[i];

		if (t->kind == '{') {
			if (depth < 64)
				open[depth] = t->at;
			depth++;
		} else if (t->kind == '}' && depth) {
			depth--;
		}
	}
	if (depth && depth <= 64)
		diag_note(p->env->diags, open[depth - 1], "this '{' is never closed");
}

/* $3 or @3 of fewer arguments: which one the script needs, and how many it was given. */
static void note_argument(struct parser *p, const char *text)
{
	unsigned int given = p->env->n_args;

	diag_note(p->env->diags, SPAN_NONE, "the script needs argument %lu, and %u %s given: write it behind the script",
		  strtoul(text + 1, NULL, 10), given, given == 1 ? "was" : "were");
}

/* Why no probe point can start here: `probe a, { }` and `probe @1`. */
static void note_point(struct parser *p, const struct token *t)
{
	unsigned int i = p->pos > 1 ? p->pos - 2 : 0;
	const struct token *before = &p->tokens.v[i];

	/* a { after a comma was taken for alternatives, which are empty then */
	if (before->kind == '{' && i && t->kind == '}')
		before = &p->tokens.v[i - 1];
	if (before->kind == ',')
		diag_note(p->env->diags, before->at, "a probe point is missing after this comma");
	else if (t->kind == T_STRING && (t->flags & TOKEN_PASTED))
		diag_note(p->env->diags, SPAN_NONE, "@N is the argument as a string; $N pastes its words as they are");
}

static void report_junk(struct parser *p, const struct token *t)
{
	const char *text;
	size_t len;

	if (t->u.junk.tag == D_OPERATOR_UNKNOWN) {
		text = source_text(p->env->sources, t->at, &len);
		diag(p->env->diags, D_OPERATOR_UNKNOWN, t->at,
		     arena_strndup(p->arena, text, len));
	} else if (t->u.junk.tag != DIAG__COUNT) {
		text = source_text(p->env->sources, t->at, &len);
		diag(p->env->diags, t->u.junk.tag, t->at, t->u.junk.number);
		if (t->u.junk.tag == D_ARGUMENT_RANGE)
			note_argument(p, text);
		if (t->u.junk.tag == D_CHARACTER && *text == '\'')
			diag_note(p->env->diags, SPAN_NONE, "strings stand in double quotes");
	}
}

void syntax_error_report(struct parser *p, const struct syntax_error *e, struct span at)
{
	const struct token *t = p->pos ? &p->tokens.v[p->pos - 1] : &p->tokens.v[0];
	struct buf shown = BUF_INIT, expected = BUF_INIT;
	const char *phrase = find_phrase(p, e);

	if (t->kind == T_JUNK) {
		report_junk(p, t);
		return;
	}
	if (t->kind == T_END && e->n && !has(e, "end of file")) {
		diag(p->env->diags, D_UNEXPECTED_EOF, at);
		note_open_brace(p);
		return;
	}
	if (e->n == 1 && !strcmp(e->expected[0], "'in'") && p->pos > 1 &&
	    p->tokens.v[p->pos - 2].kind == ']') {
		diag(p->env->diags, D_COMMA_LIST, p->tokens.v[p->pos - 2].at);
		return;
	}
	if (phrase)
		buf_puts(&expected, phrase);
	else
		list_expected(e, &expected);
	if (t->flags & TOKEN_PASTED)
		token_print(&shown, p->env->sources, t);
	diag_token(p->env->diags, D_EXPECTED, at, shown.len ? buf_text(&shown) : NULL,
		   buf_text(&expected));
	note_similar(p, e, t);
	if (phrase && !strcmp(phrase, "probe point specifier"))
		note_point(p, t);
	buf_free(&shown);
	buf_free(&expected);
}
