// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ast_copy - a node is copied whole, its vectors get arrays of their own, and then each child slot
 * (ast_walk.c knows them) is replaced by a copy of what it points to.
 */
#include <string.h>

#include "translator/base/arena.h"
#include "translator/syntax/ast.h"

static struct span respan(const struct ast_copier *c, struct span at)
{
	return c->respan ? c->respan(at, c->ctx) : at;
}

/* Gives a copied vector its own array. */
#define OWN(c, vec)									\
	do {										\
		(vec)->cap = (vec)->n;							\
		if ((vec)->n)								\
			(vec)->v = arena_memdup((c)->arena, (vec)->v,			\
						sizeof(*(vec)->v) * (vec)->n);		\
	} while (0)

static void copy_expr_slot(struct expr **slot, void *ctx)
{
	*slot = ast_copy_expr(ctx, *slot);
}

static void copy_stmt_slot(struct stmt **slot, void *ctx)
{
	*slot = ast_copy_stmt(ctx, *slot);
}

static void own_steps(const struct ast_copier *c, struct target_steps *steps)
{
	OWN(c, steps);
	vec_each(step, steps)
		step->at = respan(c, step->at);
}

static void own_expr_parts(const struct ast_copier *c, struct expr *e)
{
	switch (e->kind) {
	case EXPR_INDEX:
		OWN(c, &expr_index(e)->keys);
		break;
	case EXPR_CONCAT:
		OWN(c, &expr_concat(e)->parts);
		break;
	case EXPR_IN:
		OWN(c, &expr_in(e)->keys);
		expr_in(e)->name_at = respan(c, expr_in(e)->name_at);
		break;
	case EXPR_CALL:
		OWN(c, &expr_call(e)->args);
		break;
	case EXPR_PRINT:
		OWN(c, &expr_print(e)->args);
		break;
	case EXPR_AT:
		OWN(c, &expr_at(e)->args);
		break;
	case EXPR_TARGET:
		own_steps(c, &expr_target(e)->steps);
		break;
	case EXPR_NUMBER:
	case EXPR_STRING:
	case EXPR_NAME:
	case EXPR_ANY:
	case EXPR_UNARY:
	case EXPR_STEP:
	case EXPR_BINARY:
	case EXPR_REGEX:
	case EXPR_TERNARY:
	case EXPR_ASSIGN:
	case EXPR_STAT:
	case EXPR_HIST:
	case EXPR_EMBEDDED:
	case EXPR__COUNT:
		break;
	}
}

struct expr *ast_copy_expr(const struct ast_copier *c, const struct expr *e)
{
	struct expr *copy;

	if (!e)
		return NULL;
	copy = arena_memdup(c->arena, e, sizeof(*e));
	copy->at = respan(c, e->at);
	copy->full = respan(c, e->full);
	own_expr_parts(c, copy);
	ast_expr_children(copy, copy_expr_slot, (void *)c);
	return copy;
}

static void own_foreach(const struct ast_copier *c, struct ast_foreach *f)
{
	OWN(c, &f->keys);
	OWN(c, &f->slice);
	vec_each(key, &f->keys)
		key->at = respan(c, key->at);
	f->value.at = respan(c, f->value.at);
	f->array.at = respan(c, f->array.at);
}

struct stmt *ast_copy_stmt(const struct ast_copier *c, const struct stmt *s)
{
	struct stmt *copy;

	if (!s)
		return NULL;
	copy = arena_memdup(c->arena, s, sizeof(*s));
	copy->at = respan(c, s->at);
	copy->full = respan(c, s->full);
	if (s->kind == STMT_BLOCK)
		OWN(c, &stmt_block(copy)->stmts);
	else if (s->kind == STMT_FOREACH)
		own_foreach(c, stmt_foreach(copy));
	else if (s->kind == STMT_TRY)
		stmt_try_(copy)->message.at = respan(c, stmt_try_(copy)->message.at);
	ast_stmt_children(copy, copy_expr_slot, copy_stmt_slot, (void *)c);
	return copy;
}

struct probe_point *ast_copy_point(const struct ast_copier *c, const struct probe_point *p)
{
	struct probe_point *copy = arena_memdup(c->arena, p, sizeof(*p));

	OWN(c, &copy->components);
	copy->at = respan(c, p->at);
	vec_each(part, &copy->components) {
		part->at = respan(c, part->at);
		part->literal_at = respan(c, part->literal_at);
	}
	copy->condition = ast_copy_expr(c, p->condition);
	return copy;
}
