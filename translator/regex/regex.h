/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * regex - POSIX extended regular expressions, compiled to the tables that runtime/matcher.c runs.
 *
 * parse.c makes a tree, nfa.c an automaton of it, and
 *	- dfa.c the deterministic one that only tells whether a string matches (forward), or where the
 *	  leftmost match begins (the pattern read backwards);
 *	- tagged.c the one that finds the longest match from there, and what each group matched.
 * All bytes that no set of the pattern tells apart are one column of the tables (classes.c); the
 * NUL is a column of its own, in which every automaton comes to its end.
 *
 * The pattern: bytes; `.` is any byte. `\` quotes the next character, but \a \b \t \n \v \f \r are
 * the control characters, and \xHH and \0 to \3 with up to two more octal digits are that byte. In
 * brackets a backslash is itself. (?:...) is no group. {,n} is {0,n}. A `)`, `{` or operator with
 * nothing to repeat is an error where POSIX leaves it undefined.
 */
#ifndef REGEX_REGEX_H
#define REGEX_REGEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

#define REGEX_REPEAT_MAX 12344		/* m, n of {m,n} */

struct regex_error {
	size_t position;		/* byte of the pattern, from 0 */
	const char *what;		/* "unmatched (" */
};

/* A deterministic automaton: states * classes cells. State 0 is dead, 1 has matched for good. */
struct regex_dfa {
	const uint16_t *next;
	unsigned int states;
	unsigned int start;
	unsigned int accepting;		/* states 1 to accepting - 1 match what was read */
};

/* See struct stp_regex_tags in runtime/matcher.h. */
struct regex_tags {
	const uint16_t *next, *move, *steps, *lists, *accept;
	unsigned int states, n_steps, n_lists;
	unsigned int start[2];		/* at the string's begin, and anywhere else */
	unsigned int start_steps[2];
};

struct regex {
	const uint8_t *class_of;	/* 256 */
	unsigned int classes;
	unsigned int groups;		/* without the whole match, group 0 */
	struct regex_dfa search;	/* without groups: forward */
	struct regex_dfa backward;	/* with groups: where the match begins */
	struct regex_tags tags;		/* ... and the rest */
};

/*
 * Compiles `len` bytes. `groups`: with what matched() needs. The result and what it points to are
 * in the arena. NULL after *error was filled. Time and memory are bounded; a pattern that needs more
 * is an error.
 */
struct regex *regex_compile(struct arena *a, const char *pattern, size_t len, bool groups,
			    struct regex_error *error);

#endif
