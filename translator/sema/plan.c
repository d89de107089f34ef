// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * plan - what the emitter must know of a handler as a whole.
 * needs: prune.  changes no tree.
 * after: function->plan and the plan members of probes are filled. Facts of a function include those of its callees:
 *        they are added up over the call graph until nothing changes, which also holds for recursion.
 *
 * Locks (DESIGN 5): a handler's accesses to globals are atomic as a whole. A global needs no lock where only session
 * handlers (begin, end, error) write it, because nothing else runs then. Of the rest a handler takes all it touches, in
 * the order of their numbers. One case is cheaper: a scalar that every handler touches just once, and touches nothing
 * else that needs a lock; then an update is an atomic instruction, and a plain read or write is atomic by itself.
 */
#include <string.h>

#include "translator/family/family.h"
#include "translator/sema/passes.h"
#include "translator/sema/plan.h"
#include "translator/sema/usage.h"
#include "translator/session.h"

/* ---- facts of one body ------------------------------------------------------------------------------------------- */

struct facts {
	struct session *s;
	const struct function *function;	/* whose body this is; NULL: a probe's */
	bool prints, loops, uses_point, uses_registers, can_fail, deep;
	unsigned int caught;		/* try blocks around the current node */
	struct variables reads, writes;
};

static void add_variable(struct session *s, struct variables *list, struct variable *v)
{
	vec_each(known, list)
		if (*known == v)
			return;
	vec_push(s->arena, list, v);
}

static void note_use(struct variable *v, unsigned int how, struct expr *e, void *ctx)
{
	struct facts *x = ctx;

	(void)e;
	if (v->kind != VAR_GLOBAL)
		return;
	if (how & (USE_READ | USE_UPDATE))
		add_variable(x->s, &x->reads, v);
	if (how & (USE_WRITE | USE_UPDATE))
		add_variable(x->s, &x->writes, v);
}

static bool mentions(const struct embedded_code *code, const char *word)
{
	return strstr(code->text.bytes, word) != NULL;
}

static void note_words(struct facts *x, const struct embedded_code *code)
{
	x->prints |= mentions(code, "_stp_print") || mentions(code, "_stp_binary_write") || mentions(code, "STAP_PRINTF") ||
		     mentions(code, "_stp_reserve_bytes") || mentions(code, "stp_print_text");
	x->uses_point |= mentions(code, "probe_point") || mentions(code, "probe_name");
	x->uses_registers |= mentions(code, "stp_arg") || mentions(code, "stp_syscall_arg") ||
			     mentions(code, "stp_return_value") || mentions(code, "regs");
}

/* What C code does is known by the words it uses, and by those of the top-level blocks whose functions it may call. */
static void note_code(struct facts *x, const struct embedded_code *code)
{
	note_words(x, code);
	x->deep |= !(code->pragmas & PRAGMA_STP);
	if (!(code->pragmas & PRAGMA_STP))
		vec_each(chunk, &x->s->program.chunks)
			note_words(x, *chunk);
	if (!x->caught)
		x->can_fail |= mentions(code, "STAP_ERROR") || mentions(code, "last_error") || mentions(code, "stp_error") ||
			       mentions(code, "stp_arg") || mentions(code, "stp_syscall_arg") ||
			       mentions(code, "stp_return_value") || mentions(code, "stp_kread") ||
			       mentions(code, "stp_uread") || mentions(code, "stp_read_bytes") ||
			       mentions(code, "deref") || mentions(code, "_fault") || !(code->pragmas & PRAGMA_STP);
}

static bool op_can_fail(enum binary_op op)
{
	return op == BINARY_DIV || op == BINARY_MOD;
}

static bool is_memory_print(const struct expr *e)
{
	const struct format *f = e->u.print.fmt;

	for (unsigned int i = 0; f && i < f->nops; i++)
		if (f->ops[i].conv == FMT_MEMORY || f->ops[i].conv == FMT_MEMORY_HEX)
			return true;
	return false;
}

