/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * token - what the scanner makes of a script, and every stage up to the grammar passes on.
 *
 * Kinds are the token numbers of grammar.y (T_IDENT, ',' ...). Vectors of tokens live in the
 * scratch arena of one parse; names, strings and embedded text in the session's arena.
 */
#ifndef SYNTAX_TOKEN_H
#define SYNTAX_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#include "translator/base/diag.h"
#include "translator/base/source.h"
#include "translator/base/vec.h"
#include "translator/syntax/ast.h"

enum token_flags {
	TOKEN_KEYWORD = 1,	/* a reserved word; u.name is set */
	TOKEN_PASTED = 2,	/* stems from $N or @N: the source text is not its text */
	TOKEN_COMMENT = 4,	/* a comment stands before it */
	TOKEN_ADJACENT = 8,	/* nothing stands between the token before and this one */
};

/* Text that is no token: reported when the grammar meets it, not before (it may be skipped). */
struct token_junk {
	enum diag_tag tag;	/* DIAG__COUNT: was reported already */
	unsigned int number;	/* argument of the message */
};

struct token {
	short kind;
	unsigned char op;	/* which of the signs or built-ins of one kind */
	unsigned char flags;	/* enum token_flags */
	struct span at;
	union {
		atom_t name;			/* identifiers, keywords, @words (without the @) */
		uint64_t number;
		struct ast_bytes text;		/* strings: value; embedded C: inside */
		struct token_junk junk;
	} u;
};
VEC_TYPE(tokens, struct token);

/* A junk token that says nothing when met, for what was reported already. */
struct token token_reported(struct span at);

/* The name, number ... of a token as it may be written in a script, for messages and dumps. */
void token_print(struct buf *out, const struct source_table *sources, const struct token *t);

#endif
