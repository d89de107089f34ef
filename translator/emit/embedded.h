/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * embedded - the script's own C. Code that says "pragma:stp" needs the runtime's header alone and
 * goes to script.c, where it is inlined; all other goes to embedded.c, with kernel headers.
 * Arguments are STAP_ARG_x, the result STAP_RETVALUE, and with --compatible before 1.8 or an
 * "unmangled" comment also THIS->x and THIS->__retvalue.
 */
#ifndef EMIT_EMBEDDED_H
#define EMIT_EMBEDDED_H

#include "translator/emit/unit.h"

/* What stands in front of all functions: in script.c the macros that C there uses, functions
 * that reach globals for C, and prototypes of the functions in embedded.c; in embedded.c its
 * header and the top-level blocks. */
void embedded_begin(struct emitter *m);
/* The top-level blocks that are to come last. */
void embedded_end(struct emitter *m);

/* Writes a function whose body is C, where it belongs. */
void embedded_write_function(struct emitter *m, struct function *f);

/* Name of the C function made of an embedded expression or statement in this unit: x_1(c), or
 * x_1(c, dst) for a string. */
const char *embedded_code_name(struct unit *u, struct embedded_code *code, enum ast_type type);

/* These functions or their prototypes, in front of the unit. */
void embedded_write_codes(struct unit *u);

#endif
