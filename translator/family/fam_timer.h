/* SPDX-License-Identifier: GPL-2.0-or-later */
/* timer.*: what the family keeps of one probe (derived_probe.instance); fields as in struct stp_timer_probe. */
#ifndef FAM_TIMER_H
#define FAM_TIMER_H

#include <stdint.h>

struct timer_instance {
	uint32_t jiffies;		/* not 0: a timer of the kernel's tick; else an hrtimer of period_ns */
	uint64_t period_ns;
	uint64_t random;		/* same unit */
};

#endif
