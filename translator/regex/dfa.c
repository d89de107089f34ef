// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The deterministic automaton that only tells where matches end: its states are sets of the steps at
 * which the other may be, found one after the other from the start. Only steps that wait for
 * something are kept in a set. A match may begin anywhere, so what follows from the start belongs to
 * every set; that is not written down in each.
 */
#include <stdlib.h>

#include "translator/regex/build.h"

VEC_TYPE(words, uint32_t);

struct subset {
	struct re_build *b;
	const struct nfa *nfa;
	struct re_states states;
	struct words next;		/* cells, and behind them those of the next states */
	struct words accepts;
	struct words set;		/* being gathered */
	uint32_t *stack;
	unsigned int *seen, stamp;	/* steps reached in this gathering have the stamp */
	bool matched;			/* the match itself was reached */
	bool absorb;
	bool *implied;			/* steps that every set has: a match begins here */
	bool whole;			/* ... and write them down all the same */
	bool again_matched, again_ends;	/* which then is the empty string, or that at the end */
	struct again {			/* by class: where a match is that has just begun */
		struct words set;
		bool matched;
	} *again;
};

enum { DEAD, MATCHED, FIRST };

static void reach(struct subset *x, unsigned int *depth, unsigned int node)
{
	if (x->seen[node] == x->stamp)
		return;
	x->seen[node] = x->stamp;
	x->stack[(*depth)++] = node;
}

/* All that is reached from `node` without reading a byte, added to the set. */
static void gather(struct subset *x, unsigned int node, bool bol, bool eol)
{
	unsigned int depth = 0;

	reach(x, &depth, node);
	while (depth) {
		const struct nfa_node *n = &x->nfa->nodes.v[node = x->stack[--depth]];

		re_spend(x->b, 2);
		if (n->kind == NFA_MATCH)
			x->matched = true;
		if (n->kind == NFA_FORK)
			reach(x, &depth, n->other);
		if (n->kind == NFA_FORK || n->kind == NFA_MARK || (n->kind == NFA_BOL && bol) ||
		    (n->kind == NFA_EOL && eol))
			reach(x, &depth, n->next);
		else if (n->kind != NFA_BOL && (x->whole || !x->implied[node]))
			vec_push(x->b->arena, &x->set, node);
	}
}

static void gather_begin(struct subset *x)
{
	x->set.n = 0;
	x->stamp++;
	x->matched = x->again_matched;
}

/* What of the set follows when a byte of the class is read. */
static void gather_class(struct subset *x, const uint32_t *set, unsigned int n, unsigned int class)
{
	for (unsigned int i = 0; i < n; i++) {
		const struct nfa_node *node = &x->nfa->nodes.v[set[i]];

		if (node->kind == NFA_SET && re_set_has(node->set, x->b->sample[class]))
			gather(x, node->next, false, false);
	}
	re_spend(x->b, n);
}

/* Sets of what follows from the start when it is not that of the string. */
static void find_again(struct subset *x)
{
	struct words start = { 0 };

	x->again = arena_new_array(x->b->arena, struct again, x->b->classes);
	gather_begin(x);
	gather(x, x->nfa->start, false, true);
	x->again_ends = x->matched;
	gather_begin(x);
	gather(x, x->nfa->start, false, false);
	vec_each(node, &x->set)
		vec_push(x->b->arena, &start, *node);
	vec_each(node, &start)
		x->implied[*node] = true;
	x->again_matched = x->matched;
	for (unsigned int class = 1; class < x->b->classes; class++) {
		gather_begin(x);
		gather_class(x, start.v, start.n, class);
		x->again[class].matched = x->matched;
		vec_each(node, &x->set)
			vec_push(x->b->arena, &x->again[class].set, *node);
	}
}

static int by_number(const void *a, const void *b)
{
	uint32_t l = *(const uint32_t *)a, r = *(const uint32_t *)b;

	return l < r ? -1 : l > r;
}

/* The state of what was gathered. `begin`: nothing has been read yet. */
static unsigned int state_of(struct subset *x, bool begin)
{
	unsigned int state;

	if (x->matched && x->absorb)
		return MATCHED;
	qsort(x->set.v, x->set.n, sizeof(*x->set.v), by_number);
	vec_push(x->b->arena, &x->set, begin);
	re_spend(x->b, x->set.n * 4ul);
	state = re_states_find(x->b, &x->states, x->set.v, x->set.n);
	if (state == x->accepts.n)
		vec_push(x->b->arena, &x->accepts, x->matched);
	return state;
}

/* Whether the string may end here. */
static bool ends(struct subset *x, const struct re_words *state)
{
	bool begin = state->v[state->n - 1];

	gather_begin(x);
	for (unsigned int i = 0; i + 1 < state->n; i++)
		gather(x, state->v[i], begin, true);
	return x->matched || x->again_ends;
}

static void write_row(struct subset *x, unsigned int number)
{
	struct re_words state = x->states.v[number];

	vec_push(x->b->arena, &x->next, ends(x, &state) ? MATCHED : DEAD);
	for (unsigned int class = 1; class < x->b->classes; class++) {
		const struct again *again = &x->again[class];

		gather_begin(x);
		x->matched |= again->matched;
		vec_each(node, &again->set) {
			x->seen[*node] = x->stamp;
			vec_push(x->b->arena, &x->set, *node);
		}
		gather_class(x, state.v, state.n - 1, class);
		re_spend(x->b, again->set.n + 1);
		vec_push(x->b->arena, &x->next, state_of(x, false));
	}
}

static int write_rows(struct subset *x)
{
	for (unsigned int i = 0; i < FIRST * x->b->classes; i++)
		vec_push(x->b->arena, &x->next, i / x->b->classes);
	for (unsigned int i = FIRST; i < x->states.n; i++) {
		write_row(x, i);
		if (x->next.n > REGEX_CELLS_MAX * 4 || x->states.n > REGEX_STATES_MAX * 4 ||
		    !re_spend(x->b, 1))
			return -1;
	}
	return 0;
}

int re_build_dfa(struct re_build *b, const struct nfa *nfa, bool absorb, struct regex_dfa *out)
{
	struct subset x = { .b = b, .nfa = nfa, .absorb = absorb };
	unsigned int start;
	bool *accepts;

	x.stack = arena_new_array(b->arena, uint32_t, nfa->nodes.n);
	x.seen = arena_new_array(b->arena, unsigned int, nfa->nodes.n);
	x.implied = arena_new_array(b->arena, bool, nfa->nodes.n);
	find_again(&x);
	re_states_init(b, &x.states, FIRST, nfa->nodes.n);
	vec_push(b->arena, &x.accepts, false);
	vec_push(b->arena, &x.accepts, true);
	gather_begin(&x);
	x.whole = true;
	gather(&x, nfa->start, true, false);
	x.whole = false;
	start = state_of(&x, true);
	if (write_rows(&x))
		return -1;
	accepts = arena_new_array(b->arena, bool, x.states.n);
	for (unsigned int i = 0; i < x.states.n; i++)
		accepts[i] = x.accepts.v[i];
	re_minimise(b, x.next.v, accepts, x.states.n, start, out);
	return out->states > REGEX_STATES_MAX || out->states * b->classes > REGEX_CELLS_MAX ? -1 : 0;
}
