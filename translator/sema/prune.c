// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * prune - takes away what has no consequence.
 * needs: infer.
 * after: no assignment to a local that nobody reads, unless its right side has an effect; no statement that only computes;
 *        program.functions holds what is still called, program.globals what is still used, numbered; probes that are
 *        never registered are gone and the others numbered. May remove nodes, never creates any but empty statements.
 *
 * That is what makes an alias prologue free: it sets everything that handlers may ask for, and what a handler does not
 * ask for vanishes here. Things of the user's own files are told about, things of the library vanish in silence.
 */
#include "translator/base/buf.h"
#include "translator/base/xstr.h"
#include "translator/family/family.h"
#include "translator/sema/passes.h"
#include "translator/sema/usage.h"
#include "translator/session.h"

struct prune {
	struct session *s;
	bool changed;
};

static bool is_users(struct session *s, struct span at)
{
	const struct source *src = source_get(s->sources, at.file);

	return src && !src->in_tapset && src->how != VIA_ALIAS;
}

static struct stmt *empty(struct session *s, const struct stmt *of)
{
	struct stmt *e = ast_new_stmt(s->arena, STMT_EMPTY, of->at);

	e->full = of->full;
	return e;
}

/* ---- expressions whose value is not used ------------------------------------------------------------------------- */

/* A global that is written only, and that nothing prints at the end, is as dead as a local. */
static bool is_dead(const struct expr *left)
{
	const struct variable *v = left->kind == EXPR_NAME ? left->u.name.var :
				   left->kind == EXPR_INDEX ? left->u.index.var : NULL;

	return v && !v->is_read && v->arity <= 0;
}

static void tell_variable(struct prune *p, const struct variable *v)
{
	if (is_users(p->s, v->at))
		diag(p->s->diags, D_UNUSED_VARIABLE, v->at, v->name);
}

/* Does it do nothing: is all of it removed? */
static bool is_nothing(const struct stmt *s)
{
	if (s->kind != STMT_BLOCK)
		return s->kind == STMT_EMPTY;
	vec_each(inner, &s->u.block.stmts)
		if (!is_nothing(*inner))
			return false;
	return true;
}

/* The cause is told, where the user can change it: a function of nothing, or else the expression. */
static void tell_no_effect(struct prune *p, struct expr *e)
{
	const struct function *f = e->kind == EXPR_CALL ? expr_call(e)->func : NULL;

	if (!is_users(p->s, e->at) || e->kind == EXPR_NUMBER || e->kind == EXPR_STRING)
		return;
	if (!f || !f->body || !is_nothing(f->body) || !is_users(p->s, f->at)) {
		diag(p->s->diags, D_NO_EFFECT, e->at);
		return;
	}
	diag(p->s->diags, D_FUNCTION_NO_EFFECT, f->at, f->name);
	diag_note(p->s->diags, e->at, "this call of it is left out");
}

/* What is left of an expression when its value is not used: NULL for nothing. */
static struct expr *reduce(struct prune *p, struct expr *e)
{
	switch (e->kind) {
	case EXPR_ASSIGN: {
		struct ast_assign *a = expr_assign(e);

		if (!is_dead(a->left))
			return e;
		tell_variable(p, expr_name(a->left)->var);
		if (a->right->kind != EXPR_ASSIGN && !usage_has_effect(a->right))
			return NULL;	/* told already, with the variable */
		return reduce(p, a->right);
	}
	case EXPR_STEP:
		if (!is_dead(expr_step(e)->operand))
			return e;
		tell_variable(p, expr_name(expr_step(e)->operand)->var);
		return NULL;
	default:
		if (usage_has_effect(e))
			return e;
		tell_no_effect(p, e);
		return NULL;
	}
}

static void reduce_slot(struct prune *p, struct expr **slot)
{
	struct expr *left;

	if (!*slot)
		return;
	left = reduce(p, *slot);
	p->changed |= left != *slot;
	*slot = left;
}

static void drop_empty(struct stmts *stmts)
{
	unsigned int kept = 0;

	for (unsigned int i = 0; i < stmts->n; i++) {
		struct stmt *s = stmts->v[i];

		if (s->kind != STMT_EMPTY && (s->kind != STMT_BLOCK || stmt_block(s)->stmts.n))
			stmts->v[kept++] = s;
	}
	stmts->n = kept;
}

