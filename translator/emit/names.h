/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * names - what variables and functions are called in the generated C: g_x, f_x, l_x, with _2, _3
 * ... behind a name that overloads, private declarations or alias bodies use again. The order of
 * declaration decides, so names are the same each time.
 */
#ifndef EMIT_NAMES_H
#define EMIT_NAMES_H

#include "translator/syntax/ast.h"

struct session;

/* Names all globals and functions of the program. */
void names_assign(struct session *s);

/* Names the variables of one handler or function. */
void names_assign_locals(struct session *s, struct variables *locals);

const char *names_variable(const struct variable *v);
const char *names_function(const struct function *f);

#endif
