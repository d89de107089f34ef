/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nfa - the automaton that follows a tree. Its steps consume a byte, fork, assert an end of the
 * string, or leave a mark: marks are the parentheses of the paths through the automaton that POSIX
 * orders, see tagged.c.
 */
#ifndef REGEX_NFA_H
#define REGEX_NFA_H

#include "translator/regex/tree.h"

enum nfa_kind {
	NFA_SET,			/* consumes a byte of *set */
	NFA_FORK,			/* next and other */
	NFA_MARK,
	NFA_BOL,			/* passes where the automaton begins to read ... */
	NFA_EOL,			/* ... and where there is nothing more to read */
	NFA_MATCH,
};

/* In the order in which POSIX prefers them when all else is equal; a path that ends is first. */
enum nfa_mark {
	MARK_CLOSE = 1,
	MARK_OPEN,
	MARK_CHOICE,			/* of alternative number `choice` */
	MARK_NONE,			/* what could have been repeated is not there at all */
	MARK_UNSET,			/* groups from <= g < to take no part; says nothing of the order */
};

struct nfa_node {
	enum nfa_kind kind;
	enum nfa_mark mark;
	unsigned int height;		/* of a mark: how deep in the tree */
	unsigned int choice;
	unsigned int from, to;		/* groups that MARK_OPEN, MARK_CLOSE and MARK_UNSET are about */
	unsigned int next, other;
	const struct re_set *set;
};
VEC_TYPE(nfa_nodes, struct nfa_node);

struct nfa {
	struct nfa_nodes nodes;
	unsigned int start;
};

#define NFA_NODES_MAX 60000

/*
 * Builds the automaton in the arena. Backward: of the pattern read from its end. Without marks
 * when `marks` is false. Returns 0, or -1 when it would be too large.
 */
int nfa_build(struct arena *a, const struct re_node *tree, bool backward, bool marks,
	      struct nfa *out);

#endif
