/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ast - the tree of a script.
 *
 * Nodes live in the session's arena and are never freed singly. Fields say who sets them; what says
 * nothing is set by the parser. The arm of a union is reached through its accessor (expr_call(e),
 * stmt_loop(s)), which checks the kind. Each expression carries two spans: `at` is the token that
 * messages point to (the operator, the name), `full` all of its text.
 */
#ifndef SYNTAX_AST_H
#define SYNTAX_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "translator/base/atom.h"
#include "translator/base/source.h"
#include "translator/base/vec.h"

struct arena;
struct ast_file;
struct buf;
struct expr;
struct format;			/* sema: a parsed print format */
struct function;
struct function_plan;		/* sema */
struct probe_decl;
struct stmt;
struct variable;

enum ast_type {
	TYPE_UNKNOWN,
	TYPE_LONG,
	TYPE_STRING,
	TYPE_STATS,
	TYPE__COUNT
};

enum expr_kind {
#define EXPR(kind, arm, printable, flags) EXPR_##kind,
#include "translator/syntax/ast.def"
	EXPR__COUNT
};

enum stmt_kind {
#define STMT(kind, arm, printable, flags) STMT_##kind,
#include "translator/syntax/ast.def"
	STMT__COUNT
};

enum decl_kind {
#define DECL(kind, type, printable) DECL_##kind,
#include "translator/syntax/ast.def"
	DECL__COUNT
};

enum ast_flags { AST_LEAF = 1, AST_EFFECT = 2, AST_JUMP = 4 };

enum unary_op {
#define UNARY(kind, text) UNARY_##kind,
#include "translator/syntax/builtin.def"
	UNARY__COUNT
};

enum binary_op {
#define BINARY(kind, text, prec, class) BINARY_##kind,
#include "translator/syntax/builtin.def"
	BINARY__COUNT,
	BINARY_NONE = BINARY__COUNT
};

enum binary_class { CLASS_ARITH, CLASS_SHIFT, CLASS_COMPARE, CLASS_LOGIC };

enum assign_op {
#define ASSIGN(kind, text, binary) ASSIGN_##kind,
#include "translator/syntax/builtin.def"
	ASSIGN__COUNT
};

enum stat_op {
#define STAT(kind, text, min, max, compat) STAT_##kind,
#include "translator/syntax/builtin.def"
	STAT__COUNT
};

enum at_op {
#define AT(kind, text, signature, min, max, compat, guru) AT_##kind,
#include "translator/syntax/builtin.def"
	AT__COUNT
};

enum print_op {
#define PRINT(kind, text, in_kernel, newline, head) PRINT_##kind,
#include "translator/syntax/builtin.def"
	PRINT__COUNT
};

enum print_head { HEAD_NONE, HEAD_DELIM, HEAD_FORMAT };

/* The rows of builtin.def. */
struct binary_info {
	const char *text;
	unsigned int precedence;
	enum binary_class class;
};

struct at_info {
	const char *text, *signature;
	unsigned int min, max, compat;
	bool guru;
};

struct stat_info {
	const char *text;
	unsigned int min, max, compat;
};

struct print_info {
	const char *text;
	bool in_kernel;		/* yields a string, prints nothing */
	bool newline;		/* adds a newline */
	enum print_head head;
};

extern const char *const expr_kind_name[EXPR__COUNT];
extern const char *const stmt_kind_name[STMT__COUNT];
extern const char *const decl_kind_name[DECL__COUNT];
extern const unsigned int expr_kind_flags[EXPR__COUNT];
extern const unsigned int stmt_kind_flags[STMT__COUNT];
extern const char *const type_name[TYPE__COUNT];	/* unknown long string stats */
extern const char *const unary_text[UNARY__COUNT];
extern const struct binary_info binary_info[BINARY__COUNT];
extern const char *const assign_text[ASSIGN__COUNT];
extern const enum binary_op assign_binary[ASSIGN__COUNT];	/* BINARY_NONE for = <<< .= */
extern const struct stat_info stat_info[STAT__COUNT];
extern const struct at_info at_info[AT__COUNT];
extern const struct print_info print_info[PRINT__COUNT];

