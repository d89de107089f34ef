/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arena - memory that is freed all at once.
 *
 * A session owns one arena for all that lives until it ends (trees, names, diagnostics). Short work
 * takes a mark first and releases back to it, in last-in first-out order. Nothing is freed singly.
 * Memory comes zeroed. Out of memory ends the program in one place (xalloc_die), so no caller
 * checks for NULL.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena;

/* A position to release to. Only valid for the arena it was taken from. */
struct arena_mark {
	void *block;
	size_t used;
};

/* The caller owns the arena and frees it, and with it all that came from it. */
struct arena *arena_new(void);
void arena_free(struct arena *a);

/* Zeroed, aligned for any type, owned by the arena. size may be 0 (a valid pointer comes back). */
void *arena_alloc(struct arena *a, size_t size);

/* Copies owned by the arena. arena_strndup and arena_memdup add a NUL after the bytes. */
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t len);
void *arena_memdup(struct arena *a, const void *bytes, size_t len);
char *arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap);

/* Everything allocated after the mark is gone after the release, earlier memory is untouched. */
struct arena_mark arena_mark(const struct arena *a);
void arena_release(struct arena *a, struct arena_mark m);

/* Bytes handed out since arena_new, for -v. */
size_t arena_used(const struct arena *a);

#define arena_new_object(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define arena_new_array(a, type, n) ((type *)arena_alloc((a), sizeof(type) * (n)))

/* malloc and realloc for what outlives or precedes an arena; they never return NULL. */
void *xmalloc(size_t size);
void *xrealloc(void *p, size_t size);
char *xstrdup(const char *s);

/* Reports "out of memory" and ends the program with status 1. */
void xalloc_die(void) __attribute__((noreturn));

#endif
