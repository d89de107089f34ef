# SPDX-License-Identifier: GPL-2.0-or-later
libstap_a_SOURCES += \
	translator/debuginfo/btf_open.c \
	translator/debuginfo/btf_reader.h \
	translator/debuginfo/btf_types.c \
	translator/debuginfo/debuginfo.h \
	translator/debuginfo/dw.c \
	translator/debuginfo/dw.h \
	translator/debuginfo/dwarf_functions.c \
	translator/debuginfo/dwarf_location.c \
	translator/debuginfo/dwarf_types.c \
	translator/debuginfo/handle.h \
	translator/debuginfo/open.c \
	translator/debuginfo/query.c \
	translator/debuginfo/regs.h \
	translator/debuginfo/regs_x86_64.c \
	translator/debuginfo/symbols.c \
	translator/debuginfo/symbols.h \
	translator/debuginfo/undefined.c \
	translator/debuginfo/undefined.h \
	$(NULL)

# It asks about its own functions, so it must have the debug information of optimised code whatever CFLAGS says.
check_PROGRAMS += testsuite/unit/di_functions
testsuite_unit_di_functions_SOURCES = testsuite/unit/di_functions.c
testsuite_unit_di_functions_CFLAGS = $(AM_CFLAGS) -O2 -g
testsuite_unit_di_functions_LDADD = libstap.a $(STAP_LIBS)

# Run by testsuite/build/dwarf_and_btf.sh, which knows where a kernel's files are.
check_PROGRAMS += testsuite/build/di_compare
testsuite_build_di_compare_SOURCES = testsuite/build/di_compare.c
testsuite_build_di_compare_LDADD = libstap.a $(STAP_LIBS)
