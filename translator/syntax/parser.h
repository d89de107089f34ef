/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parser - what the actions of grammar.y call to build the tree.
 *
 * Each build_* makes one node from its parts, checks what the grammar cannot, and reports what is
 * wrong with it; a node always comes back. Vectors that are passed in are taken over.
 */
#ifndef SYNTAX_PARSER_H
#define SYNTAX_PARSER_H

#include "translator/base/map.h"
#include "translator/syntax/parse.h"
#include "translator/syntax/token.h"

/* Nodes may nest this deep, so that passes can recurse over the tree. */
#define NESTING_MAX 2000

struct parser {
	struct parse_env *env;
	struct arena *arena;		/* env's */
	struct source *src;
	struct ast_file *file;
	struct tokens tokens;
	unsigned int pos;		/* next token to hand to the grammar */
	bool in_function;		/* of the declaration being read */
	bool too_deep;			/* said once a declaration */
	struct map globals;		/* of this file: name -> struct variable */
};

/* The grammar asks for tokens. */
union YYSTYPE;
int parser_next_token(union YYSTYPE *value, struct span *at, struct parser *p);

/* After an error: goes on at the next keyword that starts a declaration. */
void parser_resync(struct parser *p);

/* ---- build_expr.c ---------------------------------------------------------------------------- */

/*
 * Sets the depth of a new node whose deepest child has `below`; a number stands in for what is too
 * deep.
 */
struct expr *build_nested(struct parser *p, struct expr *e, unsigned int below);
unsigned int build_depth(const struct exprs *list);
void build_too_deep(struct parser *p, struct span at);

struct expr *build_literal(struct parser *p, struct token t);
struct expr *build_name(struct parser *p, struct token t);
struct expr *build_index(struct parser *p, struct token name, struct exprs keys, struct span full);
struct expr *build_bucket(struct parser *p, struct expr *hist, struct expr *key, struct span full);
struct expr *build_any(struct parser *p, struct span at);
struct expr *build_unary(struct parser *p, struct span op, enum unary_op kind, struct expr *x);
struct expr *build_binary(struct parser *p, struct span op, enum binary_op kind, struct expr *l,
			  struct expr *r);
struct expr *build_concat(struct parser *p, struct span op, struct expr *l, struct expr *r);
struct expr *build_regex(struct parser *p, struct token op, struct expr *l, struct token pattern);
struct expr *build_in(struct parser *p, struct span op, struct exprs keys, struct token array,
		      struct span full);
struct expr *build_ternary(struct parser *p, struct span op, struct expr *cond, struct expr *yes,
			   struct expr *no);
struct expr *build_assign(struct parser *p, struct span at, enum assign_op kind, struct expr *l,
			  struct expr *r);
struct expr *build_step(struct parser *p, struct token op, bool prefix, struct expr *x);
struct expr *build_call(struct parser *p, struct token name, struct exprs args, struct span full);
struct expr *build_print(struct parser *p, struct token name, struct exprs args, struct span full);
struct expr *build_embedded_expr(struct parser *p, struct token t);
struct expr *build_paren(struct expr *e, struct span full);
struct exprs build_list(struct parser *p, struct exprs list, struct expr *e);

/* ---- build_target.c -------------------------------------------------------------------------- */

struct expr *build_target(struct parser *p, struct token t);
struct expr *build_at_target(struct parser *p, struct token word, struct exprs args,
			     struct span full);
struct expr *build_member(struct parser *p, struct expr *base, struct token member);
struct expr *build_target_index(struct parser *p, struct expr *base, struct expr *index,
				struct span full);
struct expr *build_address(struct parser *p, struct span op, struct expr *x);
struct expr *build_at(struct parser *p, struct token word, struct exprs args, struct span full);
struct expr *build_stat(struct parser *p, struct token word, struct exprs args, struct span full);
struct expr *build_hist(struct parser *p, struct token word, struct exprs args, struct span full);