VEC_TYPE(exprs, struct expr *);
VEC_TYPE(stmts, struct stmt *);
VEC_TYPE(variables, struct variable *);
VEC_TYPE(functions, struct function *);

/* The value of a string: may hold NUL bytes, a NUL follows it. */
struct ast_bytes {
	const char *bytes;
	size_t len;
};

/* ---- expressions ----------------------------------------------------------------------------- */

struct ast_number {
	int64_t value;
};

struct ast_string {
	struct ast_bytes value;
};

struct ast_name {
	atom_t name;
	struct variable *var;		/* resolve */
};

struct ast_index {
	atom_t name;			/* the array; NULL when hist is set */
	struct variable *var;		/* resolve */
	struct expr *hist;		/* EXPR_HIST whose bucket this is, or NULL */
	struct exprs keys;		/* EXPR_ANY for * */
};

struct ast_any {
	char unused;
};

struct ast_unary {
	enum unary_op op;
	struct expr *operand;
};

struct ast_step {
	int delta;			/* +1 or -1 */
	bool prefix;			/* ++x rather than x++ */
	struct expr *operand;
};

struct ast_binary {
	enum binary_op op;
	struct expr *left, *right;
};

struct ast_concat {
	struct exprs parts;		/* two or more */
};

struct ast_regex {
	struct expr *left;
	struct expr *pattern;		/* EXPR_STRING */
	bool negated;			/* !~ */
	void *compiled;			/* sema */
};

struct ast_in {
	struct exprs keys;		/* EXPR_ANY for * */
	atom_t name;			/* the array */
	struct span name_at;
	struct variable *var;		/* resolve */
};

struct ast_ternary {
	struct expr *cond, *yes, *no;
};

struct ast_assign {
	enum assign_op op;
	struct expr *left, *right;
};

struct ast_call {
	atom_t name;
	struct exprs args;
	struct function *func;		/* resolve: first of the overloads to try */
};

struct ast_print {
	enum print_op op;
	struct expr *head;		/* the format or delimiter, EXPR_STRING; NULL without one */
	struct exprs args;		/* may be EXPR_HIST */
	struct format *fmt;		/* sema: parsed conversions */
	unsigned int event;		/* events: number of the event, from 1 */
	bool tolerant;			/* family: memory that cannot be read makes it "ERROR" (pretty-printing) */
};

enum target_base {
	TARGET_VAR,			/* $name, $$name */
	TARGET_ATVAR,			/* @var("name@cu", "module") */
	TARGET_CAST,			/* @cast(ptr, "type", "module") */
	TARGET_AUTOCAST,		/* expr->member */
};

/* One step behind the base: a member, or an index. */
struct target_step {
	atom_t member;			/* NULL for an index */
	struct expr *index;		/* NULL for a member */
	struct span at;
};
VEC_TYPE(target_steps, struct target_step);

struct ast_target {
	enum target_base base;
	unsigned char pretty;		/* how many $ ask for pretty-printing: 0, 1 or 2 */
	bool address;			/* & in front */
	bool written;			/* sema: left side of an assignment, ++ or -- */
	atom_t name;			/* VAR: with its $ or $$; ATVAR: the variable alone */
	atom_t cu;			/* ATVAR: after the @ inside the string, or NULL */
	struct expr *operand;		/* CAST, AUTOCAST */
	atom_t type;			/* CAST: the type's name */
	atom_t module;			/* ATVAR, CAST: NULL without one */
	struct target_steps steps;
	void *resolved;			/* sema/family: what it was found to be */
	void *found;			/* family: its type */
};

struct ast_at {
	enum at_op op;
	struct exprs args;		/* as at_info[op].signature says */
	void *resolved;			/* sema/family */
};

