/* SPDX-License-Identifier: GPL-2.0-or-later */
/* globals - the script's global variables: g_NAME, a number, MAXSTRINGLEN bytes, or an array
 * made from runtime/map_tmpl.h. */
#ifndef EMIT_GLOBALS_H
#define EMIT_GLOBALS_H

#include "translator/emit/unit.h"

/* Definitions, and the locks that any handler takes. */
void globals_write(struct emitter *m);

/* The table of arrays; returns how many. */
unsigned globals_write_maps(struct emitter *m);

/* STAP_GLOBAL_GET_x and STAP_GLOBAL_SET_x for what C says with pragma:read:x and pragma:write:x. */
void globals_write_accessors(struct emitter *m);

#endif
