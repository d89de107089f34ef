/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * print - what prints. Each event has a writer event_N(c, fields ...): an inline function that
 * reserves a record and stores the fields (a fixed event takes a handful of stores). sprintf
 * formats in the kernel, by a table of operations format_N.
 */
#ifndef EMIT_PRINT_H
#define EMIT_PRINT_H

#include "translator/emit/unit.h"

/* The writer of one event. */
void print_write_event(struct emitter *m, struct cwriter *w, const struct event *event);

/* The tables that a unit is the first to use. */
void print_write_formats(struct unit *u);

#endif
