/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel inside a boot image. */
#ifndef GUEST_UNPACK_H
#define GUEST_UNPACK_H

/* Write the ELF kernel packed in a bzImage to a file. Returns 0; 1, without a message and without a file, when the
 * image is packed in a way that is not known here or whose program is missing (booting the packed one works
 * too); -1 with a message. */
int guest_unpack_vmlinux(const char *vmlinuz, const char *vmlinux);

#endif
