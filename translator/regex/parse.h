/* SPDX-License-Identifier: GPL-2.0-or-later */
/* parse - what parse.c and bracket.c share. */
#ifndef REGEX_PARSE_H
#define REGEX_PARSE_H

#include "translator/regex/tree.h"

struct re_parser {
	struct arena *arena;
	const char *text;
	size_t len, at;
	unsigned int groups;		/* number of the next */
	unsigned int nesting;
	struct regex_error *error;
};

/* Keeps the first error. Returns -1. */
int re_fail(struct re_parser *p, size_t position, const char *what);

/* Fills the set of `n` from behind the `[` at `begin` to behind its `]`. Returns n, or NULL after an error. */
struct re_node *re_parse_bracket(struct re_parser *p, struct re_node *n, size_t begin);

#endif
