/* SPDX-License-Identifier: GPL-2.0-or-later */
/* regex - patterns as the tables of runtime/matcher.h, and matching with them. */
#ifndef EMIT_REGEX_H
#define EMIT_REGEX_H

#include "translator/emit/expr.h"

/* In the head of the script: what it includes for them. */
void regex_write_head(struct emitter *m);

/* The tables of all patterns. */
void regex_write_tables(struct emitter *m);

/* What the runtime must know of the memory for the last match. */
void regex_write_config(struct emitter *m);

/* At the start of a handler. */
void regex_enter(struct unit *u);

#endif
