#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# stap-prep: what it finds, what it says is missing, and its exit statuses.
#: timeout 600
. "$SRCDIR/testsuite/build/expect"
prep=$(dirname "$STAP")/stap-prep

# status N COMMAND...: it exits with N; has TEXT / hasnt TEXT look at what it printed
status()
{
	want=$1
	shift
	"$@" >"$work/out" 2>"$work/err" </dev/null
	rc=$?
	[ $rc = $want ] || fail "exit status $rc, not $want: $* -- $(cat "$work/out" "$work/err")"
}
has() { cat "$work/out" "$work/err" | grep -q -e "$1" || fail "no '$1' in: $(cat "$work/out" "$work/err")"; }
hasnt() { cat "$work/out" "$work/err" | grep -q -e "$1" && fail "'$1' in: $(cat "$work/out" "$work/err")"; }

status 0 "$prep" --help
has '^Usage: stap-prep'
status 2 "$prep" --no-such-option
status 2 "$prep" one two

# a release that is nowhere
status 1 "$prep" --check 1.2.3-none
has '^headers  *missing'
has '-> stap-prep 1.2.3-none$'
hasnt 'Preparing'

# a folder that is none
status 1 "$prep" --check "$work/none"

# headers whose compiler is not there, of a kernel that takes signed modules only
fake=$work/fake
mkdir -p "$fake/include/generated"
echo '#define UTS_RELEASE "9.9.9-fake"' >"$fake/include/generated/utsrelease.h"
printf '%s\n' 'CONFIG_CC_VERSION_TEXT="gcc-99 (Debian 99.1.0-1) 99.1.0"' CONFIG_MODULE_SIG_FORCE=y >"$fake/.config"
status 1 "$prep" "$fake"
has '^kernel  *9.9.9-fake$'
has "^headers  *$fake$"
has '^compiler  *missing'
has 'refuses unsigned modules'
has '^BTF  *the kernel was built without it'
has '-> apt-get install linux-image-9.9.9-fake-dbg'
hasnt 'Preparing'

need_kernel
own_cache
release=$("$STAP_GUEST" where | sed -n 's/^release=//p')
status 0 "$prep" --check default
has "^kernel  *$release$"
status 0 "$prep" --check "$build"
hasnt 'Preparing'
[ ! -d "$XDG_CACHE_HOME/sonde/runtime" ] || fail "--check made a runtime"
status 0 "$prep" "$build"
has '^runtime  *ready'
has 'Preparing the runtime'
has '^module signing  *not required'
status 0 "$prep" "$build"
has '^runtime  *ready'
hasnt 'Preparing'
accepted "$STAP" -p4 -r "$build" -e "$hello"
grep -q Preparing "$work/err" && fail "stap prepares what stap-prep has"
exit $((bad != 0))