/* Does the code behind it never run? */
static bool leaves(const struct stmt *s)
{
	const struct stmts *stmts = &s->u.block.stmts;

	if (s->kind == STMT_BLOCK)
		return stmts->n && leaves(stmts->v[stmts->n - 1]);
	if (s->kind == STMT_IF)
		return s->u.branch.no && leaves(s->u.branch.yes) && leaves(s->u.branch.no);
	return stmt_kind_flags[s->kind] & AST_JUMP;
}

/* The statements behind one that leaves the block. Those of an alias's own text vanish in silence. */
static void drop_unreachable(struct prune *p, struct stmts *stmts)
{
	for (unsigned int i = 0; i + 1 < stmts->n; i++) {
		if (!leaves(stmts->v[i]))
			continue;
		if (is_users(p->s, stmts->v[i + 1]->at))
			diag(p->s->diags, D_UNREACHABLE, stmts->v[i + 1]->at);
		stmts->n = i + 1;
		p->changed = true;
	}
}

static void prune_stmt(struct stmt **slot, void *ctx)
{
	struct prune *p = ctx;
	struct stmt *s = *slot;

	if (s->kind == STMT_BLOCK) {
		drop_empty(&stmt_block(s)->stmts);
		drop_unreachable(p, &stmt_block(s)->stmts);
	}
	if (s->kind == STMT_LOOP) {
		reduce_slot(p, &stmt_loop(s)->init);
		reduce_slot(p, &stmt_loop(s)->incr);
	}
	if (s->kind != STMT_EXPR)
		return;
	reduce_slot(p, &stmt_expr(s)->expr);
	if (!stmt_expr(s)->expr)
		*slot = empty(p->s, s);
}

static void prune_code(struct prune *p, struct stmt **body)
{
	struct ast_visitor v = { .stmt_post = prune_stmt, .ctx = p };

	ast_walk_stmt(body, &v);
}

/* ---- what is still reachable ------------------------------------------------------------------------------------- */

struct reach {
	struct session *s;
	struct functions *calls;
	struct functions reached;
};

static bool reach_call(struct expr **slot, void *ctx)
{
	struct reach *r = ctx;
	struct function *f;

	if ((*slot)->kind != EXPR_CALL)
		return true;
	for (f = expr_call(*slot)->func; f; f = f->overload_next) {
		bool known = false;

		vec_each(g, r->calls)
			known |= *g == f;
		if (!known)
			vec_push(r->s->arena, r->calls, f);
	}
	return true;
}

static void reach_code(struct reach *r, struct stmt **body, struct functions *calls)
{
	struct ast_visitor v = { .expr_pre = reach_call, .ctx = r };

	calls->n = 0;
	r->calls = calls;
	ast_walk_stmt(body, &v);
}

/* Callees first. */
static void reach_functions(struct reach *r, struct functions *calls)
{
	for (unsigned int i = 0; i < calls->n; i++) {
		struct function *f = calls->v[i];

		if (f->used)
			continue;
		f->used = true;
		if (f->body)
			reach_code(r, &f->body, &f->calls);
		reach_functions(r, &f->calls);
		vec_push(r->s->arena, &r->reached, f);
	}
}

static void collect_functions(struct session *s)
{
	struct reach r = { .s = s };

	vec_each(f, &s->program.functions) {
		(*f)->used = false;
		if (!usage_falls_through(*f))	/* nothing asks for what comes next */
			(*f)->overload_next = NULL;
	}
	vec_each(p, &s->program.probes) {
		reach_code(&r, &(*p)->body, &(*p)->calls);
		reach_functions(&r, &(*p)->calls);
	}
	s->program.functions = r.reached;
}

static void collect_globals(struct session *s)
{
	struct variables *globals = &s->program.globals;

	usage_mark_all(s);
	globals->n = 0;
	vec_each(file, &s->program.files)
		vec_each(v, &(*file)->globals) {
			if ((*v)->is_read || (*v)->is_written) {
				(*v)->id = globals->n;
				vec_push(s->arena, globals, *v);
			} else if (!(*file)->in_tapset && !s->options.unoptimized) {
				diag(s->diags, D_UNUSED_VARIABLE, (*v)->at, (*v)->name);
			}
		}
}

