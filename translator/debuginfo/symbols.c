// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/debuginfo/symbols.h"

#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

#include "translator/base/arena.h"
#include "translator/base/buf.h"
#include "translator/base/vec.h"
#include "translator/base/xstr.h"

/* A text of lines, read at the first question. */
struct table {
	const char *path;
	bool read;
	struct buf text;
};

struct symbols {
	struct arena *arena;
	struct table kallsyms;		/* "ADDRESS T NAME" or, in a module, "ADDRESS T NAME\t[MODULE]" */
	struct table filter;		/* "NAME" or "NAME [MODULE]" */
};

VEC_TYPE(names, const char *);

struct symbols *symbols_open(struct arena *arena, const char *kallsyms, const char *filter_functions)
{
	struct symbols *t = arena_new_object(arena, struct symbols);

	t->arena = arena;
	t->kallsyms.path = kallsyms;
	t->filter.path = filter_functions;
	return t;
}

void symbols_close(struct symbols *t)
{
	buf_free(&t->kallsyms.text);
	buf_free(&t->filter.text);
}

/* The table's text; length 0 when there is none. A newline goes first, so that every line has one before it. */
static const struct buf *read_table(struct table *table)
{
	if (!table->read) {
		table->read = true;
		buf_putc(&table->text, '\n');
		if (!table->path || buf_read_file(&table->text, table->path) < 0 || table->text.len < 2)
			buf_free(&table->text);
	}
	return &table->text;
}

bool symbols_known(struct symbols *t)
{
	return read_table(&t->kallsyms)->len > 0;
}

static bool is_function(char type)
{
	return strchr("tTwW", type) != NULL;
}

unsigned int symbols_functions(struct symbols *t, const char *name)
{
	const struct buf *text = read_table(&t->kallsyms);
	struct buf needle = BUF_INIT;
	const char *p = text->data, *end = p + text->len;
	unsigned int found = 0;

	buf_printf(&needle, " %s\n", name);
	while (p && (p = memmem(p, (size_t)(end - p), needle.data, needle.len))) {
		found += is_function(p[-1]);
		p += needle.len - 1;
	}
	buf_free(&needle);
	return found;
}

int symbols_traceable(struct symbols *t, const char *name)
{
	const struct buf *text = read_table(&t->filter);
	struct buf needle = BUF_INIT;
	int found;

	if (!text->len)
		return -1;
	buf_printf(&needle, "\n%s\n", name);
	found = memmem(text->data, text->len, needle.data, needle.len) != NULL;
	buf_free(&needle);
	return found;
}

/* The name on a line of kallsyms if it is a function of the kernel image; its length in *len, else 0. */
static const char *line_name(const char *line, const char *end, size_t *len)
{
	const char *p = memchr(line, ' ', (size_t)(end - line));

	*len = 0;
	if (!p || end - p < 4 || !is_function(p[1]))
		return NULL;
	*len = memchr(p, '\t', (size_t)(end - p)) ? 0 : (size_t)(end - p - 3);
	return p + 3;
}

/* Only names of about the same length that share the first or the last letters can be near enough. */
static bool worth_comparing(const char *name, size_t len, const char *other, size_t other_len)
{
	size_t difference = len > other_len ? len - other_len : other_len - len;
	size_t half = (len < other_len ? len : other_len) / 2;

	if (!half || difference > 1 + len / 3)
		return false;
	return !strncmp(name, other, half) || !strncmp(name + len - half, other + other_len - half, half);
}

typedef bool (*name_test)(const char *wanted, const char *other, size_t other_len);

static bool is_near(const char *wanted, const char *other, size_t len)
{
	return worth_comparing(wanted, strlen(wanted), other, len);
}

static bool matches(const char *glob, const char *other, size_t len)
{
	char name[512];

	if (len >= sizeof(name))
		return false;
	memcpy(name, other, len);
	name[len] = 0;
	return (!xstr_starts(name, "__pfx_") || xstr_starts(glob, "__pfx_")) && !fnmatch(glob, name, 0);
}

static void collect(struct symbols *t, const char *name, name_test wanted, struct names *out)
{
	const struct buf *text = read_table(&t->kallsyms);
	const char *end = text->data + text->len;

	for (const char *line = text->data; line && line < end;) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		size_t len;
		const char *other;

		if (!stop)
			stop = end;
		other = line_name(line, stop, &len);
		if (len && wanted(name, other, len))
			vec_push(t->arena, out, arena_strndup(t->arena, other, len));
		line = stop + 1;
	}
}

unsigned int symbols_matching(struct symbols *t, const char *glob, const char *const **names)
{
	struct names found = { 0 };

	collect(t, glob, matches, &found);
	*names = found.v;
	return found.n;
}

unsigned int symbols_similar(struct symbols *t, const char *name, const char **similar, unsigned int max)
{
	struct names candidates = { 0 };
	unsigned int best[16], n;

	if (max > 16)
		max = 16;
	collect(t, name, is_near, &candidates);
	n = xstr_similar(name, candidates.v, candidates.n, best, max);
	for (unsigned int i = 0; i < n; i++)
		similar[i] = candidates.v[best[i]];
	return n;
}
