/* SPDX-License-Identifier: GPL-2.0-or-later */
/* build - what the makers of the deterministic automata share. */
#ifndef REGEX_BUILD_H
#define REGEX_BUILD_H

#include "translator/regex/nfa.h"

#define REGEX_CELLS_MAX		500000u		/* of one table */
#define REGEX_STATES_MAX	60000u
#define REGEX_WORK_MAX		60000000ul	/* steps, about: half a second */

/* The columns of the tables, and what may still be spent on one pattern. */
struct re_build {
	struct arena *arena;
	uint8_t class_of[256];		/* of the NUL: 0, and only of the NUL */
	unsigned char sample[256];	/* a byte of each class */
	unsigned int classes;
	unsigned long work;
};

/* Fills in the columns. */
void re_find_classes(struct re_build *b, const struct re_node *tree);

/* Spends n steps. false: there were not so many left. */
static inline bool re_spend(struct re_build *b, unsigned long n)
{
	b->work = b->work > n ? b->work - n : 0;
	return b->work > 0;
}

/* The states of an automaton while it grows: each is known by the words that describe it. */
struct re_states {
	struct re_words {
		const uint32_t *v;
		unsigned int n;
		unsigned int hash, chain;	/* number of the next with this slot, or 0 */
	} *v;
	unsigned int n, cap;
	unsigned int *slots, n_slots;
};

/* For about `expected` states. `first` numbers are left out at the beginning: they are states that
 * nothing describes. */
void re_states_init(struct re_build *b, struct re_states *s, unsigned int first,
		    unsigned int expected);
/* The number of the state, which is new when it is the old s->n. */
unsigned int re_states_find(struct re_build *b, struct re_states *s, const uint32_t *words,
			    unsigned int n);

/*
 * dfa.c, from an automaton without marks. What begins anywhere is found; with `absorb`, reading ends
 * at the first match. Returns 0, or -1 when it would be too large.
 */
int re_build_dfa(struct re_build *b, const struct nfa *nfa, bool absorb, struct regex_dfa *out);

/* minimise.c: merges the states that no string tells apart and brings them into the order that
 * struct regex_dfa promises. States 0 and 1 are already what they are to be; accepts[0] is false,
 * accepts[1] is true. Only brings them into order when merging would take too long. */
void re_minimise(struct re_build *b, const uint32_t *next, const bool *accepts, unsigned int states,
		 unsigned int start, struct regex_dfa *out);

/* tagged.c, from one with marks. Returns 0, or -1. */
int re_build_tags(struct re_build *b, const struct nfa *nfa, struct regex_tags *out);

#endif
