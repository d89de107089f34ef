/* SPDX-License-Identifier: GPL-2.0-or-later */
/* events - the table of events as the text that runtime/wire.h describes. */
#ifndef EMIT_EVENTS_H
#define EMIT_EVENTS_H

struct emitter;

/* `static const char events[] = ...`, one line of the table a line of C. */
void events_write(struct emitter *m);

#endif
