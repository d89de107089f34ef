#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What a build or run needs and does not find: one message each, exit status 1, nothing left behind.
#: timeout 300
. "$SRCDIR/testsuite/build/expect"
need_kernel
own_cache
stap="$STAP --diag-tags"
TMPDIR=$work/tmp
export TMPDIR
mkdir "$TMPDIR" "$work/bin"
ln -s "$(command -v make)" "$work/bin/make"

# the kernel
refused D_KERNEL_HEADERS $stap -p4 -r 1.2.3-nothing -e "$hello"
refused D_KERNEL_FOLDER $stap -p4 -r "$work/" -e "$hello"
refused D_CANNOT_RUN $stap -r "$build" -e "$hello"

# programs and folders
refused D_NO_PROGRAM env PATH=/nonexistent $stap -p4 -r "$build" -e "$hello"
refused D_NO_COMPILER env PATH="$work/bin" $stap -p4 -r "$build" -e "$hello"
mkdir -p "$work/newer/include/config"
echo 99.1-newer >"$work/newer/include/config/kernel.release"
echo 'CONFIG_CC_VERSION_TEXT="x86_64-linux-gnu-gcc-99 (Debian 99.2.0-1) 99.2.0"' >"$work/newer/.config"
refused D_NO_COMPILER $stap -p4 -r "$work/newer" -e "$hello"
grep -q "'gcc-99' is not installed:  apt-get install gcc-99 " "$work/err" || fail "no advice: $(cat "$work/err")"
refused D_DEBUGINFO_NONE $stap -p2 -r "$work/newer" -e 'probe kernel.function("vfs_read") { println($count) }'
refused D_TMPDIR $stap --tmpdir=/nonexistent -p4 -r "$build" -e "$hello"
refused D_TMPDIR $stap "--tmpdir=$work/a b" -p4 -r "$build" -e "$hello"
refused D_NO_RUNTIME $stap -R /nonexistent -p4 -r "$build" -e "$hello"

# the runtime and generated C that do not compile: an error of ours, whose log stays
cp -r "$SRCDIR/runtime" "$work/runtime"
echo '#error broken by a test' >>"$work/runtime/runtime.c"
refused D_BUILD_RUNTIME $stap -R "$work/runtime" -p4 -r "$build" -e "$hello"
grep -q 'broken by a test' "$work/err" || fail "the compiler's words are not told: $(cat "$work/err")"
log=$(sed -n 's/.*log: \([^)]*\)).*/\1/p' "$work/err")
[ -s "$log" ] || fail "the log is not kept: $log"
rm -rf "$TMPDIR"/*
cp "$SRCDIR/runtime/runtime.c" "$work/runtime/runtime.c"
echo '$(error broken by a test)' >>"$work/runtime/Kbuild.module"
refused D_BUILD_MODULE $stap --kbuild -R "$work/runtime" -p4 -r "$build" -e "$hello"
rm -rf "$TMPDIR"/*

# a module that cannot be written where it shall be
refused D_MODULE_WRITE sh -c "cd /proc && $stap -m sonde_test -p4 -r $build -e '$hello'"

# ^C in the middle of a build (timeout sends it to the whole group, as a terminal does)
timeout -s INT 0.3 $stap --kbuild --disable-cache -p4 -r "$build" -e "$hello" >/dev/null 2>"$work/err"
grep -q '\[D_INTERRUPTED\]' "$work/err" || fail "^C in a build: $(cat "$work/err")"

# a part of the product that is not installed
cp "$STAP" "$work/bin/stap"
export SYSTEMTAP_TAPSET="$(dirname "$STAP")/tapsets" SYSTEMTAP_RUNTIME="$SRCDIR/runtime"
refused D_START "$work/bin/stap" --diag-tags --guest -e "$hello"
refused D_OUTPUT $stap --guest -o /nonexistent/file -e "$hello"

[ -z "$(ls "$TMPDIR")" ] || fail "left behind: $(ls "$TMPDIR")"
exit $((bad != 0))
