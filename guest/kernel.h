/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Debian kernels in the user's cache: each release in a folder of its own, unpacked and never installed.
 *
 *   ${XDG_CACHE_HOME:-~/.cache}/sonde/kernels/
 *     default, bookworm, ...      symbolic links: what a suite's meta-package named when it was last asked
 *     RELEASE/root/               image, headers and kbuild packages, unpacked
 *     RELEASE/vmlinux             the kernel without its compression; boots faster than the packed one
 *     RELEASE/kallsyms, available_filter_functions, notes, btf      saved from its first boot
 *     RELEASE/toolchain/          the kernel's compiler, where this machine's is too old for it (toolchain.h)
 *     RELEASE/debug/              the -dbg package (`fetch --dbg`)
 */
#ifndef GUEST_KERNEL_H
#define GUEST_KERNEL_H

#include <stdbool.h>

/* Paths of one release; all owned by this struct. */
struct guest_kernel {
	char *release;
	char *dir;
	char *root;
	char *build;		/* what `make -C` gets to build modules */
	char *vmlinuz;
	char *vmlinux;		/* NULL when the kernel could not be unpacked */
	char *modules;		/* root/lib/modules/RELEASE */
	char *kallsyms;
	char *filter_functions;
	char *notes;
	char *btf;		/* NULL when the kernel has none */
	char *toolchain;	/* programs to build modules with, for the front of PATH; NULL: this machine's (toolchain.h) */
	char *debug;		/* NULL when the -dbg package is not there */
};

/* Folder of all kernels. The caller frees it. NULL with a message when neither XDG_CACHE_HOME nor HOME is set. */
char *guest_kernel_home(void);

/* Find a release in the cache by its name, or "" (the default), or a suite's name. Nothing is fetched.
 * Returns 0, or -1 without a message when it is not there. */
int guest_kernel_find(const char *spec, struct guest_kernel *k);

/* What guest_kernel_fetch is to do besides. */
enum guest_fetch {
	GUEST_FETCH_BUILD = 1,		/* what modules are built with, too, where this machine cannot */
	GUEST_FETCH_DEBUG = 2,		/* the debug package, too */
	GUEST_FETCH_REFRESH = 4,	/* ask a suite's meta-package again */
};

/* As guest_kernel_find, but fetches what is missing, saying so on stderr; `what` is an or of the above. Returns 0, or -1
 * with a message. */
int guest_kernel_fetch(const char *spec, int what, struct guest_kernel *k);

/* Fill in the paths of a release unpacked in dir (which fetch uses before the folder has its final name). */
void guest_kernel_paths(struct guest_kernel *k, const char *release, const char *dir);
void guest_kernel_free(struct guest_kernel *k);

#endif
