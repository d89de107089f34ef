// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/build/headers.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "translator/base/buf.h"
#include "translator/base/xstr.h"
#include "translator/build/digest.h"
#include "translator/build/kbuild.h"
#include "translator/build/kernel.h"
#include "translator/session.h"

static void add_stat(struct digest *d, const char *path)
{
	struct stat st;

	digest_string(d, path);
	if (stat(path, &st))
		return;
	digest_bytes(d, &st.st_size, sizeof(st.st_size));
	digest_bytes(d, &st.st_mtim, sizeof(st.st_mtim));
}

/* Digest of what the files named by the lines of `paths` look like now. The text is taken apart in place. */
static void stamp(char *paths, char text[DIGEST_TEXT])
{
	struct digest d;

	digest_init(&d);
	for (char *next; *paths; paths = next) {
		next = paths + strcspn(paths, "\n");
		if (*next)
			*next++ = '\0';
		add_stat(&d, paths);
	}
	digest_end(&d, text);
}

/*
 * Is this word of a dependency file a path? The others are targets ("x.o:"), continuations, make's functions and
 * variables ("$(wildcard", "deps_x", ":="), and in kbuild's files the words of the compiler's command.
 */
static bool is_source(const char *word, size_t len)
{
	return len > 2 && word[len - 2] == '.' && (word[len - 1] == 'h' || word[len - 1] == 'c') &&
	       *word != '-' && *word != '$' && *word != '(';
}

/* Where the dependencies begin: behind kbuild's own "deps_TARGET :=", or at the start of a compiler's file. */
static const char *dependencies(const char *text)
{
	const char *deps = strstr(text, "\ndeps_");

	return deps ? deps : text;
}

static void list_sources(struct session *s, const char *dir, const char *text, struct buf *paths)
{
	static const char blank[] = " \t\n\\";
	const char *within = arena_printf(s->arena, "%s/", dir);
	size_t len;

	for (text = dependencies(text); *(text += strspn(text, blank)); text += len) {
		len = strcspn(text, blank);
		if (!is_source(text, len) || xstr_starts(text, within))
			continue;
		if (*text == '/')
			buf_printf(paths, "%.*s\n", (int)len, text);
		else
			buf_printf(paths, "%s/%.*s\n", s->kernel->build, (int)len, text);
	}
}

int headers_record(struct session *s, const char *dir, const char *deps, const char *name)
{
	struct buf text = BUF_INIT, paths = BUF_INIT;
	char sum[DIGEST_TEXT] = "";
	const char *list;
	int rc;

	if (!buf_read_file(&text, arena_printf(s->arena, "%s/%s", dir, deps))) {
		list_sources(s, dir, buf_text(&text), &paths);
		stamp(arena_strdup(s->arena, buf_text(&paths)), sum);
	}
	list = arena_printf(s->arena, "%s\n%s", sum, buf_text(&paths));
	rc = kbuild_write(s, dir, name, list);
	buf_free(&text);
	buf_free(&paths);
	return rc;
}

bool headers_unchanged(const char *list)
{
	struct buf text = BUF_INIT;
	char sum[DIGEST_TEXT];
	bool same = false;

	if (!buf_read_file(&text, list) && text.len > DIGEST_TEXT) {
		stamp(text.data + DIGEST_TEXT, sum);
		same = !strncmp(text.data, sum, DIGEST_TEXT - 1) && text.data[DIGEST_TEXT - 1] == '\n';
	}
	buf_free(&text);
	return same;
}
