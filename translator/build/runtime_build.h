/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * runtime_build - the runtime, compiled once for each kernel build and compiler, and kept in the cache. A script's module
 * only links it. See runtime/Kbuild.runtime for what is made.
 */
#ifndef BUILD_RUNTIME_BUILD_H
#define BUILD_RUNTIME_BUILD_H

#include "translator/build/digest.h"

struct session;

/* The list of kernel headers that the runtime was compiled of (headers.h), in the folder of its products. */
#define RUNTIME_HEADERS	"headers"

struct prepared {
	const char *source;		/* folder of the runtime's sources */
	const char *dir;		/* folder with stp_runtime.o, stp_offsets.h, compat_config.h */
	char key[DIGEST_TEXT];		/* kernel build, compiler, sources */
};

/* Finds or makes the runtime for the session's kernel. Says on stderr that it takes a while when it has to be made.
 * Strings in the arena. 0, or -1 (reported). */
int runtime_prepare(struct session *s, struct prepared *p);

#endif
