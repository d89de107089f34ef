// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/function.h"

#include <string.h>

#include "translator/emit/frame.h"
#include "translator/emit/kinds.h"
#include "translator/emit/names.h"
#include "translator/emit/stmt.h"

/* ---- prototypes ------------------------------------------------------------------------------ */

static const char *return_type(const struct function *f)
{
	return f->ret == TYPE_LONG ? "stp_s64" : "void";
}

static const char *parameter_type(const struct variable *v)
{
	return v->type == TYPE_STRING ? "const char *" : "stp_s64 ";
}

const char *function_prototype(struct emitter *m, const struct function *f, const char *prefix)
{
	struct arena *a = m->s->arena;
	const char *text = arena_printf(a, "%s %s(struct stp_ctx *c", return_type(f),
					names_function(f));

	if (f->ret == TYPE_STRING)
		text = arena_printf(a, "%s, char *%s", text, prefix ? "stap_ret" : "ret");
	vec_each(v, &f->params)
		text = arena_printf(a, "%s, %s%s%s", text, parameter_type(*v), prefix ? prefix : "",
				    prefix ? (*v)->name : names_variable(*v));
	return arena_printf(a, "%s)", text);
}

bool function_is_external(const struct emitter *m, const struct function *f)
{
	vec_each(g, &m->s->program.functions)
		if ((*g)->code && !((*g)->code->pragmas & PRAGMA_STP) && (*g)->overload_next == f)
			return f->body != NULL;
	return false;
}

/* As function_prototype(), with a_l_x for a parameter that is copied to l_x. */
static const char *definition_prototype(struct unit *u)
{
	struct function *f = u->function;
	struct arena *a = u->m->s->arena;
	const char *text = arena_printf(a, "%s%s %s(struct stp_ctx *c",
					function_is_external(u->m, f) ? "" : "static ",
					return_type(f), names_function(f));

	if (f->ret == TYPE_STRING)
		text = arena_printf(a, "%s, char *ret", text);
	vec_each(v, &f->params)
		text = arena_printf(a, "%s, %s%s%s", text, parameter_type(*v),
				    frame_copies_parameter(u, *v) ? "a_" : "",
				    names_variable(*v));
	return arena_printf(a, "%s)", text);
}

/* ---- one function ---------------------------------------------------------------------------- */

static bool counts(const struct unit *u)
{
	return u->function->plan->recursive || u->m->limits.count_calls;
}

static void enter(struct unit *u)
{
	struct function *f = u->function;

	if (counts(u)) {
		cw_open(u->w, "if (stp_deeper(c, MAXNESTING))");
		unit_line(u, "stp_too_deep(c, %u);", unit_position(u, f->at));
		unit_line(u, "goto too_deep;");
		cw_close(u->w, "");
	}
	frame_enter(u);
	if (f->ret == TYPE_STRING)
		unit_line(u, "ret[0] = '\\0';");
	if (f->plan->recursive && !u->m->limits.no_action_limit)
		unit_fail_if(u, "stp_spend(c, 1, %u)", unit_position(u, f->at));
}

static void leave(struct unit *u)
{
	cw_own(u->w);
	if (u->uses_out)
		unit_write_label(u, "out");
	frame_leave(u);
	if (counts(u)) {
		unit_write_label(u, "too_deep");
		unit_line(u, "c->nesting--;");
	}
	if (u->function->ret == TYPE_LONG)
		unit_line(u, "return ret;");
}

static void write_body(struct unit *u)
{
	enter(u);
	stmt_write(u, u->function->body);
	leave(u);
}

static void declare(struct unit *u)
{
	const char *prototype = definition_prototype(u);

	stmt_write_tables(u);
	cw_own(u->w);
	cw_blank(u->w);
	stmt_comment(u, u->function->name, u->function->at);
	unit_line(u, "%s", prototype);
	cw_brace(u->w);
	if (u->function->ret == TYPE_LONG)
		unit_line(u, "stp_s64 ret = 0;");
	if (frame_declare(u) || u->function->ret == TYPE_LONG)
		cw_blank(u->w);
}

void function_write(struct emitter *m, struct function *f)
{
	struct unit u = { .m = m, .function = f, .write = write_body, .last = stmt_last(f->body) };

	vec_each(v, &f->params)
		vec_push(m->s->arena, &u.locals, *v);
	vec_each(v, &f->locals)
		vec_push(m->s->arena, &u.locals, *v);
	names_assign_locals(m->s, &u.locals);
	unit_write(&u, &m->script, declare);
	cw_close(&m->script, "");
	f->id = u.frame_slots;
	m->n_codes += u.codes.n;
}

void function_fall_through(struct unit *u, struct stmt *s)
{
	struct function *f = u->function, *next = f->overload_next;
	const char *args = f->ret == TYPE_STRING ? "c, ret" : "c";

	if (!next) {
		unit_line(u, "stp_error(c, %u, \"all functions exhausted\");",
			  unit_position(u, s->at));
		unit_fail(u);
		return;
	}
	vec_each(v, &f->params)
		args = unit_text(u, "%s, %s%s", args, frame_copies_parameter(u, *v) ? "a_" : "",
				 names_variable(*v));
	unit_line(u, "%s%s(%s);", f->ret == TYPE_LONG ? "ret = " : "", names_function(next), args);
	unit_check(u, s->at);
}

/* ---- order ----------------------------------------------------------------------------------- */

static bool comes_before(const struct functions *all, unsigned index, const struct function *f)
{
	for (unsigned i = 0; i < index; i++)
		if (all->v[i] == f)
			return true;
	return false;
}

/* Of script functions alone: those in C are all declared. */
static void need(struct emitter *m, struct functions *needed, unsigned caller, struct function *f)
{
	if (f->body && !comes_before(&m->s->program.functions, caller, f) &&
	    !comes_before(needed, needed->n, f))
		vec_push(m->s->arena, needed, f);
}

void function_write_forward(struct emitter *m)
{
	struct functions *all = &m->s->program.functions, needed = { 0 };

	for (unsigned i = 0; i < all->n; i++) {
		vec_each(callee, &all->v[i]->calls)
			need(m, &needed, i, *callee);
		if (all->v[i]->overload_next)
			need(m, &needed, i, all->v[i]->overload_next);
	}
	if (needed.n)
		cw_blank(&m->script);
	vec_each(f, &needed) {
		if (function_is_external(m, *f))
			continue;	/* declared with the C functions */
		names_assign_locals(m->s, &(*f)->params);
		cw_line(&m->script, "static %s;", function_prototype(m, *f, NULL));
	}
}
