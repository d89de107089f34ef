// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The deterministic automaton that also tells what the groups matched. It begins where the match
 * begins, which the backward automaton has found.
 *
 * A state is a list of places in the pattern's automaton, each with the one path to it that POSIX
 * prefers; so with each state it is known, for each of its places, from which place of the state
 * before that path comes and which groups it opened and closed on the way (a "step"). The matcher
 * writes down the states that it passes, and then follows the steps backwards from the match's end.
 * The last bounds of a group are the first that it meets.
 */
#include "translator/regex/tagged.h"

#include <stdlib.h>
#include <string.h>

#define LISTS_MAX	60000u
#define SLOTS		(1u << 10)
#define LIST_END	0xffffu
#define UNSET		0x8000u		/* a list's word: group's bound 2g or 2g + 1, or this | g */

/* ---- the places that are reached without reading a byte -------------------------------------- */

static void reach(struct tagged *x, unsigned int *depth, struct place p)
{
	struct place *best = &x->best[p.node], old = *best;
	uint32_t back;

	if (!old.node)
		vec_push(x->b->arena, &x->reached, p.node);
	else if ((paths_compare(x, &p, &old, &back) & 3) != ORDER_FIRST)
		return;
	*best = p;
	best->node = 1;
	if (*depth < x->nfa->nodes.n * 4)
		x->stack[(*depth)++] = p.node;
	else
		x->full = true;
}

static void follow(struct tagged *x, unsigned int *depth, uint32_t node, bool bol, bool eol)
{
	const struct nfa_node *n = &x->nfa->nodes.v[node];
	struct place p = x->best[node];

	if (n->kind == NFA_MARK) {
		vec_push(x->b->arena, &x->trails, (struct trail){ p.trail, node });
		p.trail = x->trails.n - 1;
	} else if (n->kind == NFA_FORK) {
		p.node = n->other;
		reach(x, depth, p);
	} else if (!(n->kind == NFA_BOL && bol) && !(n->kind == NFA_EOL && eol)) {
		return;
	}
	p.node = n->next;
	reach(x, depth, p);
}

static int by_node(const void *a, const void *b)
{
	const struct place *l = a, *r = b;

	return l->node < r->node ? -1 : l->node > r->node;
}

/* The best ways to what waits for something; and all is forgotten for the next time. */
static void take_places(struct tagged *x)
{
	x->found.n = 0;
	vec_each(node, &x->reached) {
		enum nfa_kind kind = x->nfa->nodes.v[*node].kind;
		struct place p = x->best[*node];

		x->best[*node].node = 0;
		p.node = *node;
		if (kind == NFA_SET || kind == NFA_EOL || kind == NFA_MATCH)
			vec_push(x->b->arena, &x->found, p);
	}
	if (x->found.n > 1)
		qsort(x->found.v, x->found.n, sizeof(*x->found.v), by_node);
}

