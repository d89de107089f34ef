/* SPDX-License-Identifier: GPL-2.0-or-later */
/* loop - what the loops of the language share with the one over a histogram's buckets (hist.c). */
#ifndef EMIT_LOOP_H
#define EMIT_LOOP_H

#include "translator/emit/unit.h"

struct expr;
struct stmt;

/* Spends actions for one time round `loop`; leaves when there are none left. */
void loop_spend(struct unit *u, struct stmt *loop, struct stmt *body);

/* The body, in which `continue` goes to the label (NULL: is C's). Returns whether it did. */
bool loop_write_body(struct unit *u, struct stmt *body, const char *continue_to);

/* The value of `limit`, evaluated once, in a temporary that the loop counts down. */
const char *loop_limit(struct unit *u, struct expr *limit);

#endif
