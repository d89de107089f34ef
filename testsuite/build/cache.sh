#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The cache: the same script gets the same module without a build; what is damaged or partial is built again; a cache that
# cannot be written costs time only.
#: timeout 900
. "$SRCDIR/testsuite/build/expect"
need_kernel
own_cache
stap="$STAP --diag-tags -v -p4 -r $build"
sonde=$XDG_CACHE_HOME/sonde

# built SCRIPT..., cached SCRIPT...: the module is made anew, or it is not.
built()
{
	accepted $stap -e "$@"
	grep -q 'Pass 4: compiled' "$work/err" || fail "not built: $(cat "$work/err")"
	module=$(cat "$work/out")
}
cached()
{
	accepted $stap -e "$@"
	grep -q 'Pass 4: using cached' "$work/err" || fail "not cached: $(cat "$work/err")"
}

built "$hello"
grep -q '^Preparing the runtime' "$work/err" || fail "nothing told of the preparation"
first=$module
cached "$hello"
[ "$(cat "$work/out")" = "$first" ] || fail "the same script has another module"
cp "$first" "$work/first.ko"

# a damaged module, and one whose checksum was not written
printf x | dd of="$first" bs=1 seek=5000 conv=notrunc 2>/dev/null
built "$hello"
cmp "$first" "$work/first.ko" || fail "the same script was built to other bytes"
rm "${first%.ko}.sum"
built "$hello"

# a damaged runtime
runtime=$(dirname "$(ls "$sonde"/runtime/*/stp_runtime.o)")
printf x | dd of="$runtime/stp_runtime.o" bs=1 seek=5000 conv=notrunc 2>/dev/null
built 'probe begin { println("another") exit() }'
grep -q '^Preparing the runtime' "$work/err" || fail "a damaged runtime was used"
[ "$module" != "$first" ] || fail "another script has the same module"

# flags and settings are part of a module's name
built "$hello" -B -DSOMETHING
built "$hello" -D MAXSTRINGLEN=64

# -m leaves the module here and does not touch the cache
before=$(ls "$sonde/modules" | wc -l)
(cd "$work" && accepted $stap -m my_module -e "$hello")
[ -s "$work/my_module.ko" ] || fail "-m left no module"
[ "$(ls "$sonde/modules" | wc -l)" = "$before" ] || fail "-m wrote into the cache"

# a cache of modules that cannot be written
mv "$sonde/modules" "$work/modules"
ln -s /proc "$sonde/modules"
"$STAP" --diag-tags -p4 -k -r "$build" -e "$hello" >"$work/out" 2>"$work/err" || fail "exit status $?: $(cat "$work/err")"
grep -q '\[D_CACHE\]' "$work/err" || fail "nothing told of a cache that cannot be written: $(cat "$work/err")"
[ -s "$(cat "$work/out")" ] || fail "no module without a cache"
rm -rf "$(sed -n 's/^Keeping temporary directory "\(.*\)"/\1/p' "$work/err")"
rm "$sonde/modules"

accepted $STAP --clean-cache
[ ! -e "$sonde/runtime" ] && [ ! -e "$sonde/modules" ] || fail "--clean-cache left something"
[ -e "$sonde/kernels/default" ] || fail "--clean-cache removed the kernels"
exit $((bad != 0))
