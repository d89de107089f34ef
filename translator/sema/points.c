// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/sema/points.h"

#include <stdlib.h>
#include <string.h>

#include "translator/base/buf.h"
#include "translator/base/map.h"
#include "translator/base/xstr.h"
#include "translator/family/family.h"
#include "translator/sema/library.h"
#include "translator/sema/symtab.h"
#include "translator/session.h"

bool point_has_wildcard(const struct probe_point *point)
{
	vec_each(c, &point->components)
		if (strchr(c->name, '*'))
			return true;
	return false;
}

const char *point_text(struct session *s, const struct probe_point *point)
{
	struct buf out = BUF_INIT;
	const char *text;

	ast_print_point(&out, point);
	text = arena_strndup(s->arena, buf_text(&out), out.len);
	buf_free(&out);
	return text;
}

static bool same_literal(const struct point_component *a, const struct point_component *b)
{
	if (a->literal != b->literal)
		return false;
	if (a->literal == LITERAL_NUMBER)
		return a->number == b->number;
	return a->literal == LITERAL_NONE ||
	       (a->string.len == b->string.len && !memcmp(a->string.bytes, b->string.bytes, a->string.len));
}

/* The names' components from `k` on against those of the point from `i` on: components consumed, 0 for no match. */
static unsigned int match_from(const struct probe_point *point, unsigned int i, const struct probe_point *name,
			       unsigned int k)
{
	const struct point_component *c;

	if (k == name->components.n)
		return i;
	if (i == point->components.n)
		return 0;
	c = &point->components.v[i];
	if (!strcmp(c->name, "**")) {
		unsigned int used = match_from(point, i, name, k + 1);

		return used ? used : match_from(point, i + 1, name, k + 1);
	}
	if (!family_name_match(c->name, name->components.v[k].name) || !same_literal(c, &name->components.v[k]))
		return 0;
	return match_from(point, i + 1, name, k + 1);
}

unsigned int point_match_alias(const struct probe_point *point, const struct probe_point *name)
{
	unsigned int used = match_from(point, 0, name, 0);
	const struct point_component *last = point->components.n ? &vec_last(&point->components) : NULL;

	/* A last ** that has taken a component is used up. */
	if (used && used == point->components.n - 1 && !strcmp(last->name, "**") && name->components.n > used)
		return point->components.n;
	return used;
}

/* ---- the library ------------------------------------------------------------------------------------------------- */

struct reach {
	struct session *s;
	const struct probe_point *point;
	struct { const char **v; unsigned int n, cap; } names;
};

/* A dotted name as a probe point without positions, to match against. */
static struct probe_point *point_of_name(struct session *s, const char *dotted)
{
	struct probe_point *p = arena_new_object(s->arena, struct probe_point);
	char name[128], arg;

	for (unsigned int i = 0; family_component(dotted, i, name, sizeof(name), &arg); i++)
		vec_push(s->arena, &p->components, (struct point_component){ .name = atom_intern(s->atoms, name) });
	return p;
}

static void collect_match(const char *dotted, void *ctx)
{
	struct reach *r = ctx;

	if (point_match_alias(r->point, point_of_name(r->s, dotted)))
		vec_push(r->s->arena, &r->names, dotted);
}

static void reach_prefixes(struct session *s, const struct probe_point *point)
{
	struct buf dotted = BUF_INIT;

	vec_each(c, &point->components) {
		buf_printf(&dotted, "%s%s", c == point->components.v ? "" : ".", c->name);
		library_reach_alias(s, buf_text(&dotted));
		if (c->literal != LITERAL_NONE)
			break;
	}
	buf_free(&dotted);
}

void point_reach_aliases(struct session *s, const struct probe_point *point)
{
	struct reach r = { .s = s, .point = point };

	if (!point_has_wildcard(point)) {
		reach_prefixes(s, point);
		return;
	}
	library_each_alias(s, collect_match, &r);
	vec_each(name, &r.names)
		library_reach_alias(s, *name);
}

