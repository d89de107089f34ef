/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tree - a regular expression as a tree; see regex.h. */
#ifndef REGEX_TREE_H
#define REGEX_TREE_H

#include "translator/base/vec.h"
#include "translator/regex/regex.h"

enum re_kind {
	RE_SET,				/* one byte of a set */
	RE_BOL,				/* ^ */
	RE_EOL,				/* $ */
	RE_CAT,				/* its kids in a row; none: the empty string */
	RE_ALT,				/* one of its kids */
	RE_REPEAT,			/* kid 0, min to max times */
	RE_GROUP,			/* kid 0, remembered as `group` */
};

struct re_set {
	uint64_t bits[4];
};

#define RE_UNLIMITED 0xffffffffu

struct re_node;
VEC_TYPE(re_nodes, struct re_node *);

struct re_node {
	enum re_kind kind;
	struct re_set set;
	struct re_nodes kids;
	unsigned int min, max;
	unsigned int group;
	unsigned int depth;			/* of the tree below */
	unsigned int groups_from, groups_to;	/* numbers of the groups inside: from <= g < to */
};

static inline void re_set_add(struct re_set *s, unsigned int byte)
{
	s->bits[byte >> 6] |= 1ull << (byte & 63);
}

static inline bool re_set_has(const struct re_set *s, unsigned int byte)
{
	return s->bits[byte >> 6] >> (byte & 63) & 1;
}

/* The pattern as a tree in the arena, *groups its groups + 1. NULL after *error was filled. */
struct re_node *re_parse(struct arena *a, const char *pattern, size_t len, unsigned int *groups,
			 struct regex_error *error);

#endif
