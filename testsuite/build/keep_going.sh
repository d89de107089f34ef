#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# --semantic-keep-going: the errors of pass 2 once more, as lines with tabs between.
. "$SRCDIR/testsuite/build/expect"
need_kernel

cat >"$work/x.stp" <<'END'
probe begin {
	nosuch(1)
	println(also_not("x"), 1)
}
END
"$STAP" --semantic-keep-going -p2 -r "$build" "$work/x.stp" >"$work/out" 2>"$work/err" && fail "accepted"
sed -n '/^SEMANTIC_ERRORS: /,/^SEMANTIC_ERRORS_END$/p' "$work/err" >"$work/list"
printf 'SEMANTIC_ERRORS: 2\nSEMANTIC_ERROR\t%s\t2\t2\tnosuch\tunresolved function\nSEMANTIC_ERROR\t%s\t3\t10\talso_not\tunresolved function\nSEMANTIC_ERRORS_END\n' \
	"$work/x.stp" "$work/x.stp" >"$work/want"
cmp -s "$work/want" "$work/list" || fail "not as expected: $(cat "$work/err")"
tail -n 1 "$work/err" | grep -q '^Pass 2: analysis failed' || fail "the last line is another: $(tail -n 1 "$work/err")"

"$STAP" -p2 -r "$build" "$work/x.stp" 2>&1 | grep -q SEMANTIC_ERROR && fail "without the option, too"
exit $bad
