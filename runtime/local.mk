# SPDX-License-Identifier: GPL-2.0-or-later
# The kernel side goes along as source: it is compiled on the user's machine, once for a kernel.
nobase_dist_pkgdata_DATA += \
	runtime/Kbuild.module \
	runtime/Kbuild.runtime \
	runtime/arch/stp_arch.h \
	runtime/arch/x86.h \
	runtime/arming.c \
	runtime/clock.c \
	runtime/compat/checks/have_ftrace_recursion_safe.c \
	runtime/compat/checks/have_hrtimer_setup.c \
	runtime/compat/checks/have_pcpu_hot.c \
	runtime/compat/checks/have_strlcpy.c \
	runtime/compat/checks/have_timer_delete_sync.c \
	runtime/compat/checks/have_vm_flags_mod.c \
	runtime/compat/ftrace.h \
	runtime/compat/hrtimer.h \
	runtime/compat/mm.h \
	runtime/compat/string.h \
	runtime/compat/timer.h \
	runtime/context.c \
	runtime/ctl.c \
	runtime/lock.c \
	runtime/map.c \
	runtime/map.h \
	runtime/map_tmpl.h \
	runtime/matcher.c \
	runtime/matcher.h \
	runtime/mem.c \
	runtime/module.c \
	runtime/msg.c \
	runtime/offsets.c \
	runtime/params.c \
	runtime/printf.c \
	runtime/probe_function.c \
	runtime/probe_session.c \
	runtime/probe_timer.c \
	runtime/pure/fmt.c \
	runtime/pure/fmt.h \
	runtime/pure/hist.c \
	runtime/pure/hist.h \
	runtime/pure/variance.h \
	runtime/pure/softfp.c \
	runtime/pure/softfp.h \
	runtime/pure/text.c \
	runtime/pure/text.h \
	runtime/ring.c \
	runtime/ring_memory.c \
	runtime/runtime.c \
	runtime/session.c \
	runtime/session.h \
	runtime/slow_print.c \
	runtime/stp.h \
	runtime/stp_embedded.h \
	runtime/stp_inline.h \
	runtime/stat.c \
	runtime/stat.h \
	runtime/stat_tmpl.h \
	runtime/stp_text.h \
	runtime/str.c \
	runtime/task.c \
	runtime/text.c \
	runtime/wire.h \
	$(NULL)

# Parts of it in user space, on the shims of runtime/host, with the flags that the tricks there need.
RT_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/runtime/host -I$(srcdir)/runtime
RT_CFLAGS = $(AM_CFLAGS) -O2 -fno-pie -mno-red-zone -Wno-sign-compare -Wno-unused-parameter -Wno-unused-function
check_PROGRAMS += testsuite/unit/rt_map testsuite/unit/rt_ring testsuite/unit/rt_str
testsuite_unit_rt_map_SOURCES = testsuite/unit/rt_map.c runtime/host/kernel.h runtime/host/stp_offsets.h
testsuite_unit_rt_map_CPPFLAGS = $(RT_CPPFLAGS)
testsuite_unit_rt_map_CFLAGS = $(RT_CFLAGS)
testsuite_unit_rt_map_LDFLAGS = -no-pie
testsuite_unit_rt_ring_SOURCES = testsuite/unit/rt_ring.c
testsuite_unit_rt_ring_CPPFLAGS = $(RT_CPPFLAGS)
testsuite_unit_rt_ring_CFLAGS = $(RT_CFLAGS)
testsuite_unit_rt_ring_LDFLAGS = -no-pie
testsuite_unit_rt_str_SOURCES = testsuite/unit/rt_str.c
testsuite_unit_rt_str_CPPFLAGS = $(RT_CPPFLAGS)
testsuite_unit_rt_str_CFLAGS = $(RT_CFLAGS)
testsuite_unit_rt_str_LDFLAGS = -no-pie

# For work on the runtime itself, in a guest.
EXTRA_DIST += \
	runtime/selftest/hand.c \
	runtime/selftest/stress.c \
	runtime/selftest/trial.c \
	$(NULL)
