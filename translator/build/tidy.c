// SPDX-License-Identifier: GPL-2.0-or-later
/* Keeps the cache small. Nothing here may fail a run: what cannot be removed stays. */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "translator/base/buf.h"
#include "translator/base/vec.h"
#include "translator/base/xstr.h"
#include "translator/build/cache.h"
#include "translator/session.h"

#define MODULES_MB	256	/* unless cache_mb_limit says another number */
#define INTERVAL_S	300	/* unless cache_clean_interval_s does */
#define RUNTIMES	24	/* of about 600 KB; one a kernel and version of the runtime */
#define HOUR		3600

struct entry {
	char *path;
	off_t size;
	struct timespec used;
};

VEC_TYPE(entries, struct entry);

static int older_first(const void *a, const void *b)
{
	const struct timespec *x = &((const struct entry *)a)->used, *y = &((const struct entry *)b)->used;

	if (x->tv_sec != y->tv_sec)
		return x->tv_sec < y->tv_sec ? -1 : 1;
	return x->tv_nsec < y->tv_nsec ? -1 : x->tv_nsec > y->tv_nsec;
}

/* The number in the file `name` of the cache. */
static long long setting(struct session *s, const char *folder, const char *name, long long otherwise)
{
	struct buf text = BUF_INIT;
	const char *t;
	char *end;
	long long n;

	if (buf_read_file(&text, arena_printf(s->arena, "%s/../%s", folder, name)))
		return otherwise;
	t = buf_text(&text);
	n = strtoll(t, &end, 10);
	if (end == t || n < 0)
		n = otherwise;
	buf_free(&text);
	return n;
}

static bool is_old(const struct timespec *t, long seconds)
{
	return time(NULL) - t->tv_sec > seconds;
}

/* "KEY.ko.1234": what a run with that number was writing. */
static bool is_temporary(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && dot[1] && !dot[1 + strspn(dot + 1, "0123456789")];
}

/* Lists entries with that end; removes what is left over from runs that were killed. */
static void list(struct session *s, const char *folder, const char *end, struct entries *found)
{
	DIR *d = opendir(folder);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		struct entry entry = { .path = arena_printf(s->arena, "%s/%s", folder, e->d_name) };
		struct stat st;

		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") || stat(entry.path, &st))
			continue;
		entry.size = st.st_size;
		entry.used = st.st_mtim;
		if (is_temporary(e->d_name) || xstr_starts(e->d_name, ".lock-")) {
			if (is_old(&st.st_mtim, HOUR))
				cache_remove_tree(entry.path);
		} else if (xstr_ends(e->d_name, end)) {
			vec_push(s->arena, found, entry);
		}
	}
	if (d)
		closedir(d);
	if (found->n)
		qsort(found->v, found->n, sizeof(*found->v), older_first);
}

/* The checksum goes first: without it the module is no entry any more. */
static void remove_module(struct session *s, const char *ko)
{
	int len = (int)strlen(ko) - 3;

	unlink(arena_printf(s->arena, "%.*s.sum", len, ko));
	unlink(arena_printf(s->arena, "%.*s.headers", len, ko));
	unlink(ko);
}

static void tidy_modules(struct session *s, const char *folder)
{
	long long limit = setting(s, folder, "cache_mb_limit", MODULES_MB) << 20, total = 0;
	struct entries found = { 0 };

	list(s, folder, ".ko", &found);
	vec_each(e, &found)
		total += e->size;
	for (unsigned int i = 0; i < found.n && total > limit; i++) {
		if (s->module_name && strstr(found.v[i].path, s->module_name))
			continue;	/* about to run */
		remove_module(s, found.v[i].path);
		total -= found.v[i].size;
	}
}

/* A runtime that was used within the hour may be in use: a build copies its files at its start. */
static void tidy_runtimes(struct session *s)
{
	const char *folder = cache_folder(s, "runtime");
	struct entries found = { 0 };

	if (!folder)
		return;
	list(s, folder, "", &found);
	for (unsigned int i = 0; i + RUNTIMES < found.n; i++)
		if (is_old(&found.v[i].used, HOUR))
			cache_remove_tree(found.v[i].path);
}

void cache_tidy(struct session *s)
{
	const char *folder = cache_folder(s, "modules"), *mark;
	struct stat st;
	int fd;

	if (!folder)
		return;
	mark = arena_printf(s->arena, "%s/.tidied", folder);
	if (!stat(mark, &st) && !is_old(&st.st_mtim, setting(s, folder, "cache_clean_interval_s", INTERVAL_S) - 1))
		return;
	fd = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (fd >= 0)
		close(fd);
	cache_touch(mark);
	tidy_modules(s, folder);
	tidy_runtimes(s);
}
