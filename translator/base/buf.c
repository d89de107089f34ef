// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/base/buf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "translator/base/arena.h"

void buf_free(struct buf *b)
{
	free(b->data);
	memset(b, 0, sizeof(*b));
}

void buf_reset(struct buf *b)
{
	b->len = 0;
	if (b->data)
		b->data[0] = '\0';
}

const char *buf_text(const struct buf *b)
{
	return b->data ? b->data : "";
}

char *buf_steal(struct buf *b)
{
	char *text = b->data ? b->data : xstrdup("");

	memset(b, 0, sizeof(*b));
	return text;
}

char *buf_reserve(struct buf *b, size_t more)
{
	if (b->cap - b->len <= more) {
		size_t cap = b->cap * 2 > 256 ? b->cap * 2 : 256;

		if (cap - b->len <= more)
			cap = b->len + more + 1;
		b->data = xrealloc(b->data, cap);
		b->cap = cap;
	}
	return b->data + b->len;
}

void buf_write(struct buf *b, const void *bytes, size_t len)
{
	char *to = buf_reserve(b, len);

	if (len)
		memcpy(to, bytes, len);
	b->len += len;
	b->data[b->len] = '\0';
}

void buf_putc(struct buf *b, char c)
{
	buf_write(b, &c, 1);
}

void buf_puts(struct buf *b, const char *s)
{
	buf_write(b, s, strlen(s));
}

void buf_fill(struct buf *b, char c, size_t n)
{
	memset(buf_reserve(b, n), c, n);
	b->len += n;
	b->data[b->len] = '\0';
}

void buf_vprintf(struct buf *b, const char *fmt, va_list ap)
{
	va_list again;
	int len;

	va_copy(again, ap);
	len = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (len < 0)
		return;
	vsnprintf(buf_reserve(b, (size_t)len), (size_t)len + 1, fmt, ap);
	b->len += (size_t)len;
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(b, fmt, ap);
	va_end(ap);
}

int buf_read_fd(struct buf *b, int fd)
{
	for (;;) {
		ssize_t got = read(fd, buf_reserve(b, 65536), 65536);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			b->data[b->len] = '\0';
			return got < 0 ? -1 : 0;
		}
		b->len += (size_t)got;
	}
}

int buf_read_file(struct buf *b, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int rc, err;

	if (fd < 0)
		return -1;
	rc = buf_read_fd(b, fd);
	err = errno;
	close(fd);
	errno = err;
	return rc;
}
