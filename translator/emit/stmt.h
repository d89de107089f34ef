/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stmt - statements as C. */
#ifndef EMIT_STMT_H
#define EMIT_STMT_H

#include "translator/emit/unit.h"

void stmt_write(struct unit *u, struct stmt *s);

/* The statement behind which the unit ends anyway, or NULL. */
const struct stmt *stmt_last(const struct stmt *body);

/* Tables and functions that the statements of a unit need in front of it. */
void stmt_write_tables(struct unit *u);

/* A comment line that names a unit and where the script has it. */
void stmt_comment(struct unit *u, const char *what, struct span at);

#endif
