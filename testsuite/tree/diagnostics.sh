#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every diagnostic has a test that names its tag.
cd "$SRCDIR" || exit 1
named=$(find testsuite -type f ! -path 'testsuite/tree/*' -exec grep -ohE 'D_[A-Z0-9_]+' {} + | sort -u)
untested=$(sed -n 's/^DIAG(\(D_[A-Z0-9_]*\),.*/\1/p' translator/base/diag.def | sort -u |
	while read -r tag; do
		printf '%s\n' "$named" | grep -qx "$tag" || echo "$tag"
	done)
[ -z "$untested" ] && exit 0
printf '%s of the tags have no test yet:\n%s\n' "$(printf '%s\n' "$untested" | wc -l)" "$untested"
exit 77
