/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a module file says about itself, read without trust in a single byte of it. */
#ifndef STAPRUN_MODINFO_H
#define STAPRUN_MODINFO_H

#include <stddef.h>

struct modinfo {
	char name[64];
	char vermagic[128];
};

/* From the `size` bytes of a file. Returns NULL, or why it is no kernel module (a constant). A name or vermagic that is
 * not there is empty. */
const char *modinfo_parse(struct modinfo *m, const void *file, size_t size);
/* From the file `fd`. As above. */
const char *modinfo_read(struct modinfo *m, int fd);

#endif
