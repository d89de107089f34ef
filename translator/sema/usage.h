/* SPDX-License-Identifier: GPL-2.0-or-later */
/* usage - who reads and who writes which variable, and what has no effect. Needs resolve. */
#ifndef SEMA_USAGE_H
#define SEMA_USAGE_H

#include <stdbool.h>

#include "translator/syntax/ast.h"

struct derived_probe;
struct session;

enum use {
	USE_READ = 1,		/* the value matters */
	USE_WRITE = 2,		/* replaced, deleted, or bound by foreach or catch */
	USE_UPDATE = 4,		/* x++ or x += e whose value nobody uses: not a read by itself */
};

/* `e` is the expression that updates or reads (NULL for foreach, delete, catch and embedded C); a used x++ is
 * READ | WRITE. Variables that are not bound (after an error) are left out. */
typedef void (*usage_visit)(struct variable *v, unsigned int use, struct expr *e, void *ctx);

/* Calls back for each use in the code, in no particular order; not for what called functions do. */
void usage_of_stmt(struct session *s, struct stmt *body, usage_visit visit, void *ctx);
void usage_of_expr(struct session *s, struct expr *e, bool used, usage_visit visit, void *ctx);

/* The same for all code of a probe (conditions too) and of a function. */
void usage_of_probe(struct session *s, struct derived_probe *p, usage_visit visit, void *ctx);
void usage_of_function(struct session *s, struct function *f, usage_visit visit, void *ctx);

/* Sets is_read and is_written of every variable that live code can reach; an update is a write. */
void usage_mark_all(struct session *s);

/* Sets has_effect of every function of the program. Needs function->calls. */
void usage_mark_effects(struct session *s);

/* May evaluating `e` change anything but the expression's own value? Errors that it may raise do not count. Needs
 * usage_mark_effects(). */
bool usage_has_effect(struct expr *e);

/* Can a call of `f` go on to the next overload: does it use `next`, or STAP_NEXT in C? */
bool usage_falls_through(struct function *f);

#endif
