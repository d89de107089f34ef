# SPDX-License-Identifier: GPL-2.0-or-later
# The generated scanner and parser are a library of their own, because their code is not ours to keep
# free of warnings.
AM_YFLAGS = -d -Wno-yacc
BUILT_SOURCES += translator/syntax/grammar.h
noinst_LIBRARIES += libsyntax.a
libsyntax_a_SOURCES = \
	translator/syntax/grammar.y \
	translator/syntax/scan.l \
	$(NULL)
libsyntax_a_CFLAGS = -std=gnu11 -Wall -Wno-sign-compare -Wno-unused-function -Wno-unused-but-set-variable

# Whoever links libstap.a needs nothing else.
libstap_a_LIBADD = $(libsyntax_a_OBJECTS)
libstap_a_DEPENDENCIES = $(libsyntax_a_OBJECTS)
libstap_a_SOURCES += \
	translator/syntax/ast.def \
	translator/syntax/ast.h \
	translator/syntax/ast_copy.c \
	translator/syntax/ast_info.c \
	translator/syntax/ast_new.c \
	translator/syntax/ast_print.c \
	translator/syntax/ast_print.h \
	translator/syntax/ast_print_expr.c \
	translator/syntax/ast_verify.c \
	translator/syntax/ast_walk.c \
	translator/syntax/build_decl.c \
	translator/syntax/build_expr.c \
	translator/syntax/build_point.c \
	translator/syntax/build_stmt.c \
	translator/syntax/build_target.c \
	translator/syntax/builtin.def \
	translator/syntax/cond.c \
	translator/syntax/finish.c \
	translator/syntax/finish.h \
	translator/syntax/macro.c \
	translator/syntax/parse.c \
	translator/syntax/parse.h \
	translator/syntax/parser.h \
	translator/syntax/preprocess.c \
	translator/syntax/preprocess.h \
	translator/syntax/scan.h \
	translator/syntax/syntax_error.c \
	translator/syntax/syntax_error.h \
	translator/syntax/token.def \
	translator/syntax/token.h \
	$(NULL)

# BUILT_SOURCES only serves `make all`; a single library or program needs the header as well.
$(libstap_a_OBJECTS) $(libsyntax_a_OBJECTS): | translator/syntax/grammar.h

check_PROGRAMS += \
	testsuite/unit/syntax_macros \
	testsuite/unit/syntax_speed \
	testsuite/unit/syntax_tree \
	testsuite/fuzz/syntax_dump \
	$(NULL)
testsuite_unit_syntax_macros_LDADD = libstap.a
testsuite_unit_syntax_macros_SOURCES = testsuite/unit/syntax_macros.c testsuite/unit/syntax_fixture.h
testsuite_unit_syntax_speed_LDADD = libstap.a
testsuite_unit_syntax_tree_LDADD = libstap.a
testsuite_fuzz_syntax_dump_LDADD = libstap.a
