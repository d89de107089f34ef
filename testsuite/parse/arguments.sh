#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Words of the command line as the script sees them: from a #! line, standard input, -E, and any bytes in @1.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
stap="$BUILDDIR/stap --guest"
bad=0

# gives TEXT OPTIONS...: -p1 prints a line that contains TEXT
gives()
{
	want=$1
	shift
	$stap -p1 "$@" >"$work/out" 2>&1 || { echo "$*: exit status $?"; bad=1; }
	grep -qF -- "$want" "$work/out" || { echo "$* gives $(cat "$work/out"), not $want"; bad=1; }
}

# says TEXT OPTIONS...: refused with a message that contains TEXT
says()
{
	want=$1
	shift
	$stap -p1 "$@" >"$work/out" 2>&1 && { echo "$*: exit status 0"; bad=1; }
	grep -qF -- "$want" "$work/out" || { echo "$* says $(cat "$work/out"), not $want"; bad=1; }
}

# The kernel gives what follows the program on a #! line as one word.
printf '#!/usr/bin/stap -DFOO -g\nprobe begin { println(%%( guru_mode == 1 %%? "guru" %%: "plain" %%), $#) }\n' >"$work/s.stp"
"$BUILDDIR/stap" '-DFOO -g' "$work/s.stp" --guest -p1 a b >"$work/out" 2>&1 || { cat "$work/out"; bad=1; }
grep -qF 'println("guru", 2)' "$work/out" || { cat "$work/out"; bad=1; }
says "is not NAME or NAME=VALUE" '-DBAR -g' "$work/s.stp"
says "is not NAME or NAME=VALUE" '-DFOO -g' -e 'probe begin { }'
printf '#! /usr/bin/stap  -DFOO\t-g  \nprobe begin { println(%%( guru_mode == 1 %%? "guru" %%: "plain" %%)) }\n' >"$work/t.stp"
"$BUILDDIR/stap" '-DFOO	-g' "$work/t.stp" --guest -p1 2>&1 | grep -qF '"guru"' || { echo "tabs and blanks"; bad=1; }
# A program that takes them apart itself gives several.
"$BUILDDIR/stap" -DFOO -g "$work/s.stp" --guest -p1 2>&1 | grep -qF '"guru"' || { echo "env -S"; bad=1; }
chmod +x "$work/s.stp"
sed "1s|.*|#!$BUILDDIR/stap -p1 --guest|" "$work/s.stp" >"$work/x.stp"
chmod +x "$work/x.stp"
"$work/x.stp" a b c 2>&1 | grep -qF 'println("plain", 3)' || { echo "run as a program"; bad=1; }

gives 'println(-123)' -e 'probe begin { println($1) }' -- -123
gives 'println(509)' -e 'probe begin { println($1) }' 0775
gives 'println(291)' -e 'probe begin { println($1) }' 0x123
gives 'println("234")' -e 'probe begin { println(@1) }' 234
gives 'println("")' -e 'probe begin { println(@1) }' ''
gives 'println("a\"b\\n%s")' -e 'probe begin { println(@1) }' 'a"b\n%s'
gives 'println(5)' -e 'probe begin { println(%( $# > 0 %? $1 %: 5 %)) }'
gives 'println(7)' -e 'probe begin { println(%( $# > 0 %? $1 %: 5 %)) }' 7
gives 'println("d")' -e 'probe begin { println(%( $# >= 2 %? @2 %: "d" %)) }' a
gives 'println("b")' -e 'probe begin { println(%( $# >= 2 %? @2 %: "d" %)) }' a b
gives 'probe timer.ms(250) {' -e 'probe timer.ms($1) { println(1) }' 250
gives 'probe timer.ms(10) {' -e 'probe timer.$1(10) { println(1) }' ms
gives 'probe timer.ms(10), begin {' -e 'probe $1 { println(1) }' 'timer.ms(10), begin'
gives 'probe kernel.function("vfs_read") {' -e 'probe kernel.function(@1) { println(1) }' vfs_read
gives 'probe begin if (go) {' -e 'global go probe begin if ($1) { println(1) }' go
gives 'global size[100]' -e 'global size[$1] probe begin { println(size[1]) }' 100
gives 'println(1 + 2 * 3)' -e 'probe begin { println($1 * 3) }' '1 + 2'
gives 'function f' -e '$1 probe begin { println(f()) }' 'function f() { return 1 }'
gives 'println("yes")' -e 'probe begin { println(%( @1 == "go" %? "yes" %: "no" %)) }' go
gives 'println("1")' -e 'probe begin { println(@#) }' x
gives 'println("b")' -e '@define two(a, b) %( @b %) probe begin { println(@two(@1, @2)) }' a b
gives 'println(9)' -e 'probe begin { }' -E 'probe end { println($1) }' 9
long=$(head -c 5120 /dev/zero | tr '\0' x)
gives "println(\"$long\")" -e 'probe begin { println(@1) }' "$long"
echo 'probe begin { println(@1, $#) }' >"$work/in"
$stap -p1 - one two <"$work/in" 2>&1 | grep -qF 'println("one", 2)' || { echo "standard input"; bad=1; }

says 'the script needs argument 1, and 0 were given' -e 'probe begin { println($1) }'
says "at: identifier '\$1' at <input>:1:23" -e 'probe begin { println($1) }'
says 'the script needs argument 3, and 1 was given' -e 'probe begin { println(@3) }' x
says '$N pastes its words as they are' -e 'probe @1 { }' begin
says 'a probe point is missing after this comma' -e 'probe timer.s(1), { }'
says 'a probe point is missing after this comma' -e 'probe begin, , end { }'
says 'number invalid or out of range' -e 'probe begin { println($1) }' 0x1g

# Which words nobody looked at is known when the whole program is.
unused()
{
	want=$1
	shift
	got=$($stap -p2 "$@" 2>&1 >/dev/null | grep -c 'unused command line option')
	[ "$got" = "$want" ] || { echo "$*: $got words unused"; bad=1; }
}
unused 2 -e 'probe begin { println(1) }' a b
unused 1 -e 'probe begin { println(@2) }' a b
unused 0 -e 'probe begin { println(@1, @2) }' a b
unused 0 -e 'probe begin { println(argc) }' a b
unused 0 -e 'probe begin { println(argv[1]) }' a b
unused 0 -w -e 'probe begin { println(1) }' a b
unused 0 -e 'probe begin { println(1) }' -E 'probe end { println(@1) }' a
exit $bad
