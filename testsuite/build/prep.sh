#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# stap-prep: says what is there and what is missing, with the command that mends it; leaves a runtime that the first script uses.
#: timeout 200
. "$SRCDIR/testsuite/build/expect"
need_kernel
own_cache
prep=$(dirname "$STAP")/stap-prep
release=$("$STAP_GUEST" where | sed -n 's/^release=//p')

# says STATUS REGEX... -- COMMAND...
says()
{
	status=$1 patterns=
	shift
	while [ "$1" != -- ]; do
		patterns="$patterns$1
"
		shift
	done
	shift
	"$@" >"$work/out" 2>"$work/err" </dev/null
	rc=$?
	[ $rc = $status ] || fail "exit status $rc, not $status: $* -- $(cat "$work/out" "$work/err")"
	echo "$patterns" | while read -r p; do
		[ -z "$p" ] || grep -Eq "$p" "$work/out" || echo "no line like '$p' from $*: $(cat "$work/out")"
	done >"$work/lacking"
	[ ! -s "$work/lacking" ] || fail "$(cat "$work/lacking")"
}

says 0 '^Kernel '"$release"'$' '^  headers +/.*linux-headers' '^  compiler +[a-z0-9-]*gcc' '^  BTF ' '^  debug info' 'All that is needed' -- \
	"$prep" -n "$release"
[ ! -d "$XDG_CACHE_HOME/sonde/runtime" ] || [ -z "$(ls "$XDG_CACHE_HOME/sonde/runtime")" ] || fail "-n made something"
says 0 '^  headers +'"$build" '^  runtime +/' '^Ready' -- "$prep" "$build"
accepted "$STAP" -p4 -r "$build" -e "$hello"
grep -q Preparing "$work/err" && fail "the runtime that stap-prep made is not used"

says 1 '^  headers +MISSING' 'fetch 1.2.3-none' '^Not ready' -- "$prep" -n 1.2.3-none
says 1 '^  headers +MISSING' -- "$prep" 1.2.3-none
mkdir "$work/bin"
ln -s "$(command -v make)" "$work/bin/make"
says 1 'apt-get install gcc' '^Not ready' -- env PATH="$work/bin" "$prep" -n "$build"

# kernels that do not fit
mkdir -p "$work/odd"
for f in "$build"/* ; do
	ln -s "$f" "$work/odd/"
done
grep -v '^CONFIG_KPROBES=\|^CONFIG_DYNAMIC_FTRACE=' "$build/.config" >"$work/odd/.config"
says 1 'CONFIG_KPROBES +MISSING' 'CONFIG_DYNAMIC_FTRACE +not there' -- "$prep" -n "$work/odd"
echo CONFIG_MODULE_SIG_FORCE=y | cat "$build/.config" - >"$work/odd/.config"
says 0 'signing +not there: that kernel takes signed modules only' -- "$prep" -n "$work/odd"

says 1 -- "$prep" one two
says 0 '^Usage: stap-prep' -- "$prep" --help
exit $((bad != 0))
