/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The QEMU process of one guest and the sockets that are its ports. */
#ifndef GUEST_QEMU_H
#define GUEST_QEMU_H

#include <sys/types.h>

#include "guest/proto.h"
#include "guest/run.h"

struct qemu {
	pid_t pid;
	int port[GUEST_PORT__COUNT];	/* our ends, non-blocking */
	int klog;			/* the guest's console, -1 when it goes to a file of the user's */
	int messages;			/* what QEMU itself had to say */
};

/* Start QEMU on a job with this initramfs. It dies with this process, whatever ends it. Returns 0, or -1 with a
 * message. */
int qemu_start(struct qemu *q, const struct guest_job *job, int initramfs);

/* Kill QEMU if it still runs (after wait_ms milliseconds in which it may end by itself), and close the ports. The logs
 * stay until qemu_close. Returns its wait status, or -1. */
int qemu_stop(struct qemu *q, int wait_ms);
void qemu_close(struct qemu *q);

#endif