struct ast_stat {
	enum stat_op op;		/* not a histogram */
	struct expr *stat;		/* NAME or INDEX */
	int64_t param;			/* @variance's bit shift */
	bool has_param;
};

struct ast_hist {
	enum stat_op op;		/* STAT_HIST_LOG or STAT_HIST_LINEAR */
	struct expr *stat;		/* NAME or INDEX */
	int64_t low, high, step;	/* linear */
};

/* What comments inside embedded C ask for. */
enum pragma {
	PRAGMA_PURE = 1 << 0,			/* pure */
	PRAGMA_STABLE = 1 << 1,			/* stable */
	PRAGMA_UNPRIVILEGED = 1 << 2,		/* unprivileged */
	PRAGMA_MYPROC_UNPRIVILEGED = 1 << 3,	/* myproc-unprivileged */
	PRAGMA_GURU = 1 << 4,			/* guru */
	PRAGMA_UNMANGLED = 1 << 5,		/* unmangled */
	PRAGMA_UNMODIFIED_FNARGS = 1 << 6,	/* unmodified-fnargs */
	PRAGMA_STRING = 1 << 7,			/* string */
	PRAGMA_LONG = 1 << 8,			/* long */
	PRAGMA_BPF = 1 << 9,			/* bpf */
	PRAGMA_USERSPACE = 1 << 10,		/* userspace */
	PRAGMA_SUFFIX = 1 << 11,		/* pragma:suffix */
	PRAGMA_VMA = 1 << 12,			/* pragma:vma */
	PRAGMA_UNWIND = 1 << 13,		/* pragma:unwind */
	PRAGMA_SYMBOLS = 1 << 14,		/* pragma:symbols */
	PRAGMA_LINES = 1 << 15,			/* pragma:lines */
	PRAGMA_UPROBES = 1 << 16,		/* pragma:uprobes */
	PRAGMA_TAGGED_DFA = 1 << 17,		/* pragma:tagged_dfa */
	PRAGMA_STP = 1 << 18,			/* pragma:stp: needs only the runtime's header */
};

VEC_TYPE(atoms, atom_t);

/* Text between %{ and %}; also a top-level block. */
struct embedded_code {
	struct span at;			/* with the %{ and %} */
	struct ast_bytes text;		/* without */
	unsigned int pragmas;		/* enum pragma, or-ed */
	struct atoms reads, writes;	/* pragma:read:x, pragma:write:x */
	bool in_tapset;
};

struct ast_embedded {
	struct embedded_code *code;
};

struct expr {
	enum expr_kind kind;
	enum ast_type type;		/* infer; the parser knows it for literals */
	unsigned int depth;		/* parser: levels below, so that it can bound them */
	struct span at;			/* token for messages */
	struct span full;		/* whole text */
	union {
#define EXPR(kind, arm, printable, flags) struct ast_##arm arm;
#include "translator/syntax/ast.def"
	} u;
};

/* ---- statements ------------------------------------------------------------------------------ */

struct ast_empty {
	char unused;
};

struct ast_expr {
	struct expr *expr;
};

struct ast_block {
	struct stmts stmts;
};

struct ast_branch {
	struct expr *cond;
	struct stmt *yes;
	struct stmt *no;		/* NULL without else */
};

/* while (c) s is for (; c;) s. */
struct ast_loop {
	struct expr *init, *cond, *incr;	/* each may be NULL */
	struct stmt *body;
	bool is_while;				/* how it was written, for printing */
};

/* A name that is bound to a variable; name is NULL where there is none. */
struct name_ref {
	atom_t name;
	struct span at;
	struct variable *var;		/* resolve */
};
VEC_TYPE(name_refs, struct name_ref);

