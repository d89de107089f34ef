// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/syntax/finish.h"

#include <string.h>

#include "translator/base/atom.h"
#include "translator/base/buf.h"
#include "translator/syntax/grammar.h"

/* Where in a declaration the loop stands. */
enum place {
	PLACE_OTHER,		/* bodies, globals, between declarations */
	PLACE_POINTS,		/* the probe points of a probe or alias */
	PLACE_FUNCTION,		/* between `function` and its body */
};

struct finisher {
	struct parse_env *env;
	struct tokens *t;
	unsigned int in, out;		/* next to read, next to write; out <= in */
	unsigned int compat;
	enum place place;
	unsigned int parens;		/* open ( and [ */
	unsigned int braces;		/* open { of point alternatives, or of bodies */
};

static int previous_kind(const struct finisher *f)
{
	return f->out ? f->t->v[f->out - 1].kind : T_END;
}

static const struct token *peek(const struct finisher *f)
{
	return &f->t->v[f->in];		/* T_END is last and never stepped over */
}

/* ---- strings --------------------------------------------------------------------------------- */

static bool may_join(const struct finisher *f, const struct token *next)
{
	return next->kind == T_STRING && (f->compat >= 200 || !(next->flags & TOKEN_COMMENT));
}

static void join_strings(struct finisher *f, struct token *t)
{
	struct tokens *all = f->t;
	unsigned int end = f->in;
	size_t len = t->u.text.len;
	char *joined;

	while (may_join(f, &all->v[end]))
		len += all->v[end++].u.text.len;
	if (end == f->in)
		return;
	joined = arena_alloc(f->env->arena, len + 1);
	len = t->u.text.len;
	if (len)
		memcpy(joined, t->u.text.bytes, len);
	for (; f->in < end; f->in++) {
		const struct token *next = &all->v[f->in];

		if (next->u.text.len)
			memcpy(joined + len, next->u.text.bytes, next->u.text.len);
		len += next->u.text.len;
		t->at = span_join(t->at, next->at);
	}
	joined[len] = '\0';
	t->u.text = (struct ast_bytes){ joined, len };
}

/* ---- @words ---------------------------------------------------------------------------------- */

static const struct at_word {
	const char *text;
	int kind, op;
	unsigned int compat;
} at_words[] = {
	{ "cast", T_AT_TARGET, TARGET_CAST, 0 },
	{ "var", T_AT_TARGET, TARGET_ATVAR, 0 },
#define AT(op, text, signature, min, max, compat, guru) { text, T_AT, AT_##op, compat },
#define STAT(op, text, min, max, compat) { text, T_AT_STAT, STAT_##op, compat },
#include "translator/syntax/builtin.def"
};

static void make_at(const struct finisher *f, struct token *t)
{
	size_t i;

	for (i = 0; i < sizeof(at_words) / sizeof(*at_words); i++) {
		const struct at_word *w = &at_words[i];

		if (strcmp(w->text, t->u.name) || f->compat < w->compat)
			continue;
		t->kind = (short)w->kind;
		t->op = (unsigned char)w->op;
		if (w->kind == T_AT_STAT && (w->op == STAT_HIST_LOG || w->op == STAT_HIST_LINEAR))
			t->kind = T_AT_HIST;
		return;
	}
	t->kind = T_JUNK;
	t->u.junk.tag = D_OPERATOR_UNKNOWN;
}

/* ---- names ----------------------------------------------------------------------------------- */

static const char *const print_names[] = {
#define PRINT(op, text, in_kernel, newline, head) [PRINT_##op] = text,
#include "translator/syntax/builtin.def"
};

static void make_print(struct token *t)
{
	unsigned int i;

	for (i = 0; i < PRINT__COUNT; i++) {
		if (strcmp(print_names[i], t->u.name))
			continue;
		t->kind = T_PRINT;
		t->op = (unsigned char)i;
	}
}

static bool is_declaration_keyword(const struct token *t)
{
	return t->kind == T_PROBE || t->kind == T_GLOBAL || t->kind == T_PRIVATE ||
	       t->kind == T_FUNCTION;
}

/* string and long are types only behind the : of a function's head. */
static bool is_type_as_name(const struct finisher *f, const struct token *t)
{
	if (t->kind != T_STRING_TYPE && t->kind != T_LONG_TYPE)
		return false;
	if (f->place == PLACE_FUNCTION)
		return previous_kind(f) == T_FUNCTION;
	return peek(f)->kind == '(';
}

/* ---- probe points ---------------------------------------------------------------------------- */

static bool at_component(const struct finisher *f, const struct token *t)
{
	switch (previous_kind(f)) {
	case '.':
	case '{':
		return true;
	case T_PROBE:
	case ',':
	case '=':
	case T_PLUS_ASSIGN:
		return f->braces || !is_declaration_keyword(t);
	default:
		return false;
	}
}

