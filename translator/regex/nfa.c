// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Each part of the tree is built in front of what follows it, whose number it is given. Heights:
 * what a part's marks have is one more than the height around it, but closing brings the height
 * back, so a closing mark has the height around.
 */
#include "translator/regex/nfa.h"

struct builder {
	struct arena *arena;
	struct nfa_nodes *nodes;
	bool backward, marks, full;
};

static unsigned int add(struct builder *b, struct nfa_node node)
{
	if (b->nodes->n >= NFA_NODES_MAX) {
		b->full = true;
		return 0;
	}
	vec_push(b->arena, b->nodes, node);
	return b->nodes->n - 1;
}

static unsigned int mark(struct builder *b, enum nfa_mark kind, unsigned int height,
			 unsigned int next)
{
	if (!b->marks)
		return next;
	return add(b, (struct nfa_node){ .kind = NFA_MARK, .mark = kind, .height = height,
					 .next = next });
}

static unsigned int unset(struct builder *b, unsigned int from, unsigned int to,
			  unsigned int height, unsigned int next)
{
	unsigned int n;

	if (!b->marks || from >= to)
		return next;
	n = mark(b, MARK_UNSET, height, next);
	b->nodes->v[n].from = from;
	b->nodes->v[n].to = to;
	return n;
}

static unsigned int group_mark(struct builder *b, enum nfa_mark kind, unsigned int height,
			       unsigned int group, unsigned int next)
{
	unsigned int n = mark(b, kind, height, next);

	if (b->marks) {
		b->nodes->v[n].from = group;
		b->nodes->v[n].to = group + 1;
	}
	return n;
}

static unsigned int fork_to(struct builder *b, unsigned int next, unsigned int other)
{
	return add(b, (struct nfa_node){ .kind = NFA_FORK, .next = next, .other = other });
}

static unsigned int build(struct builder *b, const struct re_node *n, unsigned int around,
			  unsigned int next);

static unsigned int build_row(struct builder *b, const struct re_node *n, unsigned int around,
			      unsigned int next)
{
	for (unsigned int i = 0; i < n->kids.n && !b->full; i++)
		next = build(b, n->kids.v[b->backward ? i : n->kids.n - 1 - i], around, next);
	return next;
}

static unsigned int build_alternatives(struct builder *b, const struct re_node *n,
				       unsigned int around, unsigned int next)
{
	unsigned int height = around + 1, entry = 0, way;

	next = mark(b, MARK_CLOSE, around, next);
	for (unsigned int i = n->kids.n; i-- && !b->full; ) {
		const struct re_node *kid = n->kids.v[i];

		way = build(b, kid, height, next);
		way = unset(b, n->groups_from, kid->groups_from, height, way);
		way = unset(b, kid->groups_to, n->groups_to, height, way);
		way = mark(b, MARK_CHOICE, height, way);
		if (b->marks)
			b->nodes->v[way].choice = i;
		entry = i == n->kids.n - 1 ? way : fork_to(b, way, entry);
	}
	return mark(b, MARK_OPEN, height, entry);
}

/* One time round. */
static unsigned int build_iteration(struct builder *b, const struct re_node *kid,
				    unsigned int height, unsigned int next)
{
	next = mark(b, MARK_CLOSE, height, next);
	next = build(b, kid, height + 1, next);
	return mark(b, MARK_OPEN, height + 1, next);
}

static unsigned int build_loop(struct builder *b, const struct re_node *kid, unsigned int height,
			       unsigned int next)
{
	unsigned int again = fork_to(b, 0, next);
	unsigned int entry = build_iteration(b, kid, height, again);

	if (!b->full)
		b->nodes->v[again].next = entry;
	return entry;
}

static unsigned int build_repeat(struct builder *b, const struct re_node *n, unsigned int around,
				 unsigned int next)
{
	const struct re_node *kid = n->kids.v[0];
	unsigned int height = around + 1, entry, end, left = n->max;

	end = mark(b, MARK_CLOSE, around, next);
	entry = end;
	if (left == RE_UNLIMITED) {
		left = n->min ? n->min - 1 : 0;
		entry = build_loop(b, kid, height, end);
	} else {
		for (; left > n->min && left > 1 && !b->full; left--) {
			entry = build_iteration(b, kid, height, entry);
			entry = fork_to(b, entry, end);
		}
		if (left && !n->min) {
			entry = build_iteration(b, kid, height, entry);
			left--;
		}
	}
	for (; left && !b->full; left--)
		entry = build_iteration(b, kid, height, entry);
	if (!n->min) {
		unsigned int none = mark(b, MARK_NONE, height,
					 unset(b, n->groups_from, n->groups_to, height, end));

		entry = n->max ? fork_to(b, entry, none) : none;
	}
	return mark(b, MARK_OPEN, height, entry);
}

static unsigned int build_group(struct builder *b, const struct re_node *n, unsigned int around,
				unsigned int next)
{
	next = group_mark(b, MARK_CLOSE, around, n->group, next);
	next = build(b, n->kids.v[0], around + 1, next);
	return group_mark(b, MARK_OPEN, around + 1, n->group, next);
}

static unsigned int build(struct builder *b, const struct re_node *n, unsigned int around,
			  unsigned int next)
{
	if (b->full)
		return 0;
	switch (n->kind) {
	case RE_SET:
		return add(b, (struct nfa_node){ .kind = NFA_SET, .set = &n->set, .next = next });
	case RE_BOL:
	case RE_EOL:
		return add(b, (struct nfa_node){
			.kind = (n->kind == RE_BOL) != b->backward ? NFA_BOL : NFA_EOL,
			.next = next });
	case RE_CAT:
		return build_row(b, n, around, next);
	case RE_ALT:
		return build_alternatives(b, n, around, next);
	case RE_REPEAT:
		return build_repeat(b, n, around, next);
	case RE_GROUP:
		return build_group(b, n, around, next);
	}
	return 0;
}

int nfa_build(struct arena *a, const struct re_node *tree, bool backward, bool marks,
	      struct nfa *out)
{
	struct builder b = { .arena = a, .nodes = &out->nodes, .backward = backward,
			     .marks = marks };
	unsigned int match;

	*out = (struct nfa){ 0 };
	match = add(&b, (struct nfa_node){ .kind = NFA_MATCH });
	match = mark(&b, MARK_CLOSE, 0, match);
	out->start = mark(&b, MARK_OPEN, 1, build(&b, tree, 1, match));
	return b.full ? -1 : 0;
}
