// SPDX-License-Identifier: GPL-2.0
/*
 * The runtime as one translation unit, compiled once for a kernel (Kbuild.runtime). It is not traceable itself, and
 * has neither stack protector nor automatic initialisation: its handlers' parts may run anywhere a probe may be.
 *
 * Order of the parts = who may use whom: each part uses only those above it and what session.h declares.
 */
#include <linux/atomic.h>
#include <linux/capability.h>
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cred.h>
#include <linux/delay.h>
#include <linux/ftrace.h>
#include <linux/gfp.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/poll.h>
#include <linux/proc_fs.h>
#include <linux/random.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/sched/loadavg.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/timer.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>
#include <linux/wait.h>
#include <linux/workqueue.h>
#include <asm/irq_regs.h>
#include <asm/linkage.h>
#include <asm/ptrace.h>
#include <asm/tsc.h>
#include <asm/word-at-a-time.h>

#define STP_RUNTIME_NO_PERCPU
#include "compat_config.h"
#include "stp_embedded.h"
#include "map.h"
#include "stat.h"
#include "matcher.h"
#include "compat/ftrace.h"
#include "compat/hrtimer.h"
#include "compat/mm.h"
#include "compat/timer.h"
#include "pure/fmt.h"
#include "pure/softfp.h"
#include "pure/text.h"
#include "session.h"

#include "pure/fmt.c"
#include "pure/hist.c"
#include "pure/softfp.c"
#include "pure/text.c"

#include "params.c"
#include "clock.c"
#include "msg.c"
#include "ring.c"
#include "context.c"
#include "ring_memory.c"
#include "lock.c"
#include "mem.c"
#include "str.c"
#include "text.c"
#include "matcher.c"
#include "printf.c"
#include "slow_print.c"
#include "task.c"
#include "map.c"
#include "stat.c"
#include "probe_function.c"
#include "probe_timer.c"
#include "probe_session.c"
#include "arming.c"
#include "session.c"
#include "ctl.c"
#include "module.c"
