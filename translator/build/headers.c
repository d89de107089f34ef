// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/build/headers.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "translator/base/buf.h"
#include "translator/base/xstr.h"
#include "translator/build/digest.h"
#include "translator/build/kbuild.h"
#include "translator/build/kernel.h"
#include "translator/session.h"

/* While an object is compiled: a file that changes meanwhile may have been read before that. */
struct watch {
	struct timespec begin, end;
	bool doubt;		/* some file changed, or cannot be found */
};

static bool before(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec : a->tv_nsec < b->tv_nsec;
}

static void add_stat(struct digest *d, const char *path, struct watch *w)
{
	struct stat st;
	bool there = !stat(path, &st);

	digest_string(d, path);
	if (w && (!there || (!before(&st.st_mtim, &w->begin) && before(&st.st_mtim, &w->end))))
		w->doubt = true;
	if (!there)
		return;
	digest_bytes(d, &st.st_size, sizeof(st.st_size));
	digest_bytes(d, &st.st_mtim, sizeof(st.st_mtim));
}

/* Digest of what the files named by the lines of `paths` look like now. The text is taken apart in place. `w` may be NULL. */
static void stamp(char *paths, struct watch *w, char text[DIGEST_TEXT])
{
	struct digest d;

	digest_init(&d);
	for (char *next; *paths; paths = next) {
		next = paths + strcspn(paths, "\n");
		if (*next)
			*next++ = '\0';
		add_stat(&d, paths, w);
	}
	digest_end(&d, text);
}

/* Is this word of a dependency file a path? The others are targets ("x.o:"), make's functions and variables
 * ("$(wildcard", "include/config/X)", "deps_/x.o", ":="). */
static bool is_source(const char *word, size_t len)
{
	return *word != '$' && !xstr_starts(word, "deps_") && !strchr(":=)", word[len - 1]);
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
		if (*text != '/' && !access(arena_printf(s->arena, "%s/%.*s", dir, (int)len, text), F_OK))
			continue;	/* makefiles since 6.13 work in the module's folder */
		if (*text == '/')
			buf_printf(paths, "%.*s\n", (int)len, text);
		else
			buf_printf(paths, "%s/%.*s\n", s->kernel->build, (int)len, text);
	}
}

/* From the time at which the folder got its Kbuild file, which was before anything was compiled. */
static struct watch watch_since(struct session *s, const char *dir)
{
	struct watch w = { .doubt = false };
	struct stat st;

	clock_gettime(CLOCK_REALTIME, &w.end);
	w.begin = stat(arena_printf(s->arena, "%s/Kbuild", dir), &st) ? w.end : st.st_mtim;
	return w;
}

int headers_record(struct session *s, const char *dir, const char *deps, const char *name)
{
	struct buf text = BUF_INIT, paths = BUF_INIT;
	struct watch w = watch_since(s, dir);
	char sum[DIGEST_TEXT] = "";
	const char *list;
	int rc;

	if (!buf_read_file(&text, arena_printf(s->arena, "%s/%s", dir, deps))) {
		list_sources(s, dir, buf_text(&text), &paths);
		stamp(arena_strdup(s->arena, buf_text(&paths)), &w, sum);
	}
	list = arena_printf(s->arena, "%s\n%s", w.doubt ? "" : sum, buf_text(&paths));
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
		stamp(text.data + DIGEST_TEXT, NULL, sum);
		same = !strncmp(text.data, sum, DIGEST_TEXT - 1) && text.data[DIGEST_TEXT - 1] == '\n';
	}
	buf_free(&text);
	return same;
}
