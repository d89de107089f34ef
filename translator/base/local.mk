# SPDX-License-Identifier: GPL-2.0-or-later
libstap_a_SOURCES += \
	translator/base/arena.c \
	translator/base/arena.h \
	translator/base/atom.c \
	translator/base/atom.h \
	translator/base/buf.c \
	translator/base/buf.h \
	translator/base/cwriter.c \
	translator/base/cwriter.h \
	translator/base/diag.c \
	translator/base/diag.def \
	translator/base/diag.h \
	translator/base/diag_print.c \
	translator/base/diag_queue.h \
	translator/base/hash.h \
	translator/base/map.c \
	translator/base/map.h \
	translator/base/proc.c \
	translator/base/proc.h \
	translator/base/stop.c \
	translator/base/stop.h \
	translator/base/source.c \
	translator/base/source.h \
	translator/base/vec.c \
	translator/base/vec.h \
	translator/base/xstr.c \
	translator/base/xstr.h \
	$(NULL)

check_PROGRAMS += \
	testsuite/unit/base_arena \
	testsuite/unit/base_diag \
	testsuite/unit/base_map \
	testsuite/unit/base_proc \
	testsuite/unit/base_source \
	testsuite/unit/base_text \
	$(NULL)
testsuite_unit_base_arena_LDADD = libstap.a
testsuite_unit_base_arena_SOURCES = testsuite/unit/base_arena.c testsuite/unit/base_check.h
testsuite_unit_base_diag_LDADD = libstap.a
testsuite_unit_base_map_LDADD = libstap.a
testsuite_unit_base_proc_LDADD = libstap.a
testsuite_unit_base_source_LDADD = libstap.a
testsuite_unit_base_text_LDADD = libstap.a
