// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/globals.h"

#include <limits.h>
#include <string.h>

#include "translator/emit/names.h"
#include "translator/emit/stat.h"

/* ---- definitions ----------------------------------------------------------------------------- */

static const char *map_type(enum ast_type type)
{
	return type == TYPE_STRING ? "STP_STRING" : "STP_LONG";
}

static unsigned entries_of(const struct emitter *m, const struct variable *v)
{
	return v->size > 0 ? v->size : m->limits.map_entries;
}

static void write_array(struct emitter *m, const struct variable *v)
{
	struct cwriter *w = &m->script;

	cw_blank(w);
	cw_line(w, "#define STP_MAP %s", names_variable(v));
	cw_line(w, "#define STP_MAP_KEYS %d", v->arity);
	for (int i = 0; i < v->arity; i++)
		cw_line(w, "#define STP_MAP_KEY%d %s", i, map_type(v->key_types.v[i]));
	cw_line(w, "#define STP_MAP_VALUE %s", map_type(v->type));
	cw_line(w, "#define STP_MAP_STRING MAXSTRINGLEN");
	if (v->sorts)
		cw_line(w, "#define STP_MAP_SORTS %u", v->sorts);
	if (v->type == TYPE_STATS)
		stat_write_array_parameters(m, v, entries_of(m, v));
	cw_line(w, "#include \"map_tmpl.h\"");
	if (v->type == TYPE_STATS)
		stat_write_array(m, v, entries_of(m, v));
}

static void write_scalar(struct emitter *m, const struct variable *v)
{
	struct cwriter *w = &m->script;
	size_t most = m->limits.string_size - 1;
	const struct ast_bytes *s;

	if (v->type == TYPE_STATS) {
		stat_write_scalar(m, v);
		return;
	}
	if (v->type == TYPE_STRING) {
		cw_printf(w, "static char %s[MAXSTRINGLEN]", names_variable(v));
		if (v->init && v->init->kind == EXPR_STRING) {
			s = &v->init->u.string.value;
			cw_puts(w, " = ");
			cw_string(w, s->bytes, s->len < most ? s->len : most);
		}
	} else {
		cw_printf(w, "static stp_s64 %s", names_variable(v));
		if (v->init && v->init->kind == EXPR_NUMBER && v->init->u.number.value == LLONG_MIN)
			cw_puts(w, " = -9223372036854775807ll - 1");
		else if (v->init && v->init->kind == EXPR_NUMBER)
			cw_printf(w, " = %lldll", (long long)v->init->u.number.value);
	}
	cw_line(w, ";");
}

static bool is_locked(const struct program *p, const struct variable *v)
{
	vec_each(probe, &p->probes)
		for (unsigned i = 0; (*probe)->lock == LOCK_ALL && i < (*probe)->locks.n; i++)
			if ((*probe)->locks.v[i] == v)
				return true;
	return false;
}

void globals_write(struct emitter *m)
{
	const struct program *p = &m->s->program;

	if (p->globals.n)
		cw_blank(&m->script);
	vec_each(v, &p->globals)
		if ((*v)->arity <= 0)
			write_scalar(m, *v);
	vec_each(v, &p->globals)
		if (is_locked(p, *v))
			cw_line(&m->script, "static struct stp_lock lock_%u;\t/* of %s */",
				(*v)->id + 1, names_variable(*v));
	vec_each(v, &p->globals)
		if ((*v)->arity > 0)
			write_array(m, *v);
}

unsigned globals_write_maps(struct emitter *m)
{
	struct cwriter *w = &m->script;
	unsigned n = 0;

	vec_each(v, &m->s->program.globals) {
		const char *name = names_variable(*v);

		if ((*v)->arity <= 0)
			continue;
		if (!n++) {
			cw_blank(w);
			cw_line(w, "static const struct stp_map_desc maps[] = {");
			w->depth++;
		}
		cw_printf(w, "{ .map = &%s_map, .name = \"%s\", .node_size = %s_NODE_SIZE, .entries = %u",
			  name, (*v)->name,
			  name, entries_of(m, *v));
		if ((*v)->wrap)
			cw_puts(w, ", .wrap = 1");
		if ((*v)->size > 0)
			cw_puts(w, ", .declared = 1");
		cw_line(w, " },");
	}
	if (n) {
		w->depth--;
		cw_line(w, "};");
	}
	return n;
}

/* ---- for embedded C -------------------------------------------------------------------------- */

struct wanted {
	struct emitter *m;
	struct variables reads, writes;
};

