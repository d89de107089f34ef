# SPDX-License-Identifier: GPL-2.0-or-later
libstap_a_SOURCES += \
	translator/regex/bracket.c \
	translator/regex/build.h \
	translator/regex/classes.c \
	translator/regex/compile.c \
	translator/regex/dfa.c \
	translator/regex/minimise.c \
	translator/regex/nfa.c \
	translator/regex/nfa.h \
	translator/regex/parse.c \
	translator/regex/parse.h \
	translator/regex/paths.c \
	translator/regex/regex.h \
	translator/regex/tagged.c \
	translator/regex/tagged.h \
	translator/regex/tree.h \
	$(NULL)

# Against the matcher that the kernel runs, and the C library's.
check_PROGRAMS += testsuite/unit/regex_match testsuite/unit/regex_posix
testsuite_unit_regex_match_SOURCES = testsuite/unit/regex_match.c testsuite/unit/rt_regex.h
testsuite_unit_regex_match_CPPFLAGS = $(RT_CPPFLAGS)
testsuite_unit_regex_match_LDADD = libstap.a
testsuite_unit_regex_posix_SOURCES = testsuite/unit/regex_posix.c testsuite/unit/rt_regex.h
testsuite_unit_regex_posix_CPPFLAGS = $(RT_CPPFLAGS)
testsuite_unit_regex_posix_LDADD = libstap.a
