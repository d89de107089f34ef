// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/build/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "translator/base/buf.h"
#include "translator/base/xstr.h"
#include "translator/build/digest.h"
#include "translator/session.h"

static const char *cache_home(struct session *s)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (xdg && *xdg == '/')
		return arena_printf(s->arena, "%s/sonde", xdg);
	if (home && *home == '/')
		return arena_printf(s->arena, "%s/.cache/sonde", home);
	diag(s->diags, D_CACHE_HOME, SPAN_NONE);
	return NULL;
}

static int make_folders(char *path)
{
	for (char *p = path + 1;; p++) {
		char c = *p;

		if (c && c != '/')
			continue;
		*p = '\0';
		if (mkdir(path, 0777) && errno != EEXIST)
			return -1;
		*p = c;
		if (!c)
			return 0;
	}
}

const char *cache_folder(struct session *s, const char *name)
{
	const char *home = cache_home(s);
	char *path;

	if (!home)
		return NULL;
	path = arena_printf(s->arena, "%s/%s", home, name);
	if (make_folders(path) < 0) {
		diag(s->diags, D_CACHE, SPAN_NONE, path, strerror(errno));
		return NULL;
	}
	return path;
}

int cache_lock(struct session *s, const char *folder, const char *name)
{
	const char *path = arena_printf(s->arena, "%s/.lock-%s", folder, name);
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

	if (fd >= 0)
		flock(fd, LOCK_EX);
	return fd;
}

static int write_all(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t n = write(fd, bytes, len);

		if (n < 0 && errno != EINTR)
			return -1;
		bytes += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
	return 0;
}

static int write_file(const char *path, const char *bytes, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int rc, saved;

	if (fd < 0)
		return -1;
	rc = write_all(fd, bytes, len);
	saved = errno;
	if (close(fd) < 0 && !rc)
		return -1;
	errno = saved;
	return rc;
}

int cache_copy_file(const char *from, const char *to)
{
	struct buf bytes = BUF_INIT;
	int rc = buf_read_file(&bytes, from);

	if (!rc)
		rc = write_file(to, buf_text(&bytes), bytes.len);
	buf_free(&bytes);
	return rc;
}

/* ---- modules --------------------------------------------------------------------------------------------------- */

static int checksum(const char *path, char sum[DIGEST_TEXT])
{
	struct digest d;

	digest_init(&d);
	if (digest_file(&d, path) < 0)
		return -1;
	digest_end(&d, sum);
	return 0;
}

const char *cache_find_module(struct session *s, const char *key)
{
	const char *folder = cache_folder(s, "modules");
	const char *ko, *sum_path;
	struct buf stored = BUF_INIT;
	char sum[DIGEST_TEXT];
	bool sound;

	if (!folder)
		return NULL;
	ko = arena_printf(s->arena, "%s/%s.ko", folder, key);
	sum_path = arena_printf(s->arena, "%s/%s.sum", folder, key);
	sound = !buf_read_file(&stored, sum_path) && !checksum(ko, sum) && !strcmp(sum, buf_text(&stored));
	buf_free(&stored);
	if (!sound)
		return NULL;
	utimensat(AT_FDCWD, ko, NULL, 0);
	return ko;
}

struct entry {
	char *path;
	off_t size;
	struct timespec used;
};

static int older_first(const void *a, const void *b)
{
	const struct timespec *x = &((const struct entry *)a)->used, *y = &((const struct entry *)b)->used;

	if (x->tv_sec != y->tv_sec)
		return x->tv_sec < y->tv_sec ? -1 : 1;
	return x->tv_nsec < y->tv_nsec ? -1 : x->tv_nsec > y->tv_nsec;
}

VEC_TYPE(entries, struct entry);

static off_t list_modules(struct session *s, const char *folder, struct entries *list)
{
	DIR *d = opendir(folder);
	struct dirent *e;
	off_t total = 0;

	while (d && (e = readdir(d))) {
		struct entry entry = { .path = arena_printf(s->arena, "%s/%s", folder, e->d_name) };
		struct stat st;

		if (!xstr_ends(e->d_name, ".ko") || stat(entry.path, &st))
			continue;
		entry.size = st.st_size;
		entry.used = st.st_mtim;
		total += st.st_size;
		vec_push(s->arena, list, entry);
	}
	if (d)
		closedir(d);
	return total;
}

/* The checksum goes first: without it the module is no entry any more. */
static void remove_module(struct session *s, const char *ko)
{
	unlink(arena_printf(s->arena, "%.*s.sum", (int)strlen(ko) - 3, ko));
	unlink(arena_printf(s->arena, "%.*s.headers", (int)strlen(ko) - 3, ko));
	unlink(ko);
}

static void keep_below_limit(struct session *s, const char *folder)
{
	struct entries list = { 0 };
	off_t total = list_modules(s, folder, &list);

	if (total <= CACHE_MODULES_LIMIT)
		return;
	qsort(list.v, list.n, sizeof(*list.v), older_first);
	for (unsigned int i = 0; i < list.n && total > CACHE_MODULES_LIMIT; i++) {
		remove_module(s, list.v[i].path);
		total -= list.v[i].size;
	}
}

static int store(struct session *s, const char *ko, const char *file)
{
	const char *tmp = arena_printf(s->arena, "%s.%d", ko, getpid());
	const char *sum_path = arena_printf(s->arena, "%.*s.sum", (int)strlen(ko) - 3, ko);
	const char *sum_tmp = arena_printf(s->arena, "%s.%d", sum_path, getpid());
	char sum[DIGEST_TEXT];

	if (!cache_copy_file(file, tmp) && !checksum(file, sum) && !rename(tmp, ko) &&
	    !write_file(sum_tmp, sum, strlen(sum)) && !rename(sum_tmp, sum_path))
		return 0;
	diag(s->diags, D_CACHE_STORE, SPAN_NONE, ko, strerror(errno));
	unlink(tmp);
	unlink(sum_tmp);
	return -1;
}

const char *cache_store_module(struct session *s, const char *key, const char *file)
{
	const char *folder = cache_folder(s, "modules");
	const char *ko = folder ? arena_printf(s->arena, "%s/%s.ko", folder, key) : NULL;

	if (!ko || store(s, ko, file) < 0)
		return NULL;
	keep_below_limit(s, folder);
	return ko;
}

/* ---- folders --------------------------------------------------------------------------------------------------- */

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st, (void)type, (void)ftw;
	return remove(path);
}

int cache_remove_tree(const char *path)
{
	return nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

int cache_store_folder(struct session *s, const char *dir, const char *final)
{
	if (!rename(dir, final))
		return 0;
	if (errno == EEXIST || errno == ENOTEMPTY) {
		cache_remove_tree(dir);
		return 0;
	}
	diag(s->diags, D_CACHE, SPAN_NONE, final, strerror(errno));
	cache_remove_tree(dir);
	return -1;
}

int cache_clean(struct session *s)
{
	static const char *const names[] = { "modules", "runtime" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *folder = cache_folder(s, names[i]);

		if (!folder)
			return -1;
		if (cache_remove_tree(folder) < 0)
			return diag(s->diags, D_CACHE, SPAN_NONE, folder, strerror(errno));
	}
	return 0;
}
