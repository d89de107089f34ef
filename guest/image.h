/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a guest boots into: an initramfs with busybox, /init, the virtio drivers and the job's files. */
#ifndef GUEST_IMAGE_H
#define GUEST_IMAGE_H

#include "guest/run.h"

/* Build the initramfs of a job in memory. with_stdin: /init passes stdin. Returns a descriptor that the caller
 * closes, or -1 with a message. */
int guest_image_make(const struct guest_job *job, bool with_stdin);

#endif
