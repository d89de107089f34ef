/* SPDX-License-Identifier: GPL-2.0 */
/* <linux/hrtimer.h> as it differs between kernels. */
#ifndef STP_COMPAT_HRTIMER_H
#define STP_COMPAT_HRTIMER_H

#include <linux/hrtimer.h>

/* hrtimer_setup() came with 908a1d775422 (6.13); hrtimer_init() is gone since 9779489a31d7 (6.16). */
static inline void stp_hrtimer_setup(struct hrtimer *timer, enum hrtimer_restart (*function)(struct hrtimer *))
{
#ifdef STP_HAVE_HRTIMER_SETUP
	hrtimer_setup(timer, function, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
#else
	hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	timer->function = function;
#endif
}

#endif
