// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * macro - @define and the expansion of macros.
 *
 * Tokens come from a stack of feeds: the file, above it the body of a macro, above that the
 * argument that a parameter stands for, and so on. A scope says what @param means: it belongs to
 * one invocation, and its parent is the scope in which that invocation was written. An argument is
 * fed in the parent scope, so it is expanded lazily and as its writer meant it.
 */
#include <string.h>

#include "translator/base/diag.h"
#include "translator/syntax/grammar.h"
#include "translator/syntax/preprocess.h"

#define DEPTH_MAX 1000
#define PRODUCED_MAX 200000

struct scope {
	const struct macro *macro;
	struct scope *parent;
	struct tokens *args;		/* one a parameter */
};

struct feed {
	const struct token *v;
	unsigned int n, pos;
	struct scope *scope;		/* NULL: the file itself */
	uint32_t view;			/* source to show the tokens through; 0: as they are */
	struct span end;		/* where the end of it is, for messages */
	struct feed *below;
};

static void push_feed(struct preprocessor *p, const struct tokens *t, struct scope *scope,
		      uint32_t view, struct span end)
{
	struct feed *f = arena_new_object(p->scratch, struct feed);

	*f = (struct feed){ t->v, t->n, 0, scope, view, end, p->feed };
	p->feed = f;
	p->depth++;
}

void macro_start(struct preprocessor *p, struct tokens tokens)
{
	struct span end = vec_last(&tokens).at;

	tokens.n--;			/* T_END is made when all feeds are used up */
	push_feed(p, &tokens, NULL, 0, end);
}

/* Next token of one feed; T_END at its end. */
static struct token feed_peek(const struct feed *f)
{
	struct token t = { .kind = T_END, .at = f->end };

	if (f->pos < f->n) {
		t = f->v[f->pos];
		if (f->view)
			t.at.file = f->view;
	}
	return t;
}

static struct token feed_next(struct feed *f)
{
	struct token t = feed_peek(f);

	if (f->pos < f->n)
		f->pos++;
	return t;
}

static int report(struct preprocessor *p, enum diag_tag tag, struct span at, atom_t name,
		  unsigned int number)
{
	return diag(p->env->diags, tag, at, name, number, number == 1 ? "" : "s");
}

/* ---- definitions ----------------------------------------------------------------------------- */

/* ( p1, p2 ) of a definition. */
static int read_params(struct preprocessor *p, struct feed *f, struct macro *m)
{
	struct token t;

	feed_next(f);
	m->has_params = true;
	if (feed_peek(f).kind == ')') {
		feed_next(f);
		return 0;
	}
	do {
		t = feed_next(f);
		if (t.kind != T_IDENT)
			return diag(p->env->diags, D_EXPECTED, t.at, "identifier");
		vec_each(other, &m->params)
			if (*other == t.u.name)
				return diag(p->env->diags, D_MACRO_PARAM_DUPLICATE, t.at);
		vec_push(p->keep, &m->params, t.u.name);
		t = feed_next(f);
	} while (t.kind == ',');
	if (t.kind != ')')
		return diag(p->env->diags, D_EXPECTED, t.at, "',' or ')'");
	return 0;
}

/* %( body %), conditionals inside it kept as they are. */
static int read_body(struct preprocessor *p, struct feed *f, struct macro *m)
{
	struct token t = feed_peek(f);

	if (t.kind != T_COND_OPEN)
		return diag(p->env->diags, D_EXPECTED, t.at, "'%('");
	feed_next(f);
	for (m->open = 1;;) {
		t = feed_next(f);
		if (t.kind == T_END)
			return report(p, D_MACRO_INCOMPLETE, m->at, m->name, 0);
		if (t.kind == T_AT_WORD && !strcmp(t.u.name, "define"))
			return report(p, D_MACRO_NESTED, t.at, m->name, 0);
		if (t.kind == T_COND_OPEN)
			m->open++;
		else if (t.kind == T_COND_CLOSE && !--m->open)
			return 0;
		vec_push(p->keep, &m->body, t);
	}
}

static int read_definition(struct preprocessor *p, struct feed *f, struct macro *m)
{
	struct token name = feed_next(f);

	if (name.kind != T_IDENT && !(name.flags & TOKEN_KEYWORD))
		return diag(p->env->diags, D_EXPECTED, name.at, "identifier");
	m->name = name.u.name;
	m->at = name.at;
	m->library = p->library;
	if (feed_peek(f).kind == '(' && read_params(p, f, m))
		return -1;
	return read_body(p, f, m);
}

