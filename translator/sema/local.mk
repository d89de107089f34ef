# SPDX-License-Identifier: GPL-2.0-or-later
libstap_a_SOURCES += \
	translator/sema/autoprint.c \
	translator/sema/autoprint.h \
	translator/sema/events.c \
	translator/sema/events.h \
	translator/sema/fold.c \
	translator/sema/fold.h \
	translator/sema/infer.c \
	translator/sema/infer.h \
	translator/sema/library.c \
	translator/sema/library.h \
	translator/sema/load.c \
	translator/sema/passes.h \
	translator/sema/plan.c \
	translator/sema/plan.h \
	translator/sema/plan_foreach.c \
	translator/sema/plan_stat.c \
	translator/sema/points.c \
	translator/sema/points.h \
	translator/sema/probes.c \
	translator/sema/probes.h \
	translator/sema/program.h \
	translator/sema/program_print.c \
	translator/sema/propagate.c \
	translator/sema/prune.c \
	translator/sema/resolve.c \
	translator/sema/resolve.h \
	translator/sema/stat.c \
	translator/sema/stat.h \
	translator/sema/stat_kept.c \
	translator/sema/symtab.c \
	translator/sema/symtab.h \
	translator/sema/targets.c \
	translator/sema/untyped.c \
	translator/sema/usage.c \
	translator/sema/usage.h \
	$(NULL)
