// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * probes - from the probe points that scripts wrote to handlers that a family can register.
 * needs: library.
 * after: program.probes holds one entry for each place that is probed, with its own copy of the body: prologues of the
 *        aliases on the way before it (the innermost alias first), epilogues after it (the outermost first), and the
 *        conditions met on the way. Library files that aliases live in are reached.
 *
 * A probe point is first looked up whole, among aliases and the families' patterns; if nothing matches, the alias that
 * matches most of it from the left is taken, and what is left is appended to each probe point behind the alias.
 */
#include "translator/family/family.h"
#include "translator/sema/passes.h"
#include "translator/sema/points.h"
#include "translator/sema/probes.h"
#include "translator/sema/symtab.h"
#include "translator/session.h"

/* One alias on the way from the script's probe point to the family. */
struct alias_step {
	const struct alias_step *outer;	/* nearer to the script */
	const struct alias_decl *decl;	/* NULL: only a condition was met here */
	struct expr *condition;		/* of the probe point before this step, or NULL */
	struct span at;			/* that probe point */
	const struct probe_point *name;	/* the alias's, with what the probe point has behind it */
};

struct expansion {
	struct session *s;
	struct probe_decl *decl;
	struct probe_point *written;	/* as the script wrote it */
	const struct alias_step *steps;
	const struct family *family;	/* whose instances are added now */
};

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

/* Spans of an alias's code are seen through a view that tells where it was asked for; one view for each file. */
struct respan {
	struct session *s;
	struct span via;
	struct { struct { uint32_t file, view; } *v; unsigned int n, cap; } views;
};

static struct span respan_alias(struct span at, void *ctx)
{
	struct respan *r = ctx;
	const struct source *src = source_get(r->s->sources, at.file);

	if (!src || src->how == VIA_MACRO)
		return at;
	for (unsigned int i = 0; i < r->views.n; i++)
		if (r->views.v[i].file == at.file) {
			at.file = r->views.v[i].view;
			return at;
		}
	vec_push(r->s->arena, &r->views, (__typeof__(*r->views.v)){ at.file,
		 source_view(r->s->sources, at.file, VIA_ALIAS, r->via)->id });
	at.file = vec_last(&r->views).view;
	return at;
}

static void push_copy(struct session *s, struct stmt *block, const struct stmt *code, struct span via)
{
	struct respan r = { .s = s, .via = via };
	struct ast_copier copier = { .arena = s->arena, .respan = respan_alias, .ctx = &r };

	if (code)
		vec_push(s->arena, &stmt_block(block)->stmts, ast_copy_stmt(&copier, code));
}

/* The outermost alias's first: the reverse of the prologues, as scopes close. */
static void push_epilogues(const struct expansion *x, struct stmt *block, const struct alias_step *a)
{
	if (!a)
		return;
	push_epilogues(x, block, a->outer);
	if (a->decl)
		push_copy(x->s, block, a->decl->epilogue, a->at);
}

static struct stmt *make_body(const struct expansion *x)
{
	struct ast_copier copier = { .arena = x->s->arena };
	struct stmt *block;

	if (!x->steps)
		return ast_copy_stmt(&copier, x->decl->body);
	block = ast_new_block(x->s->arena, x->decl->body->at);
	block->full = x->decl->body->full;
	for (const struct alias_step *a = x->steps; a; a = a->outer)
		if (a->decl)
			push_copy(x->s, block, a->decl->prologue, a->at);
	vec_push(x->s->arena, &stmt_block(block)->stmts, ast_copy_stmt(&copier, x->decl->body));
	push_epilogues(x, block, x->steps);
	return block;
}

static void copy_conditions(const struct expansion *x, struct derived_probe *p)
{
	struct ast_copier copier = { .arena = x->s->arena };

	for (const struct alias_step *a = x->steps; a; a = a->outer)
		if (a->condition)
			vec_push(x->s->arena, &p->conditions, ast_copy_expr(&copier, a->condition));
}

/* The outermost alias's name: a wildcard in the script stood for it. */
static const char *listed_name(const struct expansion *x)
{
	const struct probe_point *name = NULL;

	for (const struct alias_step *a = x->steps; a; a = a->outer)
		if (a->decl)
			name = a->name;
	return name ? point_text(x->s, name) : NULL;
}

static void add_probe(struct session *s, struct family_instance *instance, const char *point, void *ctx)
{
	const struct expansion *x = ctx;
	struct derived_probe *p = arena_new_object(s->arena, struct derived_probe);

	p->number = s->program.probes.n + 1;
	p->family = x->family;
	p->instance = instance;
	p->point = point;
	p->name = point_text(s, &(struct probe_point){ .components = x->written->components });
	p->listed = listed_name(x);
	p->at = x->written->at;
	p->written = x->written;
	p->session = x->family->session;
	p->body = make_body(x);
	copy_conditions(x, p);
	vec_push(s->arena, &s->program.probes, p);
}

/* ---- expansion --------------------------------------------------------------------------------------------------- */

static int expand_list(struct expansion *x, const struct probe_points *points, const struct probe_point *suffix,
		       unsigned int suffix_from);
