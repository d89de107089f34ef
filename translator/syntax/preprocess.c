// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * preprocess - %( condition %? tokens %: tokens %).
 */
#include "translator/syntax/preprocess.h"

#include <string.h>

#include "translator/base/diag.h"
#include "translator/syntax/grammar.h"
#include "translator/syntax/scan.h"

void preprocess_init(struct preprocessor *p, struct parse_env *env, struct source *src,
		     struct tokens tokens, struct arena *scratch)
{
	memset(p, 0, sizeof(*p));
	p->env = env;
	p->src = src;
	p->scratch = scratch;
	p->keep = scratch;
	p->macros = map_new(scratch);
	if (!env->library_macros)
		env->library_macros = map_new(env->arena);
	macro_start(p, tokens);
}

enum skip {
	SKIP_THEN,		/* up to %: or %) */
	SKIP_ELSE,		/* up to %), another %: is a fault */
	SKIP_BOTH,		/* up to %): the condition was faulty */
};

/* Skips what does not hold. Returns the token that ended it: %: or %), or T_END. */
static struct token skip_branch(struct preprocessor *p, enum skip how)
{
	unsigned int nested = 0;
	struct token t;

	p->skipping = true;
	for (;;) {
		t = macro_next(p);
		if (t.kind == T_END)
			break;
		if (t.kind == T_COND_OPEN)
			nested++;
		else if (t.kind == T_COND_CLOSE && !nested--)
			break;
		else if (t.kind == T_COND_ELSE && !nested && how == SKIP_THEN)
			break;
		else if (t.kind == T_COND_ELSE && !nested && how == SKIP_ELSE)
			diag(p->env->diags, D_COND_ELSE_TWICE, t.at);
	}
	p->skipping = false;
	return t;
}

static struct token end_of_file(struct preprocessor *p, struct span open, struct token end)
{
	diag(p->env->diags, D_COND_EOF, open);
	p->open.n = 0;
	return end;
}

/* After %(. Returns true with *t set when a token is to be passed on. */
static bool open_conditional(struct preprocessor *p, struct token *t)
{
	struct conditional c = { .at = t->at };
	bool value = false;
	int rc = cond_read(p, t->at, &value);

	if (!rc && value) {
		vec_push(p->scratch, &p->open, c);
		return false;
	}
	*t = skip_branch(p, rc ? SKIP_BOTH : SKIP_THEN);
	if (t->kind == T_END) {
		*t = end_of_file(p, c.at, *t);
		return true;
	}
	if (t->kind == T_COND_ELSE) {
		c.in_else = true;
		vec_push(p->scratch, &p->open, c);
	}
	*t = token_reported(c.at);
	return rc != 0;
}

/* At %: : the branch that held ends here. */
static bool close_then(struct preprocessor *p, struct token *t)
{
	struct conditional *c = &vec_last(&p->open);
	struct span at = c->at;

	if (c->in_else) {
		diag(p->env->diags, D_COND_ELSE_TWICE, t->at);
		*t = token_reported(t->at);
		return true;
	}
	p->open.n--;
	*t = skip_branch(p, SKIP_ELSE);
	if (t->kind != T_END)
		return false;
	*t = end_of_file(p, at, *t);
	return true;
}

/* True when *t is to be passed on, false when it was part of a conditional. */
static bool handle(struct preprocessor *p, struct token *t)
{
	switch (t->kind) {
	case T_COND_OPEN:
		return open_conditional(p, t);
	case T_COND_ELSE:
		if (p->open.n)
			return close_then(p, t);
		break;
	case T_COND_CLOSE:
		if (!p->open.n)
			break;
		p->open.n--;
		return false;
	case T_COND_THEN:
		break;
	case T_END:
		if (p->open.n)
			*t = end_of_file(p, vec_last(&p->open).at, *t);
		return true;
	default:
		return true;
	}
	diag(p->env->diags, D_COND_NO_OPEN, t->at);
	*t = token_reported(t->at);
	return true;
}

struct token preprocess_next(struct preprocessor *p)
{
	struct token t;

	do {
		t = macro_next(p);
	} while (!handle(p, &t));
	return t;
}

int parse_library_macros(struct parse_env *env, struct source *src)
{
	unsigned int before = diag_errors(env->diags);
	struct arena *scratch = arena_new();
	struct tokens tokens = { NULL, 0, 0 };
	struct preprocessor p;
	struct token t;

	scan_source(env, src, scratch, &tokens);
	preprocess_init(&p, env, src, tokens, scratch);
	p.library = true;
	p.keep = env->arena;
	do {
		t = preprocess_next(&p);
		if (t.kind != T_END && (t.kind != T_JUNK || t.u.junk.tag != DIAG__COUNT)) {
			diag(env->diags, D_MACRO_LIBRARY_TOKEN, t.at, src->name);
			break;
		}
	} while (t.kind != T_END);
	if (diag_errors(env->diags) == before)
		map_each(e, p.macros)
			map_put(env->library_macros, e->key, e->value);
	arena_free(scratch);
	return diag_errors(env->diags) == before ? 0 : -1;
}
