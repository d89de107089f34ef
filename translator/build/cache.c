// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/build/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "translator/base/buf.h"
#include "translator/base/xstr.h"
#include "translator/build/digest.h"
#include "translator/session.h"

/* A cache that cannot be written costs time only; one warning is enough. */
static void tell(struct session *s, const char *path, int error)
{
	if (!s->cache_told)
		diag(s->diags, D_CACHE, SPAN_NONE, path, strerror(error));
	s->cache_told = true;
}

static const char *cache_home(struct session *s)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (xdg && *xdg == '/')
		return arena_printf(s->arena, "%s/sonde", xdg);
	if (home && *home == '/')
		return arena_printf(s->arena, "%s/.cache/sonde", home);
	if (!s->cache_told)
		diag(s->diags, D_CACHE_HOME, SPAN_NONE);
	s->cache_told = true;
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
		tell(s, path, errno);
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

/* One sum over the module and its list of headers (or none): a module with another one's list is no entry. */
static int checksum(const char *ko, const char *headers, char sum[DIGEST_TEXT])
{
	struct digest d;

	digest_init(&d);
	if (digest_file(&d, ko) < 0)
		return -1;
	digest_file(&d, headers);
	digest_end(&d, sum);
	return 0;
}

const char *cache_find_module(struct session *s, const char *key)
{
	const char *folder = cache_folder(s, "modules");
	const char *ko, *headers, *sum_path;
	struct buf stored = BUF_INIT;
	char sum[DIGEST_TEXT];
	bool sound;

	if (!folder)
		return NULL;
	ko = arena_printf(s->arena, "%s/%s.ko", folder, key);
	headers = arena_printf(s->arena, "%s/%s.headers", folder, key);
	sum_path = arena_printf(s->arena, "%s/%s.sum", folder, key);
	sound = !buf_read_file(&stored, sum_path) && !checksum(ko, headers, sum) && !strcmp(sum, buf_text(&stored));
	buf_free(&stored);
	if (!sound)
		return NULL;
	cache_touch(ko);
	return ko;
}

/* Puts bytes into the folder under that name, whole or not at all. */
static int put(struct session *s, const char *path, const char *bytes, size_t len)
{
	const char *tmp = arena_printf(s->arena, "%s.%d", path, getpid());

	if (!write_file(tmp, bytes, len) && !rename(tmp, path))
		return 0;
	tell(s, path, errno);
	unlink(tmp);
	return -1;
}

static int put_file(struct session *s, const char *path, const char *file)
{
	struct buf bytes = BUF_INIT;
	int rc = buf_read_file(&bytes, file);

	if (rc)
		tell(s, file, errno);
	else
		rc = put(s, path, buf_text(&bytes), bytes.len);
	buf_free(&bytes);
	return rc;
}

/* The sum is that of our own files, whatever a run beside us puts in their place. */
static int store(struct session *s, const char *ko, const char *file, const char *headers)
{
	int len = (int)strlen(ko) - 3;
	char sum[DIGEST_TEXT];

	if (put_file(s, ko, file) || (headers && put_file(s, arena_printf(s->arena, "%.*s.headers", len, ko), headers)) ||
	    checksum(file, headers ? headers : "", sum))
		return -1;
	return put(s, arena_printf(s->arena, "%.*s.sum", len, ko), sum, strlen(sum));
}

const char *cache_store_module(struct session *s, const char *key, const char *file, const char *headers)
{
	const char *folder = cache_folder(s, "modules");
	const char *ko = folder ? arena_printf(s->arena, "%s/%s.ko", folder, key) : NULL;

	if (!ko || store(s, ko, file, headers) < 0)
		return NULL;
	cache_tidy(s);
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

/* In one step where the file system can, so that a run beside us always finds the one or the other. */
static int replace(const char *tmp, const char *final)
{
	if (!renameat2(AT_FDCWD, tmp, AT_FDCWD, final, RENAME_EXCHANGE))
		return 0;
	cache_remove_tree(final);	/* it was damaged, or is to be replaced */
	return rename(tmp, final);
}

int cache_store_files(struct session *s, const char *work, const char *const *names, size_t n, const char *final)
{
	const char *tmp = arena_printf(s->arena, "%s.%d", final, getpid());
	int rc;

	cache_remove_tree(tmp);		/* of a run that was killed and had our number */
	rc = mkdir(tmp, 0777);
	for (size_t i = 0; i < n && !rc; i++)
		rc = cache_copy_file(arena_printf(s->arena, "%s/%s", work, names[i]),
				     arena_printf(s->arena, "%s/%s", tmp, names[i]));
	if (!rc)
		rc = replace(tmp, final);
	if (rc && (errno == EEXIST || errno == ENOTEMPTY))
		rc = 0;		/* somebody else was faster, with the same */
	else if (rc)
		tell(s, final, errno);
	cache_remove_tree(tmp);
	return rc;
}

void cache_touch(const char *path)
{
	utimensat(AT_FDCWD, path, NULL, 0);
}

int cache_clean(struct session *s)
{
	static const char *const names[] = { "modules", "runtime" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *folder = cache_folder(s, names[i]);

		if (!folder)
			return -1;
		if (cache_remove_tree(folder) < 0)
			return diag(s->diags, D_CACHE_CLEAN, SPAN_NONE, folder, strerror(errno));
	}
	return 0;
}
