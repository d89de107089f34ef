// SPDX-License-Identifier: GPL-2.0-or-later
#include "guest/util.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

void gu_error(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fprintf(stderr, "%s: ", program_invocation_short_name);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

static void out_of_memory(void)
{
	gu_error("out of memory");
	exit(126);
}

static char *format_v(const char *fmt, va_list ap)
{
	char *s;

	if (vasprintf(&s, fmt, ap) < 0)
		out_of_memory();
	return s;
}

char *gu_format(const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	s = format_v(fmt, ap);
	va_end(ap);
	return s;
}

void *gu_grow(void *p, size_t n, size_t size)
{
	p = reallocarray(p, n, size);
	if (!p && n && size)
		out_of_memory();
	return p;
}

char *gu_strdup(const char *s)
{
	return gu_format("%s", s);
}

void gu_list_add(struct gu_list *l, const char *fmt, ...)
{
	va_list ap;

	l->v = gu_grow(l->v, l->n + 2, sizeof(*l->v));
	va_start(ap, fmt);
	l->v[l->n++] = format_v(fmt, ap);
	va_end(ap);
	l->v[l->n] = NULL;
}

bool gu_list_has(const struct gu_list *l, const char *s)
{
	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(l->v[i], s))
			return true;
	return false;
}

void gu_list_free(struct gu_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->v[i]);
	free(l->v);
	*l = (struct gu_list){ 0 };
}

static int wait_status(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static pid_t start(char *const argv[], int out_fd, bool quiet)
{
	posix_spawn_file_actions_t fa;
	pid_t pid;
	int err;

	posix_spawn_file_actions_init(&fa);
	posix_spawn_file_actions_addopen(&fa, 0, "/dev/null", O_RDONLY, 0);
	if (out_fd >= 0)
		posix_spawn_file_actions_adddup2(&fa, out_fd, 1);
	if (quiet)
		posix_spawn_file_actions_addopen(&fa, 2, "/dev/null", O_WRONLY, 0);
	err = posix_spawnp(&pid, argv[0], &fa, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&fa);
	if (!err)
		return pid;
	if (!quiet)
		gu_error("cannot run %s: %s", argv[0], strerror(err));
	return -1;
}

int gu_run(char *const argv[], int out_fd)
{
	pid_t pid = start(argv, out_fd, false);

	return pid < 0 ? -1 : wait_status(pid);
}

/* Read to the end of fd. A NUL is put behind the bytes; the caller frees them. */
static char *slurp(int fd, size_t *size)
{
	size_t n = 0, room = 0;
	char *buf = NULL;
	ssize_t got;

	for (;;) {
		if (room - n < 2) {
			room = room ? room * 2 : 4096;
			buf = gu_grow(buf, room, 1);
		}
		got = read(fd, buf + n, room - n - 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		n += got;
	}
	buf[n] = 0;
	*size = n;
	if (!got)
		return buf;
	free(buf);
	return NULL;
}

char *gu_output(char *const argv[], bool quiet)
{
	char *text = NULL;
	size_t size;
	pid_t pid;
	int p[2];

	if (pipe2(p, O_CLOEXEC) < 0)
		return NULL;
	pid = start(argv, p[1], quiet);
	close(p[1]);
	if (pid >= 0) {
		text = slurp(p[0], &size);
		if (wait_status(pid) != 0) {
			free(text);
			text = NULL;
		}
	}
	close(p[0]);
	return text;
}

char *gu_read_file(const char *path, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t n;
	char *data;

	if (fd < 0)
		return NULL;
	data = slurp(fd, size ? size : &n);
	close(fd);
	return data;
}

int gu_write_all(int fd, const void *data, size_t size)
{
	const char *p = data;

	while (size) {
		ssize_t n = write(fd, p, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		p += n;
		size -= n;
	}
	return 0;
}

int gu_write_file(const char *path, const void *data, size_t size)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int err = 0;

	if (fd < 0 || gu_write_all(fd, data, size) < 0)
		err = errno;
	if (fd >= 0 && close(fd) < 0 && !err)
		err = errno;
	if (err)
		gu_error("cannot write %s: %s", path, strerror(err));
	return err ? -1 : 0;
}

int gu_mkdirs(const char *path)
{
	char *p = gu_strdup(path), *s = p;
	int err = 0;

	do {
		s = strchr(s + 1, '/');
		if (s)
			*s = 0;
		if (mkdir(p, 0777) < 0 && errno != EEXIST)
			err = errno;
		if (s)
			*s = '/';
	} while (s && !err);
	if (err)
		gu_error("cannot create the folder %s: %s", path, strerror(err));
	free(p);
	return err ? -1 : 0;
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st;
	(void)flag;
	(void)ftw;
	return remove(path);
}

int gu_remove_tree(const char *path)
{
	if (!nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) || errno == ENOENT)
		return 0;
	gu_error("cannot remove %s: %s", path, strerror(errno));
	return -1;
}
