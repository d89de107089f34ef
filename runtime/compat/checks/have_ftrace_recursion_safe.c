/* SPDX-License-Identifier: GPL-2.0 */
/* compat/ftrace.h: the flag that a25d036d939a (5.11) turned round */
#include <linux/ftrace.h>

static inline int have_ftrace_recursion_safe(void)
{
	return FTRACE_OPS_FL_RECURSION_SAFE;
}
