// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which handlers guard aggregates, and how. An aggregate has a cell for each CPU (runtime/stat.h), so handlers that only
 * add to it do not meet. They must be kept from one that reads or deletes it meanwhile, and only then need a lock: their
 * own CPU's, while the reader takes those of all CPUs. begin, end and error handlers are alone and need none.
 *
 * An array's cells have no place for each level, so what adds to an array always holds its CPU's lock. In an array that
 * wraps, a new element may take the place of one that another CPU adds to: those that add hold the variable's lock, too.
 */
#include "translator/sema/program.h"
#include "translator/sema/stat.h"
#include "translator/sema/usage.h"
#include "translator/session.h"

bool plan_needs_lock(const struct variable *v)
{
	return v->type != TYPE_STATS || v->wrap;
}

enum { ADDS = 1, READS = 2, DELETES = 4 };

/* What one probe does to each aggregate, by variable->id; functions are looked into once. */
struct touch {
	struct session *s;
	unsigned char *how;
	bool *seen;
};

static void note(struct variable *v, unsigned int use, struct expr *e, void *ctx)
{
	struct touch *t = ctx;

	(void)e;
	if (v->kind != VAR_GLOBAL || v->type != TYPE_STATS)
		return;
	if (use & USE_READ)
		t->how[v->id] |= READS;
	if (use & USE_WRITE)
		t->how[v->id] |= DELETES;
	if (use & USE_UPDATE)
		t->how[v->id] |= ADDS;
}

static void note_functions(struct touch *t, const struct functions *calls)
{
	vec_each(f, calls) {
		if (t->seen[(*f)->id])
			continue;
		t->seen[(*f)->id] = true;
		usage_of_function(t->s, *f, note, t);
		note_functions(t, &(*f)->calls);
	}
}

static unsigned char *touch_of(struct session *s, struct derived_probe *p)
{
	struct touch t = {
		.s = s,
		.how = arena_new_array(s->arena, unsigned char, s->program.globals.n + 1),
		.seen = arena_new_array(s->arena, bool, s->program.functions.n + 1),
	};

	usage_of_probe(s, p, note, &t);
	note_functions(&t, &p->calls);
	return t.how;
}

static enum stat_lock lock_for(const struct variable *v, unsigned int mine, unsigned int all)
{
	if ((mine & DELETES) || ((mine & READS) && (all & (ADDS | DELETES))))
		return STAT_LOCK_ALL;
	if ((mine & ADDS) && (v->arity > 0 || (all & (READS | DELETES))))
		return STAT_LOCK_OWN;
	return STAT_LOCK_NONE;
}

void plan_stat_locks(struct session *s)
{
	struct derived_probes *probes = &s->program.probes;
	struct variables *globals = &s->program.globals;
	unsigned char *all = arena_new_array(s->arena, unsigned char, globals->n + 1);
	unsigned char **how = arena_new_array(s->arena, unsigned char *, probes->n);

	for (unsigned int i = 0; i < probes->n; i++) {
		if (probes->v[i]->session)
			continue;
		how[i] = touch_of(s, probes->v[i]);
		for (unsigned int g = 0; g < globals->n; g++)
			all[g] |= how[i][g];
	}
	for (unsigned int i = 0; i < probes->n; i++) {
		struct derived_probe *p = probes->v[i];

		for (unsigned int g = 0; how[i] && g < globals->n; g++) {
			enum stat_lock lock = lock_for(globals->v[g], how[i][g], all[g]);

			if (lock > p->stat_lock)
				p->stat_lock = lock;
		}
	}
}
