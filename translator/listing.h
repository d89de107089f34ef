/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * listing - what there is to probe and to call: -l, -L and the --dump options.
 *
 * A listing takes the place of the passes: it runs as many of them as it needs on a script of its own.
 */
#ifndef LISTING_H
#define LISTING_H

#include <stdbool.h>

struct options;
struct session;

/* Does the command line ask for a listing, instead of a script's run? */
bool listing_wanted(const struct options *o);

/* Prints it. Returns the exit status: 0, or 1 when nothing matches or its script does not parse (reported). */
int listing_run(struct session *s);

#endif
