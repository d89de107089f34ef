/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SEMA_RESOLVE_H
#define SEMA_RESOLVE_H

struct session;

/* Resolves the probes that joined the program since the last call, and all that they reach. */
void resolve_new(struct session *s);

#endif
