// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Merges states: all begin in one of two blocks, those that match and those that do not; blocks are
 * parted by the blocks that their states lead to until nothing changes.
 */
#include <string.h>

#include "translator/regex/build.h"

#define MERGE_WORK_MAX 40000000ul

/* Gives each state the number of its block by what it and its row say; returns how many blocks. */
static unsigned int part(struct re_build *b, const uint32_t *next, unsigned int states,
			 uint32_t *block, uint32_t *words)
{
	struct arena_mark mark = arena_mark(b->arena);
	struct re_states found;
	uint32_t *new = arena_new_array(b->arena, uint32_t, states);

	re_states_init(b, &found, 1, states);
	for (unsigned int i = 0; i < states; i++) {
		words[0] = block[i];
		for (unsigned int class = 0; class < b->classes; class++)
			words[1 + class] = block[next[i * b->classes + class]];
		new[i] = re_states_find(b, &found, words, 1 + b->classes) - 1;
	}
	memcpy(block, new, states * sizeof(*block));
	arena_release(b->arena, mark);
	return found.n - 1;
}

/* The blocks of all states: equal states have equal numbers. Returns how many. */
static unsigned int find_blocks(struct re_build *b, const uint32_t *next, const bool *accepts,
				unsigned int states, uint32_t *block)
{
	uint32_t *words = arena_new_array(b->arena, uint32_t, b->classes + 1);
	unsigned long work = 0;
	unsigned int n = 0, before;

	for (unsigned int i = 0; i < states; i++)
		block[i] = i == 1 ? 2 : accepts[i];
	do {
		before = n;
		n = part(b, next, states, block, words);
		work += (unsigned long)states * b->classes;
	} while (n != before && work < MERGE_WORK_MAX);
	if (n == before)
		return n;
	for (unsigned int i = 0; i < states; i++)
		block[i] = i;
	return states;
}

/* New numbers of the blocks: of state 0, of state 1, of those that accept, of the rest. */
static unsigned int number_blocks(const bool *accepts, unsigned int states, const uint32_t *block,
				  uint32_t *number, unsigned int *accepting)
{
	unsigned int n = 2;

	number[block[0]] = 0;
	number[block[1]] = 1;
	for (unsigned int i = 2; i < states; i++)
		if (accepts[i] && number[block[i]] == UINT32_MAX)
			number[block[i]] = n++;
	*accepting = n;
	for (unsigned int i = 2; i < states; i++)
		if (number[block[i]] == UINT32_MAX)
			number[block[i]] = n++;
	return n;
}

void re_minimise(struct re_build *b, const uint32_t *next, const bool *accepts, unsigned int states,
		 unsigned int start, struct regex_dfa *out)
{
	uint32_t *block = arena_new_array(b->arena, uint32_t, states);
	unsigned int blocks = find_blocks(b, next, accepts, states, block);
	uint32_t *number = arena_new_array(b->arena, uint32_t, blocks);
	uint16_t *rows;

	memset(number, 0xff, blocks * sizeof(*number));
	*out = (struct regex_dfa){ 0 };
	out->states = number_blocks(accepts, states, block, number, &out->accepting);
	out->start = number[block[start]];
	rows = arena_new_array(b->arena, uint16_t, out->states * b->classes);
	for (unsigned int i = 0; i < states; i++)
		for (unsigned int class = 0; class < b->classes; class++)
			rows[number[block[i]] * b->classes + class] =
				(uint16_t)number[block[next[i * b->classes + class]]];
	out->next = rows;
}
