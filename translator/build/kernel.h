/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel - the kernel that the module is for: the running one, -r RELEASE or DIR, or the guest's. Paths and settings
 * only; symbols are read by debuginfo/symbols.h, types by debuginfo/debuginfo.h.
 */
#ifndef BUILD_KERNEL_H
#define BUILD_KERNEL_H

#include <stdbool.h>

struct map;
struct session;

/* Strings live in the session's arena. A path that is not NULL was there when the kernel was opened. */
struct kernel {
	const char *release;		/* "6.1.0-57-cloud-amd64" */
	const char *arch;		/* "x86_64" */
	const char *build;		/* what `make -C` gets; NULL: no headers found */
	const char *modules;		/* folder of the kernel's own modules, or NULL */
	const char *kallsyms;		/* its symbols: as /proc/kallsyms prints them, or a real System.map; or NULL */
	const char *filter_functions;	/* as tracefs prints available_filter_functions, or NULL */
	const char *notes;		/* its ELF notes (build-id), or NULL */
	const char *btf;		/* or NULL */
	const char *toolchain;		/* folder of programs to build with, for the front of PATH; NULL: this machine's */
	const char *debug;		/* root below which debug files lie as packages install them; or NULL */
	bool guest;			/* --guest */
	bool cached;			/* it lies where stap-guest fetches to */
	bool running;			/* it is the kernel we run on */
	const struct map *config;	/* by kernel_config(); NULL until then */
	struct session *session;
};

/* Finds the kernel that the options ask for and makes session->kernel. A guest's kernel is fetched when it is missing,
 * with progress on stderr. Headers need not be there. Returns 0, or -1 (reported) when there is no such kernel. */
int kernel_open(struct session *s);

/* Value of CONFIG_x in the kernel's .config, quotes removed; NULL when it is not set. `kernel` is a struct kernel (the
 * signature is that of parse_facts.config). */
const char *kernel_config(void *kernel, const char *name);

/* Checks that modules can be built: headers and make and the compiler. 0, or -1 with what to install. Puts the kernel's
 * toolchain, if it has one, into the process's PATH. */
int kernel_need_build(struct session *s);

/* The compiler that the kernel was built with, when it is there; else "gcc". Valid after kernel_need_build(). */
const char *kernel_compiler(struct session *s);

#endif
