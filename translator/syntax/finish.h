/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * finish - the last look at the tokens before the grammar: what a word means by where it stands.
 */
#ifndef SYNTAX_FINISH_H
#define SYNTAX_FINISH_H

#include "translator/syntax/parse.h"
#include "translator/syntax/token.h"

/*
 * Rewrites the vector in place:
 * - adjacent strings become one;
 * - @words become the operators they are, or junk;
 * - the words, numbers and * of a probe point component become one T_POINT_NAME;
 * - keywords after -> and .return, and string( and long( become names;
 * - print( and its kin become T_PRINT;
 * - embedded C where an operand belongs becomes T_EMBEDDED_EXPR.
 */
void finish_tokens(struct parse_env *env, struct tokens *t);

#endif