struct ast_foreach {
	struct name_refs keys;		/* one or more, locals or globals */
	struct name_ref value;		/* v of (v = k in a); name NULL without */
	struct name_ref array;		/* name NULL when hist is set */
	struct expr *hist;		/* EXPR_HIST, or NULL */
	struct exprs slice;		/* in a[*, e]: EXPR_ANY for *; empty without */
	int sort;			/* +1 ascending, -1 descending, 0 insertion order */
	int sort_key;			/* number of the key from 1; 0: by value */
	enum stat_op sort_stat;		/* by value of a stats array; STAT_COUNT unless given */
	bool has_sort_stat;
	unsigned int link;		/* plan: the order that it walks in, of the array's `sorts` */
	struct expr *limit;		/* NULL without */
	struct stmt *body;
};

struct ast_break_ {
	char unused;
};

struct ast_continue_ {
	char unused;
};

struct ast_next {
	char unused;
};

struct ast_return_ {
	struct expr *value;		/* NULL without */
};

struct ast_delete_ {
	struct expr *target;		/* NAME, INDEX (with EXPR_ANY); sema refuses others */
};

struct ast_try_ {
	struct stmt *body;
	struct name_ref message;	/* catch (name); name NULL without */
	struct stmt *handler;
};

struct ast_code {
	struct embedded_code *code;
};

struct stmt {
	enum stmt_kind kind;
	unsigned int depth;		/* parser: levels below, so that it can bound them */
	struct span at;			/* its first token */
	struct span full;
	union {
#define STMT(kind, arm, printable, flags) struct ast_##arm arm;
#include "translator/syntax/ast.def"
	} u;
};

/* ---- variables and functions ----------------------------------------------------------------- */

enum variable_kind {
	VAR_GLOBAL, VAR_LOCAL, VAR_PARAM,
	VAR_SAVED,			/* sema: what @entry() kept with a function's activation, for its .return handler */
};

VEC_TYPE(types, enum ast_type);

struct variable {
	atom_t name;			/* as written */
	struct span at;			/* declaration, or first use of a local */
	enum variable_kind kind;
	enum ast_type type;		/* infer, or declared (parameters) */
	struct types key_types;		/* infer: one a key */
	int arity;			/* infer: number of keys, 0 a scalar; -1 not known yet */
	int64_t size;			/* a[SIZE]; 0 when not given */
	bool wrap;			/* a% */
	bool is_private;
	bool in_tapset;
	struct expr *init;		/* literal, or NULL */
	bool is_read, is_written;	/* resolve */
	struct span type_span;		/* infer: where the type came from */
	struct function *function;	/* owner of a local or parameter, or NULL */
	struct probe_decl *probe;	/* owner of a local, or NULL */
	struct ast_file *file;		/* of a global */
	/* prune: index in program.globals; emit: number of a local's emitted name */
	unsigned int id;
	unsigned int sorts;		/* plan: orders of an array that may be walked in at one time */
	void *stats;			/* sema: which statistics are kept */
	void *extra;			/* emit */
};

struct function {
	atom_t name;			/* as written */
	struct span at;			/* its name */
	struct variables params;
	struct variables locals;	/* resolve */
	enum ast_type ret;		/* declared, or infer */
	struct span type_span;		/* infer: where the type came from */
	struct stmt *body;		/* NULL when code is set */
	struct embedded_code *code;	/* NULL when body is set */
	int64_t priority;		/* as given; else 0 in the user's script, 1 in a tapset */
	bool has_priority;
	bool is_private;
	bool in_tapset;
	bool used;			/* resolve: reachable from a probe */
	bool has_effect;		/* prune: a call may change more than what it returns */
	struct functions calls;		/* resolve: whom it calls */
	struct function *overload_next;	/* resolve: tried when `next` falls through */
	struct ast_file *file;
	struct function_plan *plan;	/* plan: sema/program.h */
	unsigned int id;		/* emit */
	void *extra;			/* emit */
};

/* ---- probes ---------------------------------------------------------------------------------- */

enum literal_kind { LITERAL_NONE, LITERAL_NUMBER, LITERAL_STRING };

