// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A pattern is listed by elaborating `probe PATTERN { }`: what the translator would probe is what it lists. Lines are
 * collected, sorted and printed once each, because a wildcard can reach one alias over several ways.
 */
#include "translator/listing.h"

#include <stdlib.h>
#include <string.h>

#include "translator/base/buf.h"
#include "translator/base/xstr.h"
#include "translator/debuginfo/debuginfo.h"
#include "translator/family/family.h"
#include "translator/family/families.h"
#include "translator/sema/library.h"
#include "translator/sema/passes.h"
#include "translator/sema/points.h"
#include "translator/sema/symtab.h"
#include "translator/session.h"

VEC_TYPE(lines, const char *);

struct listing {
	struct session *s;
	struct lines lines;
};

bool listing_wanted(const struct options *o)
{
	return o->list || o->list_variables || o->dump_functions || o->dump_probe_types || o->dump_probe_aliases;
}

/* Takes the text in `out`, and empties it. */
static void add_line(struct listing *l, struct buf *out)
{
	vec_push(l->s->arena, &l->lines, arena_strndup(l->s->arena, buf_text(out), out->len));
	buf_reset(out);
}

static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int print_lines(struct listing *l)
{
	if (l->lines.n)
		qsort(l->lines.v, l->lines.n, sizeof(*l->lines.v), compare_lines);
	for (unsigned int i = 0; i < l->lines.n; i++)
		if (!i || strcmp(l->lines.v[i], l->lines.v[i - 1]))
			puts(l->lines.v[i]);
	return l->lines.n ? 0 : 1;
}

/* ---- -l and -L ---------------------------------------------------------------------------------------------------- */

/* Debug information makes a listing richer; a listing without it is no reason for a message. */
static const struct di_function *function_of(struct session *s, const struct derived_probe *p)
{
	const struct function_instance *i = (const struct function_instance *)p->instance;
	unsigned int mark = diag_mark(s->diags);
	struct debuginfo *d;

	if (p->family != &function_family || !i->dwarf)
		return NULL;
	d = session_debuginfo(s, p->at);
	diag_forget(s->diags, mark);
	return d ? debuginfo_function(d, i->symbol) : NULL;
}

/* kernel.function("vfs_read@fs/read_write.c:450"): where the function is goes into its string. */
static void put_point(struct buf *out, const struct derived_probe *p, const struct di_function *f)
{
	const char *end = f && f->file ? strchr(p->point, '"') : NULL;

	end = end ? strchr(end + 1, '"') : NULL;
	if (!end) {
		buf_puts(out, p->listed ? p->listed : p->point);
		return;
	}
	buf_printf(out, "%.*s@%s:%u%s", (int)(end - p->point), p->point, f->file, f->line, end);
}

/* A local that starts with __ is the alias's own business. */
static void put_variables(struct buf *out, const struct derived_probe *p, const struct di_function *f)
{
	const struct function_instance *i = (const struct function_instance *)p->instance;

	vec_each(v, &p->locals)
		if ((*v)->type != TYPE_UNKNOWN && !xstr_starts((*v)->name, "__"))
			buf_printf(out, " %s:%s", (*v)->name, type_name[(*v)->type]);
	if (!f)
		return;
	if (i->kind == FUNCTION_RETURN && f->has_return_value)
		buf_printf(out, " $return:%s", f->return_type.name);
	vec_each(v, &f->params)
		if (v->name)
			buf_printf(out, " $%s:%s", v->name, v->type.name);
}

static void add_probe(struct listing *l, const struct derived_probe *p)
{
	const struct di_function *f = p->listed ? NULL : function_of(l->s, p);
	struct buf out = BUF_INIT;

	put_point(&out, p, f);
	if (l->s->options.list_variables)
		put_variables(&out, p, f);
	add_line(l, &out);
	buf_free(&out);
}

static bool component_fits(const struct point_component *c, const char *name, char arg)
{
	if (!family_name_match(c->name, name))
		return false;
	return c->literal == (arg == 'S' ? LITERAL_STRING : arg == 'N' ? LITERAL_NUMBER : LITERAL_NONE) ||
	       (c->literal == LITERAL_NONE && strchr(c->name, '*'));
}

static void put_pattern(struct buf *out, const char *pattern)
{
	char name[64], arg;

	for (unsigned int i = 0; family_component(pattern, i, name, sizeof(name), &arg); i++)
		buf_printf(out, "%s%s%s", i ? "." : "", name, arg == 'S' ? "(string)" : arg ? "(number)" : "");
}

static bool pattern_fits(const struct probe_point *point, unsigned int i, const char *pattern, unsigned int k)
{
	bool more = i < point->components.n;
	char name[64], arg;

	if (!family_component(pattern, k, name, sizeof(name), &arg))
		return !more;
	if (!more)
		return false;
	if (!strcmp(point->components.v[i].name, "**"))
		return pattern_fits(point, i + 1, pattern, k + 1) || pattern_fits(point, i, pattern, k + 1);
	return component_fits(&point->components.v[i], name, arg) && pattern_fits(point, i + 1, pattern, k + 1);
}