/* ---- build_stmt.c ---------------------------------------------------------------------------- */

/* What foreach ( ... ) holds. */
struct foreach_head {
	struct name_refs keys;
	struct name_ref value;
	struct token array;		/* kind 0 when hist is set */
	struct expr *hist;
	struct exprs slice;
	struct expr *limit;
	int sort, sort_key;
	unsigned int n_sorts;
	enum stat_op stat;
	bool has_stat;
};

struct stmt *build_stmt(struct parser *p, enum stmt_kind kind, struct span full);
struct stmt *build_expr_stmt(struct parser *p, struct expr *e);
struct stmt *build_code(struct parser *p, struct token t);
struct stmt *build_block(struct parser *p, struct stmts stmts, struct span full);
struct stmt *build_if(struct parser *p, struct span at, struct expr *cond, struct stmt *yes,
		      struct stmt *no, struct span full);
struct stmt *build_loop(struct parser *p, struct span at, struct ast_loop parts, struct span full);
struct stmt *build_return(struct parser *p, struct span at, struct expr *value, struct span full);
struct stmt *build_delete(struct parser *p, struct span at, struct expr *target,
			  struct span full);
struct stmt *build_try(struct parser *p, struct span at, struct stmt *body, struct token name,
		       struct stmt *handler, struct span full);
struct stmt *build_foreach(struct parser *p, struct span at, const struct foreach_head *h,
			   struct stmt *body, struct span full);
struct foreach_head *build_new_head(struct parser *p);
struct foreach_head *build_foreach_head(struct parser *p, struct foreach_head *keys,
					const struct foreach_head *array, struct expr *limit);
void build_key(struct parser *p, struct foreach_head *h, struct token name, int sign,
	       struct span at);
struct name_ref build_ref(struct token t);
void build_sort(struct parser *p, struct foreach_head *h, int key, int sign, struct span at);

/* ---- build_point.c --------------------------------------------------------------------------- */

/* A literal in parentheses; kind 0 for none. */
struct probe_points build_component(struct parser *p, struct token name, struct token literal,
				    struct span literal_at);
struct probe_points build_sequence(struct parser *p, struct probe_points left,
				   struct probe_points right, struct span at);
struct probe_points build_both(struct parser *p, struct probe_points a, struct probe_points b);
void build_inner(struct parser *p, struct probe_points points, struct span at);
void build_suffix(struct parser *p, struct probe_points points, int sign, struct span at);
void build_condition(struct parser *p, struct probe_points points, struct expr *cond,
		     struct span at);

/* ---- build_decl.c ---------------------------------------------------------------------------- */

void build_probe(struct parser *p, struct span at, struct probe_points points, struct stmt *body);
void build_alias(struct parser *p, struct span at, struct probe_points names,
		 struct probe_points points, struct stmt *prologue, struct stmt *epilogue);
struct probe_points build_alias_names(struct parser *p, struct probe_points before,
				      struct probe_points name, struct span at);

/* A global as the grammar saw it. size and init have kind 0 when absent. */
struct global_parts {
	struct token name;
	bool wrap;
	struct token size;
	struct expr *init;
};
struct global_parts *build_global_name(struct parser *p, struct token name, bool wrap,
				       struct token size);
void build_global(struct parser *p, const struct global_parts *g, bool is_private);

struct variable *build_param(struct parser *p, struct token name, enum ast_type type);
struct variables build_params(struct parser *p, struct variables list, struct variable *v);

struct function_parts {
	struct token name;
	enum ast_type ret;
	struct variables params;
	struct token priority;		/* kind 0 without */
	struct stmt *body;		/* or */
	struct token code;
	bool is_private;
};
struct function_parts *build_function_head(struct parser *p, struct token name,
					   enum ast_type ret, struct variables params);
void build_function(struct parser *p, const struct function_parts *f);

void build_embedded(struct parser *p, struct token t);
struct embedded_code *build_embedded_code(struct parser *p, struct token t, enum diag_tag tag);

#endif
