#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# kill -9 at any moment of the preparation and of a build, and many runs at once: the next run is right.
#: timeout 900
. "$SRCDIR/testsuite/build/expect"
need_kernel
own_cache
export TMPDIR="$work/tmp"
mkdir "$TMPDIR"
sonde=$XDG_CACHE_HOME/sonde
stap="$STAP -p4 -r $build"
cd "$work" || exit 1

# script N: what the Nth says is its number
script() { echo "probe begin { println(\"number $1\") exit() }"; }

# sound MODULE N: the module is there, whole, and the one of script N
sound()
{
	[ -s "$1" ] && readelf -h "$1" >/dev/null 2>&1 && grep -qa "number $2" "$1" || fail "module $2 is not right: $1"
}

# killed after MS: a run in a process group of its own, so that its compilers die with it
kill_after()
{
	setsid sh -c "exec $stap -e '$2'" >/dev/null 2>&1 &
	pid=$!
	sleep "$1"
	kill -9 -- "-$pid" 2>/dev/null
	wait "$pid" 2>/dev/null
}

for ms in 0.05 0.5 1.2 2.0 2.6 3.2 3.8; do
	kill_after $ms "$(script 1)"
done
accepted $stap -e "$(script 1)"
sound "$(cat out)" 1

i=2
for ms in 0.00 0.01 0.02 0.03 0.04 0.05 0.06 0.07 0.08 0.09 0.10 0.11 0.12 0.14 0.16 0.18; do
	kill_after $ms "$(script $i)"
	accepted $stap -e "$(script $i)"
	sound "$(cat out)" $i
	i=$((i + 1))
done

# ten at once, of one script and of ten, with and without a runtime
parallel()
{
	for n in 1 2 3 4 5 6 7 8 9 10; do
		[ $1 = same ] && text=$(script 100) || text=$(script $((200 + n)))
		$stap -e "$text" >"out.$n" 2>"err.$n" &
	done
	wait
	for n in 1 2 3 4 5 6 7 8 9 10; do
		[ $1 = same ] && number=100 || number=$((200 + n))
		sound "$(cat out.$n)" $number
		grep -v '^Preparing the runtime' "err.$n" && fail "run $n of ten says more than it should"
	done
	told=$(cat err.* | grep -c '^Preparing')
}
for which in same different; do
	rm -rf "$sonde/modules" "$sonde/runtime"
	parallel $which
	[ "$told" = 1 ] || fail "the runtime was prepared $told times by ten runs"
	rm -rf "$sonde/modules"
	parallel $which
	parallel $which
done
left=$(find "$sonde" -name '*.[0-9]*' | grep -v kernels)
[ -z "$left" ] || [ "$(echo "$left" | wc -l)" -le 8 ] || fail "runs that were not killed have left: $left"
exit $((bad != 0))