/* ---- mismatch ---------------------------------------------------------------------------------------------------- */

/* What could stand at component `level`, given that those before it match. */
struct follow {
	struct session *s;
	const struct probe_point *point;
	unsigned int level;
	struct map names;		/* text -> itself */
	unsigned int best;		/* components that the best known point shares */
};

static bool literal_fits(const struct point_component *c, char arg)
{
	return c->literal == (arg == 'S' ? LITERAL_STRING : arg == 'N' ? LITERAL_NUMBER : LITERAL_NONE);
}

static void follow_known(const char *dotted, void *ctx)
{
	struct follow *f = ctx;
	char name[128], arg, text[160];
	unsigned int i;

	for (i = 0; i < f->point->components.n; i++) {
		const struct point_component *c = &f->point->components.v[i];

		if (!family_component(dotted, i, name, sizeof(name), &arg) || !family_name_match(c->name, name) ||
		    !literal_fits(c, arg))
			break;
	}
	if (i > f->best)
		f->best = i;
	if (i != f->level || !family_component(dotted, i, name, sizeof(name), &arg) || name[0] == '_' ||
	    !strcmp(name, "**"))
		return;
	snprintf(text, sizeof(text), arg == 'S' ? "%s(string)" : arg ? "%s(number)" : "%s", name);
	map_put(&f->names, atom_intern(f->s->atoms, text), NULL);
}

static void each_known_point(struct follow *f)
{
	struct buf dotted = BUF_INIT;

	for (const struct family_pattern *p = family_patterns; p->pattern; p++)
		follow_known(p->pattern, f);
	vec_each(a, symtab_aliases(f->s)) {
		buf_reset(&dotted);
		vec_each(c, &(*a)->name->components)
			buf_printf(&dotted, "%s%s", c == (*a)->name->components.v ? "" : ".", c->name);
		follow_known(buf_text(&dotted), f);
	}
	library_each_alias(f->s, follow_known, f);
	buf_free(&dotted);
}

/* " (LABEL: a, b, c)" of the names, nearest to `wrong` first when there is one. */
static void list_names(struct follow *f, const char *wrong, struct buf *out)
{
	const char *names[512];
	unsigned int best[8], n = 0, shown = 0;

	map_each(e, &f->names)
		if (n < 512)
			names[n++] = e->key;
	if (wrong)
		shown = xstr_similar(wrong, names, n, best, 8);
	if (shown) {
		for (unsigned int i = 0; i < shown; i++)
			buf_printf(out, "%s%s", i ? ", " : " (similar: ", names[best[i]]);
		buf_putc(out, ')');
		return;
	}
	for (unsigned int i = 0; i < n && i < 8; i++)
		buf_printf(out, "%s%s", i ? ", " : wrong ? " (alternatives: " : " (follow: ", names[i]);
	if (n)
		buf_puts(out, n > 8 ? ", ...)" : ")");
}

int point_report_mismatch(struct session *s, const struct probe_point *point)
{
	struct follow f = { .s = s, .point = point, .level = ~0u };
	struct buf names = BUF_INIT;
	bool truncated;

	map_init(&f.names, s->arena);
	each_known_point(&f);
	f.level = f.best;
	each_known_point(&f);
	truncated = f.best >= point->components.n;
	list_names(&f, truncated ? NULL : point->components.v[f.best].name, &names);
	if (truncated)
		diag(s->diags, D_POINT_TRUNCATED, vec_last(&point->components).at, buf_text(&names));
	else if (point_has_wildcard(point))
		diag(s->diags, D_POINT_NO_WILDCARD, point->components.v[f.best].at, buf_text(&names));
	else
		diag(s->diags, D_POINT_MISMATCH, point->components.v[f.best].at, buf_text(&names));
	buf_free(&names);
	return -1;
}
