/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SEMA_PLAN_H
#define SEMA_PLAN_H

struct session;

/* Reports arrays that are changed while foreach walks them, also through functions. Needs function->plan. */
void plan_check_foreach(struct session *s);

#endif
