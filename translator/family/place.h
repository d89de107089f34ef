/* SPDX-License-Identifier: GPL-2.0-or-later */
/* place - how far a target expression has been followed: inside of target.c and pretty.c. */
#ifndef FAMILY_PLACE_H
#define FAMILY_PLACE_H

#include "translator/debuginfo/debuginfo.h"

struct expr;
struct session;

/* How far the expression has been followed. */
struct place {
	struct session *s;
	struct debuginfo *d;
	struct fetch *fetch;
	struct di_type type;		/* of what is found there */
	bool in_memory;			/* fetch gives its address, not its value */
	bool as_pointer;		/* and that address is what a script sees as a pointer: @cast(p, "t") */
	unsigned int bits, first_bit;	/* a bit-field: its width, and its lowest bit in what is loaded */
	unsigned int load;		/* its load size */
	unsigned int operands;		/* expressions that the program has used */
};

void place_push(struct place *p, struct fetch_op op);

/* A number more to the address. */
void place_add(struct place *p, int64_t n);

/* A number, an enumeration's or a pointer, of at most eight bytes. */
bool place_is_scalar(const struct di_type *t);

/* From the address to the value, if it is not there yet. */
void place_load(struct place *p);

/* Follows a pointer: what it points to is in memory. False when it is none. */
bool place_follow(struct place *p);

/* On to a member of the structure there. A bit-field is loaded by its declared type where that holds all of it, else by
 * the smallest unit that does; false when it is in more than eight bytes. */
bool place_member(struct place *p, const struct di_member *m);

/* Where a variable is. Its fetch program is copied. */
struct place place_of(struct session *s, struct debuginfo *d, const struct di_variable *v);

/* Turns e into the sprintf() that shows what is there: $x$, $x$$. Returns 0, or -1 with a diagnostic. */
int place_print(struct place *p, struct expr *e);

#endif
