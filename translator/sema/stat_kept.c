// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stats - which statistics each aggregate keeps.
 * needs: prune.  changes no tree.
 * after: variable->stats of every live aggregate lays out its cell: words for what some live code asks for, and a count
 *        beside everything but a sum. Scalars have their place; program.stat_words, program.stat_charts are set.
 */
#include "translator/sema/passes.h"
#include "translator/sema/stat.h"
#include "translator/session.h"

struct stat_kept *stat_kept(const struct variable *v)
{
	return v->stats;
}

/* ---- what is asked for ------------------------------------------------------------------------------------------- */

/* Words are counted when all is known; until then 0 says that it is kept. */
static struct stat_kept *kept_of(struct session *s, struct variable *v)
{
	struct stat_kept *k = v->stats;

	if (k)
		return k;
	k = arena_new_object(s->arena, struct stat_kept);
	k->count = k->sum = k->min = k->max = -1;
	v->stats = k;
	return k;
}

static struct stat_shift *find_shift(struct stat_kept *k, unsigned int shift)
{
	vec_each(x, &k->shifts)
		if (x->shift == shift)
			return x;
	return NULL;
}

static void keep(struct session *s, struct variable *v, enum stat_op op, unsigned int shift)
{
	struct stat_kept *k = kept_of(s, v);

	switch (op) {
	case STAT_SUM:
		k->sum = 0;
		if (parse_compatible(&s->parse_env) < 105)
			k->count = 0;
		return;
	case STAT_AVG:
		k->sum = 0;
		break;
	case STAT_MIN:
		k->min = 0;
		break;
	case STAT_MAX:
		k->max = 0;
		break;
	case STAT_VARIANCE:
		if (!find_shift(k, shift))
			vec_push(s->arena, &k->shifts, ((struct stat_shift){ .shift = shift }));
		break;
	case STAT_COUNT:
	case STAT_HIST_LOG:
	case STAT_HIST_LINEAR:
	case STAT__COUNT:
		break;
	}
	k->count = 0;
}

static struct hist hist_of(const struct ast_hist *h)
{
	if (h->op == STAT_HIST_LOG)
		return (struct hist){ .kind = HIST_LOG, .buckets = HIST_LOG_BUCKETS };
	return (struct hist){
		.kind = HIST_LINEAR, .low = h->low, .step = h->step,
		.buckets = hist_linear_buckets(h->low, h->high, h->step),
	};
}

static struct stat_hist *find_hist(struct stat_kept *k, const struct hist *h)
{
	vec_each(x, &k->hists)
		if ((*x)->hist.kind == h->kind && (*x)->hist.low == h->low && (*x)->hist.step == h->step &&
		    (*x)->hist.buckets == h->buckets)
			return *x;
	return NULL;
}

static void keep_hist(struct session *s, struct ast_hist *h)
{
	struct variable *v = stat_variable(h->stat);
	struct hist hist = hist_of(h);
	struct stat_hist *x;

	keep(s, v, h->op, 0);
	if (find_hist(kept_of(s, v), &hist))
		return;
	x = arena_new_object(s->arena, struct stat_hist);
	x->hist = hist;
	x->high = h->high;
	vec_push(s->arena, &kept_of(s, v)->hists, x);
}

struct stat_hist *stat_find_hist(const struct expr *e)
{
	struct hist h = hist_of(&e->u.hist);

	return find_hist(stat_kept(stat_variable(e->u.hist.stat)), &h);
}

struct stat_shift *stat_find_shift(const struct expr *e)
{
	return find_shift(stat_kept(stat_variable(e->u.stat.stat)), e->u.stat.param);
}

/* ---- all code ---------------------------------------------------------------------------------------------------- */

static void count_charts(struct session *s, const struct exprs *args)
{
	unsigned int n = 0;

	vec_each(a, args)
		n += (*a)->kind == EXPR_HIST;
	if (n > s->program.stat_charts)
		s->program.stat_charts = n;
}

static bool note_expr(struct expr **slot, void *ctx)
{
	struct session *s = ctx;
	struct expr *e = *slot;

	if (e->kind == EXPR_STAT)
		keep(s, stat_variable(expr_stat(e)->stat), expr_stat(e)->op, expr_stat(e)->param);
	else if (e->kind == EXPR_HIST)
		keep_hist(s, expr_hist(e));
	else if (e->kind == EXPR_PRINT)
		count_charts(s, &expr_print(e)->args);
	return true;
}

static bool note_stmt(struct stmt **slot, void *ctx)
{
	struct session *s = ctx;
	struct ast_foreach *f = (*slot)->kind == STMT_FOREACH ? stmt_foreach(*slot) : NULL;

	if (!f)
		return true;
	if (f->array.var && f->array.var->type == TYPE_STATS && f->sort && !f->sort_key)
		keep(s, f->array.var, f->has_sort_stat ? f->sort_stat : STAT_COUNT, 0);
	if (f->hist && !s->program.stat_charts)
		s->program.stat_charts = 1;
	return true;
}

static void note_all(struct session *s)
{
	const struct ast_visitor v = { .expr_pre = note_expr, .stmt_pre = note_stmt, .ctx = s };

	vec_each(f, &s->program.functions)
		if ((*f)->body)
			ast_walk_stmt(&(*f)->body, &v);
	vec_each(p, &s->program.probes) {
		vec_each(e, &(*p)->conditions)
			ast_walk_expr(e, &v);
		ast_walk_stmt(&(*p)->body, &v);
	}
}

/* ---- the cell ---------------------------------------------------------------------------------------------------- */

static void place(int *word, unsigned int *words)
{
	if (*word >= 0)
		*word = (int)(*words)++;
}

static void lay_out(struct stat_kept *k)
{
	if (k->sum < 0)		/* an element that only exists counts too */
		k->count = 0;
	place(&k->count, &k->words);
	place(&k->sum, &k->words);
	place(&k->min, &k->words);
	place(&k->max, &k->words);
	vec_each(x, &k->shifts) {
		x->word = k->words;
		k->words += 2;
	}
	vec_each(h, &k->hists) {
		(*h)->word = k->words;
		k->words += (*h)->hist.buckets;
	}
}

int pass_stats(struct session *s)
{
	note_all(s);
	vec_each(v, &s->program.globals) {
		struct stat_kept *k;

		if ((*v)->type != TYPE_STATS)
			continue;
		k = kept_of(s, *v);
		lay_out(k);
		if ((*v)->arity > 0)
			continue;
		k->at = s->program.stat_words;
		s->program.stat_words += k->words;
	}
	return 0;
}
