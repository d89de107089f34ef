#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#: timeout 300
# Each header of user space compiles alone: it includes what it needs. (Kernel headers compile with the runtime only.)
cd "$SRCDIR" || exit 1
bad=0
for h in $(find translator staprun guest testsuite -name '*.h') runtime/wire.h; do
	printf '#include "%s"\n' "$h" |
		${CC:-gcc} -std=gnu11 -D_GNU_SOURCE= -Wall -Wextra -Werror -fsyntax-only -I. -I"$BUILDDIR" -x c - || bad=1
done
exit $bad
