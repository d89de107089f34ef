/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * function - functions of the script: f_NAME(c, arguments) returns a number; a string function
 * writes to its second parameter, MAXSTRINGLEN bytes, and returns nothing. Functions in embedded C
 * are embedded.h's, with the same prototypes.
 */
#ifndef EMIT_FUNCTION_H
#define EMIT_FUNCTION_H

#include "translator/emit/unit.h"

/* "stp_s64 f_x(struct stp_ctx *c, stp_s64 PREFIXa)"; a parameter is called PREFIX and its name,
 * or as names_variable() says when prefix is NULL. Arena text. */
const char *function_prototype(struct emitter *m, const struct function *f, const char *prefix);

/* Writes one function with a body. */
void function_write(struct emitter *m, struct function *f);

/* `next` in a function: calls the overload behind it, or raises the error that there is none. */
void function_fall_through(struct unit *u, struct stmt *s);

/* Prototypes of functions that another one calls before it is defined. */
void function_write_forward(struct emitter *m);

/* Is it called from the file of embedded C, by STAP_NEXT? Then it is no static function. */
bool function_is_external(const struct emitter *m, const struct function *f);

#endif
