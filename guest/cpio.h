/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An initramfs: a "newc" cpio archive, the only format that the kernel unpacks. */
#ifndef GUEST_CPIO_H
#define GUEST_CPIO_H

#include "guest/util.h"

struct cpio {
	int fd;			/* where the archive goes; belongs to the caller */
	unsigned int ino;
	bool failed;		/* a write failed; errno was told once */
	struct gu_list names;	/* what is in the archive already */
};

void cpio_begin(struct cpio *c, int fd);

/* Add an entry with all the folders above it. The path is absolute; one that is in the archive already is left
 * as it is, so what comes first wins. */
void cpio_add_bytes(struct cpio *c, const char *path, unsigned int mode, const void *data, size_t size);
void cpio_add_link(struct cpio *c, const char *path, const char *target);
void cpio_add_dir(struct cpio *c, const char *path, unsigned int mode);

/* Add a host file with its content. Returns 0, or -1 with a message. */
int cpio_add_file(struct cpio *c, const char *path, unsigned int mode, const char *host_path);

/* Write the trailer and free what c holds. Returns 0, or -1 with a message when any write failed. */
int cpio_end(struct cpio *c);

#endif
