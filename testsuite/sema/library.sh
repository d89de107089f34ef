#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A tapset library that is not there, or lacks a file that its index names, is a warning that says where it was looked
# for (D_LIBRARY_INDEX, D_LIBRARY_FILE); a script that needs nothing of it runs.
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
stap="$BUILDDIR/stap --diag-tags --guest -p2"

out=$(SYSTEMTAP_TAPSET=$dir/none $stap -e 'probe begin { println("x") }' 2>&1) || { echo "$out"; exit 1; }
echo "$out" | grep -q 'D_LIBRARY_INDEX.*'"$dir/none\|$dir/none.*D_LIBRARY_INDEX" || { echo "$out"; exit 1; }

echo "function pid gone.stp" >"$dir/index"
out=$(SYSTEMTAP_TAPSET=$dir $stap -e 'probe begin { println("x") }' 2>&1) || { echo "$out"; exit 1; }
out=$(SYSTEMTAP_TAPSET=$dir $stap -e 'probe begin { println(pid()) }' 2>&1) && { echo "$out"; exit 1; }
echo "$out" | grep -q D_LIBRARY_FILE || { echo "$out"; exit 1; }
echo "$out" | grep -q D_FUNCTION_UNRESOLVED || { echo "$out"; exit 1; }
