#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What -l, -L and the --dump options print, word for word.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
bad=0

fail()
{
	echo "$1"
	bad=1
}

# same WHAT OPTIONS... <EXPECTED
same()
{
	cat >"$work/want"
	"$BUILDDIR/stap" --guest -I "$work/lib" "$@" >"$work/got" 2>"$work/err" || fail "$*: exit status $?"
	diff -u "$work/want" "$work/got" || fail "$*: other lines"
	[ ! -s "$work/err" ] || fail "$*: $(cat "$work/err")"
}

# has LINE OPTIONS...
has()
{
	line=$1
	shift
	"$BUILDDIR/stap" --guest -I "$work/lib" "$@" 2>&1 | grep -qxF "$line" || fail "$*: no line '$line'"
}

# none OPTIONS...
none()
{
	"$BUILDDIR/stap" --guest -I "$work/lib" "$@" >"$work/got" 2>"$work/err" && fail "$*: exit status 0"
	[ ! -s "$work/got" ] || fail "$*: prints $(cat "$work/got")"
}

mkdir "$work/lib"
cat >"$work/lib/zoo.stp" <<'X'
probe zoo.lion = timer.s(1) { name = "lion"; teeth = 30; __own = 1; println(__own) }
probe zoo.lion.sleep = timer.s(2) { name = "lion"; hours = 20 }
probe zoo.newt = timer.ms(5).randomize(2) { legs = 4 }
probe __zoo.hidden = timer.s(3) { }
probe zoo.both = zoo.lion, zoo.newt { }
probe zoo.inner.one = __zoo.hidden { }
function zoo_size:long (animal:string, grown:long) %{ /* pure */ /* unprivileged */ STAP_RETVALUE = 1; %}
function zoo_name:string () { return "zoo" }
function zoo_close () { }
function _zoo_hidden:long () { return 1 }
private function zoo_private:long () { return 1 }
X

same -l 'zoo.*' <<'X'
zoo.both
zoo.lion
zoo.newt
X
same -l 'zoo.lion.*' <<'X'
zoo.lion.sleep
X
same -l 'zoo.inner.*' <<'X'
zoo.inner.one
X
same -l 'zoo.**' <<'X'
zoo.both
zoo.inner.one
zoo.lion
zoo.lion.sleep
zoo.newt
X
same -l 'zoo.l*n, begin, end(3), timer.ms(7)' <<'X'
begin
end(3)
timer.ms(7)
zoo.lion
X
same -l 'zoo.{newt,lion.sleep}' <<'X'
zoo.lion.sleep
zoo.newt
X
same -l 'nosuch?, zoo.newt' <<'X'
zoo.newt
X
same -l 'zoo.newt!, zoo.lion' <<'X'
zoo.newt
X
same -L 'zoo.*' <<'X'
zoo.both legs:long
zoo.both name:string teeth:long
zoo.lion name:string teeth:long
zoo.newt legs:long
X
same -L 'zoo.lion.sleep' <<'X'
zoo.lion.sleep name:string hours:long
X
same -l 'timer.*' <<'X'
timer.hz(number)
timer.jiffies(number)
timer.ms(number)
timer.msec(number)
timer.ns(number)
timer.nsec(number)
timer.s(number)
timer.sec(number)
timer.us(number)
timer.usec(number)
X
same -l 'timer.j*' <<'X'
timer.jiffies(number)
X
same -l 'mine.*' -E 'probe mine.a = begin { } probe mine.b = end { }' <<'X'
mine.a
mine.b
X
same -l 'begin(5)' -E 'probe timer.s(9) { println(1) }' <<'X'
begin(5)
X
same -l 'kprobe.function("vfs_rea*")' <<'X'
kprobe.function("vfs_read")
kprobe.function("vfs_readlink")
kprobe.function("vfs_readv")
X
none -l 'zoo.tiger'
none -l 'zoo.tig*'
none -l 'kprobe.function("no_such_*")'
none -L 'nosuch'
none -l 'begin('
none -l 'begin(nosuch)'

has 'zoo_size:long (animal:string, grown:long) /* unprivileged */' --dump-functions
has 'zoo_size:long (animal:string, grown:long) /* unprivileged */ /* pure */' --dump-functions -v
has 'zoo_name:string ()' --dump-functions
has 'zoo_close:unknown ()' --dump-functions
has '_zoo_hidden:long ()' --dump-functions -v
has 'pid:long () /* unprivileged */' --dump-functions
"$BUILDDIR/stap" --guest -I "$work/lib" --dump-functions | grep -q '^_\|private' && fail "hidden functions are shown"
"$BUILDDIR/stap" --guest -I "$work/lib" --dump-functions -v | grep -q 'zoo_private' && fail "private functions are shown"

has 'zoo.lion = timer.s(1)' --dump-probe-aliases
has 'zoo.both = zoo.lion, zoo.newt' --dump-probe-aliases
has 'zoo.newt = timer.ms(5).randomize(2)' --dump-probe-aliases
has '__zoo.hidden = timer.s(3)' --dump-probe-aliases -v
"$BUILDDIR/stap" --guest -I "$work/lib" --dump-probe-aliases | grep -q '^_' && fail "hidden aliases are shown"

for type in begin 'begin(number)' never 'timer.s(number)' 'timer.jiffies(number).randomize(number)' \
	'kernel.function(string)' 'kernel.function(string).return.maxactive(number)' 'kprobe.function(string)'; do
	has "$type" --dump-probe-types
done
exit $bad
