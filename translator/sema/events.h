/* SPDX-License-Identifier: GPL-2.0-or-later */
/* events - makes the numbered events of a program: by pass_events() for print statements, by the emitter for embedded C. */
#ifndef SEMA_EVENTS_H
#define SEMA_EVENTS_H

#include <stddef.h>

#include "translator/base/source.h"

struct session;
struct event;
struct format;

/* Parses a format; arena memory. NULL when it is not one, after a diagnostic at `at`. `text` is kept, not copied. */
struct format *format_parse(struct session *s, struct span at, const char *text, size_t length);

/* Adds an event for the format, with a field for each of its values, and returns it; names[i] is the script or C text
 * behind value i (kept). Arena memory. */
struct event *event_add(struct session *s, struct span at, struct format *format, const char *const *names);

#endif
