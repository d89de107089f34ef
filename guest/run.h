/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One run of a guest: boot a kernel, run a command in it, relay its streams, signals and exit status. */
#ifndef GUEST_RUN_H
#define GUEST_RUN_H

#include "guest/kernel.h"
#include "guest/util.h"

/* Statuses of a guest that could not carry back its command's own. */
enum {
	GUEST_RC_TIMEOUT = 124,		/* time limit, or the guest no longer answers */
	GUEST_RC_PANIC = 125,		/* the kernel died, or the machine went down under the command */
	GUEST_RC_NO_BOOT = 126,		/* QEMU did not start, or the kernel never reached /init */
};

enum guest_stdin { GUEST_STDIN_AUTO, GUEST_STDIN_YES, GUEST_STDIN_NO };	/* auto: unless it is a terminal */

/* A job is plain data; run changes nothing in it. Zero means the default everywhere. */
struct guest_job {
	const struct guest_kernel *kernel;
	int smp;		/* 2; 1 with icount */
	int mem_mb;		/* 512 */
	bool icount;		/* count instructions: 1 ns of guest time each */
	bool no_tsc;		/* leave the choice of the clock source to the kernel */
	bool packed;		/* boot the packed kernel, which chooses a random load address */
	int timeout;		/* seconds for all of it; 0: no limit */
	enum guest_stdin in;
	const char *append;	/* more kernel arguments */
	const char *klog;	/* file that gets the guest's console log */
	struct gu_list files;	/* HOST:GUEST */
	struct gu_list exes;	/* HOST[:GUEST], each with the shared libraries that it needs */
	char *const *argv;	/* the command, ended by NULL */
};

/* Returns the command's exit status (128 + N for signal N; 1 instead of 0 when its output could not be written), or a
 * GUEST_RC_ after a message. */
int guest_run(const struct guest_job *job);

#endif
