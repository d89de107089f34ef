/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Small services of the guest library: messages, strings that cannot fail, child programs. */
#ifndef GUEST_UTIL_H
#define GUEST_UTIL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Print "PROGRAM: message" as one line on stderr. */
void gu_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Like asprintf, but exits when memory is out. The caller frees the result. */
char *gu_format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Like realloc of n objects of a size, but exits when memory is out. */
void *gu_grow(void *p, size_t n, size_t size);

char *gu_strdup(const char *s);

/* A growing list of owned strings, always ended by a NULL: usable as an argv. Zero it to start. */
struct gu_list {
	char **v;
	size_t n;
};

/* Add a formatted string. */
void gu_list_add(struct gu_list *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool gu_list_has(const struct gu_list *l, const char *s);
void gu_list_free(struct gu_list *l);

/* Run a program found in PATH with its stdout on out_fd (-1: ours). Returns its exit status, 128 + N when
 * signal N ended it, -1 (with a message) when it could not be started. */
int gu_run(char *const argv[], int out_fd);

/* Run a program and collect its stdout. Returns text that the caller frees, NULL when the program cannot be
 * started or fails; its stderr is discarded when quiet. */
char *gu_output(char *const argv[], bool quiet);

/* Read a whole file; *size gets its length. Returns memory that the caller frees (one NUL follows the
 * content), NULL with errno set. */
char *gu_read_file(const char *path, size_t *size);

/* Replace or create a file with the given bytes. Returns 0, or -1 with a message. */
int gu_write_file(const char *path, const void *data, size_t size);

/* Write all bytes, through partial writes and EINTR. Returns 0, or -1 with errno set. */
int gu_write_all(int fd, const void *data, size_t size);

/* mkdir -p. Returns 0, or -1 with a message. */
int gu_mkdirs(const char *path);

/* rm -rf; absence is no error. Returns 0, or -1 with a message. */
int gu_remove_tree(const char *path);

#endif
