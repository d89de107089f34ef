#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#: name 2,000 random ways to members of parameters are the same by DWARF and by BTF
#: timeout 120
kernel=${XDG_CACHE_HOME:-$HOME/.cache}/sonde/kernels/$("$STAP_GUEST" fetch) || exit 1
dwarf=$kernel/debug/usr/lib/debug/boot/vmlinux-${kernel##*/}
[ -e "$dwarf" ] || { echo "no debug package: stap-guest fetch --dbg"; exit 77; }
exec "$BUILDDIR/testsuite/build/di_compare" "$dwarf" "$kernel/btf" "$kernel/available_filter_functions" 2000
