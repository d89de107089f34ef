// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * resolve - binds every name.
 * needs: probes.
 * after: names, indices, foreach and catch variables have their variable, calls their function, arrays an arity;
 *        program.functions holds the functions that probes reach, each with its locals and the functions it calls;
 *        program.chunks the top-level C of all reached files.
 *
 * A local belongs to the whole handler or function, not to a block. A name that is no parameter and no local is a
 * global if there is one, else it becomes a local. Code of library functions sees globals of the library alone, so that a
 * script's global cannot change what its functions mean; prologues of aliases see both, as scripts rely on that.
 */
#include "translator/base/buf.h"
#include "translator/base/map.h"
#include "translator/base/xstr.h"
#include "translator/sema/library.h"
#include "translator/sema/passes.h"
#include "translator/sema/probes.h"
#include "translator/sema/resolve.h"
#include "translator/sema/usage.h"
#include "translator/sema/symtab.h"
#include "translator/session.h"

struct resolver {
	struct session *s;
	struct function *function;	/* whose body this is, or NULL: a probe's */
	struct variables *locals;	/* of the owner */
	struct functions *calls;	/* of the owner */
	struct map names;		/* name -> local or parameter */
	unsigned int loops;		/* around the current statement */
	bool condition;			/* this is a probe's condition */
	const struct expr *deleted;	/* the element, or elements, that a `delete` names */
};

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* " (similar: a, b)" or "". */
static void similar(const char *name, const char *const *names, unsigned int n, struct buf *out)
{
	unsigned int best[5];
	unsigned int found = xstr_similar(name, names, n, best, 5);

	for (unsigned int i = 0; i < found; i++)
		buf_printf(out, "%s%s", i ? ", " : " (similar: ", names[best[i]]);
	if (found)
		buf_putc(out, ')');
}

static struct variable *find(struct resolver *r, atom_t name, struct span at)
{
	struct variable *v = map_get(&r->names, name);

	if (v)
		return v;
	v = symtab_global(r->s, symtab_file_of(r->s, at), name);
	if (v && r->function && r->function->in_tapset && !v->in_tapset)
		return NULL;
	return v;
}

static struct variable *new_local(struct resolver *r, atom_t name, struct span at)
{
	struct variable *v = ast_new_variable(r->s->arena, VAR_LOCAL, name, at);

	v->function = r->function;
	v->in_tapset = r->function ? r->function->in_tapset : source_get(r->s->sources, at.file)->in_tapset;
	vec_push(r->s->arena, r->locals, v);
	map_put(&r->names, name, v);
	return v;
}

static void set_arity(struct resolver *r, struct variable *v, int arity, struct span at)
{
	if (v->kind != VAR_GLOBAL && arity > 0) {
		diag(r->s->diags, D_ARRAY_LOCAL, at, "");
		return;
	}
	if (arity > ARRAY_KEYS_MAX) {
		diag(r->s->diags, D_ARITY_MAX, at, ARRAY_KEYS_MAX);
		return;
	}
	if (v->arity < 0 || v->kind != VAR_GLOBAL) {
		v->arity = arity;
		return;
	}
	if (v->arity == arity)
		return;
	diag(r->s->diags, D_ARITY, at);
	diag_note(r->s->diags, v->at, arity == 0 || v->arity == 0 ? "'%s' is used both as an array and as a scalar"
		  : "'%s' has another number of keys elsewhere", v->name);
}

/* Any use of a scalar. */
static struct variable *bind_scalar(struct resolver *r, atom_t name, struct span at)
{
	struct variable *v = find(r, name, at);

	if (!v && r->condition) {
		diag(r->s->diags, D_CONDITION_LOCAL, at);
		return NULL;
	}
	if (!v)
		v = new_local(r, name, at);
	set_arity(r, v, 0, at);
	return v;
}

static struct variable *bind_array(struct resolver *r, atom_t name, int arity, struct span at)
{
	struct variable *v = find(r, name, at);

	if (!v) {
		struct buf hint = BUF_INIT;
		unsigned int n;
		const char *const *names = symtab_global_names(r->s, &n);

		similar(name, names, n, &hint);
		diag(r->s->diags, D_ARRAY_LOCAL, at, buf_text(&hint));
		buf_free(&hint);
		return NULL;
	}
	if (arity >= 0)
		set_arity(r, v, arity, at);
	return v;
}

