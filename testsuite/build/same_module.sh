#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The module made by the recorded commands is the one that kbuild makes of the same script, and both run: for the scripts of
# the language tests (more than 30), and for some whose embedded C needs symbols, headers or modules of its own.
#: timeout 1200
. "$SRCDIR/testsuite/build/expect"
need_kernel
export STAP build work

mkdir "$work/scripts"
# What scripts with timers say depends on the time.
cp $(grep -L timer "$SRCDIR"/testsuite/guest/language/*.stp) "$work/scripts/"
cat >"$work/scripts/new_symbols.stp" <<'END'
//: options -g
%{
#include <linux/sched.h>
#include <linux/utsname.h>
#include <linux/string_helpers.h>
%}
function f:long() %{
	char text[16];

	string_get_size(4096, 1, STRING_UNITS_2, text, sizeof(text));
	STAP_RETVALUE = strnlen(init_utsname()->release, 3) + (nr_cpu_ids > 0) + text[0];
%}
probe begin { println(f()) exit() }
END
cat >"$work/scripts/printk_only.stp" <<'END'
//: options -g -DMINE=7
function f:long() %{ STAP_RETVALUE = MINE + HZ * 0; %}
probe begin { println(f()) exit() }
END

# both_ways SCRIPT: $work/both/NAME.{direct,kbuild}.ko, and what makes them differ on standard output.
cat >"$work/both_ways" <<'END'
#!/bin/sh
name=$(basename "$1" .stp)
options=$(sed -n 's,^//: options ,,p' "$1")
for way in direct kbuild; do
	[ $way = kbuild ] && more=--kbuild || more=
	dir=$work/both/$name.$way
	mkdir -p "$dir"
	if ! "$STAP" -v -w -p4 -r "$build" --disable-cache --tmpdir="$dir" $more $options "$1" \
		>"$dir/out" 2>"$dir/err"; then
		echo "$name does not build ($way): $(cat "$dir/err")"
		exit 1
	fi
	cp "$(sed -n '$p' "$dir/out")" "$work/both/$name.$way.ko"
done
grep -q "^Building with the kernel's makefiles" "$work/both/$name.direct/err" &&
	echo "$name was left to kbuild: $(cat "$work/both/$name.direct/err")"
grep -q "^Building with the kernel's makefiles" "$work/both/$name.kbuild/err" || echo "$name: --kbuild did nothing"
rm -rf "$work/both/$name.direct" "$work/both/$name.kbuild"

# What must agree: all but the order of __versions, which changes the build-id's hash and nothing that the kernel sees.
facts()
{
	nm -p "$1" | sort
	modinfo "$1" | sed /^filename:/d
	readelf -SW "$1" | sed -n 's/^ *\[ *[0-9]*\] //p' | awk '{ print $1, $2, $5 }'
	readelf -rW "$1" | sed 's/^\([0-9a-f]*\)  [0-9a-f]* /\1/'
	objcopy -O binary --only-section=__versions "$1" "$1.versions" 2>/dev/null
	[ -s "$1.versions" ] && od -v -An -tx1 -w64 "$1.versions" | sort
	objcopy -R __versions -R .note.gnu.build-id "$1" "$1.rest"
	for section in .text .init.text .exit.text .rodata .data .orc_unwind .orc_unwind_ip .orc_header .modinfo; do
		echo "$section $(objcopy -O binary --only-section=$section "$1.rest" /dev/stdout 2>/dev/null | md5sum)"
	done
}
cmp -s "$work/both/$name.direct.ko" "$work/both/$name.kbuild.ko" && { echo same >"$work/both/$name.same"; exit 0; }
facts "$work/both/$name.direct.ko" >"$work/both/$name.a"
facts "$work/both/$name.kbuild.ko" >"$work/both/$name.b"
diff "$work/both/$name.a" "$work/both/$name.b" >"$work/both/$name.diff" ||
	{ echo "$name differs:"; head -n 20 "$work/both/$name.diff"; }
END
chmod +x "$work/both_ways"
mkdir "$work/both"
find "$work/scripts" -name '*.stp' | sort | xargs -P 2 -n 1 "$work/both_ways" >"$work/differences"
[ -s "$work/differences" ] && fail "$(cat "$work/differences")"
count=$(ls "$work"/both/*.kbuild.ko | wc -l)
[ "$count" -ge 30 ] || fail "only $count scripts were compared"
echo "$count scripts, $(ls "$work"/both/*.same | wc -l) of them the same byte for byte"

# Both of each run in one guest, one after the other, and say the same.
cat >"$work/run" <<'END'
#!/bin/busybox sh
PATH=$1:$PATH
for module in /both/*.kbuild.ko; do
	name=${module##*/}
	name=${name%.kbuild.ko}
	for way in direct kbuild; do
		timeout 30 staprun -c "/bin/busybox true" /both/$name.$way.ko >/tmp/$way 2>/dev/null </dev/null
		echo "exit status $?" >>/tmp/$way
	done
	if cmp -s /tmp/direct /tmp/kbuild; then
		echo "$name runs $(wc -l </tmp/direct)"
	else
		echo "$name says by kbuild:"
		cat /tmp/kbuild
		echo "and directly:"
		cat /tmp/direct
	fi
done
END
chmod +x "$work/run"
for ko in "$work"/both/*.direct.ko "$work"/both/*.kbuild.ko; do
	files="$files --file $ko:/both/$(basename "$ko")"
done
"$STAP_GUEST" run --timeout 300 --exe "$STAPRUN" --exe "$(dirname "$STAPRUN")/stapio" --file "$work/run":/run.sh $files \
	-- /run.sh "$(dirname "$STAPRUN")" >"$work/guest" 2>&1 || fail "the guest exits with $?"
[ "$(grep -c ' runs ' "$work/guest")" = "$count" ] || fail "$(grep -v ' runs ' "$work/guest")"
exit $((bad != 0))
