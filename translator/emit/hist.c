// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/hist.h"

#include <limits.h>

#include "translator/base/buf.h"
#include "translator/emit/kinds.h"
#include "translator/emit/loop.h"
#include "translator/emit/names.h"
#include "translator/emit/stat.h"
#include "translator/sema/stat.h"

/* A number as a C constant; the least one cannot be written as such. */
static const char *constant(struct unit *u, long long n)
{
	return n == LLONG_MIN ? "-9223372036854775807ll - 1" : unit_text(u, "%lldll", n);
}

void hist_write_update(struct cwriter *w, const struct stat_hist *h)
{
	bool least = h->hist.low == LLONG_MIN;

	if (h->hist.kind == HIST_LOG)
		cw_line(w, "cell[%u + hist_log_bucket(v)]++;", h->word);
	else
		cw_line(w, "cell[%u + hist_linear_bucket(v, %lldll%s, %lldll, %u)]++;", h->word,
			h->hist.low + least, least ? " - 1" : "", h->hist.step, h->hist.buckets);
}

/* ---- buckets --------------------------------------------------------------------------------- */

/* The arguments that tell the runtime which histogram: "&g_x_stat, 0, 5, 128". */
static const char *hist_args(struct unit *u, struct expr *hist)
{
	const char *index = stat_index(u, hist->u.hist.stat);
	const struct stat_hist *h = stat_find_hist(hist);

	return unit_text(u, "&%s_stat, %s, %u, %u", names_variable(stat_variable(hist->u.hist.stat)),
			 index, h->word, h->hist.buckets);
}

static const char *read_bucket(struct unit *u, const char *args, const char *i, struct span at)
{
	const char *t = unit_temp(u, TEMP_LONG);

	unit_fail_if(u, "stp_stat_bucket(c, &%s, %s, %s, %u)", t, args, i, unit_position(u, at));
	return t;
}

struct value hist_bucket(struct unit *u, struct expr *e)
{
	struct ast_index *x = &e->u.index;
	const char *args = hist_args(u, x->hist);

	return value_fixed(read_bucket(u, args, expr_value(u, x->keys.v[0]).text, e->at), false);
}

/* An empty aggregate is an error here as everywhere. */
static void fail_if_empty(struct unit *u, const char *args, struct expr *hist)
{
	read_bucket(u, args, "0", hist->at);
}

void hist_foreach(struct unit *u, struct stmt *s)
{
	struct ast_foreach *f = &s->u.foreach;
	const char *args = hist_args(u, f->hist), *i = unit_temp(u, TEMP_LONG), *limit = NULL;
	unsigned buckets = stat_find_hist(f->hist)->hist.buckets;

	fail_if_empty(u, args, f->hist);
	if (f->limit)
		limit = loop_limit(u, f->limit);
	unit_line(u, "%s = -1;", i);
	cw_open(u->w, "while ((%s = stp_hist_next(c, %s, %d, %d, %s)) < %u)", i, args,
		f->sort && !f->sort_key, f->sort < 0, i, buckets);
	if (limit) {
		unit_line(u, "if (%s-- <= 0)", limit);
		unit_line(u, "\tbreak;");
	}
	loop_spend(u, s, f->body);
	assign_variable(u, f->keys.v[0].var, value_fixed(i, false));
	if (f->value.var)
		assign_variable(u, f->value.var,
				value_fixed(read_bucket(u, args, i, f->hist->at), false));
	loop_write_body(u, f->body, NULL);
	cw_close(u->w, "");
}

/* ---- charts ---------------------------------------------------------------------------------- */

/* Merges the buckets of all CPUs into the nth piece of scratch memory; returns it as text. */
static const char *merge(struct unit *u, struct expr *hist, unsigned nth)
{
	const char *args = hist_args(u, hist);
	const char *scratch = unit_text(u, "c->stats + %u",
					u->m->s->program.stat_words + nth * HIST_BUCKETS_MAX);

	unit_fail_if(u, "stp_stat_buckets(c, %s, %s, %u)", scratch, args, unit_position(u, hist->at));
	return scratch;
}

static struct value draw(struct unit *u, struct expr *hist)
{
	const struct stat_hist *h = stat_find_hist(hist);
	const char *scratch = merge(u, hist, 0), *slot = unit_slot(u);
	const struct limits *l = &u->m->limits;

	cw_brace(u->w);
	if (h->hist.kind == HIST_LOG)
		unit_line(u, "static const struct hist hist = { HIST_LOG, %u, 0, 0 };", h->hist.buckets);
	else
		unit_line(u, "static const struct hist hist = { HIST_LINEAR, %u, %s, %s };",
			  h->hist.buckets, constant(u, h->hist.low), constant(u, h->hist.step));
	unit_line(u, "static const struct hist_look look = { %u, %d };", l->hist_width, l->hist_elision);
	cw_blank(u->w);
	unit_line(u, "stp_hist_text(%s, &hist, %s, &look);", slot, scratch);
	cw_close(u->w, "");
	return value_fixed(slot, true);
}

void hist_operands(struct unit *u, const struct exprs *args, struct value *values, bool in_kernel)
{
	struct value *plain = arena_new_array(u->m->s->arena, struct value, args->n);
	struct exprs some = { 0 };
	unsigned n = 0, charts = 0;

	vec_each(e, args)
		if ((*e)->kind != EXPR_HIST)
			vec_push(u->m->s->arena, &some, *e);
	expr_operands(u, some.v, some.n, plain);
	for (unsigned i = 0; i < args->n; i++) {
		if (args->v[i]->kind != EXPR_HIST)
			values[i] = plain[n++];
		else if (in_kernel)
			values[i] = draw(u, args->v[i]);
		else
			values[i] = value_fixed(unit_text(u, "(const char *)(%s)",
							  merge(u, args->v[i], charts++)), true);
	}
}

struct value value_of_hist(struct unit *u, struct expr *e)
{
	return draw(u, e);
}

void hist_field_type(const struct emitter *m, struct buf *out, const struct stat_hist *h)
{
	buf_printf(out, "h%u/%u/%lld/%lld/%u/%d", h->hist.kind, h->hist.buckets, h->hist.low,
		   h->hist.step, m->limits.hist_width, m->limits.hist_elision);
}
