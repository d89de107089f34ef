/* SPDX-License-Identifier: GPL-2.0 */
/* <linux/timer.h> as it differs between kernels. */
#ifndef STP_COMPAT_TIMER_H
#define STP_COMPAT_TIMER_H

#include <linux/timer.h>

/* timer_delete_sync() is the name since 9b13df3fb64e (6.2), in stable kernels too; del_timer_sync() is gone in 6.15. */
static inline void stp_timer_delete_sync(struct timer_list *timer)
{
#ifdef STP_HAVE_TIMER_DELETE_SYNC
	timer_delete_sync(timer);
#else
	del_timer_sync(timer);
#endif
}

#endif
