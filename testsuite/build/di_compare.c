// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * di_compare DWARF BTF FUNCTIONS N - takes N random ways of (function, parameter, member, member...) in a kernel and
 * fails when DWARF and BTF say different things of one: type, place, size, sign. FUNCTIONS has a name at the start of
 * each line. Prints how many ways were compared, and what was left out:
 *   - functions that share their name with another: each side may mean another one;
 *   - a parameter's name, where the one side has the declaration and the other the definition, or a weak function;
 *   - the dimensions of an array, which pahole makes one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "translator/base/arena.h"
#include "translator/base/buf.h"
#include "translator/debuginfo/debuginfo.h"

struct compare {
	struct arena *arena;
	struct debuginfo *dwarf, *btf;
	struct buf way;			/* "vfs_read($file)->f_path" */
	unsigned int ways, differences, unknown, renamed, shared;
	uint64_t random;
};

static unsigned int pick(struct compare *c, unsigned int n)
{
	c->random = c->random * 6364136223846793005u + 1442695040888963407u;
	return (unsigned int)(c->random >> 33) % n;
}

static void differ(struct compare *c, const char *what, const char *dwarf, const char *btf)
{
	if (c->differences++ < 20)
		printf("%s: %s is %s by DWARF, %s by BTF\n", buf_text(&c->way), what, dwarf, btf);
}

static const char *text_of(struct compare *c, const struct di_type *t)
{
	int len = (int)strcspn(t->name, "[");

	return arena_printf(c->arena, "%.*s (kind %d, %u bytes, %s)", len, t->name, (int)t->kind, t->size,
			    t->is_signed ? "signed" : "unsigned");
}

static bool same_type(struct compare *c, const struct di_type *a, const struct di_type *b)
{
	const char *dwarf = text_of(c, a), *btf = text_of(c, b);

	if (!strcmp(dwarf, btf))
		return true;
	differ(c, "the type", dwarf, btf);
	return false;
}

static bool same_member(struct compare *c, const struct di_member *a, const struct di_member *b)
{
	const char *dwarf, *btf;

	if (a->bit == b->bit && a->bits == b->bits)
		return same_type(c, &a->type, &b->type);
	dwarf = arena_printf(c->arena, "bit %llu, %u wide", (unsigned long long)a->bit, a->bits);
	btf = arena_printf(c->arena, "bit %llu, %u wide", (unsigned long long)b->bit, b->bits);
	differ(c, "the place", dwarf, btf);
	return false;
}

/* Pointers and arrays are gone through, to the structure behind them. */
static bool to_structure(struct debuginfo *d, struct di_type *t)
{
	for (int i = 0; i < 8 && (t->kind == DI_POINTER || t->kind == DI_ARRAY); i++)
		if (!debuginfo_target(d, t, t))
			return false;
	return t->kind == DI_STRUCT || t->kind == DI_UNION;
}

/* Appends "->member" and goes on from there; stops at random, and where there is nothing more. */
static void follow(struct compare *c, struct di_type a, struct di_type b, int depth)
{
	const struct di_members *members;
	struct di_member m, other;

	if (!to_structure(c->dwarf, &a) || !to_structure(c->btf, &b) || depth > 6)
		return;
	members = debuginfo_members(c->dwarf, &a);
	if (!members->n)
		return;
	m = members->v[pick(c, members->n)];
	if (!m.name) {
		follow(c, m.type, m.type, 100);
		return;
	}
	buf_printf(&c->way, "->%s", m.name);
	if (!debuginfo_member(c->dwarf, &a, m.name, &m) || !debuginfo_member(c->btf, &b, m.name, &other)) {
		differ(c, "the member", "there", "not");
		return;
	}
	if (same_member(c, &m, &other) && pick(c, 4))
		follow(c, m.type, other.type, depth + 1);
}

static void compare_parameter(struct compare *c, const struct di_function *a, const struct di_function *b)
{
	unsigned int i;

	if (!a->params.n || a->params.n != b->params.n)
		return;
	i = pick(c, a->params.n);
	if (b->params.v[i].unavailable && strstr(b->params.v[i].unavailable, "of this name")) {
		c->shared++;
		return;
	}
	buf_printf(&c->way, "($%s)", a->params.v[i].name);
	c->ways++;
	c->renamed += strcmp(a->params.v[i].name, b->params.v[i].name) != 0;
	if (same_type(c, &a->params.v[i].type, &b->params.v[i].type))
		follow(c, a->params.v[i].type, b->params.v[i].type, 0);
}

static void compare_function(struct compare *c, const char *name)
{
	const struct di_function *a = debuginfo_function(c->dwarf, name), *b = debuginfo_function(c->btf, name);

	c->way.len = 0;
	buf_puts(&c->way, name);
	if (a && b)
		compare_parameter(c, a, b);
	else
		c->unknown++;
}

/* More than one line with this name? */
static bool is_shared(const struct buf *names, const char *name)
{
	const char *at = names->data;
	size_t len = strlen(name);
	int found = 0;

	while ((at = strstr(at, name))) {
		found += (at == names->data || at[-1] == '\n') && (at[len] == '\n' || at[len] == ' ');
		at += len;
	}
	return found > 1;
}

static void compare_line(struct compare *c, const struct buf *names, const char *name)
{
	if (is_shared(names, name))
		c->shared++;
	else
		compare_function(c, name);
}

static const char *line_at(struct compare *c, const struct buf *names, size_t at)
{
	while (at && names->data[at - 1] != '\n')
		at--;
	return arena_strndup(c->arena, names->data + at, strcspn(names->data + at, " \n"));
}

int main(int argc, char **argv)
{
	struct compare c = { .arena = arena_new(), .way = BUF_INIT, .random = 20261201 };
	struct buf names = BUF_INIT;
	unsigned int n, tries = 0;

	if (argc != 5 || buf_read_file(&names, argv[3]) < 0 || !names.len)
		return 2;
	n = (unsigned int)atoi(argv[4]);
	c.dwarf = debuginfo_open(c.arena, &(struct di_where){ .file = argv[1] }, NULL);
	c.btf = debuginfo_open(c.arena, &(struct di_where){ .btf = argv[2] }, NULL);
	if (!c.dwarf || !c.btf)
		return 2;
	while (c.ways < n && tries++ < 10 * n)
		compare_line(&c, &names, line_at(&c, &names, pick(&c, (unsigned int)names.len)));
	printf("%u ways, %u differ; left out: %u functions of which one side knows nothing, %u that share a name; %u parameters\n"
	       "are called something else\n", c.ways, c.differences, c.unknown, c.shared, c.renamed);
	/* Static functions may share a name with one that was inlined everywhere, which no list of symbols shows. */
	return c.ways < n || c.differences * 500 > n ? 1 : 0;
}
