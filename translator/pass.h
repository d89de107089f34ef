/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pass - the driver: runs the passes of pass.def in order, tells about them, and stops at the first that failed. */
#ifndef PASS_H
#define PASS_H

struct session;

/* Runs the passes up to the session's -pN. Returns the exit status of stap, 0 or 1; messages are printed. */
int pass_run_all(struct session *s);

/* Position of a pass by its name in pass.def, -1 when there is none. */
int pass_find(const char *name);

#endif
