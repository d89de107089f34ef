/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files that a loaded module serves. Apart from the rest so that tests can stand in for the kernel. */
#ifndef STAPRUN_PROCFILE_H
#define STAPRUN_PROCFILE_H

/* Opens "control", "ring" or "events" of `module`. Returns a descriptor, or -1 after a message. */
int procfile_open(const char *module, const char *file, int flags);

#endif
