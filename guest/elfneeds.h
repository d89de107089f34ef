/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a program of the host needs beside it to run elsewhere. */
#ifndef GUEST_ELFNEEDS_H
#define GUEST_ELFNEEDS_H

#include "guest/util.h"

/* Add to paths the ELF interpreter and the shared libraries of a program, or a script's interpreter with its own
 * needs. A static program needs nothing. Returns 0, or -1 with a message that names what is not found. */
int elf_needs(const char *program, struct gu_list *paths);

/* Is the file a program that is started by a dynamic linker? */
bool elf_is_dynamic(const char *path);

#endif
