/* SPDX-License-Identifier: GPL-2.0-or-later */
/* kbuild - one run of the kernel's makefiles. */
#ifndef BUILD_KBUILD_H
#define BUILD_KBUILD_H

struct buf;
struct session;

/* Runs `make -C BUILD M=dir VARIABLES... target`; all that it says goes to dir/log and to `log`. The folder holds a file
 * Kbuild. Returns make's exit status, or -1 when it was interrupted or could not be started (reported). */
int kbuild_run(struct session *s, const char *dir, const char *const *variables, const char *target, struct buf *log);

/* Writes dir/name. 0, or -1 (reported). */
int kbuild_write(struct session *s, const char *dir, const char *name, const char *text);

#endif
