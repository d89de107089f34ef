// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * atom - an open-addressing table of pointers to the names; length and hash stand before the text.
 */
#include "translator/base/atom.h"

#include <string.h>

#include "translator/base/arena.h"
#include "translator/base/hash.h"

struct atom {
	uint32_t hash, len;
	char text[];
};

struct atom_table {
	struct arena *arena;
	struct atom **slots;
	size_t n, mask;
};

static const struct atom *atom_of(atom_t name)
{
	return (const struct atom *)(const void *)(name - offsetof(struct atom, text));
}

size_t atom_len(atom_t name)
{
	return atom_of(name)->len;
}

uint32_t atom_hash(atom_t name)
{
	return atom_of(name)->hash;
}

struct atom_table *atom_table_new(struct arena *a)
{
	struct atom_table *t = arena_new_object(a, struct atom_table);

	t->arena = a;
	t->mask = 1023;
	t->slots = arena_new_array(a, struct atom *, t->mask + 1);
	return t;
}

/* The slot that holds the name, or the free one where it belongs. */
static struct atom **find_slot(const struct atom_table *t, uint32_t hash, const char *s, size_t len)
{
	size_t i;

	for (i = hash & t->mask; t->slots[i]; i = (i + 1) & t->mask) {
		const struct atom *x = t->slots[i];

		if (x->hash == hash && x->len == len && !memcmp(x->text, s, len))
			break;
	}
	return &t->slots[i];
}

static void grow(struct atom_table *t)
{
	struct atom **old = t->slots;
	size_t i, n = t->mask + 1;

	t->mask = 2 * n - 1;
	t->slots = arena_new_array(t->arena, struct atom *, t->mask + 1);
	for (i = 0; i < n; i++)
		if (old[i])
			*find_slot(t, old[i]->hash, old[i]->text, old[i]->len) = old[i];
}

atom_t atom_intern_len(struct atom_table *t, const char *s, size_t len)
{
	uint32_t hash = hash_bytes(s, len);
	struct atom **slot = find_slot(t, hash, s, len);

	if (!*slot) {
		struct atom *x = arena_alloc(t->arena, sizeof(*x) + len + 1);

		x->hash = hash;
		x->len = (uint32_t)len;
		memcpy(x->text, s, len);
		*slot = x;
		if (++t->n * 4 > t->mask * 3) {
			grow(t);
			return x->text;
		}
	}
	return (*slot)->text;
}

atom_t atom_intern(struct atom_table *t, const char *s)
{
	return atom_intern_len(t, s, strlen(s));
}

atom_t atom_find(const struct atom_table *t, const char *s, size_t len)
{
	struct atom *x = *find_slot(t, hash_bytes(s, len), s, len);

	return x ? x->text : NULL;
}
