/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * expr - expressions as C. What has side effects, may fail or must be evaluated at its place
 * becomes statements; what is left is a value: a C expression without side effects, evaluated
 * wherever it is used. A value remembers how long it stays what it is, and operands() saves it in a
 * temporary or slot when what is evaluated later would change it.
 */
#ifndef EMIT_EXPR_H
#define EMIT_EXPR_H

#include "translator/emit/unit.h"

/* What a value depends on, from the most stable. */
enum life {
	LIFE_FIXED,		/* constants, temporaries, slots, unwritten parameters */
	LIFE_LOCAL,		/* reads a local */
	LIFE_GLOBAL,		/* reads a global, or points into one */
};

struct value {
	const char *text;	/* number: stp_s64 or int; string: const char * */
	enum life life;
	bool is_string;
	bool compound;		/* needs parentheses as an operand */
	bool narrow;		/* a C int: arithmetic on it must be widened first */
	bool boolean;		/* 0 or 1 */
	bool own;		/* a temporary that nothing else holds: may be changed */
	bool constant;		/* is `number` */
	long long number;
};

/* What evaluating an expression may change: or-ed. */
enum writes { WRITES_LOCAL = 1, WRITES_GLOBAL = 2 };
unsigned expr_writes(struct expr *e);

/* Whether expr_value() writes no statement for it. */
bool expr_is_plain(struct expr *e);

/* Whether evaluating it can raise an error. */
bool expr_can_fail(struct expr *e);

/* Whether it reads the variable itself (not through a function). */
bool expr_reads(struct expr *e, const struct variable *v);

struct value expr_value(struct unit *u, struct expr *e);

/* Evaluates n expressions from left to right; all values hold after the last. */
void expr_operands(struct unit *u, struct expr *const *e, unsigned n, struct value *values);

/* For the side effects alone. */
void expr_effect(struct unit *u, struct expr *e);

/* Evaluates a string into `dst`, MAXSTRINGLEN bytes that the expression does not read. */
void expr_string_into(struct unit *u, struct expr *e, const char *dst);

/* Text of a condition, for between the parentheses of `if`. */
const char *expr_condition(struct unit *u, struct expr *e);

/* ---- pieces for the other files of this folder */

struct value value_fixed(const char *text, bool is_string);
struct value value_number(struct unit *u, long long n);
struct value value_variable(struct unit *u, struct variable *v);
/* The text as an operand: in parentheses if need be. */
const char *value_operand(struct unit *u, struct value v);
/* `left op right` of two numbers, C semantics on 64 bits; division may write statements. */
struct value value_binary(struct unit *u, enum binary_op op, struct value left, struct value right,
			  struct span at);
/* A value that nothing evaluated later can change. */
struct value value_save(struct unit *u, struct value v);

#endif
