/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hist - histograms of aggregates: counting, buckets, charts, with runtime/stat.h. */
#ifndef EMIT_HIST_H
#define EMIT_HIST_H

#include "translator/emit/expr.h"

struct buf;
struct stat_hist;

/* Inside an update function: counts `v` in `cell`. */
void hist_write_update(struct cwriter *w, const struct stat_hist *h);

/* @hist_x(v)[i]. */
struct value hist_bucket(struct unit *u, struct expr *e);

/* foreach (b in @hist_x(v)). */
void hist_foreach(struct unit *u, struct stmt *s);

/* The values of a print, of which some may be histograms: those come last, for they need the context's scratch memory.
 * In the kernel (sprintf) a histogram's value is its chart as a string, else its buckets as bytes. */
void hist_operands(struct unit *u, const struct exprs *args, struct value *values, bool in_kernel);

/* "HKIND/BUCKETS/LOW/STEP/WIDTH/ELISION": the type of a field that is shown as a chart. */
void hist_field_type(const struct emitter *m, struct buf *out, const struct stat_hist *h);

#endif