/* A path that was improved is followed again, so that what it leads to improves as well. */
static void gather(struct tagged *x, const struct place *seeds, unsigned int n, bool bol, bool eol)
{
	unsigned int depth = 0;

	x->reached.n = 0;
	x->trails.n = 1;
	for (unsigned int i = 0; i < n; i++)
		reach(x, &depth, seeds[i]);
	while (depth && !x->full) {
		follow(x, &depth, x->stack[--depth], bol, eol);
		x->full |= !re_spend(x->b, 1);
	}
	take_places(x);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static uint32_t hash_of(const uint16_t *v, unsigned int n)
{
	uint32_t hash = 2166136261u;

	for (unsigned int i = 0; i < n; i++)
		hash = (hash ^ v[i]) * 16777619u;
	return (hash ^ hash >> 15) % SLOTS;
}

/* Where in the table these words are; they are added when the last ones with their hash differ. */
static unsigned int keep(struct tagged *x, struct shorts *table, uint32_t *slots, const uint16_t *v,
			 unsigned int n)
{
	uint32_t *slot = &slots[hash_of(v, n)];

	if (*slot && *slot + n <= table->n && !memcmp(table->v + *slot, v, n * sizeof(*v)))
		return *slot;
	*slot = table->n;
	for (unsigned int i = 0; i < n; i++)
		vec_push(x->b->arena, table, v[i]);
	x->full |= table->n > LISTS_MAX;
	return *slot;
}

/* The bounds along a trail, the last first. */
static uint16_t list_of(struct tagged *x, uint32_t trail)
{
	struct arena_mark mark = arena_mark(x->b->arena);
	struct shorts list = { 0 };
	uint16_t *copy;
	unsigned int n;

	for (; trail; trail = x->trails.v[trail].before) {
		const struct nfa_node *m = &x->nfa->nodes.v[x->trails.v[trail].node];

		for (unsigned int g = m->from; g < m->to; g++)
			vec_push(x->b->arena, &list, m->mark == MARK_UNSET ? UNSET | g :
				 2 * g + (m->mark == MARK_CLOSE));
	}
	if (!list.n)
		return 0;
	vec_push(x->b->arena, &list, LIST_END);
	n = list.n;
	copy = xmalloc(n * sizeof(*copy));
	memcpy(copy, list.v, n * sizeof(*copy));
	arena_release(x->b->arena, mark);
	n = keep(x, &x->lists, x->list_slots, copy, n);
	free(copy);
	return (uint16_t)n;
}

/* The steps to all places that were found, one after the other, behind the one to the match should
 * the string end here. */
static uint16_t steps_of(struct tagged *x, const uint16_t *end)
{
	uint16_t *v = xmalloc((x->found.n + 1) * 2 * sizeof(*v));
	unsigned int at;

	v[0] = end[0];
	v[1] = end[1];
	for (unsigned int i = 0; i < x->found.n; i++) {
		v[2 + 2 * i] = (uint16_t)x->found.v[i].origin;
		v[3 + 2 * i] = list_of(x, x->found.v[i].trail);
	}
	at = keep(x, &x->steps, x->move_slots, v, x->found.n * 2 + 2);
	free(v);
	return (uint16_t)at;
}

/* ---- states ---------------------------------------------------------------------------------- */

static void write_pairs(struct tagged *x, uint32_t *words)
{
	unsigned int n = x->found.n;

	for (unsigned int i = 0; i < n; i++) {
		words[1 + i] = x->found.v[i].node;
		words[1 + n + i * n + i] = pair_word(HEIGHT_NONE, ORDER_EQUAL);
		for (unsigned int j = 0; j < i; j++) {
			uint32_t back, word = paths_compare(x, &x->found.v[i], &x->found.v[j], &back);

			words[1 + n + i * n + j] = word;
			words[1 + n + j * n + i] =
				pair_word(back, (word & 3) ? 3 - (word & 3) : ORDER_EQUAL);
		}
	}
}

static uint16_t match_place(const struct tagged *x)
{
	for (unsigned int i = 0; i < x->found.n; i++)
		if (x->nfa->nodes.v[x->found.v[i].node].kind == NFA_MATCH)
			return (uint16_t)(i + 1);
	return 0;
}

/* The state of what was found; 0 when nothing was. */
static unsigned int state_of(struct tagged *x)
{
	unsigned long n = x->found.n, size = 1 + n + n * n;
	uint32_t *words;
	unsigned int state;

	if (!n)
		return 0;
	x->full |= !re_spend(x->b, size * 2);
	if (x->full)
		return 0;
	words = xmalloc(size * sizeof(*words));
	words[0] = (uint32_t)n;
	write_pairs(x, words);
	state = re_states_find(x->b, &x->states, words, (unsigned int)size);
	free(words);
	if (state == x->accept.n)
		vec_push(x->b->arena, &x->accept, match_place(x));
	return state;
}

/* Goes on from the seeds: the state that they lead to, and the steps. An end of the string would be
 * passed without reading a byte, so the paths through it are compared with all others here. */
static unsigned int write_step(struct tagged *x, const struct place *seeds, unsigned int n, bool bol,
			       unsigned int *steps)
{
	uint16_t end[2] = { 0, 0 };
	unsigned int match;

	gather(x, seeds, n, bol, true);
	match = match_place(x);
	if (match) {
		end[0] = (uint16_t)(x->found.v[match - 1].origin + 1);
		end[1] = list_of(x, x->found.v[match - 1].trail);
	}
	gather(x, seeds, n, bol, false);
	*steps = steps_of(x, end);
	return state_of(x);
}

static void write_cell(struct tagged *x, const struct re_words *state, unsigned char byte)
{
	uint32_t n = state_places(state);
	struct place *seeds = xmalloc((n + 1) * sizeof(*seeds));
	unsigned int count = 0, steps = 0, next = 0;

	for (uint32_t i = 0; i < n; i++) {
		const struct nfa_node *node = &x->nfa->nodes.v[state_node(state, i)];

		if (node->kind == NFA_SET && re_set_has(node->set, byte))
			seeds[count++] = (struct place){ node->next, i, 0 };
	}
	x->from = state;
	if (count)
		next = write_step(x, seeds, count, false, &steps);
	free(seeds);
	vec_push(x->b->arena, &x->move, (uint16_t)steps);
	vec_push(x->b->arena, &x->next, (uint16_t)next);
}

static void write_row(struct tagged *x, unsigned int number)
{
	struct re_words state = x->states.v[number];

	vec_push(x->b->arena, &x->next, 0);
	vec_push(x->b->arena, &x->move, 0);
	for (unsigned int class = 1; class < x->b->classes && !x->full; class++)
		write_cell(x, &state, x->b->sample[class]);
	x->full |= x->next.n > REGEX_CELLS_MAX || x->states.n > REGEX_STATES_MAX;
}

static void write_dead(struct tagged *x)
{
	for (unsigned int class = 0; class < x->b->classes; class++) {
		vec_push(x->b->arena, &x->next, 0);
		vec_push(x->b->arena, &x->move, 0);
	}
	vec_push(x->b->arena, &x->accept, 0);
	vec_push(x->b->arena, &x->lists, LIST_END);
	vec_push(x->b->arena, &x->steps, 0);
	vec_push(x->b->arena, &x->steps, 0);
}

static void take(const struct tagged *x, struct regex_tags *out)
{
	out->next = x->next.v;
	out->move = x->move.v;
	out->steps = x->steps.v;
	out->lists = x->lists.v;
	out->accept = x->accept.v;
	out->states = x->states.n;
	out->n_steps = x->steps.n;
	out->n_lists = x->lists.n;
}

int re_build_tags(struct re_build *b, const struct nfa *nfa, struct regex_tags *out)
{
	struct tagged x = { .b = b, .nfa = nfa };
	const struct place seed = { nfa->start, 0, 0 };

	x.best = arena_new_array(b->arena, struct place, nfa->nodes.n);
	x.stack = arena_new_array(b->arena, uint32_t, nfa->nodes.n * 4);
	x.list_slots = arena_new_array(b->arena, uint32_t, SLOTS);
	x.move_slots = arena_new_array(b->arena, uint32_t, SLOTS);
	vec_push(b->arena, &x.trails, (struct trail){ 0, 0 });
	re_states_init(b, &x.states, 1, nfa->nodes.n);
	write_dead(&x);
	out->start[0] = write_step(&x, &seed, 1, true, &out->start_steps[0]);
	out->start[1] = write_step(&x, &seed, 1, false, &out->start_steps[1]);
	for (unsigned int i = 1; i < x.states.n && !x.full; i++)
		write_row(&x, i);
	take(&x, out);
	return x.full ? -1 : 0;
}
