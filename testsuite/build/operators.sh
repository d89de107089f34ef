#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# All pairs of operators mean what they mean in C on 64-bit integers: with variables, with literals (which the translator folds),
# behind assignment operators, and behind unary ones. The same expressions are compiled by gcc and run in a guest.
#: timeout 300
. "$SRCDIR/testsuite/build/expect"
need_kernel

# Each line: a number, then an expression of a, b, c and d. No divisor is 0, or -1 where INT64_MIN could be divided: in C
# these have no value; other cases have them.
awk 'BEGIN {
	n = split("+ - * / % << >> & ^ | < > <= >= == != && ||", op, " ")
	nu = split("- ~ !", unary, " ")
	for (i = 1; i <= n; i++)
		for (j = 1; j <= n; j++)
			print "a " op[i] " b " op[j] " c"
	for (i = 1; i <= n; i++)
		for (u = 1; u <= nu; u++) {
			print unary[u] "a " op[i] " b"
			if (op[i] !~ /[\/%]/)
				print "a " op[i] " " unary[u] "b"
		}
	for (i = 1; i <= n; i++) {
		print "a " op[i] " b ? b : c"
		print "(d = a " op[i] " b) + d"
	}
	na = split("+= -= *= /= %= <<= >>= &= ^= |=", assign, " ")
	for (i = 1; i <= na; i++)
		for (j = 1; j <= n; j++)
			if (assign[i] !~ /[\/%]/)
				print "(d = a) * 0 + (d " assign[i] " b " op[j] " c)"
	print "a++ + ++a"; print "a-- - --a"; print "- - a"; print "!!a"; print "~-a"; print "-~a"
}' >"$work/expressions"

min=-9223372036854775808
max=9223372036854775807
cat >"$work/values" <<END
7 3 2
-7 2 63
$min 63 64
$max $max 5
1 $min 3
-1 64 $max
0 -5 -7
END

# In the script's language all comparisons are of one level; in C a logical value is an int.
sed 's/^a \([=!]=\) b \([<>]=\{0,1\}\) c$/(a \1 b) \2 c/; s/!a/(!a + 0ll)/; s/!b/(!b + 0ll)/' "$work/expressions" >"$work/in_c"

awk -v values="$work/values" 'BEGIN {
	print "#include <stdio.h>\nint main(void)\n{"
	while ((getline line <values) > 0) {
		split(line, v, " ")
		for (i = 1; i <= 3; i++)
			if (v[i] == "-9223372036854775808") v[i] = "-9223372036854775807ll - 1"
		set[++sets] = "a = " v[1] "; b = " v[2] "; c = " v[3] "; d = 0; "
	}
}
{
	print "\t{ volatile long long a, b, c, d;"
	for (i = 1; i <= sets; i++)
		print "\t\t" set[i] "printf(\"%lld \", (long long)(" $0 ")); "
	print "\t\tputs(\"\"); }"
}
END { print "\treturn 0;\n}" }' "$work/in_c" >"$work/want.c"
gcc -O0 -w -fwrapv -o "$work/want" "$work/want.c" || fail "the C program does not compile"
"$work/want" >"$work/want.txt"

# With variables, then with literals: not for expressions that write one.
awk -v values="$work/values" -v literals=0 'BEGIN {
	print "global a, b, c, d"
	while ((getline line <values) > 0) {
		split(line, v, " ")
		for (i = 1; i <= 3; i++)
			value[sets + 1, i] = v[i]
		sets++
	}
}
function with_literals(text, k) {
	gsub(/a/, "(" value[k, 1] ")", text); gsub(/b/, "(" value[k, 2] ")", text); gsub(/c/, "(" value[k, 3] ")", text)
	return text
}
{
	printf "function x%d()\n{\n", NR
	for (i = 1; i <= sets; i++) {
		printf "\tset(%d)\n\tshow(%s)\n", i, $0
		if ($0 !~ /d|\+\+|--/)
			printf "\tsame(%s)\n", with_literals($0, i)
	}
	printf "\tend_line()\n}\n"
	calls = calls "\tx" NR "()\n"
}
END {
	print "global shown\nfunction show(v) { shown = v; printf(\"%d \", v) }"
	print "function same(v) { if (v != shown) printf(\"(folded: %d) \", v) }"
	print "function end_line() { printf(\"\\n\") }\nfunction set(k)\n{\n\td = 0"
	for (i = 1; i <= sets; i++)
		printf "\tif (k == %d) { a = %s; b = %s; c = %s }\n", i, value[i, 1], value[i, 2], value[i, 3]
	print "}\nprobe begin\n{\n" calls "\texit()\n}" }' "$work/expressions" >"$work/got.stp"
"$STAP" --guest -w "$work/got.stp" >"$work/got.txt" 2>"$work/err" || fail "the script fails: $(tail -n 20 "$work/err")"

paste -d '\n' "$work/expressions" "$work/want.txt" "$work/got.txt" |
	awk 'NR % 3 == 1 { e = $0 } NR % 3 == 2 { want = $0 } NR % 3 == 0 && $0 != want { print e ": " $0 ", not " want }' >"$work/wrong"
lines=$(wc -l <"$work/got.txt")
[ "$lines" = "$(wc -l <"$work/expressions")" ] || fail "the script printed $lines lines"
[ "$lines" -ge 600 ] || fail "only $lines expressions"
[ ! -s "$work/wrong" ] || fail "$(wc -l <"$work/wrong") of $lines expressions differ from C: $(head -n 10 "$work/wrong")"
exit $bad
