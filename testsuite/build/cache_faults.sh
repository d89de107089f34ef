#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A cache that is not there, cannot be written, is full or is damaged costs time and one warning, never a wrong module.
#: timeout 900
. "$SRCDIR/testsuite/build/expect"
need_kernel
own_cache
export TMPDIR="$work/tmp"
mkdir "$TMPDIR"
sonde=$XDG_CACHE_HOME/sonde
stap="$STAP --diag-tags -p4 -r $build"
another='probe begin { println("another") exit() }'

# right COMMAND...: exits with 0, says nothing but what is in $expected, and makes the module that a sound cache gives.
right()
{
	"$@" -k --disable-cache >"$work/out" 2>"$work/err" </dev/null || fail "exit status $?: $* -- $(cat "$work/err")"
	cmp -s "$(cat "$work/out")" "$work/good.ko" || fail "another module from: $*"
	said=$(sed -n 's/.*\[\(D_[A-Z_]*\)\].*/\1/p' "$work/err" | tr '\n' ' ')
	[ "$said" = "$expected" ] || fail "said '$said', not '$expected': $*"
}

cd "$work" || exit 1
accepted $stap -e "$hello"
cp "$(cat out)" good.ko

# nowhere to keep anything
expected='D_CACHE_HOME '

right env -u HOME -u XDG_CACHE_HOME $stap -e "$hello"
cd "$work" || exit 1
expected='D_CACHE '
right env XDG_CACHE_HOME=/proc/none $stap -e "$hello"

# damaged runtimes: empty, cut off, one bit changed, without a file or its sum
expected=
runtime=$(dirname "$(ls "$sonde"/runtime/*/stp_runtime.o)")
for damage in 'head -c 5000 stp_runtime.o >x; mv x stp_runtime.o' 'rm commands' ': >sum' \
	'printf "\377" | dd of=mod.o bs=1 seek=700 conv=notrunc 2>/dev/null'; do
	(cd "$runtime" && eval "$damage")
	right $stap -e "$hello"
	[ -s "$runtime/sum" ] || fail "not repaired after: $damage"
done

# damaged modules
accepted $stap -e "$another"
ko=$(cat "$work/out")
cp "$ko" another.ko
for damage in ': >$ko' 'head -c 5000 another.ko >$ko' 'rm ${ko%.ko}.sum' 'printf "\377" | dd of=$ko bs=1 seek=7000 conv=notrunc 2>/dev/null'; do
	eval "$damage"
	accepted $stap -e "$another"
	cmp -s "$(cat out)" another.ko || fail "a damaged module was used after: $damage"
done

# --poison-cache replaces a sound entry, --disable-cache neither reads nor writes one
touch -d @1000000000 "$ko" "$runtime/sum"
accepted $stap --poison-cache -e "$another"
[ "$ko" -nt "$work/good.ko" ] && [ "$runtime/sum" -nt "$work/good.ko" ] || fail "--poison-cache replaced nothing"
cmp -s "$ko" another.ko || fail "--poison-cache made another module"
rm "$ko"
accepted $stap -k --disable-cache -e "$another"
[ ! -e "$ko" ] || fail "--disable-cache filled the cache"

# the limit of the modules' size, and what killed runs have left
echo 0 >"$sonde/cache_clean_interval_s"
echo 1 >"$sonde/cache_mb_limit"
touch -d '2 hours ago' "$sonde/modules/stap_x.ko.4711" "$sonde/runtime/.lock-x"
mkdir "$sonde/runtime/x.4711" && touch -d '2 hours ago' "$sonde/runtime/x.4711"
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
	accepted $stap -e "probe begin { println($i) exit() }"
done
[ "$(cat "$sonde"/modules/*.ko | wc -c)" -le 1048576 ] || fail "more than the limit is kept"
[ -e "$(cat out)" ] || fail "the module just made is not kept"
[ ! -e "$sonde/modules/stap_x.ko.4711" ] && [ ! -e "$sonde/runtime/x.4711" ] || fail "left-overs are not removed"

# a cache that is full, or read-only
mkdir "$work/small"
if mount -t tmpfs -o size=100k none "$work/small" 2>/dev/null; then
	trap 'umount "$work/small"; rm -rf "$work"' EXIT
	expected='D_CACHE '
	right env XDG_CACHE_HOME="$work/small" $stap -e "$hello"
	mount -o remount,size=20m "$work/small"
	expected=
	XDG_CACHE_HOME=$work/small accepted $stap -e "$another"
	mount -o remount,ro "$work/small"
	right env XDG_CACHE_HOME="$work/small" $stap -e "$hello"
	XDG_CACHE_HOME=$work/small accepted $stap -e "$another"
	cmp -s "$(cat out)" another.ko || fail "another module from a read-only cache"
	grep -q D_CACHE err && fail "a read-only cache that has all that is needed is complained about"
	XDG_CACHE_HOME=$work/small "$STAP" --diag-tags --clean-cache 2>err && fail "--clean-cache of a read-only cache succeeds"
	grep -q 'D_CACHE_CLEAN' err || fail "--clean-cache of a read-only cache says: $(cat err)"
	XDG_CACHE_HOME=$work/small accepted $stap -k -e 'probe begin { println("new") exit() }'
	grep -q D_CACHE err || fail "a read-only cache is not told of"
else
	echo "no mount: a full and a read-only cache were not tried"
fi
exit $((bad != 0))
