/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stat - aggregates: their cells, updates and statistics, with runtime/stat.h. */
#ifndef EMIT_STAT_H
#define EMIT_STAT_H

#include "translator/emit/expr.h"

/* Whether the program has aggregates. */
bool stat_any(const struct emitter *m);

/* In the head of the script: what it includes for them. */
void stat_write_head(struct emitter *m);

/* Description and update function of one variable; of an array in front of and behind the inclusion of its map. */
void stat_write_scalar(struct emitter *m, const struct variable *v);
void stat_write_array_parameters(struct emitter *m, const struct variable *v, unsigned entries);
void stat_write_array(struct emitter *m, const struct variable *v, unsigned entries);

/* The table `statistics`. */
void stat_write_table(struct emitter *m);

/* x <<< v, whose value is v. */
struct value stat_add(struct unit *u, struct expr *e);

/* delete x. */
void stat_delete(struct unit *u, const struct variable *v);

/* Which cell @op(operand) asks for, as text: "0", or a temporary with an element's index. */
const char *stat_index(struct unit *u, struct expr *operand);

/* Before foreach: gives each element the number that is sorted by. */
void stat_sort_by(struct unit *u, const struct ast_foreach *f);

#endif
