// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/base/arena.h"
#include "translator/syntax/ast.h"

struct expr *ast_new_expr(struct arena *a, enum expr_kind kind, struct span at)
{
	struct expr *e = arena_new_object(a, struct expr);

	e->kind = kind;
	e->at = at;
	e->full = at;
	e->depth = 1;
	return e;
}

struct stmt *ast_new_stmt(struct arena *a, enum stmt_kind kind, struct span at)
{
	struct stmt *s = arena_new_object(a, struct stmt);

	s->kind = kind;
	s->at = at;
	s->full = at;
	s->depth = 1;
	return s;
}

struct expr *ast_new_number(struct arena *a, struct span at, int64_t value)
{
	struct expr *e = ast_new_expr(a, EXPR_NUMBER, at);

	e->type = TYPE_LONG;
	expr_number(e)->value = value;
	return e;
}

struct expr *ast_new_string(struct arena *a, struct span at, const char *bytes, size_t len)
{
	struct expr *e = ast_new_expr(a, EXPR_STRING, at);

	e->type = TYPE_STRING;
	expr_string(e)->value = (struct ast_bytes){ arena_memdup(a, bytes, len), len };
	return e;
}

struct expr *ast_new_name(struct arena *a, struct span at, atom_t name, struct variable *var)
{
	struct expr *e = ast_new_expr(a, EXPR_NAME, at);

	*expr_name(e) = (struct ast_name){ name, var };
	return e;
}

struct expr *ast_new_unary(struct arena *a, struct span at, enum unary_op op, struct expr *x)
{
	struct expr *e = ast_new_expr(a, EXPR_UNARY, at);

	*expr_unary(e) = (struct ast_unary){ op, x };
	e->full = span_join(at, x->full);
	return e;
}

struct expr *ast_new_binary(struct arena *a, struct span at, enum binary_op op, struct expr *l,
			    struct expr *r)
{
	struct expr *e = ast_new_expr(a, EXPR_BINARY, at);

	*expr_binary(e) = (struct ast_binary){ op, l, r };
	e->full = span_join(l->full, r->full);
	return e;
}

struct expr *ast_new_assign(struct arena *a, struct span at, enum assign_op op, struct expr *l,
			    struct expr *r)
{
	struct expr *e = ast_new_expr(a, EXPR_ASSIGN, at);

	*expr_assign(e) = (struct ast_assign){ op, l, r };
	e->full = span_join(l->full, r->full);
	return e;
}

struct expr *ast_new_call(struct arena *a, struct span at, atom_t name)
{
	struct expr *e = ast_new_expr(a, EXPR_CALL, at);

	expr_call(e)->name = name;
	return e;
}

struct stmt *ast_new_expr_stmt(struct arena *a, struct expr *e)
{
	struct stmt *s = ast_new_stmt(a, STMT_EXPR, e->at);

	stmt_expr(s)->expr = e;
	s->full = e->full;
	return s;
}

struct stmt *ast_new_block(struct arena *a, struct span at)
{
	return ast_new_stmt(a, STMT_BLOCK, at);
}

struct variable *ast_new_variable(struct arena *a, enum variable_kind kind, atom_t name,
				  struct span at)
{
	struct variable *v = arena_new_object(a, struct variable);

	v->kind = kind;
	v->name = name;
	v->at = at;
	v->arity = -1;
	return v;
}

void ast_add_decl(struct arena *a, struct ast_file *f, struct decl d)
{
	vec_push(a, &f->decls, d);
	switch (d.kind) {
	case DECL_PROBE:
		vec_push(a, &f->probes, d.u.probe);
		break;
	case DECL_ALIAS:
		vec_push(a, &f->aliases, d.u.alias);
		break;
	case DECL_GLOBAL:
		vec_push(a, &f->globals, d.u.global);
		break;
	case DECL_FUNCTION:
		vec_push(a, &f->functions, d.u.function);
		break;
	case DECL_EMBEDDED:
		vec_push(a, &f->embeds, d.u.embedded);
		break;
	case DECL__COUNT:
		break;
	}
}
