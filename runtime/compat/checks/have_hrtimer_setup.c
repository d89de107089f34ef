/* SPDX-License-Identifier: GPL-2.0 */
/* compat/hrtimer.h: 908a1d775422 (6.13) */
#include <linux/hrtimer.h>

static inline void have_hrtimer_setup(struct hrtimer *timer, enum hrtimer_restart (*function)(struct hrtimer *))
{
	hrtimer_setup(timer, function, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
}
