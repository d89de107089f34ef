// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "staprun/tell.h"

/* Large enough that the system call does not count, small enough to stay in the second-level cache. */
#define OUTPUT_SIZE	(128 * 1024)

static void allocate(struct output *o, size_t size)
{
	char *buffer = malloc(size + OUTPUT_SLACK);

	if (!buffer) {
		tell_error("out of memory");
		_exit(1);
	}
	free(o->buffer);
	o->buffer = o->at = buffer;
	o->end = buffer + size;
}

char *output_expand(const char *path)
{
	time_t now = time(NULL);
	struct tm tm;
	char text[PATH_MAX];

	if (!strchr(path, '%'))
		return strdup(path);
	localtime_r(&now, &tm);
	return strftime(text, sizeof(text), path, &tm) ? strdup(text) : NULL;
}

int output_open(struct output *o, const char *path)
{
	*o = (struct output){ .fd = STDOUT_FILENO };
	allocate(o, OUTPUT_SIZE);
	o->name = path ? output_expand(path) : strdup("standard output");
	if (!o->name) {
		tell_error("-o %s: the name is empty or too long", path ? path : "");
		return -1;
	}
	if (!path)
		return 0;
	o->fd = open(o->name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (o->fd >= 0)
		return 0;
	tell_error("cannot write to %s: %s", o->name, strerror(errno));
	return -1;
}

void output_flush(struct output *o)
{
	const char *p = o->buffer;

	while (p < o->at && !o->error) {
		ssize_t n = write(o->fd, p, o->at - p);

		if (n > 0) {
			o->written += n;
			p += n;
		} else if (errno != EINTR) {
			o->error = errno;
		}
	}
	o->at = o->buffer;
}

void output_room(struct output *o, size_t need)
{
	if ((size_t)(o->end - o->at) >= need)
		return;
	output_flush(o);
	if ((size_t)(o->end - o->at) < need)
		allocate(o, need);
}

void output_close(struct output *o)
{
	output_flush(o);
	if (o->fd > STDERR_FILENO && close(o->fd) && !o->error)
		o->error = errno;
	o->fd = -1;
}

void output_free(struct output *o)
{
	free(o->buffer);
	free(o->name);
	o->buffer = o->name = NULL;
}
