/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * frame - declarations of a unit's variables, and the memory of its strings: MAXSTRINGLEN bytes
 * each in c->frames, string locals first, then the slots of temporaries.
 */
#ifndef EMIT_FRAME_H
#define EMIT_FRAME_H

#include "translator/emit/unit.h"

/* Declares all that the second writing of the unit counted. Returns whether that was anything. */
bool frame_declare(struct unit *u);

/* Takes the frame from those of the callees and makes string locals empty; gives it back. */
void frame_enter(struct unit *u);
void frame_leave(struct unit *u);

/* Bytes for `slots` own strings and the deepest of the functions called, all of which are
 * written. */
unsigned long frame_bytes(struct emitter *m, unsigned slots, const struct functions *calls);

/* The C parameter whose value goes to a variable of its own, because the function changes it. */
bool frame_copies_parameter(const struct unit *u, const struct variable *v);

#endif
