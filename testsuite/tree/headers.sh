#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#: timeout 300
# Each header of user space compiles alone: it includes what it needs. (Kernel headers, and tests' own for the runtime's parts, compile with the runtime only.)
cd "$SRCDIR" || exit 1
find translator staprun guest testsuite runtime/wire.h -name '*.h' ! -name 'rt_*' | xargs \
	"${CC:-gcc}" -std=gnu11 -D_GNU_SOURCE= -Wall -Wextra -Werror -fsyntax-only -I. -I"$BUILDDIR" -x c
