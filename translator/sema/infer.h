/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of the pass infer that have a file of their own. */
#ifndef SEMA_INFER_H
#define SEMA_INFER_H

#include <stdbool.h>

struct embedded_code;
struct session;

/* Reports each expression whose value is used and has no type. Needs usage_mark_all(). */
void infer_report_untyped(struct session *s);

/* Does the C text set the function's return value? */
bool embedded_returns(const struct embedded_code *code);

#endif