/* May this node by itself raise a soft error? Writing an array may: it can be full. */
static bool node_can_fail(struct expr *e)
{
	switch (e->kind) {
	case EXPR_BINARY:
		return op_can_fail(expr_binary(e)->op);
	case EXPR_ASSIGN:
		return expr_assign(e)->left->kind == EXPR_INDEX ||
		       (assign_binary[expr_assign(e)->op] != BINARY_NONE &&
			op_can_fail(assign_binary[expr_assign(e)->op]));
	case EXPR_STEP:
		return expr_step(e)->operand->kind == EXPR_INDEX;
	case EXPR_PRINT:
		return is_memory_print(e);
	case EXPR_TARGET:
	case EXPR_AT:
	case EXPR_STAT:
	case EXPR_HIST:
		return true;
	default:
		return false;
	}
}

static bool note_expr(struct expr **slot, void *ctx)
{
	struct facts *x = ctx;
	struct expr *e = *slot;

	if (e->kind == EXPR_PRINT)
		x->prints |= !print_info[expr_print(e)->op].in_kernel;
	if (e->kind == EXPR_TARGET)
		x->uses_registers = true;
	if (e->kind == EXPR_EMBEDDED)
		note_code(x, expr_embedded(e)->code);
	x->can_fail |= !x->caught && node_can_fail(e);
	return true;
}

static bool note_stmt(struct stmt **slot, void *ctx);

static void note_body(struct facts *x, struct stmt **body)
{
	struct ast_visitor v = { .expr_pre = note_expr, .stmt_pre = note_stmt, .ctx = x };

	ast_walk_stmt(body, &v);
}

