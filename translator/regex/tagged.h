/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tagged - what tagged.c and paths.c share: the paths that lead to a state, and which is preferred. */
#ifndef REGEX_TAGGED_H
#define REGEX_TAGGED_H

#include "translator/regex/build.h"

VEC_TYPE(shorts, uint16_t);

/* A place where the automaton of the pattern may be, and the best way to it. */
struct place {
	uint32_t node;
	uint32_t origin;		/* place of the state before, that it comes from */
	uint32_t trail;			/* marks since then: an index of `trails`, 0: none */
};
VEC_TYPE(places, struct place);

/* A mark behind those of another trail, which has a smaller number. */
struct trail {
	uint32_t before;
	uint32_t node;
};
VEC_TYPE(trails, struct trail);
VEC_TYPE(numbers, uint32_t);

struct tagged {
	struct re_build *b;
	const struct nfa *nfa;
	struct re_states states;	/* words: see state_of() */
	struct trails trails;
	struct places found;		/* places of the state being made, by node */
	struct place *best;		/* by node, while they are looked for; .node is 1 when reached */
	struct numbers reached;		/* the nodes */
	uint32_t *stack;
	const struct re_words *from;	/* the state that they come from */
	struct shorts next, move, steps, lists, accept;
	uint32_t *list_slots;		/* to find equal lists, and moves */
	uint32_t *move_slots;
	bool full;
};

/*
 * Words of a state: how many places, their nodes, and for each pair of places i, j the least height
 * of i's path since the two parted, and the order so far: 0 equal, 1 i first, 2 j first.
 */
static inline uint32_t state_places(const struct re_words *s)
{
	return s->v[0];
}

static inline uint32_t state_node(const struct re_words *s, uint32_t place)
{
	return s->v[1 + place];
}

static inline uint32_t pair_word(uint32_t height, uint32_t order)
{
	return height << 2 | order;
}

static inline uint32_t state_pair(const struct re_words *s, uint32_t i, uint32_t j)
{
	return s->v[1 + s->v[0] + i * s->v[0] + j];
}

enum { ORDER_EQUAL, ORDER_FIRST, ORDER_SECOND };
#define HEIGHT_NONE 0xfffffu		/* no mark yet: above all heights */

/* The pair's word for paths i and j, both of which come from x->from: which is preferred, and i's
 * least height. *back is j's height. */
uint32_t paths_compare(struct tagged *x, const struct place *i, const struct place *j,
		       uint32_t *back);

#endif