struct point_component {
	atom_t name;			/* may hold * wildcards; "**" spans components */
	struct span at;
	enum literal_kind literal;	/* what stands in its ( ) */
	int64_t number;
	struct ast_bytes string;
	struct span literal_at;
};
VEC_TYPE(point_components, struct point_component);

/* One probe point. Braces are gone: a.{b,c} came in as two. */
struct probe_point {
	struct span at;			/* from the first component to the last */
	struct point_components components;
	bool optional;			/* ? */
	bool sufficient;		/* ! (which is optional too) */
	struct expr *condition;		/* if (...), or NULL */
};
VEC_TYPE(probe_points, struct probe_point *);

struct probe_decl {
	struct span at;			/* the word `probe` */
	struct probe_points points;
	struct stmt *body;		/* a block */
	struct variables locals;	/* resolve */
	struct ast_file *file;
	bool in_tapset;
	unsigned int id;		/* sema: number of the handler */
	void *extra;			/* sema, family */
};

struct alias_decl {
	struct span at;
	struct probe_points names;	/* two for `probe a = b = c`: a and b */
	struct probe_points points;
	struct stmt *prologue;		/* NULL without (defined with +=) */
	struct stmt *epilogue;		/* NULL without */
	struct ast_file *file;
	bool in_tapset;
	void *extra;			/* sema */
};

/* ---- file ------------------------------------------------------------------------------------ */

struct decl {
	enum decl_kind kind;
	union {
		struct probe_decl *probe;
		struct alias_decl *alias;
		struct variable *global;
		struct function *function;
		struct embedded_code *embedded;
	} u;
};

VEC_TYPE(decls, struct decl);
VEC_TYPE(probe_decls, struct probe_decl *);
VEC_TYPE(alias_decls, struct alias_decl *);
VEC_TYPE(embedded_codes, struct embedded_code *);

struct ast_file {
	struct source *source;
	bool in_tapset;
	struct decls decls;		/* all, in the order of the text */
	struct probe_decls probes;	/* the same, sorted by kind */
	struct alias_decls aliases;
	struct variables globals;
	struct functions functions;
	struct embedded_codes embeds;
};
VEC_TYPE(ast_files, struct ast_file *);

/* ---- accessors ------------------------------------------------------------------------------- */

/* Aborts, naming both kinds, when a node is not of the kind asked for. */
void ast_wrong_kind(const char *wanted, const char *found) __attribute__((noreturn));

