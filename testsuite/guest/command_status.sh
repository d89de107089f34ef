#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# stap --guest -c: the command runs in the guest; its failure becomes stap's, with a warning.
#: timeout 120
out=$("$STAP" --guest -c '/bin/busybox true' \
	-e 'probe syscall.execve { println(execname()) } probe end { println("end") }') || exit 1
echo "$out"
[ "$(echo "$out" | wc -l)" = 2 ] && [ "$(echo "$out" | tail -n 1)" = end ] || exit 1
err=$("$STAP" --guest -c '/bin/busybox false' -e 'probe end { println("end") }' 2>&1 >/dev/null)
status=$?
echo "$err"
[ $status = 1 ] && echo "$err" | grep -qx 'WARNING: child process exited with status 1'
