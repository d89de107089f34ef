# SPDX-License-Identifier: GPL-2.0-or-later
libstap_a_SOURCES += \
	translator/debuginfo/debuginfo.h \
	translator/debuginfo/dw.c \
	translator/debuginfo/dw.h \
	translator/debuginfo/functions.c \
	translator/debuginfo/handle.h \
	translator/debuginfo/location.c \
	translator/debuginfo/open.c \
	translator/debuginfo/regs.h \
	translator/debuginfo/regs_x86_64.c \
	translator/debuginfo/symbols.c \
	translator/debuginfo/symbols.h \
	translator/debuginfo/types.c \
	translator/debuginfo/undefined.c \
	translator/debuginfo/undefined.h \
	$(NULL)

# It asks about its own functions, so it must have the debug information of optimised code whatever CFLAGS says.
check_PROGRAMS += testsuite/unit/di_functions
testsuite_unit_di_functions_SOURCES = testsuite/unit/di_functions.c
testsuite_unit_di_functions_CFLAGS = $(AM_CFLAGS) -O2 -g
testsuite_unit_di_functions_LDADD = libstap.a $(STAP_LIBS)
