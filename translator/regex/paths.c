// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which of two paths POSIX prefers.
 *
 * "Each subpattern, from left to right, shall match the longest possible string": of two paths that
 * read the same bytes, look at the marks between each byte and the next. The one whose marks since
 * the parting stay higher has stayed longer inside a part of the pattern that the other has left.
 * The lower a path has gone, the larger the part that it left, and larger parts count before what is
 * in them; so the last byte at which the two least heights differ decides, and it is enough to carry
 * the least heights and the order so far along. Where they never differ, the marks at which the two
 * part decide: leaving a loop before a further, empty round; an empty round before none; the first
 * of equal alternatives. (The idea is that of Okui and Suzuki, "Disambiguation in regular expression
 * matching via position automata with augmented transitions".)
 */
#include "translator/regex/tagged.h"

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static const struct nfa_node *mark_of(const struct tagged *x, uint32_t trail)
{
	return &x->nfa->nodes.v[x->trails.v[trail].node];
}

/* Of two trails that part at these marks (0: one of them has no further mark). */
static uint32_t order_at(const struct tagged *x, uint32_t i, uint32_t j)
{
	unsigned int l = i ? mark_of(x, i)->mark : 0, r = j ? mark_of(x, j)->mark : 0;

	if (l == MARK_CHOICE && r == MARK_CHOICE) {
		l = mark_of(x, i)->choice;
		r = mark_of(x, j)->choice;
	}
	if (l == r)
		return ORDER_EQUAL;
	return l < r ? ORDER_FIRST : ORDER_SECOND;
}

uint32_t paths_compare(struct tagged *x, const struct place *i, const struct place *j,
		       uint32_t *back)
{
	bool parted = i->origin != j->origin;
	uint32_t old = parted ? state_pair(x->from, i->origin, j->origin) : 0;
	uint32_t hi = HEIGHT_NONE, hj = HEIGHT_NONE, l = i->trail, r = j->trail, at_l = 0, at_r = 0;

	if (parted) {
		hi = old >> 2;
		hj = state_pair(x->from, j->origin, i->origin) >> 2;
	}
	for (unsigned long n = 0; parted ? l || r : l != r; n++) {
		if (l > r || (parted && l)) {
			hi = least(hi, mark_of(x, l)->height);
			at_l = l;
			l = x->trails.v[l].before;
		} else {
			hj = least(hj, mark_of(x, r)->height);
			at_r = r;
			r = x->trails.v[r].before;
		}
		re_spend(x->b, 1);
	}
	if (!parted && l) {
		hi = least(hi, mark_of(x, l)->height);
		hj = least(hj, mark_of(x, l)->height);
	}
	*back = hj;
	if (hi != hj)
		return pair_word(hi, hi > hj ? ORDER_FIRST : ORDER_SECOND);
	return pair_word(hi, parted ? old & 3 : order_at(x, at_l, at_r));
}
