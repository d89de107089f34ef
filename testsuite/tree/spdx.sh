#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The first line of every source file (the second behind #!) says its licence: GPL-2.0 for what runs in the kernel.
cd "$SRCDIR" || exit 1
bad=0
for f in $(find translator runtime staprun guest tapsets testsuite bench examples -type f \
	\( -name '*.[chlySs]' -o -name '*.def' -o -name '*.sh' -o -name '*.mk' -o -name '*.stp' -o -name '*.stpm' \) \
	! -path 'testsuite/bogus/*' ! -path 'testsuite/parse/*' ! -path 'testsuite/sema/*') configure.ac Makefile.am try check .ci/run
do
	case $f in
	runtime/*) licence='GPL-2.0(-or-later)?' ;;
	*) licence='GPL-2.0-or-later' ;;
	esac
	case $f in
	testsuite/*.stp) continue ;;	# a case's columns are what it is about
	esac
	sed -n 1,2p "$f" | grep -Eq "SPDX-License-Identifier: $licence( |\$)" || { echo "$f: no SPDX line"; bad=1; }
done
exit $bad
