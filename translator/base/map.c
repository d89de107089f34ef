// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * map - the entries in an array in insertion order, beside it a table of indices into the array. A
 * deleted entry keeps its place (key NULL) until the next growth, so probing chains stay whole.
 */
#include "translator/base/map.h"

#include <string.h>

#include "translator/base/arena.h"
#include "translator/base/hash.h"

void map_init(struct map *m, struct arena *a)
{
	memset(m, 0, sizeof(*m));
	m->arena = a;
}

struct map *map_new(struct arena *a)
{
	struct map *m = arena_new_object(a, struct map);

	map_init(m, a);
	return m;
}

static bool same_key(const struct map_entry *e, const char *key, uint32_t hash)
{
	return e->key && (e->key == key || (e->hash == hash && !strcmp(e->key, key)));
}

static struct map_entry *find(const struct map *m, const char *key, uint32_t hash)
{
	uint32_t i;

	if (!m->slots)
		return NULL;
	for (i = hash & m->mask; m->slots[i]; i = (i + 1) & m->mask) {
		struct map_entry *e = &m->entries[m->slots[i] - 1];

		if (same_key(e, key, hash))
			return e;
	}
	return NULL;
}

static void link_entry(struct map *m, uint32_t index)
{
	uint32_t i = m->entries[index].hash & m->mask;

	while (m->slots[i])
		i = (i + 1) & m->mask;
	m->slots[i] = index + 1;
}

/* Moves the live entries to bigger arrays. */
static void grow(struct map *m)
{
	struct map_entry *old = m->entries;
	uint32_t i, n = m->n;

	m->cap = m->live * 2 > 8 ? m->live * 2 : 8;
	m->entries = arena_new_array(m->arena, struct map_entry, m->cap);
	for (m->mask = 15; m->mask < m->cap * 2; m->mask = m->mask * 2 + 1)
		;
	m->slots = arena_new_array(m->arena, uint32_t, m->mask + 1);
	m->n = 0;
	for (i = 0; i < n; i++) {
		if (!old[i].key)
			continue;
		m->entries[m->n] = old[i];
		link_entry(m, m->n++);
	}
}

void *map_get(const struct map *m, const char *key)
{
	struct map_entry *e = find(m, key, hash_bytes(key, strlen(key)));

	return e ? e->value : NULL;
}

bool map_has(const struct map *m, const char *key)
{
	return find(m, key, hash_bytes(key, strlen(key))) != NULL;
}

void *map_put(struct map *m, const char *key, void *value)
{
	uint32_t hash = hash_bytes(key, strlen(key));
	struct map_entry *e = find(m, key, hash);
	void *before;

	if (e) {
		before = e->value;
		e->value = value;
		return before;
	}
	if (m->n == m->cap)
		grow(m);
	m->entries[m->n] = (struct map_entry){ key, value, hash };
	link_entry(m, m->n++);
	m->live++;
	return NULL;
}

void *map_del(struct map *m, const char *key)
{
	struct map_entry *e = find(m, key, hash_bytes(key, strlen(key)));

	if (!e)
		return NULL;
	e->key = NULL;
	m->live--;
	return e->value;
}

struct map_entry *map_next(const struct map *m, const struct map_entry *e)
{
	uint32_t i = e ? (uint32_t)(e - m->entries) + 1 : 0;

	while (i < m->n && !m->entries[i].key)
		i++;
	return i < m->n ? &m->entries[i] : NULL;
}
