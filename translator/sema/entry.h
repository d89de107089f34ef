/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * entry - @entry(e) in a .return probe: e is evaluated by a handler of its own at the function's entry, and kept with the
 * activation (a kretprobe instance's data), so that recursion and other tasks have their own.
 */
#ifndef SEMA_ENTRY_H
#define SEMA_ENTRY_H

#include <stdbool.h>

#include "translator/base/source.h"

struct derived_probe;
struct expr;
struct session;

/* Is it a probe at a function's return? */
bool entry_has(struct session *s, const struct derived_probe *probe);

/* The handler at the entry, made by the first call. NULL when entry_has() says no. */
struct derived_probe *entry_probe(struct session *s, struct derived_probe *probe);

/* Has the handler at the entry keep e; the same target expression is kept once. Returns the variable to read it by. */
struct expr *entry_save(struct session *s, struct derived_probe *probe, struct expr *e, struct span full);

/* The last statement of a handler at the entry: all is kept. */
void entry_finish(struct session *s, struct derived_probe *entry);

#endif
