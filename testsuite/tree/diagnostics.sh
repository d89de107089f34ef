#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every diagnostic has a test that names its tag.
cd "$SRCDIR" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
find testsuite -type f ! -path 'testsuite/tree/*' -exec grep -ohE 'D_[A-Z0-9_]+' {} + | sort -u >"$work/named"
sed -n 's/^DIAG(\(D_[A-Z0-9_]*\),.*/\1/p' translator/base/diag.def | sort -u | comm -23 - "$work/named" >"$work/untested"
[ -s "$work/untested" ] || exit 0
printf '%s of the tags have no test yet:\n' "$(wc -l <"$work/untested")"
cat "$work/untested"
exit 1