static bool is_name_piece(const struct token *t)
{
	return t->kind == T_IDENT || t->kind == '*' || t->kind == T_NUMBER ||
	       (t->flags & TOKEN_KEYWORD);
}

static void add_piece(const struct finisher *f, struct buf *name, const struct token *t)
{
	const char *text;
	size_t len;

	if (t->kind == '*') {
		buf_putc(name, '*');
	} else if (t->kind != T_NUMBER) {
		buf_puts(name, t->u.name);
	} else if (t->flags & TOKEN_PASTED) {
		buf_printf(name, "%llu", (unsigned long long)t->u.number);
	} else {
		text = source_text(f->env->sources, t->at, &len);
		buf_write(name, text, len);
	}
}

/* A component's name: pieces without space between them. */
static void join_name(struct finisher *f, struct token *t)
{
	struct buf name = BUF_INIT;

	add_piece(f, &name, t);
	while (is_name_piece(peek(f)) && (peek(f)->flags & TOKEN_ADJACENT) &&
	       peek(f)->at.file == t->at.file) {
		add_piece(f, &name, peek(f));
		t->at = span_join(t->at, peek(f)->at);
		f->in++;
	}
	t->kind = T_POINT_NAME;
	t->u.name = atom_intern_len(f->env->atoms, buf_text(&name), name.len);
	buf_free(&name);
}

/* Inside PLACE_POINTS and outside of parentheses. */
static void finish_point(struct finisher *f, struct token *t)
{
	bool component = at_component(f, t);

	if (component && is_name_piece(t) && t->kind != T_NUMBER) {
		join_name(f, t);
	} else if (t->kind == '{' && component) {
		f->braces++;
	} else if (t->kind == '{') {
		f->place = PLACE_OTHER;
		f->braces = 1;
	} else if (t->kind == '}' && f->braces) {
		f->braces--;
	}
}

/* ---- places ---------------------------------------------------------------------------------- */

/* Embedded C is an operand inside parentheses, and behind what wants an operand. */
static bool wants_operand(const struct finisher *f)
{
	if (f->parens)
		return true;
	switch (previous_kind(f)) {
	case '=': case '+': case '-': case '*': case '/': case '%': case '&': case '|': case '^':
	case '!': case '~': case '?': case ':': case '.': case ',':
	case T_ASSIGN: case T_PLUS_ASSIGN: case T_MINUS_ASSIGN: case T_SHIFT: case T_COMPARE:
	case T_MATCH: case T_ANDAND: case T_OROR: case T_RETURN: case T_LIMIT: case T_DELETE:
		return true;
	default:
		return false;
	}
}

/* A declaration's keyword restarts everything, whatever is unbalanced before it. */
static void follow_place(struct finisher *f, const struct token *t)
{
	if (is_declaration_keyword(t)) {
		f->place = t->kind == T_PROBE ? PLACE_POINTS :
			   t->kind == T_FUNCTION ? PLACE_FUNCTION : PLACE_OTHER;
		f->parens = f->braces = 0;
	}
	switch (t->kind) {
	case '(':
	case '[':
		f->parens++;
		break;
	case ')':
	case ']':
		f->parens -= f->parens > 0;
		break;
	case '{':
		f->parens = 0;
		/* fall through */
	case T_EMBEDDED:
		if (f->place == PLACE_FUNCTION)
			f->place = PLACE_OTHER;
		break;
	case ';':
		/* a lost ) does not reach beyond the statement; for(;;) has its own parenthesis */
		if (f->parens > 1)
			f->parens = 1;
		break;
	default:
		break;
	}
}

static void finish_word(struct finisher *f, struct token *t)
{
	if ((t->flags & TOKEN_KEYWORD) && (previous_kind(f) == T_ARROW || is_type_as_name(f, t))) {
		t->kind = T_IDENT;
		t->flags &= (unsigned char)~TOKEN_KEYWORD;
	}
	if (t->kind == T_IDENT && peek(f)->kind == '(' && previous_kind(f) != T_FUNCTION &&
	    previous_kind(f) != T_ARROW)
		make_print(t);
}

static void finish_one(struct finisher *f, struct token *t)
{
	if (t->kind == T_STRING)
		join_strings(f, t);
	else if (t->kind == T_AT_WORD)
		make_at(f, t);
	else if (t->kind == T_EMBEDDED && wants_operand(f))
		t->kind = T_EMBEDDED_EXPR;
	if (f->place == PLACE_POINTS && !f->parens)
		finish_point(f, t);
	if (t->kind != T_POINT_NAME)
		finish_word(f, t);
	follow_place(f, t);
}

void finish_tokens(struct parse_env *env, struct tokens *t)
{
	struct finisher f = {
		.env = env,
		.t = t,
		.compat = parse_compatible(env),
	};

	while (f.in < t->n - 1) {
		struct token one = t->v[f.in++];

		finish_one(&f, &one);
		t->v[f.out++] = one;
	}
	t->v[f.out++] = t->v[f.in];	/* T_END */
	t->n = f.out;
}
