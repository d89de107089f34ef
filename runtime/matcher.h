/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Regular expressions (`s =~ "re"`): the tables that the translator makes of a pattern, and what runs them. Included after
 * stp.h; no kernel header. All tables have a column for each class of bytes that the pattern does not tell apart; the
 * NUL is class 0, where every automaton ends. So the time is that of a table access for each byte, and no memory is
 * needed; what remembers groups looks at each byte three times and writes into the context's own memory.
 */
#ifndef STP_MATCHER_H
#define STP_MATCHER_H

/* State 0 cannot match any more, 1 has matched whatever follows. */
struct stp_regex_dfa {
	const stp_u16 *next;		/* [state][class] */
	stp_u32 classes;
	stp_u32 start;
	stp_u32 accepting;		/* states 1 to accepting - 1 match what was read */
};

struct stp_regex {
	const stp_u8 *class_of;		/* [byte] */
	struct stp_regex_dfa dfa;	/* forward: does it match? With tags, backward: where does it begin? */
	const struct stp_regex_tags *tags;	/* NULL: nobody asks for groups */
};

/*
 * The automaton that starts where the match begins. In each state it is at several places of the pattern at once; a
 * *step* leads to one of them: the place that it comes from in the state before, and a list of the groups whose bounds
 * it passed, the last first.
 */
struct stp_regex_tags {
	const stp_u16 *next;		/* [state][class] */
	const stp_u16 *move;		/* [state][class]: first of the steps to the next state, in `steps` */
	const stp_u16 *steps;		/* pairs: place, list. The first of a move: place + 1 that the match comes from
					 * if the string ends here, or 0 */
	const stp_u16 *lists;		/* 2 * group: begins; 2 * group + 1: ends; STP_REGEX_UNSET | group; up to
					 * STP_REGEX_END */
	const stp_u16 *accept;		/* [state]: place + 1 of a match that ends here, or 0 */
	stp_u32 groups;
	stp_u32 start[2];		/* state at the string's begin, and anywhere else */
	stp_u32 start_move[2];		/* steps to it */
};
#define STP_REGEX_UNSET		0x8000u
#define STP_REGEX_END		0xffffu

/* The last match of a handler, behind its frames. */
struct stp_match {
	stp_u32 ok;			/* there is one */
	stp_u32 groups;
	char *text;			/* copy of the string; MAXSTRINGLEN bytes */
	stp_u16 *log;			/* states passed, MAXSTRINGLEN */
	stp_u32 at[];			/* group g: from at[2g] to at[2g + 1]; STP_MATCH_NONE: took no part */
};
#define STP_MATCH_NONE		(~0u)
#define STP_MATCH_OUT		(~1u)	/* begin of a group that is known to have taken no part */

/* Bytes of it for patterns of up to `groups` groups. */
#define STP_MATCH_BYTES(groups, string_size) \
	(sizeof(struct stp_match) + 8 * ((groups) + 1) + (string_size) + 2 * (string_size) + 8)

/* 1 or 0. Context: any handler. */
int stp_regex_match(const struct stp_regex *r, const char *s);
/* The same for a pattern with tags, and remembers the match, or that there was none. */
int stp_regex_search(struct stp_ctx *c, const struct stp_regex *r, const char *s);
/* At the start of a handler: there was no match yet. */
void stp_match_begin(struct stp_ctx *c);

/* What matched(), matched_str() (n 0) and ngroups() give; an error without a match, or such a group. */
void stp_matched(struct stp_ctx *c, char *dst, stp_s64 n);
stp_s64 stp_match_groups(struct stp_ctx *c);

#endif
