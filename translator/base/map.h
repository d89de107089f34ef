/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * map - hash from a name to a pointer, iterable in insertion order.
 *
 * Keys are compared by their text, so atoms and plain strings find each other; equal pointers are
 * recognised at once. Keys are not copied: they must live as long as the map (atoms do). Values
 * are not owned. Iteration order is the order of first insertion, which keeps output deterministic.
 */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

struct map_entry {
	const char *key;	/* NULL: the entry was deleted */
	void *value;
	uint32_t hash;
};

struct map {
	struct arena *arena;
	struct map_entry *entries;	/* in insertion order, deleted ones keep their place */
	uint32_t n, cap;		/* entries used, of entries allocated */
	uint32_t live;			/* entries not deleted */
	uint32_t *slots;		/* open addressing: index of an entry + 1, 0 is free */
	uint32_t mask;
};

/* An empty map whose memory comes from the arena. */
void map_init(struct map *m, struct arena *a);
struct map *map_new(struct arena *a);

/* NULL when the key is absent (use map_has where NULL is a value). */
void *map_get(const struct map *m, const char *key);
bool map_has(const struct map *m, const char *key);

/* Adds or replaces. Returns the value that stood there before, or NULL. */
void *map_put(struct map *m, const char *key, void *value);

/* Takes the key out; returns its value or NULL when it was absent. */
void *map_del(struct map *m, const char *key);

/* Next live entry after `e`, the first one for NULL; NULL at the end. */
struct map_entry *map_next(const struct map *m, const struct map_entry *e);

#define map_each(e, m) \
	for (struct map_entry *e = map_next((m), NULL); e; e = map_next((m), e))

#endif
