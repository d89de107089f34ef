// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/stat.h"

#include "translator/emit/array.h"
#include "translator/emit/hist.h"
#include "translator/emit/kinds.h"
#include "translator/emit/names.h"
#include "translator/sema/stat.h"

enum { LEVELS = 4, MAX_BLOCK_MB = 1024 };

/* ---- memory ---------------------------------------------------------------------------------- */

bool stat_any(const struct emitter *m)
{
	vec_each(v, &m->s->program.globals)
		if ((*v)->type == TYPE_STATS)
			return true;
	return false;
}

void stat_write_head(struct emitter *m)
{
	if (stat_any(m))
		cw_puts(&m->script, "#include \"stat.h\"\n");
}

static unsigned level_words(const struct emitter *m)
{
	const struct program *p = &m->s->program;

	return p->stat_words + p->stat_charts * HIST_BUCKETS_MAX;
}

/* Takes room for an array's cells, behind the scalars of all levels. */
static void place_array(struct emitter *m, struct stat_kept *k, unsigned entries)
{
	unsigned long long words = m->stat_array_words + (unsigned long long)entries * k->words;

	k->at = LEVELS * level_words(m) + m->stat_array_words;
	if (words > MAX_BLOCK_MB * (1024ull * 1024 / 8))
		diag(m->s->diags, D_STAT_MEMORY, SPAN_NONE, words * 8 >> 20, MAX_BLOCK_MB);
	else
		m->stat_array_words = words;
}

/* An empty line, unless there is one. */
static void blank(struct cwriter *w)
{
	if (w->out.len < 2 || w->out.data[w->out.len - 2] != '\n')
		cw_blank(w);
}

/* ---- updates --------------------------------------------------------------------------------- */

static void write_moments(struct cwriter *w, const struct stat_kept *k)
{
	if (k->count >= 0)
		cw_line(w, "cell[%d]++;", k->count);
	if (k->sum >= 0)
		cw_line(w, "cell[%d] += (stp_u64)v;", k->sum);
	if (k->min >= 0)
		cw_line(w, "stp_stat_min(&cell[%d], v);", k->min);
	if (k->max >= 0)
		cw_line(w, "stp_stat_max(&cell[%d], v);", k->max);
	vec_each(x, &k->shifts)
		cw_line(w, "variance_add((struct variance *)&cell[%u], cell[%d], v, %u);", x->word,
			k->count, x->shift);
}

static void write_histograms(struct cwriter *w, const struct stat_kept *k)
{
	vec_each(h, &k->hists)
		hist_write_update(w, *h);
}

/* Comment and function that adds v to a cell. */
static void write_update(struct emitter *m, const struct variable *v)
{
	struct cwriter *w = &m->script;
	const struct stat_kept *k = stat_kept(v);

	cw_blank(w);
	cw_line(w, "STP_INLINE void %s_update(stp_u64 *cell, stp_s64 v)", names_variable(v));
	cw_brace(w);
	write_moments(w, k);
	write_histograms(w, k);
	cw_close(w, "");
}

static void write_description(struct emitter *m, const struct variable *v)
{
	struct cwriter *w = &m->script;
	const struct stat_kept *k = stat_kept(v);
	int variance = -1;

	vec_each(x, &k->shifts)
		if (!x->shift)
			variance = (int)x->word;
	blank(w);
	cw_line(w, "static const struct stp_stat %s_stat = {", names_variable(v));
	w->depth++;
	cw_line(w, ".at = %u, .words = %u,", k->at, k->words);
	cw_line(w, ".count = %d, .sum = %d, .min = %d, .max = %d, .variance = %d,", k->count, k->sum,
		k->min, k->max, variance);
}

void stat_write_scalar(struct emitter *m, const struct variable *v)
{
	write_description(m, v);
	m->script.depth--;
	cw_line(&m->script, "};");
	write_update(m, v);
}

void stat_write_array_parameters(struct emitter *m, const struct variable *v, unsigned entries)
{
	struct stat_kept *k = stat_kept(v);

	place_array(m, k, entries);
	cw_line(&m->script, "#define STP_MAP_STAT_WORDS %u", k->words);
	cw_line(&m->script, "#define STP_MAP_STAT_AT %u", k->at);
}

void stat_write_array(struct emitter *m, const struct variable *v, unsigned entries)
{
	struct cwriter *w = &m->script;
	const char *name = names_variable(v);

	write_description(m, v);
	cw_line(w, ".map = &%s_map, .nodes = &%s_nodes, .node_size = (%s_NODE_SIZE + 7) & ~7u,", name,
		name, name);
	cw_line(w, ".value_at = __builtin_offsetof(struct %s_node, value), .entries = %u,", name, entries);
	w->depth--;
	cw_line(w, "};");
	write_update(m, v);
}

