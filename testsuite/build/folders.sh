#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Folders with odd names: a cache with a blank in its path, a work folder with a relative name or behind a link. And signals:
# who asks stap to end is not ignored, whichever process hears it, and nothing is left behind.
#: timeout 300
. "$SRCDIR/testsuite/build/expect"
need_kernel
own_cache
mkdir "$work/a b"
mv "$XDG_CACHE_HOME" "$work/a b/c"
export XDG_CACHE_HOME="$work/a b/c"
cd "$work" || exit 1
mkdir real
ln -s real link
stap="$STAP --diag-tags -v -p4 -r $build"

made()
{
	accepted "$@"
	[ -s "$(tail -n 1 out)" ] || fail "no module: $*"
	grep -q '^Building with' err && ! grep -q '^Building with.*: --kbuild' err && fail "the recorded commands do not fit: $*"
}
made env TMPDIR=real $stap -e 'probe begin { println(1) exit() }'
made $stap --kbuild -e 'probe begin { println(2) exit() }'
made env TMPDIR="$work/link" $stap -e 'probe begin { println(3) exit() }'
made $stap --tmpdir link -e 'probe begin { println(4) exit() }'
rm -rf real/stap*
refused D_TMPDIR $stap --tmpdir "$work/a b" -e 'probe begin { println(5) exit() }'

# To the process or to its group: the run ends with 1, says so, makes no module and leaves no work folder
export TMPDIR="$work/real"
for target in "" "-"; do
	for signal in TERM HUP; do	# a shell has its jobs ignore INT
		setsid $STAP --diag-tags --disable-cache --poison-cache -p4 -r "$build" -e 'probe begin { println(6) exit() }' >out 2>err &
		pid=$!
		until grep -q ^Preparing err; do sleep 0.1; done
		sleep 0.3
		kill -s $signal -- "$target$pid"
		wait $pid
		rc=$?
		[ $rc = 1 ] || fail "exit status $rc after $signal to $target"
		grep -q '\[D_INTERRUPTED\]' err || fail "not told that it was interrupted: $(cat err)"
		[ -z "$(ls real)" ] || fail "left behind: $(ls real)"
		[ -s out ] && fail "a module after $signal: $(cat out)"
	done
done
exit $((bad != 0))
