// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/base/diag.h"
#include "translator/syntax/grammar.h"
#include "translator/syntax/parser.h"

static struct stmt *new_stmt(struct parser *p, enum stmt_kind kind, struct span at,
			     struct span full)
{
	struct stmt *s = ast_new_stmt(p->arena, kind, at);

	s->full = full;
	return s;
}

/* Sets the depth; an empty statement stands in for what is too deep. */
static struct stmt *nested(struct parser *p, struct stmt *s, unsigned int below)
{
	s->depth = below + 1;
	if (s->depth <= NESTING_MAX)
		return s;
	build_too_deep(p, s->at);
	return ast_new_stmt(p->arena, STMT_EMPTY, s->at);
}

struct stmt *build_stmt(struct parser *p, enum stmt_kind kind, struct span full)
{
	return ast_new_stmt(p->arena, kind, full);
}

struct stmt *build_expr_stmt(struct parser *p, struct expr *e)
{
	return ast_new_expr_stmt(p->arena, e);
}

struct stmt *build_code(struct parser *p, struct token t)
{
	struct stmt *s = ast_new_stmt(p->arena, STMT_EMBEDDED, t.at);

	stmt_code(s)->code = build_embedded_code(p, t, D_EMBEDDED_GURU);
	return s;
}

struct stmt *build_block(struct parser *p, struct stmts stmts, struct span full)
{
	struct span at = { full.file, full.begin, full.begin + 1 };
	struct stmt *s = new_stmt(p, STMT_BLOCK, at, full);
	unsigned int below = 0;

	vec_each(one, &stmts)
		if ((*one)->depth > below)
			below = (*one)->depth;
	stmt_block(s)->stmts = stmts;
	return nested(p, s, below);
}

struct stmt *build_if(struct parser *p, struct span at, struct expr *cond, struct stmt *yes,
		      struct stmt *no, struct span full)
{
	struct stmt *s = new_stmt(p, STMT_IF, at, full);

	*stmt_branch(s) = (struct ast_branch){ cond, yes, no };
	return nested(p, s, no && no->depth > yes->depth ? no->depth : yes->depth);
}

struct stmt *build_loop(struct parser *p, struct span at, struct ast_loop parts, struct span full)
{
	struct stmt *s = new_stmt(p, STMT_LOOP, at, full);

	*stmt_loop(s) = parts;
	return nested(p, s, parts.body->depth);
}

struct stmt *build_return(struct parser *p, struct span at, struct expr *value, struct span full)
{
	struct stmt *s = new_stmt(p, STMT_RETURN, at, full);

	if (!p->in_function)
		diag(p->env->diags, D_RETURN_OUTSIDE, at);
	stmt_return_(s)->value = value;
	return s;
}

struct stmt *build_delete(struct parser *p, struct span at, struct expr *target, struct span full)
{
	struct stmt *s = new_stmt(p, STMT_DELETE, at, full);

	stmt_delete_(s)->target = target;
	return s;
}

struct name_ref build_ref(struct token t)
{
	return (struct name_ref){ .name = t.u.name, .at = t.at };
}

struct stmt *build_try(struct parser *p, struct span at, struct stmt *body, struct token name,
		       struct stmt *handler, struct span full)
{
	struct stmt *s = new_stmt(p, STMT_TRY, at, full);

	stmt_try_(s)->body = body;
	stmt_try_(s)->handler = handler;
	if (name.kind)
		stmt_try_(s)->message = build_ref(name);
	return nested(p, s, body->depth > handler->depth ? body->depth : handler->depth);
}

/* ---- foreach --------------------------------------------------------------------------------- */

void build_sort(struct parser *p, struct foreach_head *h, int key, int sign, struct span at)
{
	if (!sign)
		return;
	if (h->n_sorts++)
		diag(p->env->diags, D_SORT_TWICE, at);
	h->sort = sign;
	h->sort_key = key;
}

void build_key(struct parser *p, struct foreach_head *h, struct token name, int sign,
	       struct span at)
{
	vec_push(p->arena, &h->keys, build_ref(name));
	build_sort(p, h, (int)h->keys.n, sign, at);
}

struct foreach_head *build_new_head(struct parser *p)
{
	return arena_new_object(p->arena, struct foreach_head);
}

struct foreach_head *build_foreach_head(struct parser *p, struct foreach_head *keys,
					const struct foreach_head *array, struct expr *limit)
{
	struct span at = array->hist ? array->hist->at : array->array.at;

	keys->array = array->array;
	keys->hist = array->hist;
	keys->slice = array->slice;
	keys->stat = array->stat;
	keys->has_stat = array->has_stat;
	keys->limit = limit;
	build_sort(p, keys, 0, array->sort, at);
	return keys;
}

struct stmt *build_foreach(struct parser *p, struct span at, const struct foreach_head *h,
			   struct stmt *body, struct span full)
{
	struct stmt *s = new_stmt(p, STMT_FOREACH, at, full);
	struct ast_foreach *f = stmt_foreach(s);

	f->keys = h->keys;
	f->value = h->value;
	f->hist = h->hist;
	if (!h->hist)
		f->array = build_ref(h->array);
	f->slice = h->slice;
	f->limit = h->limit;
	f->sort = h->sort;
	f->sort_key = h->sort_key;
	f->sort_stat = h->stat;
	f->has_sort_stat = h->has_stat;
	f->body = body;
	return nested(p, s, body->depth);
}
