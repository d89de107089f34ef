/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one buffer between the rings and the output file. Writers store at `at` and advance it, up to `end`; they may
 * spoil OUTPUT_SLACK bytes beyond, so that small copies can have a constant size.
 */
#ifndef STAPRUN_OUTPUT_H
#define STAPRUN_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#define OUTPUT_SLACK	64

struct output {
	char *buffer;
	char *at;
	char *end;
	char *name;		/* for messages */
	int fd;
	int error;		/* errno of the write that failed; from then on everything is discarded */
	unsigned long long written;
};

/* `path` with strftime conversions replaced by the present time; the caller frees it. NULL when it is too long. */
char *output_expand(const char *path);
/* Writes to `path` (created or truncated; strftime conversions in it are replaced by the present time), or to stdout
 * when it is NULL. Returns 0, or -1 after a message. */
int output_open(struct output *o, const char *path);
/* Writes out what is buffered. A failure is kept in o->error. */
void output_flush(struct output *o);
/* Makes room for `need` bytes: flushes, and enlarges the buffer when that is not enough. */
void output_room(struct output *o, size_t need);
/* Flushes and closes; a failure of close(2) counts as one of write. */
void output_close(struct output *o);
void output_free(struct output *o);

#endif