/* `timer.*`: a wildcard stands for kinds of probe points that want an argument, too; these have no probe of their own. */
static void add_patterns(struct listing *l, const struct probe_decl *decl)
{
	struct buf out = BUF_INIT;

	vec_each(point, &decl->points) {
		if (!point_has_wildcard(*point))
			continue;
		for (const struct family_pattern *row = family_patterns; row->pattern; row++) {
			if (!row->family || !strchr(row->pattern, '(') || !pattern_fits(*point, 0, row->pattern, 0))
				continue;
			put_pattern(&out, row->pattern);
			add_line(l, &out);
		}
	}
	buf_free(&out);
}

static int list_points(struct listing *l)
{
	struct session *s = l->s;
	const struct ast_file *own;
	unsigned int mark;

	s->options.script_text = arena_printf(s->arena, "probe %s { }", s->options.list_variables ?
					      s->options.list_variables : s->options.list);
	if (pass_parse(s) < 0 || diag_errors(s->diags) || pass_library(s) < 0)
		return 1;
	own = s->program.files.v[0];
	mark = diag_mark(s->diags);
	if (pass_probes(s) >= 0 && s->options.list_variables && pass_resolve(s) >= 0 && pass_targets(s) >= 0)
		pass_infer(s);
	vec_each(p, &s->program.probes)
		if (!(*p)->synthetic && symtab_file_of(s, (*p)->at) == own)
			add_probe(l, *p);
	vec_each(decl, &own->probes)
		add_patterns(l, *decl);
	if (l->lines.n)
		diag_forget(s->diags, mark);
	return print_lines(l);
}

/* ---- --dump-functions ---------------------------------------------------------------------------------------------- */

static void reach_function(const char *name, void *ctx)
{
	library_reach_function(ctx, name);
}

static void reach_alias(const char *name, void *ctx)
{
	library_reach_alias(ctx, name);
}

static void put_tags(struct buf *out, const struct function *f, bool verbose)
{
	static const struct { unsigned int pragma; const char *text; bool plain; } tags[] = {
		{ PRAGMA_GURU, "guru", true }, { PRAGMA_UNPRIVILEGED, "unprivileged", true },
		{ PRAGMA_MYPROC_UNPRIVILEGED, "myproc-unprivileged", true }, { PRAGMA_PURE, "pure", false },
		{ PRAGMA_UNMANGLED, "unmangled", false },
	};

	for (unsigned int i = 0; f->code && i < sizeof(tags) / sizeof(*tags); i++)
		if ((f->code->pragmas & tags[i].pragma) && (tags[i].plain || verbose))
			buf_printf(out, " /* %s */", tags[i].text);
}

static void add_function(struct listing *l, const struct function *f)
{
	bool verbose = l->s->options.verbose > 0;
	struct buf out = BUF_INIT;

	if (f->is_private || (f->name[0] == '_' && !verbose))
		return;
	buf_printf(&out, "%s:%s (", f->name, type_name[f->ret]);
	vec_each(p, &f->params)
		buf_printf(&out, "%s%s:%s", p == f->params.v ? "" : ", ", (*p)->name, type_name[(*p)->type]);
	buf_putc(&out, ')');
	put_tags(&out, f, verbose);
	add_line(l, &out);
	buf_free(&out);
}

static int dump_functions(struct listing *l)
{
	library_each_function(l->s, reach_function, l->s);
	vec_each(file, &l->s->program.files)
		vec_each(f, &(*file)->functions)
			add_function(l, *f);
	return print_lines(l);
}

/* ---- --dump-probe-types, --dump-probe-aliases ---------------------------------------------------------------------- */

static int dump_types(struct listing *l)
{
	struct buf out = BUF_INIT;

	for (const struct family_pattern *row = family_patterns; row->pattern; row++) {
		if (!row->family)
			continue;
		put_pattern(&out, row->pattern);
		add_line(l, &out);
	}
	buf_free(&out);
	return print_lines(l);
}

static void add_alias(struct listing *l, const struct alias_symbol *alias)
{
	struct buf out = BUF_INIT;

	ast_print_point(&out, alias->name);
	if (alias->name->components.v[0].name[0] != '_' || l->s->options.verbose > 0) {
		buf_puts(&out, " = ");
		vec_each(p, &alias->decl->points)
			buf_printf(&out, "%s%s", p == alias->decl->points.v ? "" : ", ", point_text(l->s, *p));
		add_line(l, &out);
	}
	buf_free(&out);
}

static int dump_aliases(struct listing *l)
{
	library_each_alias(l->s, reach_alias, l->s);
	vec_each(alias, symtab_aliases(l->s))
		add_alias(l, *alias);
	return print_lines(l);
}

int listing_run(struct session *s)
{
	const struct options *o = &s->options;
	struct listing l = { .s = s };

	diag_options(s->diags)->no_warnings = true;
	s->options.no_global_display = true;
	if (o->list || o->list_variables)
		return list_points(&l);
	if (o->dump_probe_types)
		return dump_types(&l);
	s->symbols = symtab_new(s);
	library_open(s);
	return o->dump_functions ? dump_functions(&l) : dump_aliases(&l);
}
