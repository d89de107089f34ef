/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Building modules for a kernel that is newer than this machine. Such a kernel's makefiles give options that an older
 * gcc does not know, and their programs (objtool, modpost) want a newer C library. So gcc, binutils and that library
 * come from the kernel's own suite. They are unpacked, not installed, and run where they lie:
 *
 *   RELEASE/toolchain/root/	the packages
 *   RELEASE/toolchain/bin/	one script for each program, which starts it by the unpacked dynamic linker with the
 *				unpacked libraries; for the front of PATH
 *
 * The programs of the kernel's makefiles become such scripts themselves, with the original beside them as NAME.elf. */
#ifndef GUEST_TOOLCHAIN_H
#define GUEST_TOOLCHAIN_H

#include <stdbool.h>

struct apt;
struct guest_kernel;

/* The compiler as its package is called, out of CONFIG_CC_VERSION_TEXT: "gcc-14" from "x86_64-linux-gnu-gcc-14 (Debian
 * 14.2.0-19) 14.2.0", "clang" from "clang version 19". The caller frees it. */
char *toolchain_compiler(const char *version_text);

/* Can this machine's own programs stand in for the compiler? It is installed, or "gcc" is at least as new. */
bool toolchain_on_host(const char *compiler);

/* Must a toolchain be fetched before modules for a kernel can be built here? */
bool toolchain_lacks(const struct guest_kernel *k);

/* Fetch it, from an apt that is open for the kernel's suite; `tmp` is a folder for downloads on the kernels' disk.
 * Returns 0, or -1 with a message. */
int toolchain_fetch(struct apt *a, const char *tmp, const struct guest_kernel *k);

#endif
