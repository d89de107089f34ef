/* SPDX-License-Identifier: GPL-2.0 */
/* <linux/ftrace.h> as it differs between kernels. */
#ifndef STP_COMPAT_FTRACE_H
#define STP_COMPAT_FTRACE_H

#include <linux/ftrace.h>

/*
 * PERMANENT: not silenced by /proc/sys/kernel/ftrace_enabled (7162431dcf72, 5.5).
 * Recursion is our own business (stp_enter), and the core shall not check it again: since a25d036d939a (5.11) that is
 * the default; before, RECURSION_SAFE said so.
 * Where args do not come for free (02a474ca266a, 5.11: DYNAMIC_FTRACE_WITH_ARGS) a handler gets registers only by
 * SAVE_REGS.
 */
#ifdef STP_HAVE_FTRACE_RECURSION_SAFE
#define STP_FTRACE_RECURSION	FTRACE_OPS_FL_RECURSION_SAFE
#else
#define STP_FTRACE_RECURSION	0
#endif
#ifdef CONFIG_DYNAMIC_FTRACE_WITH_ARGS
#define STP_FTRACE_REGS		0
#else
#define STP_FTRACE_REGS		FTRACE_OPS_FL_SAVE_REGS
#endif
#define STP_FTRACE_FLAGS	(FTRACE_OPS_FL_PERMANENT | STP_FTRACE_RECURSION | STP_FTRACE_REGS)

/* Frees an unregistered ops' filter. ftrace_free_filter() does that, too, but 5.10 does not export it. */
static inline void stp_ftrace_free_filter(struct ftrace_ops *ops)
{
	ftrace_set_filter(ops, NULL, 0, 1);
}

#endif
