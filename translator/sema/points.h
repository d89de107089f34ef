/* SPDX-License-Identifier: GPL-2.0-or-later */
/* points - matching of probe points against alias names, and the message for one that matches nothing. */
#ifndef SEMA_POINTS_H
#define SEMA_POINTS_H

#include <stdbool.h>

#include "translator/syntax/ast.h"

struct session;

/* Number of the point's leading components that the alias name consumes when it matches all of the name; 0: no match. */
unsigned int point_match_alias(const struct probe_point *point, const struct probe_point *name);

/* Any * in a component? */
bool point_has_wildcard(const struct probe_point *point);

/* Makes the library parse the files whose aliases the point, or a part of it from the left, can mean. */
void point_reach_aliases(struct session *s, const struct probe_point *point);

/* Reports why nothing matches: the component at fault, with what could stand there. Returns -1. */
int point_report_mismatch(struct session *s, const struct probe_point *point);

/* The point's text as it would be written (arena). */
const char *point_text(struct session *s, const struct probe_point *point);

#endif
