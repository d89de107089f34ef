/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SEMA_AUTOPRINT_H
#define SEMA_AUTOPRINT_H

struct session;

/*
 * Adds an `end` probe that prints the globals of the user's files that live code writes and nothing reads. Needs
 * usage_mark_all() and the types of globals; what it adds is resolved but not typed yet.
 */
void autoprint_unread_globals(struct session *s);

#endif
