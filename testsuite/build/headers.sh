#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A kernel header that changed is noticed: by the runtime, and by a cached module whose embedded C includes it; so is
# another compiler. The commands that were recorded are used again only for what they were recorded for.
#: timeout 300
. "$SRCDIR/testsuite/build/expect"
need_kernel
own_cache
stap="$STAP --diag-tags -v -w -g -p4 -r"

# A build folder of our own: all of the kernel's by links, but for one folder of headers with one header that is ours.
mkdir -p "$work/build/include"
for f in "$build"/* "$build"/.config; do
	[ "$(basename "$f")" = include ] || ln -s "$f" "$work/build/"
done
for f in "$build"/include/*; do
	ln -s "$f" "$work/build/include/"
done
rm "$work/build/include/generated"
cp -r "$build/include/generated" "$work/build/include/generated"
echo '#define MINE 1' >"$work/build/include/generated/mine.h"

script='%{
#include <generated/mine.h>
%}
function f:long() %{ STAP_RETVALUE = MINE; %}
probe begin { println(f()) exit() }'

built()
{
	accepted $stap "$work/build" -e "$1"
	grep -q 'Pass 4: compiled' "$work/err" || fail "not built: $(cat "$work/err")"
}
cached()
{
	accepted $stap "$work/build" -e "$1"
	grep -q 'Pass 4: using cached' "$work/err" || fail "not cached: $(cat "$work/err")"
}
prepared()
{
	grep -q '^Preparing the runtime' "$work/err"
}

built "$script"
prepared || fail "the runtime was there before"
cached "$script"
cached "$script"

# a header of the script alone
echo '#define MINE 2 ' >"$work/build/include/generated/mine.h"
built "$script"
prepared && fail "the runtime was made again for a header that it does not use"
cached "$script"

# the same when kbuild makes the module
echo '#define MINE 345' >"$work/build/include/generated/mine.h"
accepted $stap "$work/build" --kbuild -e "$script"
grep -q "^Building with the kernel's makefiles: --kbuild" "$work/err" || fail "-v does not say that kbuild was used"
cached "$script"
echo '#define MINE 6' >"$work/build/include/generated/mine.h"
built "$script"

# a header of the runtime
echo '/* changed */' >>"$work/build/include/generated/bounds.h"
built "$hello"
prepared || fail "the runtime is that of the old headers"
grep -q "headers have changed" "$work/err" || fail "-v does not say why the runtime was made again"
cached "$hello"

# another compiler of the same name
cc=$(sed -n 's/^CONFIG_CC_VERSION_TEXT="\([^ ]*\) .*/\1/p' "$build/.config")
mkdir "$work/bin"
printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v "$cc")" >"$work/bin/$cc"
chmod +x "$work/bin/$cc"
PATH=$work/bin:$PATH
built 'probe begin { println("another compiler") exit() }'
prepared || fail "the runtime is that of the other compiler"

# what the recorded commands cannot do is left to kbuild
accepted $stap "$work/build" -B -DSOMETHING -e "$hello"
grep -q "^Building with the kernel's makefiles: -B" "$work/err" || fail "-v does not say that -B needs kbuild"
exit $((bad != 0))
