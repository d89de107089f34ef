/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SEMA_FOLD_H
#define SEMA_FOLD_H

struct expr;
struct session;
struct stmt;

/* Fold the constants of one expression, of one body. */
void fold_one(struct session *s, struct expr **e);
void fold_code(struct session *s, struct stmt **body);

/* propagate.c: replaces reads of locals that only ever hold one literal, and drops the assignment. */
void propagate_literals(struct session *s, struct stmt **body);

#endif
