# SPDX-License-Identifier: GPL-2.0-or-later
include runtime/pure/local.mk

# All of the reader except its main, so that unit tests can link it.
noinst_LIBRARIES += staprun/libreader.a
staprun_libreader_a_SOURCES = \
	staprun/command.c \
	staprun/command.h \
	staprun/control.c \
	staprun/control.h \
	staprun/events.c \
	staprun/events.h \
	staprun/events_run.c \
	staprun/loss.c \
	staprun/loss.h \
	staprun/merge.c \
	staprun/merge.h \
	staprun/options.c \
	staprun/options.h \
	staprun/output.c \
	staprun/output.h \
	staprun/raw.h \
	staprun/raw_read.c \
	staprun/raw_write.c \
	staprun/procfile.c \
	staprun/procfile.h \
	staprun/ring.c \
	staprun/ring.h \
	staprun/session.c \
	staprun/session.h \
	staprun/tell.c \
	staprun/tell.h \
	$(NULL)

pkglibexec_PROGRAMS += staprun/stapio
staprun_stapio_SOURCES = staprun/stapio.c
staprun_stapio_LDADD = staprun/libreader.a runtime/pure/libpure.a -lpthread

# The privileged program links nothing that it does not need.
bin_PROGRAMS += staprun/staprun
staprun_staprun_SOURCES = \
	staprun/facts.c \
	staprun/facts.h \
	staprun/load.c \
	staprun/load.h \
	staprun/modinfo.c \
	staprun/modinfo.h \
	staprun/policy.c \
	staprun/policy.h \
	staprun/priv.c \
	staprun/priv.h \
	staprun/staprun.c \
	staprun/sys.c \
	staprun/sys.h \
	$(NULL)
staprun_staprun_LDADD = staprun/libreader.a
staprun/staprun.$(OBJEXT): guest/names.h

bin_PROGRAMS += staprun/stapdecode
staprun_stapdecode_SOURCES = \
	staprun/decode.c \
	staprun/decode.h \
	staprun/raw_print.c \
	staprun/raw_print.h \
	staprun/stapdecode.c \
	$(NULL)
staprun_stapdecode_LDADD = staprun/libreader.a runtime/pure/libpure.a

bin_PROGRAMS += staprun/stap-merge
staprun_stap_merge_SOURCES = staprun/stap-merge.c
staprun_stap_merge_LDADD = staprun/libreader.a runtime/pure/libpure.a

check_PROGRAMS += testsuite/unit/pure_fmt testsuite/unit/pure_hist testsuite/unit/pure_softfp testsuite/unit/pure_text testsuite/unit/reader_merge
testsuite_unit_pure_fmt_SOURCES = \
	testsuite/unit/pure_fmt.c \
	testsuite/unit/reader_check.h \
	$(NULL)
testsuite_unit_pure_fmt_LDADD = runtime/pure/libpure.a
testsuite_unit_pure_hist_SOURCES = \
	testsuite/unit/pure_hist.c \
	testsuite/unit/reader_check.h \
	$(NULL)
testsuite_unit_pure_hist_LDADD = runtime/pure/libpure.a
testsuite_unit_pure_text_SOURCES = testsuite/unit/pure_text.c testsuite/unit/base_check.h
testsuite_unit_pure_text_LDADD = runtime/pure/libpure.a
testsuite_unit_pure_softfp_SOURCES = testsuite/unit/pure_softfp.c testsuite/unit/base_check.h
testsuite_unit_pure_softfp_LDADD = runtime/pure/libpure.a -lm
testsuite_unit_reader_merge_SOURCES = \
	testsuite/unit/reader_check.h \
	testsuite/unit/reader_fake.c \
	testsuite/unit/reader_fake.h \
	testsuite/unit/reader_merge.c \
	$(NULL)
testsuite_unit_reader_merge_LDADD = staprun/libreader.a runtime/pure/libpure.a
