/* SPDX-License-Identifier: GPL-2.0-or-later */
/* undefined - the symbols that an object file leaves to others. */
#ifndef DEBUGINFO_UNDEFINED_H
#define DEBUGINFO_UNDEFINED_H

struct buf;

/* Appends the names of a relocatable file's undefined symbols, one a line. 0, or -1 when it cannot be read. */
int undefined_symbols(const char *path, struct buf *names);

#endif
