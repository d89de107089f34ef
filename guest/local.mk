# SPDX-License-Identifier: GPL-2.0-or-later
# libguest.a: guests, and where the parts of the product are; stap links it too.
noinst_LIBRARIES += libguest.a
libguest_a_SOURCES = \
	guest/apt.c \
	guest/apt.h \
	guest/cpio.c \
	guest/cpio.h \
	guest/elfneeds.c \
	guest/elfneeds.h \
	guest/fetch.c \
	guest/image.c \
	guest/image.h \
	guest/kernel.c \
	guest/kernel.h \
	guest/paths.c \
	guest/paths.h \
	guest/proto.h \
	guest/qemu.c \
	guest/qemu.h \
	guest/run.c \
	guest/run.h \
	guest/toolchain.c \
	guest/toolchain.h \
	guest/unpack.c \
	guest/unpack.h \
	guest/util.c \
	guest/util.h \
	$(NULL)

pkglibexec_PROGRAMS += guest/stap-guest guest/stap-guest-init
guest_stap_guest_SOURCES = guest/main.c
guest_stap_guest_LDADD = libguest.a

# It runs where there is no shared library.
guest_stap_guest_init_SOURCES = guest/init.c guest/proto.h
guest_stap_guest_init_LDFLAGS = -static

# The names under which programs are installed, after --program-prefix and its kin.
guest/names.h: Makefile
	$(AM_V_GEN)$(MKDIR_P) guest && { \
	for p in stap staprun stapio stap-merge stapdecode stap-guest stap-guest-init; do \
		echo "#define NAME_`echo $$p | tr a-z- A-Z_` \"`echo $$p | sed '$(transform)'`\""; \
	done; \
	echo '#define ABS_SRCDIR "$(abs_top_srcdir)"'; \
	echo '#define ABS_BUILDDIR "$(abs_top_builddir)"'; } >$@.tmp && mv $@.tmp $@
guest/paths.$(OBJEXT): guest/names.h
CLEANFILES += guest/names.h

check_PROGRAMS += testsuite/unit/guest_toolchain
testsuite_unit_guest_toolchain_SOURCES = testsuite/unit/guest_toolchain.c testsuite/unit/base_check.h
testsuite_unit_guest_toolchain_LDADD = libguest.a
