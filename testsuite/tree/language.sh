#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every operator, @builtin, print function, conversion with each of its flags, statement and option of stap is in some test; and
# there are at least 600 tests of the language.
cd "$SRCDIR" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
bad=0

# What the scripts of the cases say, without what the driver reads.
find testsuite/parse testsuite/sema testsuite/guest testsuite/tapset testsuite/emit testsuite/build examples -type f \
	\( -name '*.stp' -o -name '*.sh' -o -name '*.stpm' \) -exec grep -hv '^//[:|]' {} + >"$work/scripts"
sed -n '/^```stap/,/^```$/p' doc/LANGUAGE.md >>"$work/scripts"
grep -rh '^//: *\(options\|args\|shell\|run-options\)' testsuite >"$work/words"
find testsuite -name '*.sh' ! -path 'testsuite/tree/*' -exec cat {} + >>"$work/words"
cat build-tools/setup.sh try bench/* 2>/dev/null >>"$work/words"

lacks()
{
	echo "no test has $*"
	bad=$((bad + 1))
}

has() { grep -qE -e "$1" "$work/scripts"; }

# regular TEXT: as a regular expression
regular() { printf '%s' "$1" | sed 's/[][\.*^$+?(){}|]/\\&/g'; }

rows() { sed -n "s/^$1(\\([A-Z_]*\\), \"\\([^\"]*\\)\".*/\\2/p" translator/syntax/builtin.def; }

for kind in UNARY BINARY ASSIGN; do
	rows $kind >"$work/rows"
	[ -s "$work/rows" ] || lacks "any $kind: the table has another form"
	while read -r text; do
		has "[]a-z0-9_)\" (]$(regular "$text") *[]a-z0-9_(\"@\$-]" || lacks "the operator $text"
	done <"$work/rows"
done
for text in $(rows STAT) $(rows AT); do
	has "@$text\\(" || lacks "@$text"
done
for text in $(rows PRINT); do
	has "(^|[^a-z_])$text\\(" || lacks "$text()"
done
for text in 'in ' '=~' '!~' '\?.*:' '\+\+' '--' '\. "' 'foreach \(' 'while \(' 'for \(' 'if \(' 'else' 'break' 'continue' 'next' 'return' 'delete ' \
	'try *\{' 'catch' 'limit ' '%\{' '@define' '%\(' '%\?' '%:' 'global ' 'private ' 'function ' 'probe ' '\$#' '@[0-9]' '\$[0-9]'; do
	has "$text" || lacks "'$text'"
done

# Conversions: each letter plain, with a width, a precision, and what flags do something for it.
conversion() { has "%[-+ #0]*$1[-+ #0]*$2$3" || lacks "a conversion %$1$2$3"; }
for letter in d i u o x X c s p b; do
	conversion '' '' $letter
	conversion '' '[1-9][0-9]*(\.[0-9*]+)?' $letter
	conversion - '[0-9.*]*' $letter
done
for letter in d i u o x X s b; do conversion '' '([0-9]*|\*)\.([0-9]+|\*)' $letter; done
for letter in d i u o x X; do conversion 0 '[0-9]+' $letter; done
for letter in d i; do conversion '\+' '[0-9.]*' $letter; conversion ' ' '[0-9.]*' $letter; done
for letter in o x X c m M; do conversion '#' '[0-9.*]*' $letter; done
for letter in m M; do conversion '' '[0-9]*\.[0-9*]+' $letter; done
conversion '' '\*' d
conversion '' '\*' s
has '%l+[dux]' || lacks "a conversion %ld"
has '%%' || lacks '%%'

# Options that --help names.
sed -n "s/^OPTION('\\(.\\)', NULL,.*/-\\1/p; s/^OPTION(0, \"\\([a-z-]*\\)\",.*/--\\1/p; s/^OPTION('\\(.\\)', \"\\([a-z-]*\\)\",.*/--\\2/p" \
	translator/options.def >"$work/options"
[ -s "$work/options" ] || lacks "any option: the table has another form"
while read -r option; do
	grep -qE -e "(^|[ \"'])$option([ \"'=A-Z0-9/\$.v]|\$)" "$work/words" || lacks "the option $option"
done <"$work/options"

cases=$(find testsuite/parse testsuite/sema testsuite/tapset testsuite/emit testsuite/guest/arming testsuite/guest/array testsuite/guest/compatible \
	testsuite/guest/control testsuite/guest/function testsuite/guest/language testsuite/guest/limits testsuite/guest/lock testsuite/guest/print \
	testsuite/guest/stat testsuite/guest/strings testsuite/guest/target -name '*.stp' | wc -l)
cases=$((cases + $(grep -c '^```stap' doc/LANGUAGE.md)))
[ $cases -ge 600 ] || lacks "more than $cases cases of the language; 600 are wanted"
exit $bad