static bool is_operator(const char *name)
{
	static const char *const names[] = {
#define AT(kind, text, signature, min, max, compat, guru) text,
#define STAT(kind, text, min, max, compat) text,
#include "translator/syntax/builtin.def"
		"cast", "var",
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

static void enter_definition(struct preprocessor *p, struct macro *m)
{
	const struct macro *old = map_get(p->macros, m->name);
	enum diag_tag tag = D_MACRO_REDEFINED;

	if (!old && p->library) {
		old = map_get(p->env->library_macros, m->name);
		tag = D_MACRO_LIBRARY_DUPLICATE;
	}
	if (old) {
		report(p, tag, m->at, m->name, 0);
		diag_cause(p->env->diags, D_MACRO_FIRST, old->at, m->name);
		return;
	}
	if (is_operator(m->name))
		report(p, D_MACRO_OVERRIDE, m->at, m->name, 0);
	map_put(p->macros, m->name, m);
}

/*
 * Goes on behind a faulty definition: behind the %) of its body, or, when no body came, before what
 * starts a definition or declaration.
 */
static void skip_definition(struct feed *f, unsigned int nested)
{
	while (f->pos < f->n) {
		const struct token *t = &f->v[f->pos];

		if (!nested && t->kind != T_COND_OPEN &&
		    (t->kind == T_AT_WORD || t->kind == T_PROBE || t->kind == T_GLOBAL ||
		     t->kind == T_FUNCTION || t->kind == T_PRIVATE))
			return;
		f->pos++;
		if (t->kind == T_COND_OPEN)
			nested++;
		else if (t->kind == T_COND_CLOSE && nested && !--nested)
			return;
	}
}

/* After @define. */
static void define(struct preprocessor *p, struct token at)
{
	struct macro *m;

	if (p->feed->below) {
		report(p, D_MACRO_NESTED, at.at, "define", 0);
		return;
	}
	m = arena_new_object(p->keep, struct macro);
	if (read_definition(p, p->feed, m))
		skip_definition(p->feed, m->open);
	else
		enter_definition(p, m);
}

/* ---- expansion ------------------------------------------------------------------------------- */

/* The argument that a name stands for in this scope, or NULL. */
static const struct tokens *find_param(const struct scope *s, atom_t name)
{
	unsigned int i;

	for (i = 0; s && i < s->macro->params.n; i++)
		if (s->macro->params.v[i] == name)
			return &s->args[i];
	return NULL;
}

static const struct macro *find_macro(const struct preprocessor *p, const struct scope *s,
				      atom_t name)
{
	const struct macro *m = NULL;

	if (!s || !s->macro->library)
		m = map_get(p->macros, name);
	return m ? m : map_get(p->env->library_macros, name);
}

static bool is_active(const struct scope *s, const struct macro *m)
{
	for (; s; s = s->parent)
		if (s->macro == m)
			return true;
	return false;
}

/*
 * One argument, up to a comma or the closing parenthesis outside of ( ) and [ ]; returns what ended
 * it.
 */
static int read_arg(struct preprocessor *p, struct feed *f, struct tokens *arg)
{
	unsigned int nested = 0;

	for (;;) {
		struct token t = feed_next(f);

		if (t.kind == T_END || (!nested && (t.kind == ',' || t.kind == ')')))
			return t.kind;
		if (t.kind == '(' || t.kind == '[')
			nested++;
		else if ((t.kind == ')' || t.kind == ']') && nested)
			nested--;
		vec_push(p->scratch, arg, t);
	}
}

/* ( args ) of an invocation, which starts behind `at`. */
static int read_args(struct preprocessor *p, struct feed *f, const struct macro *m,
		     struct span at, struct tokens *args)
{
	unsigned int n = m->params.n, i = 0;
	struct tokens extra = { NULL, 0, 0 };
	int end;

	if (feed_peek(f).kind != '(')
		return report(p, D_MACRO_NO_PAREN, at, m->name, n);
	feed_next(f);
	do {
		end = read_arg(p, f, i < n ? &args[i] : &extra);
		i++;
	} while (end == ',');
	if (end == T_END)
		return report(p, D_MACRO_CALL_OPEN, at, m->name, n);
	if (i > n && (n || extra.n))
		return report(p, D_MACRO_TOO_MANY, at, m->name, n);
	if (i < n)
		return report(p, D_MACRO_TOO_FEW, at, m->name, n);
	return 0;
}

static int invoke(struct preprocessor *p, const struct macro *m, struct span at)
{
	struct feed *f = p->feed;
	struct scope *s;
	struct source *view;

	if (is_active(f->scope, m))
		return report(p, D_MACRO_RECURSIVE, at, m->name, 0);
	s = arena_new_object(p->scratch, struct scope);
	s->macro = m;
	s->parent = f->scope;
	s->args = arena_new_array(p->scratch, struct tokens, m->params.n);
	if (m->has_params && read_args(p, f, m, at, s->args))
		return -1;
	view = source_view(p->env->sources, m->at.file, VIA_MACRO, at);
	push_feed(p, &m->body, s, view->id, at);
	return 0;
}

/*
 * What an @word means here: 1 a macro or parameter that is being fed now, 0 an operator, -1 a
 * fault.
 */
static int expand(struct preprocessor *p, struct token t)
{
	struct scope *s = p->feed->scope;
	const struct tokens *arg = find_param(s, t.u.name);
	const struct macro *m;

	if (!strcmp(t.u.name, "define")) {
		define(p, t);
		return 1;
	}
	if (p->depth > DEPTH_MAX || ++p->produced > PRODUCED_MAX)
		return report(p, D_MACRO_TOO_LARGE, t.at, t.u.name, 0);
	if (arg) {
		push_feed(p, arg, s->parent, 0, t.at);
		return 1;
	}
	m = find_macro(p, s, t.u.name);
	if (!m)
		return 0;
	return invoke(p, m, t.at) ? -1 : 1;
}

struct token token_reported(struct span at)
{
	return (struct token){ .kind = T_JUNK, .at = at, .u.junk = { DIAG__COUNT, 0 } };
}

void macro_unread(struct preprocessor *p, struct token t)
{
	p->unread = t;
	p->has_unread = true;
}

struct token macro_next(struct preprocessor *p)
{
	if (p->has_unread) {
		p->has_unread = false;
		return p->unread;
	}
	for (;;) {
		struct token t = feed_next(p->feed);
		int done;

		if (t.kind == T_END && p->feed->below) {
			p->feed = p->feed->below;
			p->depth--;
			continue;
		}
		if (p->produced <= PRODUCED_MAX)
			p->produced += p->feed->scope != NULL;
		else if (p->feed->scope)
			continue;	/* reported: the rest of the expansions is dropped */
		if (t.kind != T_AT_WORD || p->skipping)
			return t;
		done = expand(p, t);
		if (done == 0)
			return t;
		if (done < 0)
			return token_reported(t.at);
	}
}
