// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/probe.h"

#include "translator/emit/arming.h"
#include "translator/emit/expr.h"
#include "translator/emit/frame.h"
#include "translator/emit/names.h"
#include "translator/emit/regex.h"
#include "translator/emit/stmt.h"
#include "translator/family/family.h"

static bool takes_locks(const struct unit *u)
{
	return (u->probe->lock == LOCK_ALL && u->probe->locks.n) || u->probe->stat_lock;
}

static unsigned count_locks(const struct unit *u)
{
	return u->probe->lock == LOCK_ALL ? u->probe->locks.n : 0;
}

/* ---- locks ----------------------------------------------------------------------------------- */

/* All or none, in the order of their numbers, before the first side effect. */
static void take_locks(struct unit *u)
{
	struct variables *locks = &u->probe->locks;
	unsigned n = count_locks(u);

	unit_line(u, "flags = stp_irq_save();");
	for (unsigned i = 0; i < n; i++) {
		unit_line(u, "if (!stp_trylock(c, &lock_%u))", locks->v[i]->id + 1);
		unit_line(u, "\tgoto skip_%u;", i + 1);
	}
	if (!u->probe->stat_lock)
		return;
	unit_line(u, "if (!%s)", u->probe->stat_lock == STAT_LOCK_OWN ?
		  "stp_trylock(c, &c->cpu->stat_lock)" : "stp_stat_lock_all(c)");
	unit_line(u, "\tgoto skip_%u;", n + 1);
}

static void release_locks(struct unit *u)
{
	struct variables *locks = &u->probe->locks;
	unsigned n = count_locks(u);

	if (u->probe->stat_lock)
		unit_line(u, u->probe->stat_lock == STAT_LOCK_OWN ?
			  "stp_unlock(&c->cpu->stat_lock);" : "stp_stat_unlock_all(c);");
	for (unsigned i = n; i--; )
		unit_line(u, "stp_unlock(&lock_%u);", locks->v[i]->id + 1);
	unit_line(u, "stp_irq_restore(flags);");
	unit_line(u, "return;");
	for (unsigned i = n + !!u->probe->stat_lock; i--; ) {
		unit_write_label(u, unit_text(u, "skip_%u", i + 1));
		if (i)
			unit_line(u, "stp_unlock(&lock_%u);", locks->v[i - 1]->id + 1);
	}
	unit_line(u, "stp_irq_restore(flags);");
	unit_line(u, "stp_skip_lock(c);");
}

/* ---- the handler ----------------------------------------------------------------------------- */

static void write_conditions(struct unit *u, bool before_locks)
{
	vec_each(condition, &u->probe->conditions) {
		if (arming_needs_no_lock(*condition) != before_locks)
			continue;
		cw_at(u->w, (*condition)->at);
		unit_line(u, "if (!(%s))", expr_condition(u, *condition));
		unit_line(u, before_locks ? "\treturn;" : "\tgoto out;");
		u->uses_out |= !before_locks;
	}
}

static void enter(struct unit *u)
{
	write_conditions(u, true);
	if (!u->probe->session && (u->probe->deep || u->m->limits.always_stack)) {
		unit_line(u, "if (STP_UNLIKELY(stp_stack_is_low(%u))) {", u->m->limits.stack_space);
		unit_line(u, "\tstp_skip_stack(c);");
		unit_line(u, "\treturn;");
		unit_line(u, "}");
	}
	if (u->probe->loops)
		unit_line(u, "c->budget = %s;",
			  u->probe->session ? "MAXACTION_INTERRUPTIBLE" : "MAXACTION");
	if (takes_locks(u))
		take_locks(u);
	frame_enter(u);
	regex_enter(u);
	write_conditions(u, false);
}

static void leave(struct unit *u)
{
	cw_own(u->w);
	if (u->uses_out)
		unit_write_label(u, "out");
	frame_leave(u);
	arming_write_check(u);
	if (takes_locks(u))
		release_locks(u);
}

static void write_body(struct unit *u)
{
	enter(u);
	stmt_write(u, u->probe->body);
	leave(u);
}

static void declare(struct unit *u)
{
	bool declared;

	stmt_write_tables(u);
	cw_own(u->w);
	cw_blank(u->w);
	stmt_comment(u, u->probe->point, u->probe->at);
	unit_line(u, "static inline void p_%02u(struct stp_ctx *c)", u->probe->number);
	cw_brace(u->w);
	declared = frame_declare(u);
	if (takes_locks(u))
		unit_line(u, "unsigned long flags;");
	if (declared || takes_locks(u))
		cw_blank(u->w);
}

void probe_write_saved(struct emitter *m, const struct derived_probe *probe)
{
	struct cwriter *w = &m->script;
	unsigned number = 0;

	if (!probe->saved.n)
		return;
	cw_blank(w);
	cw_line(w, "struct saved_%02u {", probe->number);
	vec_each(v, &probe->saved) {
		number++;
		if ((*v)->type == TYPE_STRING)
			cw_line(w, "\tchar v%u[MAXSTRINGLEN];", number);
		else
			cw_line(w, "\tstp_s64 v%u;", number);
	}
	cw_line(w, "};");
	cw_blank(w);
	cw_line(w, "static inline struct saved_%02u *saved_%02u(struct stp_ctx *c)", probe->number, probe->number);
	cw_brace(w);
	cw_line(w, "return (struct saved_%02u *)((char *)c->instance + STP_OFF_RETURN_DATA);", probe->number);
	cw_close(w, "");
}

void probe_write(struct emitter *m, struct derived_probe *probe)
{
	struct unit u = { .m = m, .probe = probe, .write = write_body,
			 .last = stmt_last(probe->body) };

	vec_each(v, &probe->locals)
		vec_push(m->s->arena, &u.locals, *v);
	names_assign_locals(m->s, &u.locals);
	unit_write(&u, &m->script, declare);
	cw_close(&m->script, "");
	m->n_codes += u.codes.n;
	probe->frame_bytes = frame_bytes(m, u.frame_slots, &probe->calls);
	probe->watched = m->limits.overload_threshold && !probe->session && (probe->loops || probe->deep);
	if (probe->family->emit_entry) {
		cw_blank(&m->script);
		probe->family->emit_entry(m->s, &m->script, probe);
	}
}
