/* SPDX-License-Identifier: GPL-2.0-or-later */
/* launch - where a module can run, and running it: by staprun on this machine, or in a guest. */
#ifndef BUILD_LAUNCH_H
#define BUILD_LAUNCH_H

struct session;

/* Can the script run where the options want it to? 0, or -1 (reported) with the reason and the way out. */
int launch_check(struct session *s);

#endif
