/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * target - target expressions ($x->y[i], &$x, @cast(p, "t")->z) as fetch programs. A family knows where its handlers
 * find a variable; what stands behind the variable's name is the same for all of them, and done here.
 *
 * Sets e->type and e->u.target.resolved, a struct fetch: the value, or the address for &. A program that ends with
 * FETCH_DEREF, or with that and FETCH_BITS, says also where a written value goes. FETCH_OPERAND and FETCH_INDEX count
 * the expressions in e in the order operand, indices.
 */
#ifndef FAMILY_TARGET_H
#define FAMILY_TARGET_H

#include <stdint.h>

struct debuginfo;
struct di_variable;
struct di_variables;
struct expr;
struct session;

/* The expression begins with variable v. Returns 0, or -1 with a diagnostic. */
int target_resolve(struct session *s, struct debuginfo *d, struct expr *e, const struct di_variable *v);

/* e is a number that is known now: an enumerator. Returns 0, or -1 with a diagnostic. */
int target_number(struct session *s, struct expr *e, int64_t value);

/* $$parms and its kin, $$parms$: e becomes the sprintf() that shows `vars` as name=value. Returns 0, or -1. */
int target_list(struct session *s, struct debuginfo *d, struct expr *e, const struct di_variables *vars);

#endif