static void drop_unused_locals(struct variables *locals)
{
	unsigned int kept = 0;

	for (unsigned int i = 0; i < locals->n; i++)
		if (locals->v[i]->is_read || locals->v[i]->is_written)
			locals->v[kept++] = locals->v[i];
	locals->n = kept;
}

/* One warning for each point of the script, however many places it stands for. */
static void tell_elided(struct session *s, const struct derived_probe *p, const struct probe_point **told)
{
	if (p->written == *told || !is_users(s, p->at))
		return;
	*told = p->written;
	diag(s->diags, D_PROBE_ELIDED, p->at, p->name);
}

static bool is_placed(const struct derived_probe *p)
{
	return p->family->table_type || p->family->companion;
}

/* A handler that does nothing need not run: its probe would only cost time. A probe that keeps values for another stays. */
static void drop_probes(struct session *s)
{
	struct derived_probes *probes = &s->program.probes;
	const struct probe_point *told = NULL;
	unsigned int kept = 0;

	for (unsigned int i = 0; i < probes->n; i++) {
		struct derived_probe *p = probes->v[i];

		if (!is_placed(p))
			continue;
		if (!s->options.unoptimized && !p->entry && !p->family->companion && is_nothing(p->body))
			tell_elided(s, p, &told);
		else
			probes->v[kept++] = p;
	}
	probes->n = kept;
	for (unsigned int i = 0; i < kept; i++)
		probes->v[i]->number = i + 1;
}

/* ---- warnings ---------------------------------------------------------------------------------------------------- */

static void similar_locals(const struct variables *locals, const struct variable *wrong, struct buf *out)
{
	const char *names[64];
	unsigned int best[3], n = 0, found;

	vec_each(v, locals)
		if (*v != wrong && (*v)->is_written && n < 64)
			names[n++] = (*v)->name;
	found = xstr_similar(wrong->name, names, n, best, 3);
	for (unsigned int i = 0; i < found; i++)
		buf_printf(out, "%s%s", i ? ", " : " (similar: ", names[best[i]]);
	if (found)
		buf_putc(out, ')');
}

static void warn_never_assigned(struct session *s, const struct variables *locals)
{
	struct buf hint = BUF_INIT;

	vec_each(v, locals) {
		if (!(*v)->is_read || (*v)->is_written || !is_users(s, (*v)->at))
			continue;
		buf_reset(&hint);
		similar_locals(locals, *v, &hint);
		diag(s->diags, D_NEVER_ASSIGNED, (*v)->at, (*v)->name, buf_text(&hint));
	}
	buf_free(&hint);
}

static void warn_unused_functions(struct session *s)
{
	vec_each(file, &s->program.files)
		vec_each(f, &(*file)->functions)
			if (!(*file)->in_tapset && !(*f)->used)
				diag(s->diags, D_UNUSED_FUNCTION, (*f)->at, (*f)->name);
}

static void warn(struct session *s)
{
	vec_each(f, &s->program.functions)
		warn_never_assigned(s, &(*f)->locals);
	vec_each(p, &s->program.probes)
		warn_never_assigned(s, &(*p)->locals);
	if (!s->options.unoptimized)
		warn_unused_functions(s);
}

/* ---- the pass ---------------------------------------------------------------------------------------------------- */

static void prune_all(struct session *s)
{
	struct prune p = { .s = s };

	do {
		p.changed = false;
		usage_mark_all(s);
		usage_mark_effects(s);
		vec_each(f, &s->program.functions)
			if ((*f)->body)
				prune_code(&p, &(*f)->body);
		vec_each(probe, &s->program.probes)
			prune_code(&p, &(*probe)->body);
		collect_functions(s);
	} while (p.changed);
}

int pass_prune(struct session *s)
{
	usage_mark_all(s);
	warn(s);
	if (!s->options.unoptimized)
		prune_all(s);
	drop_probes(s);
	collect_functions(s);
	collect_globals(s);
	vec_each(f, &s->program.functions)
		drop_unused_locals(&(*f)->locals);
	vec_each(p, &s->program.probes)
		drop_unused_locals(&(*p)->locals);
	if (!s->program.probes.n)
		return diag(s->diags, D_NO_PROBES, SPAN_NONE);
	return 0;
}
