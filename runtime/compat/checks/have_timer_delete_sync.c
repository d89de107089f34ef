/* SPDX-License-Identifier: GPL-2.0 */
/* compat/timer.h: 9b13df3fb64e (6.2) and its stable copies */
#include <linux/timer.h>

static inline void have_timer_delete_sync(struct timer_list *timer)
{
	timer_delete_sync(timer);
}
