# SPDX-License-Identifier: GPL-2.0-or-later
# A build tree has the library beside its stap, as links to the sources; the index is made there.
TAPSETS = \
	tapsets/macros.stpm \
	tapsets/ansi.stp \
	tapsets/argv.stp \
	tapsets/atomic.stp \
	tapsets/context.stp \
	tapsets/conversions-guru.stp \
	tapsets/conversions.stp \
	tapsets/ctime.stp \
	tapsets/endian.stp \
	tapsets/errno.stp \
	tapsets/floatingpoint.stp \
	tapsets/indent.stp \
	tapsets/inet.stp \
	tapsets/init.stp \
	tapsets/ip.stp \
	tapsets/legacy.stp \
	tapsets/linux/aux_syscalls.stp \
	tapsets/linux/registers.stp \
	tapsets/linux/syscall/close.stp \
	tapsets/linux/syscall/execve.stp \
	tapsets/linux/syscall/getpid.stp \
	tapsets/linux/syscall/getsid.stp \
	tapsets/linux/syscall/kill.stp \
	tapsets/linux/syscall/nanosleep.stp \
	tapsets/linux/syscall/openat.stp \
	tapsets/linux/syscall/read.stp \
	tapsets/linux/syscall/write.stp \
	tapsets/loadavg.stp \
	tapsets/logging.stp \
	tapsets/memory_text.stp \
	tapsets/oneshot.stp \
	tapsets/random.stp \
	tapsets/regex.stp \
	tapsets/signal_text.stp \
	tapsets/speculative.stp \
	tapsets/stopwatch.stp \
	tapsets/string.stp \
	tapsets/system.stp \
	tapsets/timestamp.stp \
	tapsets/timestamp_monotonic.stp \
	tapsets/tokenize.stp \
	tapsets/uconversions-guru.stp \
	tapsets/uconversions.stp \
	$(NULL)

nobase_dist_pkgdata_DATA += $(TAPSETS)
nobase_nodist_pkgdata_DATA = tapsets/index
CLEANFILES += tapsets/index

noinst_PROGRAMS += tapsets/mkindex
tapsets_mkindex_SOURCES = tapsets/mkindex.c
tapsets_mkindex_LDADD = libstap.a libguest.a runtime/pure/libpure.a $(STAP_LIBS)

tapsets/index: tapsets/mkindex$(EXEEXT) $(TAPSETS)
	$(AM_V_GEN)for f in $(TAPSETS); do \
		$(MKDIR_P) $$(dirname $$f); test -e $$f || $(LN_S) $(abs_top_srcdir)/$$f $$f; \
	done; \
	tapsets/mkindex$(EXEEXT) tapsets $(TAPSETS:tapsets/%=%) > $@.new && mv $@.new $@
