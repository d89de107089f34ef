#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Rows of conversions with all kinds of flags print what C prints, whether the reader formats them or the kernel.
#: timeout 300
dir=$(mktemp -d "${TMPDIR:-/tmp}/sonde-matrix.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
${CC:-gcc} -O1 -o "$dir/model" "$SRCDIR/testsuite/guest/print/matrix_model.c" || exit 1
"$dir/model" "$dir/matrix.stp" "$dir/wanted" || exit 1
"$STAP" --guest "$dir/matrix.stp" > "$dir/printed" || exit 1
echo "$(grep -c printf "$dir/matrix.stp") statements, $(wc -l < "$dir/wanted") lines"
[ "$(wc -l < "$dir/wanted")" -ge 900 ] && cmp "$dir/wanted" "$dir/printed" && exit 0
diff -a "$dir/wanted" "$dir/printed" | head -n 20
grep -n . "$dir/matrix.stp" | sed -n "$(($(cmp "$dir/wanted" "$dir/printed" | sed 's/.*line //') + 2))p"
exit 1
