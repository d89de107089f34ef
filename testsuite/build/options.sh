#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The command line: what is refused, and with which message.
. "$SRCDIR/testsuite/build/expect"
stap="$STAP --diag-tags"

refused D_OPTION_UNKNOWN $stap -z
refused D_OPTION_UNKNOWN $stap --frobnicate
for both in '-l begin -L begin' '-l begin --dump-functions' '-l begin -p2' '--dump-probe-types -e x'; do
	refused D_OPTION_CONFLICT $stap $both
done
refused D_OPTION_LATER $stap --monitor=3 -e "$hello"
refused D_OPTION_NO_ARGUMENT $stap -e
refused D_OPTION_NO_ARGUMENT $stap --compatible
refused D_OPTION_ARGUMENT $stap --no-line=1 -e "$hello"
for bad_value in -p0 -p6 -px -s0 -s4096 -T0 -Tx -x0 -D1x -D= -Gv= '-Gv=a b' -mA -m. --compatible=new --color=blue \
		--dump=nothing; do
	refused D_OPTION_VALUE $stap "$bad_value" -e "$hello"
done
refused D_OPTION_GURU $stap --suppress-time-limits -p2 -e "$hello"
refused D_OPTION_CONFLICT $stap -c true -x 1 -e "$hello"
refused D_OPTION_CONFLICT $stap --guest -r 6.1 -e "$hello"
refused D_OPTION_CONFLICT $stap -w -W -e "$hello"
refused D_OPTION_SCRIPT_TWICE $stap -p1 -e "$hello" -e "$hello"
refused D_NO_SCRIPT $stap
refused D_NO_SCRIPT $stap -v -E "$hello"
refused D_SCRIPT_READ $stap -p1 /nonexistent/script.stp
refused D_EXPLAIN_TAG $stap --explain NO_SUCH_TAG

# Every fault of a command line is told at once.
$stap -p9 --frobnicate -c true -x 1 -e "$hello" 2>"$work/err"
[ "$(grep -c '^ERROR' "$work/err")" = 3 ] || fail "not three errors: $(cat "$work/err")"

# Words of the script, in whichever order; -- ends the options; - is the standard input.
script='probe begin { println($#, @1, @2) }'
echo "$script" >"$work/s.stp"
want='println(2, "a", "-p2");'
for words in "$work/s.stp a -p1 -- -p2" "-p1 -- $work/s.stp a -p2"; do
	accepted $STAP $words
	grep -qF "$want" "$work/out" || fail "words '$words' give $(cat "$work/out")"
done
echo "$script" | $STAP -p1 - a -- -p2 | grep -qF "$want" || fail "standard input as script"
accepted $STAP -p1 -e "$script" a -- -p2
grep -qF "$want" "$work/out" || fail "-e and arguments give $(cat "$work/out")"

accepted $STAP --explain type_mismatch
grep -q '^D_TYPE_MISMATCH:' "$work/out" || fail "--explain gives $(cat "$work/out")"
accepted $STAP -V
grep -q 'version 5\.6' "$work/out" || fail "-V gives $(cat "$work/out")"
accepted $stap --version
grep -q "version 5\.6" "$work/out" || fail "--version gives $(cat "$work/out")"
accepted $STAP --help
grep -q -- '-c CMD' "$work/out" || fail "--help does not tell of -c"
grep -q -- '--monitor' "$work/out" && fail "--help tells of an option that does nothing yet"
exit $((bad != 0))
