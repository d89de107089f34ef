// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * arena - a chain of blocks, the newest first. Allocation bumps a position in the newest block;
 * release frees whole blocks and zeroes what remains used of the one it goes back to, because fresh
 * memory is promised to be zero.
 */
#include "translator/base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_FIRST ((size_t)32 * 1024)
#define BLOCK_MAX ((size_t)2 * 1024 * 1024)

struct block {
	struct block *older;
	size_t size, used;
	alignas(max_align_t) char bytes[];
};

struct arena {
	struct block *newest;
	size_t total;
};

void xalloc_die(void)
{
	fputs("ERROR: out of memory\n", stderr);
	exit(1);
}

void *xmalloc(size_t size)
{
	void *p = malloc(size ? size : 1);

	if (!p)
		xalloc_die();
	return p;
}

void *xrealloc(void *p, size_t size)
{
	p = realloc(p, size ? size : 1);
	if (!p)
		xalloc_die();
	return p;
}

char *xstrdup(const char *s)
{
	size_t len = strlen(s) + 1;

	return memcpy(xmalloc(len), s, len);
}

static struct block *block_new(struct block *older, size_t size)
{
	struct block *b = calloc(1, sizeof(*b) + size);

	if (!b)
		xalloc_die();
	b->older = older;
	b->size = size;
	return b;
}

struct arena *arena_new(void)
{
	struct arena *a = xmalloc(sizeof(*a));

	a->newest = block_new(NULL, BLOCK_FIRST);
	a->total = 0;
	return a;
}

void arena_free(struct arena *a)
{
	struct block *b, *older;

	if (!a)
		return;
	for (b = a->newest; b; b = older) {
		older = b->older;
		free(b);
	}
	free(a);
}

/* Blocks grow, so that a small arena stays small and a large one asks the system seldom. */
static size_t next_size(const struct block *newest, size_t wanted)
{
	size_t size = newest->size < BLOCK_MAX ? newest->size * 2 : BLOCK_MAX;

	return wanted > size / 2 ? wanted : size;
}

void *arena_alloc(struct arena *a, size_t size)
{
	const size_t align = alignof(max_align_t);
	struct block *b = a->newest;
	void *p;

	if (size > SIZE_MAX / 2)
		xalloc_die();
	size = (size + align - 1) & ~(align - 1);
	if (b->size - b->used < size)
		b = a->newest = block_new(b, next_size(b, size));
	p = b->bytes + b->used;
	b->used += size;
	a->total += size;
	return p;
}

void *arena_memdup(struct arena *a, const void *bytes, size_t len)
{
	char *p = arena_alloc(a, len + 1);

	if (len)
		memcpy(p, bytes, len);
	return p;
}

char *arena_strndup(struct arena *a, const char *s, size_t len)
{
	return arena_memdup(a, s, len);
}

char *arena_strdup(struct arena *a, const char *s)
{
	return arena_memdup(a, s, strlen(s));
}

char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
{
	va_list again;
	char *p;
	int len;

	va_copy(again, ap);
	len = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	p = arena_alloc(a, (size_t)(len < 0 ? 0 : len) + 1);
	if (len > 0)
		vsnprintf(p, (size_t)len + 1, fmt, ap);
	return p;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	char *p;

	va_start(ap, fmt);
	p = arena_vprintf(a, fmt, ap);
	va_end(ap);
	return p;
}

struct arena_mark arena_mark(const struct arena *a)
{
	return (struct arena_mark){ a->newest, a->newest->used };
}

void arena_release(struct arena *a, struct arena_mark m)
{
	struct block *b;

	while (a->newest != m.block) {
		b = a->newest;
		a->newest = b->older;
		free(b);
	}
	b = a->newest;
	memset(b->bytes + m.used, 0, b->used - m.used);
	b->used = m.used;
}

size_t arena_used(const struct arena *a)
{
	return a->total;
}
