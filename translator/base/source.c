// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/base/source.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "translator/base/arena.h"
#include "translator/base/buf.h"
#include "translator/base/vec.h"

#define SOURCE_MAX ((size_t)1 << 30)

VEC_TYPE(sources, struct source *);

struct source_table {
	struct arena *arena;
	struct sources all;		/* id - 1 is the index */
};

struct source_table *source_table_new(struct arena *a)
{
	struct source_table *t = arena_new_object(a, struct source_table);

	t->arena = a;
	return t;
}

static struct source *add(struct source_table *t)
{
	struct source *s = arena_new_object(t->arena, struct source);

	vec_push(t->arena, &t->all, s);
	s->id = t->all.n;
	s->base = s;
	return s;
}

struct source *source_add(struct source_table *t, const char *name, const char *path,
			  const char *bytes, size_t len)
{
	struct source *s;
	char *copy;

	if (len > SOURCE_MAX) {
		errno = EFBIG;
		return NULL;
	}
	s = add(t);
	copy = arena_alloc(t->arena, len + 2);	/* the scanner wants two NULs at the end */
	if (len)
		memcpy(copy, bytes, len);
	s->bytes = copy;
	s->len = len;
	s->name = arena_strdup(t->arena, name);
	s->path = path ? arena_strdup(t->arena, path) : NULL;
	return s;
}

struct source *source_read(struct source_table *t, const char *path)
{
	bool from_stdin = !strcmp(path, "-");
	struct buf b = BUF_INIT;
	struct source *s = NULL;
	int rc, err;

	rc = from_stdin ? buf_read_fd(&b, STDIN_FILENO) : buf_read_file(&b, path);
	if (!rc)
		s = source_add(t, from_stdin ? "<input>" : path, from_stdin ? NULL : path,
			       buf_text(&b), b.len);
	err = errno;
	buf_free(&b);
	errno = err;
	return s;
}

struct source *source_view(struct source_table *t, uint32_t file, enum source_via how,
			   struct span via)
{
	struct source *of = source_get(t, file);
	struct source *s = add(t);
	uint32_t id = s->id;

	if (of)
		*s = *of;
	s->id = id;
	s->how = how;
	s->via = via;
	return s;
}

struct source *source_get(const struct source_table *t, uint32_t id)
{
	return id && id <= t->all.n ? t->all.v[id - 1] : NULL;
}

static void build_lines(const struct source_table *t, struct source *s)
{
	const char *p = s->bytes, *end = s->bytes + s->len;
	uint32_t n = 1;

	while ((p = memchr(p, '\n', (size_t)(end - p)))) {
		n++;
		p++;
	}
	s->lines = arena_new_array(t->arena, uint32_t, n);
	for (n = 1, p = s->bytes; (p = memchr(p, '\n', (size_t)(end - p))); n++)
		s->lines[n] = (uint32_t)(++p - s->bytes);
	s->n_lines = n;
}

/* The text behind a view, or NULL; offset is cut to its length. */
static struct source *text_of(const struct source_table *t, struct span at, uint32_t *offset)
{
	struct source *s = source_get(t, at.file);

	if (!s || !s->base->bytes)
		return NULL;
	s = s->base;
	if (!s->lines)
		build_lines(t, s);
	*offset = at.begin < s->len ? at.begin : (uint32_t)s->len;
	return s;
}

/* Index of the line that holds the offset. */
static uint32_t line_index(const struct source *s, uint32_t offset)
{
	uint32_t low = 0, high = s->n_lines;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (s->lines[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

struct source_pos source_pos(const struct source_table *t, struct span at)
{
	uint32_t offset, line;
	const struct source *s = text_of(t, at, &offset);

	if (!s)
		return (struct source_pos){ 0, 0 };
	line = line_index(s, offset);
	return (struct source_pos){ line + 1, offset - s->lines[line] + 1 };
}

const char *source_line(const struct source_table *t, struct span at, size_t *len)
{
	uint32_t offset, line;
	const struct source *s = text_of(t, at, &offset);
	const char *begin, *newline;

	*len = 0;
	if (!s)
		return NULL;
	line = line_index(s, offset);
	begin = s->bytes + s->lines[line];
	newline = memchr(begin, '\n', s->len - s->lines[line]);
	*len = newline ? (size_t)(newline - begin) : s->len - s->lines[line];
	return begin;
}

const char *source_text(const struct source_table *t, struct span at, size_t *len)
{
	const struct source *s = source_get(t, at.file);

	*len = 0;
	if (!s || at.begin > at.end || at.end > s->len)
		return "";
	*len = at.end - at.begin;
	return s->bytes + at.begin;
}

struct span span_join(struct span a, struct span b)
{
	if (span_is_none(a))
		return b;
	if (a.file != b.file)
		return a;
	if (b.begin < a.begin)
		a.begin = b.begin;
	if (b.end > a.end)
		a.end = b.end;
	return a;
}

const char *source_short_name(const struct source *s)
{
	static const char folder[] = "tapsets/";
	const char *name = s->name, *found;

	if (!s->in_tapset)
		return name;
	while ((found = strstr(name + 1, folder)))
		name = found;
	return name;
}
