/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * preprocess - macros and conditionals, between scanner and grammar.
 *
 * A pipeline that is pulled from its end: preprocess_next takes tokens from macro_next, which takes
 * them from the scanned file or from the macro it is expanding. While a conditional skips a branch,
 * macros are neither expanded nor defined, so that errors in it do not count.
 */
#ifndef SYNTAX_PREPROCESS_H
#define SYNTAX_PREPROCESS_H

#include "translator/syntax/parse.h"
#include "translator/syntax/token.h"

struct feed;
struct scope;

struct macro {
	atom_t name;
	struct span at;
	bool has_params;		/* was defined with ( ) */
	bool library;			/* of a .stpm file: its body sees only library macros */
	struct atoms params;
	struct tokens body;
	unsigned int open;		/* %( not closed yet while the body is read */
};

/* One %( that is open. */
struct conditional {
	struct span at;
	bool in_else;
};
VEC_TYPE(conditionals, struct conditional);

struct preprocessor {
	struct parse_env *env;
	struct source *src;
	struct arena *scratch;
	struct arena *keep;		/* where macros live: library macros outlive scratch */
	bool library;			/* reading a .stpm file */
	struct map *macros;		/* defined in this file: name -> struct macro */
	struct feed *feed;		/* what is read now, the file at the bottom */
	bool skipping;
	unsigned int depth, produced;	/* bounds on expansion */
	struct conditionals open;
	struct token unread;		/* given back by macro_unread */
	bool has_unread;
};

/* Starts on the tokens of one file. */
void preprocess_init(struct preprocessor *p, struct parse_env *env, struct source *src,
		     struct tokens tokens, struct arena *scratch);

/* The next token of the language; T_END at the end, again and again. Faults are reported. */
struct token preprocess_next(struct preprocessor *p);

/* macro.c: the next token after macro expansion. */
void macro_start(struct preprocessor *p, struct tokens tokens);
struct token macro_next(struct preprocessor *p);
void macro_unread(struct preprocessor *p, struct token t);	/* one token, at most */

/* cond.c: reads a condition up to and including its %?. 0 with *value set, or -1 (reported). */
int cond_read(struct preprocessor *p, struct span open, bool *value);

#endif