static void not_yet(struct resolver *r, struct span at, const char *what)
{
	diag(r->s->diags, D_NOT_YET, at, what);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static void report_no_function(struct resolver *r, struct expr *e)
{
	struct ast_call *call = expr_call(e);
	struct function *other = symtab_function_any(r->s, call->name);
	struct buf hint = BUF_INIT;
	const char *const *names;
	unsigned int n;

	if (other) {
		diag(r->s->diags, D_ARITY_FUNCTION, e->at, call->name, other->params.n);
		return;
	}
	names = symtab_function_names(r->s, &n);
	similar(call->name, names, n, &hint);
	diag(r->s->diags, D_FUNCTION_UNRESOLVED, e->at, buf_text(&hint));
	buf_free(&hint);
}

static void add_once(struct arena *a, struct functions *list, struct function *f)
{
	vec_each(g, list)
		if (*g == f)
			return;
	vec_push(a, list, f);
}

/* The overload that `f` may fall to, if it may; the library's comes last. */
static struct function *next_overload(struct resolver *r, struct function *f)
{
	if (!usage_falls_through(f))
		return NULL;
	if (!f->overload_next)
		library_reach_function(r->s, f->name);
	return f->overload_next;
}

static void resolve_call(struct resolver *r, struct expr *e)
{
	struct ast_call *call = expr_call(e);
	struct function *f;

	if (r->condition) {
		diag(r->s->diags, D_CONDITION_CALL, e->at);
		return;
	}
	f = symtab_function(r->s, symtab_file_of(r->s, e->at), call->name, call->args.n);
	if (!f) {
		report_no_function(r, e);
		return;
	}
	call->func = f;
	for (; f; f = next_overload(r, f)) {
		add_once(r->s->arena, r->calls, f);
		if (!f->used)
			vec_push(r->s->arena, &r->s->program.functions, f);
		f->used = true;
	}
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static bool has_wildcard(const struct exprs *keys)
{
	vec_each(k, keys)
		if ((*k)->kind == EXPR_ANY)
			return true;
	return false;
}

static void resolve_index(struct resolver *r, struct expr *e)
{
	struct ast_index *index = expr_index(e);

	if (index->hist)
		return;
	if (has_wildcard(&index->keys) && e != r->deleted)
		diag(r->s->diags, D_WILDCARD_INDEX, e->at);
	else
		index->var = bind_array(r, index->name, index->keys.n, e->at);
}

static void resolve_in(struct resolver *r, struct expr *e)
{
	struct ast_in *in = expr_in(e);

	in->var = bind_array(r, in->name, in->keys.n, in->name_at);
}

static void check_lvalue(struct resolver *r, struct expr *e)
{
	if (r->condition)
		diag(r->s->diags, D_CONDITION_WRITE, e->at);
	else if (e->kind == EXPR_TARGET)
		expr_target(e)->written = true;
	else if (e->kind != EXPR_NAME && e->kind != EXPR_INDEX)
		diag(r->s->diags, D_LVALUE, e->at);
}

static void resolve_assign(struct resolver *r, struct expr *e)
{
	struct ast_assign *assign = expr_assign(e);

	check_lvalue(r, assign->left);
}

/* The operand of @defined may be what does not exist. */
static bool resolve_at(struct resolver *r, struct expr *e)
{
	struct ast_at *at = expr_at(e);

	if (at->op == AT_DEFINED)
		return at->args.v[0]->kind != EXPR_TARGET;
	if (at->op == AT_ENTRY || at->op == AT_ENUM || at->op == AT_ENUMNAME || at->op == AT_KDEREF || at->op == AT_UDEREF)
		return true;
	not_yet(r, e->at, at_info[at->op].text[0] == '@' ? at_info[at->op].text
		: arena_printf(r->s->arena, "@%s", at_info[at->op].text));
	return false;
}

/* Returns whether to look below. */
static bool resolve_expr(struct expr **slot, void *ctx)
{
	struct resolver *r = ctx;
	struct expr *e = *slot;

	switch (e->kind) {
	case EXPR_NAME:
		expr_name(e)->var = bind_scalar(r, expr_name(e)->name, e->at);
		return true;
	case EXPR_INDEX:
		resolve_index(r, e);
		return true;
	case EXPR_IN:
		resolve_in(r, e);
		return true;
	case EXPR_ASSIGN:
		resolve_assign(r, e);
		return true;
	case EXPR_STEP:
		check_lvalue(r, expr_step(e)->operand);
		return true;
	case EXPR_CALL:
		resolve_call(r, e);
		return true;
	case EXPR_AT:
		return resolve_at(r, e);
	case EXPR_REGEX:
	case EXPR_STAT:
	case EXPR_HIST:
	case EXPR_NUMBER:
	case EXPR_STRING:
	case EXPR_ANY:
	case EXPR_UNARY:
	case EXPR_BINARY:
	case EXPR_CONCAT:
	case EXPR_TERNARY:
	case EXPR_PRINT:
	case EXPR_TARGET:
	case EXPR_EMBEDDED:
	case EXPR__COUNT:
		break;
	}
	return true;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static void bind_ref(struct resolver *r, struct name_ref *ref)
{
	if (ref->name)
		ref->var = bind_scalar(r, ref->name, ref->at);
}

static bool resolve_foreach(struct resolver *r, struct stmt *s)
{
	struct ast_foreach *f = stmt_foreach(s);

	vec_each(k, &f->keys)
		bind_ref(r, k);
	bind_ref(r, &f->value);
	if (!f->hist)
		f->array.var = bind_array(r, f->array.name, f->keys.n, f->array.at);
	if (!f->hist && f->slice.n)
		bind_array(r, f->array.name, f->slice.n, f->array.at);	/* as many as keys */
	return true;
}

/* A whole array or a scalar may be deleted by its name: that says nothing of its arity. */
static bool resolve_delete(struct resolver *r, struct stmt *s)
{
	struct expr *target = stmt_delete_(s)->target;

	if (target->kind == EXPR_NAME) {
		struct variable *v = find(r, expr_name(target)->name, target->at);

		expr_name(target)->var = v ? v : bind_scalar(r, expr_name(target)->name, target->at);
		return false;
	}
	if (target->kind != EXPR_INDEX) {
		diag(r->s->diags, D_DELETE, target->at);
		return false;
	}
	r->deleted = target;
	return true;
}

static bool resolve_stmt(struct stmt **slot, void *ctx)
{
	struct resolver *r = ctx;
	struct stmt *s = *slot;

	switch (s->kind) {
	case STMT_LOOP:
		r->loops++;
		return true;
	case STMT_FOREACH:
		r->loops++;
		if (resolve_foreach(r, s))
			return true;
		r->loops--;
		return false;
	case STMT_BREAK:
		if (!r->loops)
			diag(r->s->diags, D_BREAK_OUTSIDE, s->at);
		return true;
	case STMT_CONTINUE:
		if (!r->loops)
			diag(r->s->diags, D_CONTINUE_OUTSIDE, s->at);
		return true;
	case STMT_DELETE:
		return resolve_delete(r, s);
	case STMT_TRY:
		bind_ref(r, &stmt_try_(s)->message);
		return true;
	case STMT_EMPTY:
	case STMT_EXPR:
	case STMT_BLOCK:
	case STMT_IF:
	case STMT_NEXT:
	case STMT_RETURN:
	case STMT_EMBEDDED:
	case STMT__COUNT:
		break;
	}
	return true;
}

static void leave_stmt(struct stmt **slot, void *ctx)
{
	struct resolver *r = ctx;

	if ((*slot)->kind == STMT_LOOP || (*slot)->kind == STMT_FOREACH)
		r->loops--;
}

/* ---- owners ------------------------------------------------------------------------------------------------------ */

static void resolve_code(struct resolver *r, struct stmt **body)
{
	struct ast_visitor v = {
		.expr_pre = resolve_expr, .stmt_pre = resolve_stmt, .stmt_post = leave_stmt, .ctx = r,
	};

	ast_walk_stmt(body, &v);
}

static void resolve_function(struct session *s, struct function *f)
{
	struct resolver r = { .s = s, .function = f, .locals = &f->locals, .calls = &f->calls };

	if (f->code)
		return;
	map_init(&r.names, s->arena);
	vec_each(p, &f->params) {
		(*p)->arity = 0;
		map_put(&r.names, (*p)->name, *p);
	}
	resolve_code(&r, &f->body);
}

static void resolve_probe(struct session *s, struct derived_probe *p)
{
	struct resolver r = { .s = s, .locals = &p->locals, .calls = &p->calls };
	struct ast_visitor v = { .expr_pre = resolve_expr, .ctx = &r };

	map_init(&r.names, s->arena);
	resolve_code(&r, &p->body);
	r.condition = true;
	map_init(&r.names, s->arena);
	vec_each(e, &p->conditions)
		ast_walk_expr(e, &v);
}

/* Functions reach library files, whose probes come in too and may call further functions. */
void resolve_new(struct session *s)
{
	struct program *p = &s->program;

	do {
		while (p->resolved_probes < p->probes.n)
			resolve_probe(s, p->probes.v[p->resolved_probes++]);
		while (p->resolved_functions < p->functions.n)
			resolve_function(s, p->functions.v[p->resolved_functions++]);
		probes_expand_files(s);
	} while (p->resolved_probes < p->probes.n);
}

int pass_resolve(struct session *s)
{
	unsigned int errors = diag_errors(s->diags);

	resolve_new(s);
	vec_each(f, &s->program.files)
		vec_each(e, &(*f)->embeds)
			vec_push(s->arena, &s->program.chunks, *e);
	parse_warn_unused_args(&s->parse_env);
	return diag_errors(s->diags) > errors ? -1 : 0;
}