#define EXPR(kind_, arm, printable, flags)					\
	static inline struct ast_##arm *expr_##arm(struct expr *e)		\
	{									\
		if (e->kind != EXPR_##kind_)					\
			ast_wrong_kind(printable, expr_kind_name[e->kind]);	\
		return &e->u.arm;						\
	}
#define STMT(kind_, arm, printable, flags)					\
	static inline struct ast_##arm *stmt_##arm(struct stmt *s)		\
	{									\
		if (s->kind != STMT_##kind_)					\
			ast_wrong_kind(printable, stmt_kind_name[s->kind]);	\
		return &s->u.arm;						\
	}
#include "translator/syntax/ast.def"

/* ---- ast_new.c ------------------------------------------------------------------------------- */

/* New nodes in the arena, zeroed but for kind and both spans. */
struct expr *ast_new_expr(struct arena *a, enum expr_kind kind, struct span at);
struct stmt *ast_new_stmt(struct arena *a, enum stmt_kind kind, struct span at);

/* The common ones complete, for passes that synthesize code. */
struct expr *ast_new_number(struct arena *a, struct span at, int64_t value);
struct expr *ast_new_string(struct arena *a, struct span at, const char *bytes, size_t len);
struct expr *ast_new_name(struct arena *a, struct span at, atom_t name, struct variable *var);
struct expr *ast_new_unary(struct arena *a, struct span at, enum unary_op op, struct expr *x);
struct expr *ast_new_binary(struct arena *a, struct span at, enum binary_op op, struct expr *l,
			    struct expr *r);
struct expr *ast_new_assign(struct arena *a, struct span at, enum assign_op op, struct expr *l,
			    struct expr *r);
struct expr *ast_new_call(struct arena *a, struct span at, atom_t name);
struct stmt *ast_new_expr_stmt(struct arena *a, struct expr *e);
struct stmt *ast_new_block(struct arena *a, struct span at);
struct variable *ast_new_variable(struct arena *a, enum variable_kind kind, atom_t name,
				  struct span at);

/* Adds a declaration to the file, in both of its lists. */
void ast_add_decl(struct arena *a, struct ast_file *f, struct decl d);

/* ---- ast_copy.c ------------------------------------------------------------------------------ */

/*
 * Deep copies into the arena. Variables and functions that are referred to are shared, not copied;
 * what passes attached (resolved, fmt) is copied as a pointer. NULL gives NULL. With `respan`, each
 * span is rewritten through it: how code that comes from an alias gets its "in synthesized code
 * from".
 */
struct ast_copier {
	struct arena *arena;
	struct span (*respan)(struct span at, void *ctx);	/* NULL: spans stay */
	void *ctx;
};

struct expr *ast_copy_expr(const struct ast_copier *c, const struct expr *e);
struct stmt *ast_copy_stmt(const struct ast_copier *c, const struct stmt *s);
struct probe_point *ast_copy_point(const struct ast_copier *c, const struct probe_point *p);

/* ---- ast_walk.c ------------------------------------------------------------------------------ */

/*
 * Visits in evaluation order. Each callback may be NULL and may replace the node by storing to *e
 * or *s; pre returns false to skip what is below (its post is not called then). Expressions that
 * are literals by syntax (print head, regex pattern) are visited too.
 */
struct ast_visitor {
	bool (*expr_pre)(struct expr **e, void *ctx);
	void (*expr_post)(struct expr **e, void *ctx);
	bool (*stmt_pre)(struct stmt **s, void *ctx);
	void (*stmt_post)(struct stmt **s, void *ctx);
	void *ctx;
};

void ast_walk_expr(struct expr **e, const struct ast_visitor *v);
void ast_walk_stmt(struct stmt **s, const struct ast_visitor *v);

/* The children of one node alone: slots that hold NULL are not passed. A callback may be NULL. */
typedef void (*ast_expr_slot)(struct expr **slot, void *ctx);
typedef void (*ast_stmt_slot)(struct stmt **slot, void *ctx);
void ast_expr_children(struct expr *e, ast_expr_slot each, void *ctx);
void ast_stmt_children(struct stmt *s, ast_expr_slot each_expr, ast_stmt_slot each_stmt, void *ctx);

/* ---- ast_print.c ----------------------------------------------------------------------------- */

/* Script text that parses to the same tree again, appended to the buffer. */
void ast_print_file(struct buf *out, const struct ast_file *f);
void ast_print_decl(struct buf *out, const struct decl *d);
void ast_print_stmt(struct buf *out, const struct stmt *s, unsigned int depth);
void ast_print_expr(struct buf *out, const struct expr *e);	/* one line, no newline */
void ast_print_point(struct buf *out, const struct probe_point *p);

/* ---- ast_verify.c ---------------------------------------------------------------------------- */

enum ast_stage {
	STAGE_PARSED,		/* every child that a kind needs is there, spans are real */
	STAGE_RESOLVED,		/* and: names, indices, foreach, catch have var, calls have func */
	STAGE_TYPED,		/* and: no expression whose value is used is TYPE_UNKNOWN */
};

/*
 * Checks what holds from that stage on. NULL when all is well, else a text (in the arena) that says
 * what does not hold; *where, if not NULL, gets the span of the node.
 */
const char *ast_verify_file(struct arena *a, const struct ast_file *f, enum ast_stage stage,
			    struct span *where);
const char *ast_verify_stmt(struct arena *a, const struct stmt *s, enum ast_stage stage,
			    struct span *where);

#endif
