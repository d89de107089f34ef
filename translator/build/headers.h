/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * headers - the list of files that an object was compiled of, so that a changed kernel header is noticed.
 *
 * A list is a text file: the digest of all sizes and times of change, then one absolute path a line. A thousand stat()
 * calls cost about two milliseconds; a header that was rewritten with the same size and the same time passes as unchanged,
 * as it does for make.
 * One that changes while the object is compiled leaves a list that counts as changed.
 */
#ifndef BUILD_HEADERS_H
#define BUILD_HEADERS_H

#include <stdbool.h>

struct session;

/*
 * Writes the list `dir`/`name` out of `dir`/`deps`: make rules by the compiler (-MMD) or a .cmd file of kbuild. Relative paths
 * are below the kernel's build folder; files in `dir` itself are left out, and its file Kbuild is older than all that was
 * compiled. 0; -1 when it cannot be written (reported).
 * A missing `deps` leaves a list that counts as changed.
 */
int headers_record(struct session *s, const char *dir, const char *deps, const char *name);

/* Are all files of the list what they were? False also when there is no list. */
bool headers_unchanged(const char *list);

#endif
