/* SPDX-License-Identifier: GPL-2.0-or-later */
/* array - elements of arrays, through the functions that runtime/map_tmpl.h makes for each
 * array. */
#ifndef EMIT_ARRAY_H
#define EMIT_ARRAY_H

#include "translator/emit/expr.h"

/* "k1, k2": the values as arguments. */
const char *array_keys(struct unit *u, const struct value *keys, unsigned n);

/* The element's value, in a temporary. */
struct value array_get(struct unit *u, const struct variable *var, const char *keys);

/* Evaluates the keys of the element on the left of an assignment and then its right side, which is the last of the values (arena). */
struct value *array_operands(struct unit *u, struct expr *assignment);

/* Stores; leaves when the array is full. */
void array_set(struct unit *u, const struct variable *var, const char *keys, struct value v,
	       struct span at);

/* Adds to a number; returns the new value. */
struct value array_add(struct unit *u, const struct variable *var, const char *keys, struct value n,
		       struct span at);

/* delete a[keys]; keys may be EXPR_ANY. */
void array_delete(struct unit *u, struct ast_index *x);

/* "g_a_key0(n_1) == l_x && ...": whether a node matches keys of which some may be EXPR_ANY; NULL
 * when all are. `values` has one entry for each key, unused for EXPR_ANY. */
const char *array_match(struct unit *u, const struct variable *var, const char *node,
			const struct exprs *keys,
			const struct value *values);

/* Evaluates the keys that are not EXPR_ANY; arena memory, one entry for each key. */
struct value *array_pattern(struct unit *u, const struct exprs *keys);

#endif
