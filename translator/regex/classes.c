// SPDX-License-Identifier: GPL-2.0-or-later
/* Columns of the tables, and the tables of states. */
#include <string.h>

#include "translator/regex/build.h"

/* Each class that has bytes inside and outside of the set becomes two. */
static void split(struct re_build *b, const struct re_set *set)
{
	int inside[256];

	memset(inside, -1, sizeof(inside));
	for (unsigned int byte = 1; byte < 256; byte++) {
		unsigned int old = b->class_of[byte];
		bool all = true;

		if (!re_set_has(set, byte))
			continue;
		if (inside[old] < 0) {
			for (unsigned int other = 1; other < 256 && all; other++)
				all = b->class_of[other] != old || re_set_has(set, other);
			inside[old] = all ? (int)old : (int)b->classes++;
		}
		b->class_of[byte] = (uint8_t)inside[old];
	}
}

static void split_all(struct re_build *b, const struct re_node *n)
{
	if (n->kind == RE_SET)
		split(b, &n->set);
	vec_each(kid, &n->kids)
		split_all(b, *kid);
}

void re_find_classes(struct re_build *b, const struct re_node *tree)
{
	memset(b->class_of, 1, sizeof(b->class_of));
	b->class_of[0] = 0;
	b->classes = 2;
	split_all(b, tree);
	for (unsigned int byte = 0; byte < 256; byte++)
		b->sample[b->class_of[byte]] = (unsigned char)byte;
}

/* ---- states ---------------------------------------------------------------------------------- */

void re_states_init(struct re_build *b, struct re_states *s, unsigned int first,
		    unsigned int expected)
{
	*s = (struct re_states){ .n_slots = 64 };
	while (s->n_slots < expected)
		s->n_slots *= 2;
	s->slots = arena_new_array(b->arena, unsigned int, s->n_slots);
	for (unsigned int i = 0; i < first; i++)
		vec_push(b->arena, s, (struct re_words){ 0 });
}

static unsigned int hash_of(const uint32_t *words, unsigned int n)
{
	unsigned int hash = 2166136261u;

	for (unsigned int i = 0; i < n; i++)
		hash = (hash ^ words[i]) * 16777619u;
	return hash ^ hash >> 15;
}

static void put_in_slot(struct re_states *s, unsigned int state)
{
	unsigned int *slot = &s->slots[s->v[state].hash % s->n_slots];

	s->v[state].chain = *slot;
	*slot = state;
}

static void more_slots(struct re_build *b, struct re_states *s)
{
	s->n_slots *= 4;
	s->slots = arena_new_array(b->arena, unsigned int, s->n_slots);
	for (unsigned int i = 0; i < s->n; i++)
		if (s->v[i].v)
			put_in_slot(s, i);
}

unsigned int re_states_find(struct re_build *b, struct re_states *s, const uint32_t *words,
			    unsigned int n)
{
	struct re_words new = { .n = n, .hash = hash_of(words, n) };

	for (unsigned int i = s->slots[new.hash % s->n_slots]; i; i = s->v[i].chain)
		if (s->v[i].hash == new.hash && s->v[i].n == n &&
		    (!n || !memcmp(s->v[i].v, words, n * sizeof(*words))))
			return i;
	new.v = arena_memdup(b->arena, n ? words : (const uint32_t *)"", n * sizeof(*words));
	vec_push(b->arena, s, new);
	if (s->n > s->n_slots)
		more_slots(b, s);
	else
		put_in_slot(s, s->n - 1);
	return s->n - 1;
}
