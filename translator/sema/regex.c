// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pass regex - every `s =~ "re"` that is left has its pattern compiled; equal ones share it. With the groups when some
 * live function asks what they matched (pragma:tagged_dfa).
 */
#include "translator/regex/regex.h"

#include "translator/base/map.h"
#include "translator/sema/passes.h"
#include "translator/session.h"

/* A pattern that explodes takes 0.2 s until that is known; after so many refused ones the rest waits for the next try. */
#define REFUSED_MAX 4

struct compile {
	struct session *s;
	struct map known;		/* by pattern; NULs are not in one that compiles */
	struct map refused;		/* by pattern: struct regex_error. Finding out takes long for some */
};

static struct script_regex *refuse(struct compile *x, struct expr *pattern, const struct regex_error *error)
{
	diag(x->s->diags, D_REGEX, pattern->at, (unsigned int)error->position, error->what);
	return NULL;
}


static struct script_regex *compile(struct compile *x, struct expr *pattern)
{
	const struct ast_bytes *text = &pattern->u.string.value;
	struct script_regex *re = arena_new_object(x->s->arena, struct script_regex);
	struct regex_error error, *kept;

	re->regex = regex_compile(x->s->arena, text->bytes, text->len, x->s->program.wants_groups, &error);
	if (!re->regex) {
		kept = arena_new_object(x->s->arena, struct regex_error);
		*kept = error;
		map_put(&x->refused, arena_strndup(x->s->arena, text->bytes, text->len), kept);
		return refuse(x, pattern, &error);
	}
	re->pattern = arena_strndup(x->s->arena, text->bytes, text->len);
	vec_push(x->s->arena, &x->s->program.regexes, re);
	re->number = x->s->program.regexes.n;
	return re;
}

static bool note(struct expr **slot, void *ctx)
{
	struct compile *x = ctx;
	struct expr *e = *slot;
	struct script_regex *re;
	const char *key;

	if (e->kind != EXPR_REGEX)
		return true;
	key = arena_strndup(x->s->arena, e->u.regex.pattern->u.string.value.bytes,
			    e->u.regex.pattern->u.string.value.len);
	re = map_get(&x->known, key);
	if (map_has(&x->refused, key))
		refuse(x, e->u.regex.pattern, map_get(&x->refused, key));
	else if (!re && x->refused.live < REFUSED_MAX)
		re = compile(x, e->u.regex.pattern);
	if (re)
		map_put(&x->known, key, re);
	e->u.regex.compiled = re;
	return true;
}

static bool asks_for_groups(struct session *s)
{
	vec_each(f, &s->program.functions)
		if ((*f)->code && (*f)->code->pragmas & PRAGMA_TAGGED_DFA)
			return true;
	return false;
}

int pass_regex(struct session *s)
{
	struct compile x = { .s = s };
	struct ast_visitor v = { .expr_pre = note, .ctx = &x };
	unsigned int errors = diag_errors(s->diags);

	map_init(&x.known, s->arena);
	map_init(&x.refused, s->arena);
	s->program.wants_groups = asks_for_groups(s);
	vec_each(f, &s->program.functions)
		if ((*f)->body)
			ast_walk_stmt(&(*f)->body, &v);
	vec_each(p, &s->program.probes) {
		vec_each(condition, &(*p)->conditions)
			ast_walk_expr(condition, &v);
		ast_walk_stmt(&(*p)->body, &v);
	}
	return diag_errors(s->diags) == errors ? 0 : -1;
}
