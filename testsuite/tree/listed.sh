#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every source file is named in a local.mk: what is not would be missing from `make dist` and `make install`. The test
# suite goes as a whole.
cd "$SRCDIR" || exit 1
bad=0
lists=$(cat Makefile.am $(find . -name local.mk ! -path './build/*'))
for f in $(find translator runtime staprun guest tapsets examples bench doc -type f ! -name local.mk ! -name '*.orig' \
	! -path '*/selftest/*' ! -path '*/host/*'); do
	case $lists in
	*"$f"* | *"${f%/*} "*) ;;
	*) echo "$f is in no local.mk"; bad=1 ;;
	esac
done
exit $bad
