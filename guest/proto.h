/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What `stap-guest run` and the guest's /init say to each other. Four virtio-serial ports: one for these
 * messages, one each for the command's stdin, stdout and stderr, which carry nothing but its bytes. Ends of
 * streams are told by byte counts on the control port, so no port is ever closed in mid-run. */
#ifndef GUEST_PROTO_H
#define GUEST_PROTO_H

#include <stdint.h>

enum guest_port {	/* the number N of /dev/vport0pN; 0 belongs to the console driver */
	GUEST_PORT_CTL = 1,
	GUEST_PORT_IN,
	GUEST_PORT_OUT,
	GUEST_PORT_ERR,
	GUEST_PORT__COUNT
};

enum guest_msg_kind {
	/* guest to host */
	GUEST_READY = 1,	/* /init is up, the command starts */
	GUEST_BEAT,		/* still alive */
	GUEST_FAIL,		/* /init cannot go on: arg = errno, a = enum guest_init_step */
	GUEST_EXIT,		/* the command ended: arg = exit status, a and b = bytes on out and err */
	/* host to guest */
	GUEST_SIGNAL,		/* arg = signal number */
	GUEST_STDIN_END,	/* a = bytes that stdin has in all */
	GUEST_CLOSE,		/* arg = 1 or 2: nobody reads that stream any more */
	GUEST_BYE,		/* everything arrived: power off */
};

struct guest_msg {
	uint32_t kind;
	uint32_t arg;
	uint64_t a;
	uint64_t b;
};
_Static_assert(sizeof(struct guest_msg) == 24, "same bytes on both sides");

enum guest_init_step { GUEST_STEP_JOB, GUEST_STEP_EXEC };

#define GUEST_BEAT_MS 2000

/* The job file: flag letters, NUL, then the command's arguments, each ended by a NUL. */
#define GUEST_JOB_PATH "/etc/stap-guest.job"
#define GUEST_JOB_STDIN 'i'	/* stdin is passed; else the command reads /dev/null */
#define GUEST_JOB_QUIET 'q'	/* no heartbeat: the guest counts instructions */
/* The kernel modules that /init loads, one path a line, in order. */
#define GUEST_MODULES_PATH "/etc/stap-guest.modules"

#endif
