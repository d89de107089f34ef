/* SPDX-License-Identifier: GPL-2.0-or-later */
/* kinds - the writers of single kinds of expressions and statements, one for each row of
 * ast.def. */
#ifndef EMIT_KINDS_H
#define EMIT_KINDS_H

#include "translator/emit/expr.h"

#define EXPR(kind, arm, printable, flags) struct value value_of_##arm(struct unit *u, struct expr *e);
#define STMT(kind, arm, printable, flags) void write_##arm(struct unit *u, struct stmt *s);
#include "translator/syntax/ast.def"

/* Of an assignment, ++ or --, or a call whose value is not used. */
void assign_effect(struct unit *u, struct expr *e);
void call_effect(struct unit *u, struct expr *e);

/* Stores a value in a scalar variable. */
void assign_variable(struct unit *u, const struct variable *var, struct value v);

/* A string function's or sprintf's result, written where it belongs; see expr_string_into(). */
void call_into(struct unit *u, struct expr *e, const char *dst);
void sprintf_into(struct unit *u, struct expr *e, const char *dst);

#endif
