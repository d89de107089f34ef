# SPDX-License-Identifier: GPL-2.0-or-later
# The test driver, its guest's side, and the small programs that give probes something to see. Nothing here lists
# test cases: the driver finds them by their folder (testsuite/driver/main.c). Unit tests are listed where the code
# that they test is.
check_PROGRAMS += testsuite/driver/stap-test testsuite/driver/stap-test-runner
testsuite_driver_stap_test_SOURCES = \
	testsuite/driver/batch.c \
	testsuite/driver/case.c \
	testsuite/driver/case.h \
	testsuite/driver/host.c \
	testsuite/driver/judge.c \
	testsuite/driver/judge.h \
	testsuite/driver/main.c \
	testsuite/driver/page.c \
	testsuite/driver/page.h \
	testsuite/driver/suite.h \
	$(NULL)
testsuite_driver_stap_test_CPPFLAGS = $(AM_CPPFLAGS) \
	-DSRCDIR='"$(abs_top_srcdir)"' \
	-DBUILDDIR='"$(abs_top_builddir)"' \
	$(NULL)
testsuite_driver_stap_test_LDADD = libguest.a

testsuite_driver_stap_test_runner_SOURCES = testsuite/driver/runner.c
testsuite_driver_stap_test_runner_LDFLAGS = -static

# They run where there is no shared library. One source file each, of the same name.
TEST_PROGS = \
	testsuite/progs/execs \
	testsuite/progs/getsid_loop \
	testsuite/progs/killself \
	testsuite/progs/naps \
	testsuite/progs/numbered \
	testsuite/progs/openread \
	testsuite/progs/two_cpu_calls \
	testsuite/progs/two_cpu_getsid \
	testsuite/progs/writes \
	$(NULL)
check_PROGRAMS += $(TEST_PROGS)
testsuite_progs_execs_LDFLAGS = -static
testsuite_progs_getsid_loop_LDFLAGS = -static
testsuite_progs_killself_LDFLAGS = -static
testsuite_progs_naps_LDFLAGS = -static
testsuite_progs_numbered_LDFLAGS = -static
testsuite_progs_openread_LDFLAGS = -static
testsuite_progs_two_cpu_calls_LDFLAGS = -static -pthread
testsuite_progs_two_cpu_getsid_LDFLAGS = -static -pthread
testsuite_progs_writes_LDFLAGS = -static

testsuite/progs.list: Makefile
	$(AM_V_GEN)$(MKDIR_P) testsuite && echo $(TEST_PROGS) >$@
CLEANFILES += testsuite/progs.list

# Everything that testsuite/run needs, without running it. One after the other: two makes must not build one file at once.
check-programs:
	+$(MAKE) $(AM_MAKEFLAGS) all
	+$(MAKE) $(AM_MAKEFLAGS) $(check_PROGRAMS) testsuite/progs.list
.PHONY: check-programs

check-local: testsuite/progs.list
	SONDE_BUILD=$(abs_top_builddir) $(srcdir)/testsuite/run

EXTRA_DIST += testsuite
