#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A script of 2,000 lines that calls 200 functions of the library is through pass 2 in 0.3 s of this machine.
#: timeout 120
. "$SRCDIR/testsuite/build/expect"
need_kernel

# One call of each function, in functions of its own with branches, loops, arrays and strings around it; ten
# lines for each.
"$STAP" --dump-functions | awk '
BEGIN { print "global numbers, texts, sums" }

{
	name = $1
	sub(/:.*/, "", name)
	text = $1 ~ /:string/
	none = $1 ~ /:unknown/
	args = $0
	sub(/^[^(]*\(/, "", args)
	sub(/\).*/, "", args)
	n = args == "" ? 0 : split(args, list, /, */)
	call = name "("
	for (i = 1; i <= n; i++)
		call = call (i > 1 ? ", " : "") (list[i] ~ /:string/ ? "s" : "n + " i)
	call = call ")"
	f++
	print "function mine_" f "(n:long, s:string)"
	print "{"
	print "\tfor (i = 0; i < 3; i++) {"
	print "\t\tif (n > " f " && s != \"x" f "\") numbers[n, s] += i * " f
	print "\t\telse texts[s] = sprintf(\"%s %d %x\", s, n << 2, i ^ " f ")"
	print "\t\tsums[n % 7] <<< n"
	print "\t}"
	print none ? "\t" call : "\t" (text ? "texts[s] = " : "numbers[n, s] = ") call
	print "\treturn n + " f
	print "}"
	called = called "\tt += mine_" f "(t, execname())\n"
	if (f == 240)
		exit
}
END {
	print "probe begin\n{\n\tt = 1\n" called "\tprintln(t)\n\texit()\n}"
	print "probe end { foreach ([a, b] in numbers) println(a, b) foreach (c in texts) println(texts[c]) println(@count(sums[1])) }"
}' >"$work/large.stp"
lines=$(wc -l <"$work/large.stp")
[ "$lines" -ge 2000 ] || fail "the script has $lines lines"
accepted "$STAP" -p2 -g -w -r "$build" "$work/large.stp"
functions=$("$STAP" -p2 -g -w -r "$build" "$work/large.stp" | sed -n '/^# functions/,/^# probes/p' | grep -vc '^mine_\|^#')
[ "$functions" -ge 200 ] || fail "it calls $functions functions of the library"

# The best of five: the machine may have other things to do.
best=1000
for i in 1 2 3 4 5; do
	begin=$(date +%s%N)
	"$STAP" -p2 -g -w -r "$build" "$work/large.stp" >/dev/null
	took=$((($(date +%s%N) - begin) / 1000000))
	[ $took -ge $best ] || best=$took
done
echo "$lines lines, $functions functions of the library: $best ms"
[ $best -lt 300 ] || fail "pass 2 took $best ms"
exit $bad
