#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A file has at most 800 lines. A function has at most 80, unless the line above it says why not: "(flat)" in its comment
# marks a table or a switch without nesting.
cd "$SRCDIR" || exit 1
find translator runtime staprun guest testsuite bench -name '*.[chly]' ! -path '*/bogus/*' -exec awk '
	FNR == 1 { start = 0; flat = 0 }
	FNR == 801 { printf "%s: more than 800 lines\n", FILENAME; bad = 1 }
	/\(flat\)/ && !start { flat = 1 }
	/^{/ { start = FNR }
	/^}/ {
		if (start && FNR - start > 80 && !flat) {
			printf "%s:%d: a function of %d lines\n", FILENAME, start, FNR - start
			bad = 1
		}
		start = 0
		flat = 0
	}
	END { exit bad }' {} +
