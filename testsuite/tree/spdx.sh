#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The first line of every source file (the second behind #!) says its licence: GPL-2.0 for what runs in the kernel. Not of a
# test case, whose lines and columns are what it is about.
cd "$SRCDIR" || exit 1
{
	find translator runtime staprun guest tapsets testsuite bench examples -type f \
		\( -name '*.[chlySs]' -o -name '*.def' -o -name '*.sh' -o -name '*.mk' -o -name '*.stp' -o -name '*.stpm' \) \
		! -path 'testsuite/bogus/*' ! -path 'testsuite/*.stp'
	ls configure.ac Makefile.am try check .ci/run
} | xargs awk '
	FNR == 1 { check(); file = FILENAME; good = 0 }
	FNR <= 2 && /SPDX-License-Identifier: GPL-2[.]0-or-later( |$)/ { good = 1 }
	FNR <= 2 && /SPDX-License-Identifier: GPL-2[.]0( |$)/ && FILENAME ~ "^runtime/" { good = 1 }
	function check() { if (file && !good) { print file ": no SPDX line"; bad = 1 } }
	END { check(); exit bad }'