/* An error inside try does not leave it; running out of actions does, as every loop does. */
static bool note_stmt(struct stmt **slot, void *ctx)
{
	struct facts *x = ctx;
	struct stmt *s = *slot;

	switch (s->kind) {
	case STMT_LOOP:
	case STMT_FOREACH:
		x->loops = x->can_fail = true;
		return true;
	case STMT_EMBEDDED:
		note_code(x, stmt_code(s)->code);
		return true;
	case STMT_NEXT:		/* of the last overload: there is none to go on to */
		x->can_fail |= x->function && !x->function->overload_next && !x->caught;
		return true;
	case STMT_TRY:
		x->caught++;
		note_body(x, &stmt_try_(s)->body);
		x->caught--;
		if (stmt_try_(s)->handler)
			note_body(x, &stmt_try_(s)->handler);
		return false;
	default:
		return true;
	}
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static void plan_function(struct session *s, struct function *f)
{
	struct function_plan *p = arena_new_object(s->arena, struct function_plan);
	struct facts x = { .s = s, .function = f };

	usage_of_function(s, f, note_use, &x);
	if (f->code)
		note_code(&x, f->code);
	else
		note_body(&x, &f->body);
	p->prints = x.prints;
	p->loops = x.loops;
	p->uses_point = x.uses_point;
	p->uses_registers = x.uses_registers;
	p->can_fail = x.can_fail;
	p->deep = x.deep;
	p->reads = x.reads;
	p->writes = x.writes;
	p->depth = 1;
	f->plan = p;
}

/* Adds what `from` knows to `to`; whether that was news. */
static bool merge_flag(bool *to, bool from)
{
	bool news = from && !*to;

	*to |= from;
	return news;
}

static bool merge_variables(struct session *s, struct variables *to, const struct variables *from)
{
	unsigned int before = to->n;

	vec_each(v, from)
		add_variable(s, to, *v);
	return to->n > before;
}

static bool merge_plan(struct session *s, struct function_plan *to, const struct function_plan *from)
{
	bool news = false;

	news |= merge_flag(&to->prints, from->prints);
	news |= merge_flag(&to->loops, from->loops);
	news |= merge_flag(&to->uses_point, from->uses_point);
	news |= merge_flag(&to->uses_registers, from->uses_registers);
	news |= merge_flag(&to->can_fail, from->can_fail);
	news |= merge_flag(&to->deep, from->deep);
	news |= merge_variables(s, &to->reads, &from->reads);
	news |= merge_variables(s, &to->writes, &from->writes);
	return news;
}

/* Does a chain of calls lead from `f` to `target`? `seen` marks functions already asked, by f->id. */
static bool reaches(struct function *f, const struct function *target, bool *seen)
{
	vec_each(g, &f->calls) {
		if (*g == target)
			return true;
		if (seen[(*g)->id])
			continue;
		seen[(*g)->id] = true;
		if (reaches(*g, target, seen))
			return true;
	}
	return false;
}

static void find_recursion(struct session *s)
{
	struct functions *all = &s->program.functions;
	bool *seen = arena_new_array(s->arena, bool, all->n);

	for (unsigned int i = 0; i < all->n; i++)
		all->v[i]->id = i;
	vec_each(f, all) {
		memset(seen, 0, all->n);
		(*f)->plan->recursive = reaches(*f, *f, seen);
		if (!(*f)->plan->recursive)
			continue;
		(*f)->plan->loops = (*f)->plan->can_fail = (*f)->plan->deep = true;
		s->program.recursive = true;
	}
}

/* Callees stand before callers, so one round is enough without recursion. */
static void plan_functions(struct session *s)
{
	struct functions *all = &s->program.functions;
	bool news;

	vec_each(f, all)
		plan_function(s, *f);
	find_recursion(s);
	do {
		news = false;
		vec_each(f, all)
			vec_each(g, &(*f)->calls)
				news |= merge_plan(s, (*f)->plan, (*g)->plan);
	} while (news);
	vec_each(f, all)
		vec_each(g, &(*f)->calls)
			if (*g != *f && (*g)->plan->depth + 1 > (*f)->plan->depth)
				(*f)->plan->depth = (*g)->plan->depth + 1;
}

/* ---- probes ------------------------------------------------------------------------------------------------------ */

/* A probe and all functions below it, as if they were one body. */
static struct function_plan plan_probe(struct session *s, struct derived_probe *p)
{
	struct facts x = { .s = s };
	struct function_plan all;

	usage_of_probe(s, p, note_use, &x);
	vec_each(e, &p->conditions) {
		struct ast_visitor v = { .expr_pre = note_expr, .ctx = &x };

		ast_walk_expr(e, &v);
	}
	note_body(&x, &p->body);
	all = (struct function_plan){
		.prints = x.prints, .loops = x.loops, .uses_point = x.uses_point,
		.uses_registers = x.uses_registers, .can_fail = x.can_fail, .deep = x.deep, .reads = x.reads, .writes = x.writes,
	};
	vec_each(f, &p->calls) {
		merge_plan(s, &all, (*f)->plan);
		if ((*f)->plan->depth > s->program.max_depth)
			s->program.max_depth = (*f)->plan->depth;
	}
	p->prints = all.prints;
	p->loops = all.loops;
	p->uses_point = all.uses_point;
	p->uses_registers = all.uses_registers;
	p->can_fail = all.can_fail;
	p->deep = all.deep;
	return all;
}

/* ---- locks ------------------------------------------------------------------------------------------------------- */

/* One handler's use of the shared globals. */
struct access {
	struct derived_probe *probe;
	struct variables shared;	/* that it touches, itself or through functions */
	unsigned int uses;		/* how often its own code names one of them */
	unsigned int updates;		/* of those, x++ and x += e without use of the value */
	bool indirect;			/* through a function, or in a loop */
};

static bool has(const struct variables *list, const struct variable *v)
{
	vec_each(known, list)
		if (*known == v)
			return true;
	return false;
}

static void count_use(struct variable *v, unsigned int how, struct expr *e, void *ctx)
{
	struct access *a = ctx;

	if (!has(&a->shared, v))
		return;
	a->uses += how == (USE_READ | USE_WRITE) ? 2 : 1;
	a->updates += how == USE_UPDATE && e &&
		      (e->kind == EXPR_STEP || expr_assign(e)->op == ASSIGN_ADD || expr_assign(e)->op == ASSIGN_SUB);
	if (how == USE_UPDATE && e && e->kind == EXPR_ASSIGN && expr_assign(e)->op != ASSIGN_ADD &&
	    expr_assign(e)->op != ASSIGN_SUB)
		a->uses++;
}

static void sort_by_number(struct variables *list)
{
	for (unsigned int i = 1; i < list->n; i++) {
		struct variable *v = list->v[i];
		unsigned int k = i;

		for (; k && list->v[k - 1]->id > v->id; k--)
			list->v[k] = list->v[k - 1];
		list->v[k] = v;
	}
}

static struct access access_of(struct session *s, struct derived_probe *p, const struct function_plan *all,
			       const bool *shared)
{
	struct access a = { .probe = p };

	vec_each(v, &all->reads)
		if (shared[(*v)->id])
			add_variable(s, &a.shared, *v);
	vec_each(v, &all->writes)
		if (shared[(*v)->id])
			add_variable(s, &a.shared, *v);
	sort_by_number(&a.shared);
	a.indirect = all->loops;
	vec_each(f, &p->calls)
		vec_each(v, &a.shared)
			a.indirect |= has(&(*f)->plan->reads, *v) || has(&(*f)->plan->writes, *v);
	usage_of_probe(s, p, count_use, &a);
	return a;
}

/* Is one aligned load, store or atomic instruction all that the handler does to shared globals? */
static bool is_single(const struct access *a)
{
	return a->shared.n == 1 && a->uses == 1 && !a->indirect && a->shared.v[0]->arity == 0 &&
	       a->shared.v[0]->type == TYPE_LONG;
}

static void choose_lock(struct access *a, const bool *lockless)
{
	struct derived_probe *p = a->probe;

	p->locks = a->shared;
	if (!a->shared.n)
		p->lock = LOCK_NONE;
	else if (a->shared.n == 1 && lockless[a->shared.v[0]->id])
		p->lock = a->updates ? LOCK_ATOMIC : LOCK_NONE;
	else
		p->lock = LOCK_ALL;
	if (p->lock == LOCK_NONE)
		p->locks.n = 0;
}

static void plan_locks(struct session *s, const struct function_plan *all)
{
	struct derived_probes *probes = &s->program.probes;
	unsigned int n = s->program.globals.n;
	bool *shared = arena_new_array(s->arena, bool, n), *lockless = arena_new_array(s->arena, bool, n);
	struct access *access = arena_new_array(s->arena, struct access, probes->n);

	for (unsigned int i = 0; i < probes->n; i++)
		vec_each(v, &all[i].writes)
			shared[(*v)->id] |= !probes->v[i]->session && plan_needs_lock(*v);
	memcpy(lockless, shared, n * sizeof(*lockless));
	for (unsigned int i = 0; i < probes->n; i++) {
		if (probes->v[i]->session)
			continue;
		access[i] = access_of(s, probes->v[i], &all[i], shared);
		vec_each(v, &access[i].shared)
			lockless[(*v)->id] &= is_single(&access[i]);
	}
	for (unsigned int i = 0; i < probes->n; i++)
		if (!probes->v[i]->session)
			choose_lock(&access[i], lockless);
}

/* ---- the pass ---------------------------------------------------------------------------------------------------- */

static bool needs_kernel_headers(const struct embedded_code *code)
{
	return !(code->pragmas & PRAGMA_STP);
}

static bool find_code_expr(struct expr **slot, void *ctx)
{
	struct session *s = ctx;

	if ((*slot)->kind == EXPR_EMBEDDED)
		s->program.needs_embedded |= needs_kernel_headers(expr_embedded(*slot)->code);
	return true;
}

static bool find_code_stmt(struct stmt **slot, void *ctx)
{
	struct session *s = ctx;

	if ((*slot)->kind == STMT_EMBEDDED)
		s->program.needs_embedded |= needs_kernel_headers(stmt_code(*slot)->code);
	return true;
}

static void find_embedded(struct session *s)
{
	struct ast_visitor v = { .expr_pre = find_code_expr, .stmt_pre = find_code_stmt, .ctx = s };

	s->program.needs_embedded = s->program.chunks.n > 0;
	vec_each(f, &s->program.functions) {
		if ((*f)->code)
			s->program.needs_embedded |= needs_kernel_headers((*f)->code);
		else
			ast_walk_stmt(&(*f)->body, &v);
	}
	vec_each(p, &s->program.probes)
		ast_walk_stmt(&(*p)->body, &v);
}

int pass_plan(struct session *s)
{
	struct derived_probes *probes = &s->program.probes;
	struct function_plan *all = arena_new_array(s->arena, struct function_plan, probes->n);
	unsigned int errors = diag_errors(s->diags);

	plan_functions(s);
	for (unsigned int i = 0; i < probes->n; i++)
		all[i] = plan_probe(s, probes->v[i]);
	plan_locks(s, all);
	plan_stat_locks(s);
	find_embedded(s);
	plan_check_foreach(s);
	return diag_errors(s->diags) > errors ? -1 : 0;
}
