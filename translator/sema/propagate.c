// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Literals through locals: `name = "read"` in an alias's prologue, printed by the handler, becomes part of the format and
 * is never copied at run time.
 *
 * A local qualifies when it is written once, with a literal, by a statement that runs before anything that uses it:
 * one of the body's own statements, not inside a loop, branch or try. One that nobody reads is left for prune to tell.
 */
#include "translator/base/map.h"
#include "translator/sema/fold.h"
#include "translator/sema/usage.h"
#include "translator/session.h"

struct local {
	unsigned int reads, writes;
	bool used;		/* by a statement before the one looked at */
	struct expr *literal;	/* what every read gives, NULL: unknown */
};

struct propagate {
	struct session *s;
	struct map locals;	/* name -> struct local; names are unique within a handler or function */
	bool found;
};

static struct local *local_of(struct propagate *p, const struct variable *v)
{
	struct local *l;

	if (!v || v->kind != VAR_LOCAL)
		return NULL;
	l = map_get(&p->locals, v->name);
	if (!l) {
		l = arena_new_object(p->s->arena, struct local);
		map_put(&p->locals, v->name, l);
	}
	return l;
}

static void count_use(struct variable *v, unsigned int how, struct expr *e, void *ctx)
{
	struct local *l = local_of(ctx, v);

	(void)e;
	if (!l)
		return;
	l->reads += (how & USE_READ) != 0;
	l->writes += (how & (USE_WRITE | USE_UPDATE)) != 0;
}

static void mark_used(struct variable *v, unsigned int how, struct expr *e, void *ctx)
{
	struct local *l = local_of(ctx, v);

	(void)how, (void)e;
	if (l)
		l->used = true;
}

/* The local that the statement sets to a literal for good, or NULL. */
static struct local *constant_of(struct propagate *p, struct stmt *s)
{
	struct ast_assign *a;
	struct local *l;

	if (s->kind != STMT_EXPR || stmt_expr(s)->expr->kind != EXPR_ASSIGN)
		return NULL;
	a = expr_assign(stmt_expr(s)->expr);
	if (a->op != ASSIGN_SET || a->left->kind != EXPR_NAME ||
	    (a->right->kind != EXPR_NUMBER && a->right->kind != EXPR_STRING))
		return NULL;
	l = local_of(p, expr_name(a->left)->var);
	return l && l->reads && l->writes == 1 && !l->used ? l : NULL;
}

static void find_constants(struct propagate *p, struct stmt **slot)
{
	struct stmt *s = *slot;
	struct local *l;

	if (s->kind == STMT_BLOCK) {
		vec_each(child, &stmt_block(s)->stmts)
			find_constants(p, child);
		return;
	}
	l = constant_of(p, s);
	if (!l) {
		usage_of_stmt(p->s, s, mark_used, p);
		return;
	}
	l->literal = expr_assign(stmt_expr(s)->expr)->right;
	*slot = ast_new_stmt(p->s->arena, STMT_EMPTY, s->at);
	p->found = true;
}

/* The copy keeps the variable's own text, which names the field of an event. */
static bool replace_read(struct expr **slot, void *ctx)
{
	struct propagate *p = ctx;
	struct ast_copier copier = { .arena = p->s->arena };
	struct span at = (*slot)->at, full = (*slot)->full;
	struct local *l;

	if ((*slot)->kind != EXPR_NAME)
		return true;
	l = local_of(p, expr_name(*slot)->var);
	if (!l || !l->literal)
		return true;
	*slot = ast_copy_expr(&copier, l->literal);
	(*slot)->at = at;
	(*slot)->full = full;
	return false;
}

void propagate_literals(struct session *s, struct stmt **body)
{
	struct propagate p = { .s = s };
	struct ast_visitor v = { .expr_pre = replace_read, .ctx = &p };

	map_init(&p.locals, s->arena);
	usage_of_stmt(s, *body, count_use, &p);
	find_constants(&p, body);
	if (p.found)
		ast_walk_stmt(body, &v);
}