static int expand_point(struct expansion *x, struct probe_point *point);

/* The script's ? and ! reach the family through the alias: what is behind an optional point is optional. */
static struct probe_point *with_suffix(struct session *s, const struct probe_point *point,
				       const struct probe_point *suffix, unsigned int from)
{
	struct ast_copier copier = { .arena = s->arena };
	struct probe_point *copy = ast_copy_point(&copier, point);

	if (!suffix)
		return copy;
	for (unsigned int i = from; i < suffix->components.n; i++)
		vec_push(s->arena, &copy->components, suffix->components.v[i]);
	copy->optional |= suffix->optional || suffix->sufficient;
	return copy;
}

static int expand_alias(struct expansion *x, struct alias_symbol *alias, struct probe_point *point, unsigned int used)
{
	struct alias_step step = { .outer = x->steps, .decl = alias->decl, .at = point->at,
		.name = with_suffix(x->s, alias->name, &(struct probe_point){ .components = point->components }, used) };
	const struct alias_step *saved = x->steps;
	int made;

	if (alias->busy) {
		diag(x->s->diags, D_ALIAS_RECURSIVE, point->at, point_text(x->s, alias->name));
		return 0;
	}
	alias->busy = true;
	x->steps = &step;
	made = expand_list(x, &alias->decl->points, point, used);
	x->steps = saved;
	alias->busy = false;
	return made;
}

/* Everything that matches the whole point. *found is set when something did, though it may have made no probe. */
static int expand_whole(struct expansion *x, struct probe_point *point, bool *found)
{
	struct alias_symbols *aliases = symtab_aliases(x->s);
	const struct family_pattern *row = NULL;
	int made = 0;

	for (unsigned int i = 0; i < aliases->n; i++) {
		if (point_match_alias(point, aliases->v[i]->name) != point->components.n)
			continue;
		*found = true;
		made += expand_alias(x, aliases->v[i], point, point->components.n);
	}
	if (*found)
		return made;
	while ((row = family_next_match(point, row))) {
		if (row->family) {
			x->family = row->family;
			made += row->family->expand(x->s, row, point, add_probe, x);
		} else if (!point_has_wildcard(point)) {
			diag(x->s->diags, D_NOT_YET, point->at, row->later);
		} else {
			continue;
		}
		*found = true;
		if (!point_has_wildcard(point))
			break;
	}
	return made;
}

/* The aliases that match the longest part of the point from the left. */
static int expand_prefix(struct expansion *x, struct probe_point *point, bool *found)
{
	struct alias_symbols *aliases = symtab_aliases(x->s);
	unsigned int longest = 0;
	int made = 0;

	for (unsigned int i = 0; i < aliases->n; i++) {
		unsigned int used = point_match_alias(point, aliases->v[i]->name);

		longest = used > longest ? used : longest;
	}
	for (unsigned int i = 0; longest && i < aliases->n; i++) {
		if (point_match_alias(point, aliases->v[i]->name) != longest)
			continue;
		*found = true;
		made += expand_alias(x, aliases->v[i], point, longest);
	}
	return made;
}

/* Optional points may fail in silence. */
static int expand_point(struct expansion *x, struct probe_point *point)
{
	struct alias_step condition = { .outer = x->steps, .condition = point->condition, .at = point->at };
	const struct alias_step *saved = x->steps;
	unsigned int mark = diag_mark(x->s->diags);
	bool found = false;
	int made;

	if (point->condition)
		x->steps = &condition;
	point_reach_aliases(x->s, point);
	made = expand_whole(x, point, &found);
	if (!found)
		made = expand_prefix(x, point, &found);
	x->steps = saved;
	if (!found)
		point_report_mismatch(x->s, point);
	if (!made && (point->optional || point->sufficient))
		diag_forget(x->s->diags, mark);
	return made;
}

static int expand_list(struct expansion *x, const struct probe_points *points, const struct probe_point *suffix,
		       unsigned int suffix_from)
{
	int made = 0;

	vec_each(p, points) {
		int n = expand_point(x, with_suffix(x->s, *p, suffix, suffix_from));

		made += n;
		if (n && (*p)->sufficient)
			break;
	}
	return made;
}

void probes_expand_decl(struct session *s, struct probe_decl *decl)
{
	vec_each(p, &decl->points) {
		struct expansion x = { .s = s, .decl = decl, .written = *p };

		if (expand_point(&x, *p) && (*p)->sufficient)
			break;
	}
}

/* Files grow while aliases reach into the library; their own probes count too. */
int probes_expand_files(struct session *s)
{
	unsigned int errors = diag_errors(s->diags);

	for (; s->program.expanded < s->program.files.n; s->program.expanded++)
		vec_each(decl, &s->program.files.v[s->program.expanded]->probes)
			probes_expand_decl(s, *decl);
	return diag_errors(s->diags) > errors ? -1 : 0;
}

int pass_probes(struct session *s)
{
	int rc = probes_expand_files(s);

	if (!rc && !s->program.probes.n)
		return diag(s->diags, D_NO_PROBES, SPAN_NONE);
	return rc;
}
