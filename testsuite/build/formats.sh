#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# printf of every sequence of %s %d %x %p %c %b up to three long, and of samples up to eight, with flags, widths and precisions as in
# C: byte for byte what the C library prints of the same values. Once by printf, formatted by the reader, and once by sprintf,
# formatted in the kernel (but for %b, whose zero bytes would end the string).
#: timeout 300
. "$SRCDIR/testsuite/build/expect"
need_kernel

# Each line: conversions with / between.
awk 'BEGIN {
	n = split("s d x p c b", kind, " ")
	form["s"] = "%s %10s %-10s %.3s %10.2s"; form["d"] = "%d %5d %-5d| %05d %+d %8.3d % d %+08d %-+6d|"
	form["x"] = "%x %#x %08x %-8x| %#010x %.5x %X %#X %o %#o %u %i"; form["p"] = "%p %20p %-20p|"
	form["c"] = "%c %3c %-3c|"; form["b"] = "%b %1b %2b %4b %8b"
	for (k in form) count[k] = split(form[k], f, " ")
	for (a = 1; a <= n; a++) {
		print kind[a]
		for (b = 1; b <= n; b++) {
			print kind[a] "/" kind[b]
			for (c = 1; c <= n; c++)
				print kind[a] "/" kind[b] "/" kind[c]
		}
	}
	seed = 42
	for (len = 4; len <= 8; len++)
		for (i = 0; i < 40; i++) {
			line = ""
			for (k = 0; k < len; k++) {
				seed = (seed * 1103515245 + 12345) % 2147483648
				line = line (k ? "/" : "") kind[1 + int(seed / 65536) % n]
			}
			print line
		}
}' | awk '{
	# the n-th time that a kind is used it takes its n-th form
	forms["s"] = "%s,%10s,%-10s,%.3s,%10.2s"; forms["d"] = "%d,%5d,%-5d,%05d,%+d,%8.3d,% d,%+08d,%-+6d"
	forms["x"] = "%x,%#x,%08x,%-8x,%#010x,%.5x,%X,%#X,%o,%#o,%u,%i"; forms["p"] = "%p,%20p,%-20p"
	forms["c"] = "%c,%3c,%-3c"; forms["b"] = "%b,%1b,%2b,%4b,%8b"
	n = split($0, part, "/")
	out = ""
	for (i = 1; i <= n; i++) {
		m = split(forms[part[i]], f, ",")
		out = out (i > 1 ? "/" : "") f[1 + used[part[i]]++ % m]
	}
	print out
}' >"$work/formats"

# A value for each place: numbers that have a sign, many digits or few; no 0 for # (there C leaves the prefix out).
awk -v dir="$work" '
function value(conversion, n) {
	if (conversion ~ /s$/) return "\"" substr("abcdefghijklmnop", 1 + n % 5, 2 + n % 7) "\""
	if (conversion ~ /c$/) return 65 + n % 26
	if (conversion ~ /[di]$/) return (n % 2 ? "-" : "") (n * 7919 + 1)
	return n * 104729 + 1
}
BEGIN { print "#include <stdio.h>\nint main(void)\n{ long long v; (void)v;" > (dir "/want.c"); print "probe begin {" > (dir "/got.stp") }
{
	n = split($0, part, "/")
	text = args = c = ""
	binary = 0
	for (i = 1; i <= n; i++) {
		v = value(part[i], NR * 8 + i)
		text = text "[" part[i] "]"
		args = args ", " v
		if (part[i] ~ /b$/) {
			binary = 1
			size = part[i] == "%b" ? 8 : substr(part[i], 2, 1)
			c = c "putchar(91); v = " v "ll; fwrite(&v, 1, " size ", stdout); putchar(93);"
		} else {
			conversion = part[i]
			if (conversion ~ /p$/) { sub(/%/, "%#", conversion); sub(/p/, "llx", conversion) }
			else if (conversion ~ /[diouxX]$/) { type = substr(conversion, length(conversion)); sub(/.$/, "ll" type, conversion); v = v "ll" }
			if (part[i] ~ /p$/) v = v "ll"
			c = c "printf(\"[" conversion "]\", " v ");"
		}
	}
	print c " puts(\"\");" > (dir "/want.c")
	print "\tprintf(\"" text "\\n\"" args ")" > (dir "/got.stp")
	if (!binary) {
		print c " puts(\"\");" > (dir "/want.c")
		print "\tprint(sprintf(\"" text "\\n\"" args "))" > (dir "/got.stp")
	}
}
END { print "return 0; }" > (dir "/want.c"); print "\texit()\n}" > (dir "/got.stp") }' "$work/formats"
[ -s "$work/want.c" ] || fail "nothing was generated"
gcc -O0 -w -o "$work/want" "$work/want.c" || fail "the C program does not compile"
"$work/want" >"$work/want.out"
"$STAP" --guest -w -DMAXACTION_INTERRUPTIBLE=1000000 "$work/got.stp" >"$work/got.out" 2>"$work/err" ||
	fail "the script fails: $(tail -n 20 "$work/err")"
n=$(wc -l <"$work/formats")
[ "$n" -ge 450 ] || fail "only $n formats"
cmp "$work/want.out" "$work/got.out" ||
	fail "other bytes than C's: $(diff -a "$work/want.out" "$work/got.out" | head -n 10)"
exit $bad
