#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# More print statements than 16 bits can number (D_EVENTS_TOO_MANY).
script=$(mktemp) || exit 1
trap 'rm -f "$script"' EXIT
awk 'BEGIN { print "probe begin {"; for (i = 0; i < 65520; i++) print "print(" i ")"; print "}" }' >"$script"
out=$("$BUILDDIR/stap" --diag-tags --guest -p2 "$script" 2>&1) && { echo "not refused"; exit 1; }
echo "$out" | grep -q D_EVENTS_TOO_MANY || { echo "$out"; exit 1; }
sed -i 2d "$script"
"$BUILDDIR/stap" --guest -p2 "$script" >/dev/null
