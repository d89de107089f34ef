/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * source - the texts that scripts are made of, and positions in them.
 *
 * A span is {file, begin, end} in bytes; line and column are found only when something is printed.
 * `file` is the id of a struct source. A source is either a text, or a *view* of one: the same text
 * seen through a macro expansion or an alias, which remembers where that was asked for (`via`). So
 * twelve bytes on a node carry its whole chain of expansions.
 */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

struct span {
	uint32_t file;		/* id in the source table; 0 is "nowhere" */
	uint32_t begin, end;	/* byte offsets, end is one past the last */
};

#define SPAN_NONE ((struct span){ 0, 0, 0 })

enum source_via {
	VIA_NOTHING,		/* a text of its own */
	VIA_MACRO,		/* "in expansion of macro" */
	VIA_ALIAS,		/* "in synthesized code from" */
};

struct source {
	uint32_t id;
	const char *name;	/* as messages show it; `<input>` for -e */
	const char *path;	/* file it was read from, NULL for -e and generated text */
	const char *bytes;	/* len bytes and two NULs behind them */
	size_t len;
	bool in_tapset;		/* belongs to the library, not to the user's script */
	enum source_via how;	/* views: why, and where it was asked for */
	struct span via;
	struct source *base;	/* views: the text they show; else the source itself */
	uint32_t *lines;	/* offset of each line's first byte; built by the first look-up */
	uint32_t n_lines;
};

struct source_table;

/* Line and column count from 1; the column counts bytes. */
struct source_pos {
	uint32_t line, col;
};

/* The table and its sources live in the arena. */
struct source_table *source_table_new(struct arena *a);

/* Adds a text; the bytes are copied. Texts over 1 GB are refused with NULL. */
struct source *source_add(struct source_table *t, const char *name, const char *path,
			  const char *bytes, size_t len);

/* Reads a file ("-" is standard input, shown as `<input>`) and adds it. NULL with errno set. */
struct source *source_read(struct source_table *t, const char *path);

/* Adds a view of source `file` that was asked for at `via`. Never fails. */
struct source *source_view(struct source_table *t, uint32_t file, enum source_via how,
			   struct span via);

/* NULL for id 0 and for ids that were never given out. */
struct source *source_get(const struct source_table *t, uint32_t id);

/* The text of span's file; {0,0} when the span is nowhere. */
struct source_pos source_pos(const struct source_table *t, struct span at);

/* The line that holds span.begin, without its newline; not NUL-terminated. NULL when nowhere. */
const char *source_line(const struct source_table *t, struct span at, size_t *len);

/* The bytes of the span; not NUL-terminated. "" and 0 when nowhere. */
const char *source_text(const struct source_table *t, struct span at, size_t *len);

/*
 * The smallest span that covers both. When the files differ, or one is nowhere, `a` (or the other).
 */
struct span span_join(struct span a, struct span b);

/*
 * The name as generated text shows it: of a library file without the folder that the library
 * happens to lie in.
 */
const char *source_short_name(const struct source *s);

static inline bool span_is_none(struct span s)
{
	return s.file == 0;
}

static inline bool span_equal(struct span a, struct span b)
{
	return a.file == b.file && a.begin == b.begin && a.end == b.end;
}

#endif
