// SPDX-License-Identifier: GPL-2.0-or-later
/* Positions in texts, and views of them. */
#include "translator/base/source.h"

#include <errno.h>

#include "testsuite/unit/base_check.h"
#include "translator/base/arena.h"

static void check_pos(struct source_table *t, struct span at, unsigned int line, unsigned int col)
{
	struct source_pos p = source_pos(t, at);

	CHECK(p.line == line && p.col == col);
}

static void check_line(struct source_table *t, struct span at, const char *want)
{
	size_t len;
	const char *line = source_line(t, at, &len);

	CHECK(line && len == strlen(want) && !memcmp(line, want, len));
}

int main(void)
{
	struct arena *a = arena_new();
	struct source_table *t = source_table_new(a);
	struct source *s = source_add(t, "x.stp", "/tmp/x.stp", "one\n\n\tthree\nlast", 16);
	struct source *empty = source_add(t, "empty", NULL, "", 0);
	struct source *view;
	size_t len;

	check_pos(t, (struct span){ s->id, 0, 1 }, 1, 1);
	check_pos(t, (struct span){ s->id, 3, 4 }, 1, 4);
	check_pos(t, (struct span){ s->id, 4, 5 }, 2, 1);
	check_pos(t, (struct span){ s->id, 6, 7 }, 3, 2);
	check_pos(t, (struct span){ s->id, 15, 16 }, 4, 4);
	check_pos(t, (struct span){ s->id, 999, 1000 }, 4, 5);
	check_pos(t, (struct span){ empty->id, 0, 0 }, 1, 1);
	check_pos(t, SPAN_NONE, 0, 0);
	check_line(t, (struct span){ s->id, 7, 8 }, "\tthree");
	check_line(t, (struct span){ s->id, 4, 4 }, "");
	check_line(t, (struct span){ s->id, 13, 14 }, "last");
	CHECK(!source_line(t, SPAN_NONE, &len));
	CHECK(!memcmp(source_text(t, (struct span){ s->id, 6, 11 }, &len), "three", 5) && len == 5);
	source_text(t, (struct span){ s->id, 6, 99 }, &len);
	CHECK(len == 0);

	view = source_view(t, s->id, VIA_MACRO, (struct span){ s->id, 12, 16 });
	CHECK(view->id != s->id && view->base == s && view->via.begin == 12);
	check_pos(t, (struct span){ view->id, 6, 7 }, 3, 2);
	CHECK(source_get(t, view->id) == view && source_get(t, 99) == NULL);

	CHECK(span_join((struct span){ 1, 5, 6 }, (struct span){ 1, 2, 3 }).begin == 2);
	CHECK(span_join((struct span){ 1, 5, 6 }, (struct span){ 2, 2, 3 }).begin == 5);
	CHECK(span_join(SPAN_NONE, (struct span){ 2, 2, 3 }).file == 2);

	errno = 0;
	CHECK(!source_read(t, "/nonexistent/x.stp") && errno == ENOENT);
	arena_free(a);
	return check_result();
}
