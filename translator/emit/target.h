/* SPDX-License-Identifier: GPL-2.0-or-later */
/* target - fetch programs as C, for those who read a target variable and those who write one. */
#ifndef EMIT_TARGET_H
#define EMIT_TARGET_H

#include "translator/emit/expr.h"

struct fetch_op;

/* Runs the first n steps of e's program, its operands evaluated before; returns the temporary that has the number. */
const char *target_run(struct unit *u, struct expr *e, unsigned n);

/* One step more of temporary t; not one that has operands. */
void target_step(struct unit *u, const char *t, const struct fetch_op *op, struct span at);

/* Name of a register's place in struct pt_regs: "STP_OFF_REGS_DI" for DWARF's number of rdi. */
const char *target_register(struct unit *u, unsigned number, struct span at);

/* x = v, x += v; x++, --x for a target variable x. Each returns the expression's value. */
struct value store_assign(struct unit *u, struct expr *e);
struct value store_step(struct unit *u, struct expr *e);

#endif