void stat_write_table(struct emitter *m)
{
	struct cwriter *w = &m->script;
	unsigned n = 0;

	cw_blank(w);
	cw_line(w, "static const struct stp_stat *const stats[] = {");
	w->depth++;
	vec_each(v, &m->s->program.globals) {
		if ((*v)->type != TYPE_STATS)
			continue;
		cw_line(w, "&%s_stat,", names_variable(*v));
		n++;
	}
	w->depth--;
	cw_line(w, "};");
	cw_blank(w);
	cw_line(w, "static const struct stp_stats statistics = {");
	w->depth++;
	cw_line(w, ".scalar_words = %u, .level_words = %u, .array_words = %u,", m->s->program.stat_words,
		level_words(m), m->stat_array_words);
	cw_line(w, ".stats = stats, .nstats = %u,", n);
	w->depth--;
	cw_line(w, "};");
}

/* ---- x <<< v --------------------------------------------------------------------------------- */

static struct value add_scalar(struct unit *u, struct expr *e)
{
	const struct variable *v = e->u.assign.left->u.name.var;
	struct value right = value_save(u, expr_value(u, e->u.assign.right));

	unit_line(u, "%s_update(c->stats + %u, %s);", names_variable(v), stat_kept(v)->at, right.text);
	return right;
}

static struct value add_element(struct unit *u, struct expr *e)
{
	struct ast_index *x = &e->u.assign.left->u.index;
	const char *cell = unit_temp(u, TEMP_CELL), *keys;
	struct value *v = array_operands(u, e);

	keys = array_keys(u, v, x->keys.n);
	unit_line(u, "%s = %s_cell(c, %u, %s);", cell, names_variable(x->var),
		  unit_position(u, e->u.assign.left->at), keys);
	unit_fail_if(u, "!%s", cell);
	unit_line(u, "%s_update(%s, %s);", names_variable(x->var), cell, v[x->keys.n].text);
	return v[x->keys.n];
}

struct value stat_add(struct unit *u, struct expr *e)
{
	return e->u.assign.left->kind == EXPR_INDEX ? add_element(u, e) : add_scalar(u, e);
}

void stat_delete(struct unit *u, const struct variable *v)
{
	unit_line(u, "stp_stat_clear(&%s_stat);", names_variable(v));
}

/* ---- reading --------------------------------------------------------------------------------- */

const char *stat_index(struct unit *u, struct expr *operand)
{
	struct ast_index *x = &operand->u.index;
	struct value *keys;
	const char *t;

	if (operand->kind != EXPR_INDEX)
		return "0";
	keys = arena_new_array(u->m->s->arena, struct value, x->keys.n);
	expr_operands(u, x->keys.v, x->keys.n, keys);
	t = unit_temp(u, TEMP_LONG);
	unit_line(u, "%s = %s_index(%s);", t, names_variable(x->var), array_keys(u, keys, x->keys.n));
	return t;
}

static const char *const what_name[STAT__COUNT] = {
	[STAT_COUNT] = "STP_STAT_COUNT", [STAT_SUM] = "STP_STAT_SUM", [STAT_MIN] = "STP_STAT_MIN",
	[STAT_MAX] = "STP_STAT_MAX", [STAT_AVG] = "STP_STAT_AVG",
	[STAT_VARIANCE] = "STP_STAT_VARIANCE",
};

struct value value_of_stat(struct unit *u, struct expr *e)
{
	struct ast_stat *x = &e->u.stat;
	const char *name = names_variable(stat_variable(x->stat)), *index = stat_index(u, x->stat);
	const char *t = unit_temp(u, TEMP_LONG);
	bool strict = parse_compatible(&u->m->s->parse_env) < 105;

	if (x->op == STAT_VARIANCE)
		unit_fail_if(u, "stp_stat_get_variance(c, &%s, &%s_stat, %s, %u, %u, %u)", t, name, index,
			     stat_find_shift(e)->word, (unsigned)x->param, unit_position(u, e->at));
	else if (x->op == STAT_COUNT || (x->op == STAT_SUM && !strict))
		unit_line(u, "stp_stat_get(c, &%s, &%s_stat, %s, %s, 0, 0);", t, name, index,
			  what_name[x->op]);
	else
		unit_fail_if(u, "stp_stat_get(c, &%s, &%s_stat, %s, %s, %d, %u)", t, name, index,
			     what_name[x->op], x->op == STAT_SUM, unit_position(u, e->at));
	return value_fixed(t, false);
}

void stat_sort_by(struct unit *u, const struct ast_foreach *f)
{
	unit_line(u, "stp_stat_sort_by(&%s_stat, %s);", names_variable(f->array.var),
		  what_name[f->has_sort_stat ? f->sort_stat : STAT_COUNT]);
}
