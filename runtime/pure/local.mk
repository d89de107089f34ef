# SPDX-License-Identifier: GPL-2.0-or-later
# What the module, stapio and the translator compile from one source.
noinst_LIBRARIES += runtime/pure/libpure.a
runtime_pure_libpure_a_SOURCES = \
	runtime/wire.h \
	runtime/pure/fmt.c \
	runtime/pure/fmt.h \
	runtime/pure/hist.c \
	runtime/pure/hist.h \
	runtime/pure/variance.h \
	runtime/pure/softfp.c \
	runtime/pure/softfp.h \
	runtime/pure/text.c \
	runtime/pure/text.h \
	$(NULL)
