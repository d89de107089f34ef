#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A kernel header that changed is noticed: by the runtime, and by a cached module whose embedded C includes it; so is
# another compiler. The commands that were recorded are used again only for what they were recorded for.
#: timeout 900
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

# a header of the runtime, which a module without embedded C is made of too
again='probe begin { println("again") exit() }'
built "$again"
cached "$again"
echo '/* changed */' >>"$work/build/include/generated/bounds.h"
built "$again"
prepared || fail "the runtime is that of the old headers"
grep -q "headers have changed" "$work/err" || fail "-v does not say why the runtime was made again"
cached "$again"

# what is included need not be called .h, and a file that changes while it is compiled may have been read before
echo 'static int theirs = 1;' >"$work/theirs.inc"
theirs="%{
#include \"$work/theirs.inc\"
%}
function f:long() %{ STAP_RETVALUE = theirs; %}
probe begin { println(f()) exit() }"
built "$theirs"
cached "$theirs"
echo 'static int theirs = 22;' >"$work/theirs.inc"
built "$theirs"
(while [ ! -e "$work/stop" ]; do echo 'static int theirs = 333;' >"$work/theirs.inc"; sleep 0.05; done) &
sleep 0.1
built "$theirs"
touch "$work/stop"
wait
built "$theirs"
cached "$theirs"

# killed between the parts of an entry: the new list of headers beside the old module
ko=$(cat "$work/out")
cp "$ko" "$work/old.ko"
cp "${ko%.ko}.sum" "$work/old.sum"
echo 'static int theirs = 4444;' >"$work/theirs.inc"
built "$theirs"
cp "$work/old.ko" "$ko"
cp "$work/old.sum" "${ko%.ko}.sum"
built "$theirs"

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
