/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * syntax_error - from the tokens that the grammar would have taken to a message that helps.
 */
#ifndef SYNTAX_SYNTAX_ERROR_H
#define SYNTAX_SYNTAX_ERROR_H

#include "translator/syntax/parser.h"

#define EXPECTED_MAX 96

struct syntax_error {
	const char *expected[EXPECTED_MAX];	/* names as grammar.y gives them */
	unsigned int n;
};

void syntax_error_expect(struct syntax_error *e, const char *name);

/*
 * Reports at the token that was handed out last. Says nothing about junk that was reported before.
 */
void syntax_error_report(struct parser *p, const struct syntax_error *e, struct span at);

#endif
