/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scan - from bytes to tokens: words, signs, values of numbers and strings, embedded C, and the
 * script's arguments ($1 is pasted as text and scanned again, @1 as a string).
 */
#ifndef SYNTAX_SCAN_H
#define SYNTAX_SCAN_H

#include "translator/syntax/parse.h"
#include "translator/syntax/token.h"

/*
 * Appends all tokens of the source to `out` (in the scratch arena), the last one T_END. What is no
 * token comes as T_JUNK. Only warnings are reported here.
 */
void scan_source(struct parse_env *env, struct source *src, struct arena *scratch,
		 struct tokens *out);

#endif