static void add_names(struct wanted *x, struct variables *to, const struct atoms *names)
{
	vec_each(name, names)
		vec_each(v, &x->m->s->program.globals)
			if (!strcmp((*v)->name, *name))
				vec_push(x->m->s->arena, to, *v);
}

static void want(struct wanted *x, const struct embedded_code *code)
{
	add_names(x, &x->reads, &code->reads);
	add_names(x, &x->writes, &code->writes);
}

static void want_expr(struct expr **e, void *ctx)
{
	if ((*e)->kind == EXPR_EMBEDDED)
		want(ctx, (*e)->u.embedded.code);
}

static void want_stmt(struct stmt **s, void *ctx)
{
	if ((*s)->kind == STMT_EMBEDDED)
		want(ctx, (*s)->u.code.code);
}

static void collect(struct wanted *x)
{
	struct ast_visitor visitor = { .expr_post = want_expr, .stmt_post = want_stmt, .ctx = x };
	struct program *p = &x->m->s->program;

	vec_each(f, &p->functions) {
		if ((*f)->code)
			want(x, (*f)->code);
		else
			ast_walk_stmt(&(*f)->body, &visitor);
	}
	vec_each(probe, &p->probes)
		ast_walk_stmt(&(*probe)->body, &visitor);
}

static bool seen(const struct variables *all, unsigned index)
{
	for (unsigned i = 0; i < index; i++)
		if (all->v[i] == all->v[index])
			return true;
	return false;
}

/* "stp_s64 k0, const char *k1", or "k0, k1" without the types. */
static const char *keys(struct emitter *m, const struct variable *v, bool types)
{
	const char *text = "", *type = "";

	for (int i = 0; i < v->arity; i++) {
		if (types)
			type = v->key_types.v[i] == TYPE_STRING ? "const char *" : "stp_s64 ";
		text = arena_printf(m->s->arena, "%s%s%sk%d", text, i ? ", " : "", type, i);
	}
	return text;
}

static void declare(struct emitter *m, const struct variable *v, const char *verb,
		    const char *prototype, const char *first)
{
	struct cwriter *files[] = { &m->script, &m->embedded };

	for (unsigned i = 0; i < 2; i++) {
		cw_line(files[i], "%s;", prototype);
		cw_line(files[i], "#define STAP_GLOBAL_%s_%s(...) stap_%s(%s__VA_ARGS__)", verb,
			v->name,
			arena_printf(m->s->arena, "%s_%s", *verb == 'G' ? "get" : "set",
				     names_variable(v)), first);
	}
}

static void write_get(struct emitter *m, const struct variable *v)
{
	const char *name = names_variable(v);
	const char *prototype = arena_printf(m->s->arena, "%sstap_get_%s(%s)",
					     v->type == TYPE_STRING ? "const char *" : "stp_s64 ",
					     name,
					     v->arity > 0 ? keys(m, v, true) : "void");

	cw_blank(&m->script);
	declare(m, v, "GET", prototype, "");
	cw_line(&m->script, "%s", prototype);
	cw_brace(&m->script);
	if (v->arity > 0)
		cw_line(&m->script, "return %s_get(%s);", name, keys(m, v, false));
	else
		cw_line(&m->script, "return %s;", name);
	cw_close(&m->script, "");
}

static void write_set(struct emitter *m, const struct variable *v)
{
	const char *name = names_variable(v);
	bool is_array = v->arity > 0;
	const char *prototype = arena_printf(m->s->arena,
					     "void stap_set_%s(struct stp_ctx *c, %s%s%sv)", name,
					     is_array ? keys(m, v, true) : "", is_array ? ", " : "",
					     v->type == TYPE_STRING ? "const char *" : "stp_s64 ");

	cw_blank(&m->script);
	declare(m, v, "SET", prototype, "CONTEXT, ");
	cw_line(&m->script, "%s", prototype);
	cw_brace(&m->script);
	if (is_array)
		cw_line(&m->script, "%s_set(c, 0, %s, v);", name, keys(m, v, false));
	else if (v->type == TYPE_STRING)
		cw_line(&m->script, "stp_strcpy(%s, v);", name);
	else
		cw_line(&m->script, "%s = v;", name);
	cw_close(&m->script, "");
}

void globals_write_accessors(struct emitter *m)
{
	struct wanted x = { .m = m };

	collect(&x);
	for (unsigned i = 0; i < x.reads.n; i++)
		if (!seen(&x.reads, i))
			write_get(m, x.reads.v[i]);
	for (unsigned i = 0; i < x.writes.n; i++)
		if (!seen(&x.writes, i))
			write_set(m, x.writes.v[i]);
}
