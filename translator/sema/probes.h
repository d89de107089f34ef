/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SEMA_PROBES_H
#define SEMA_PROBES_H

struct probe_decl;
struct session;

/* Adds the probes that one declaration asks for to the program; reports what it cannot. */
void probes_expand_decl(struct session *s, struct probe_decl *decl);

/* Expands the probes of files that joined the program since the last call. 0, or -1 when an error was reported. */
int probes_expand_files(struct session *s);

#endif
