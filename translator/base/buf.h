/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * buf - a growing text or byte buffer.
 *
 * Always NUL-terminated once something was written; the NUL is not counted in len and the bytes may
 * hold further NULs. All bits zero is an empty buffer. The owner frees it with buf_free.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>

struct buf {
	char *data;
	size_t len, cap;
};

#define BUF_INIT { NULL, 0, 0 }

void buf_free(struct buf *b);		/* also makes it an empty buffer again */
void buf_reset(struct buf *b);		/* length 0, memory kept */

/* The text so far, "" when nothing was written. Good until the next change. */
const char *buf_text(const struct buf *b);

/* The text as malloc memory that the caller owns; the buffer is empty afterwards. */
char *buf_steal(struct buf *b);

void buf_putc(struct buf *b, char c);
void buf_puts(struct buf *b, const char *s);
void buf_write(struct buf *b, const void *bytes, size_t len);
void buf_fill(struct buf *b, char c, size_t n);
void buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *fmt, va_list ap);

/*
 * Room for `more` bytes and a NUL at the end; returns where they go. The caller then adds to len.
 */
char *buf_reserve(struct buf *b, size_t more);

/* Whole content of a file appended. 0, or -1 with errno set (what was read stays). */
int buf_read_fd(struct buf *b, int fd);
int buf_read_file(struct buf *b, const char *path);

#endif
