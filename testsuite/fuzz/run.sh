#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Fuzzes the front end: testsuite/fuzz/run.sh [SECONDS [FOLDER [TARGET]]]
# TARGET is parse (fuzz_parse.c, the default) or passes (fuzz_passes.c). Builds with clang's sanitizers in FOLDER
# (default: a fresh temporary one) and starts from the test cases and from FOLDER/corpus-TARGET. What crashes is left
# in FOLDER/found; made small, it belongs in testsuite/bogus. Exit status 1 when something did.
set -eu

seconds=${1:-60}
work=${2:-$(mktemp -d "${TMPDIR:-/tmp}/fuzz.XXXXXX")}
target=${3:-parse}
top=$(cd "$(dirname "$0")/../.." && pwd)

command -v clang >/dev/null || { echo "clang is not installed:  apt-get install clang" >&2; exit 77; }
mkdir -p "$work/build" "$work/found" "$work/corpus-$target"
work=$(cd "$work" && pwd)
log=$work/log-$target

flags="-g -O1 -w -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined"
export ASAN_OPTIONS=detect_leaks=0
cd "$work/build"
[ -x "$top/configure" ] || (cd "$top" && autoreconf -i)
[ -f Makefile ] || "$top/configure" --quiet CC=clang
make -s -j2 CFLAGS="$flags -fsanitize=fuzzer-no-link" libstap.a libguest.a runtime/pure/libpure.a tapsets/index
clang $flags -fsanitize=fuzzer -std=gnu11 -D_GNU_SOURCE= -I"$top" -I. "$top/testsuite/fuzz/fuzz_$target.c" \
	libstap.a libguest.a runtime/pure/libpure.a -lbpf -ldw -lelf -lm -o "fuzz_$target"

export ASAN_OPTIONS= SYSTEMTAP_TAPSET="$work/build/tapsets"
corpus="$top/testsuite/parse $top/testsuite/bogus"
[ "$target" = parse ] || corpus="$corpus $top/testsuite/sema $top/testsuite/emit $top/examples
	$(find "$top/testsuite/guest" "$top/testsuite/tapset" -type d)"
./"fuzz_$target" -max_total_time="$seconds" -max_len=2000 -timeout=25 -rss_limit_mb=3000 \
	-dict="$top/testsuite/fuzz/stap.dict" -artifact_prefix="$work/found/" -print_final_stats=1 \
	"$work/corpus-$target" $corpus >"$log" 2>&1 ||
	{ tail -n 60 "$log" >&2; echo "what did it is in $work/found" >&2; exit 1; }
grep -E "^stat::number_of_executed_units|^Done" "$log"
[ "$target" = passes ] || exit 0

# The C of every accepted input that the corpus has by now must compile.
rm -rf "$work/c" && mkdir "$work/c"
FUZZ_C=$work/c "./fuzz_$target" -runs=0 "$work/corpus-$target" $corpus >>"$log" 2>&1
set +e
grep -l '#define return goto out' "$work"/c/*.c | xargs -r rm	# the user's own C, which may be wrong
find "$work/c" -name '*.c' | xargs -n 20 gcc -std=gnu11 -O0 -fsyntax-only -Werror=implicit-function-declaration \
	-Werror=int-conversion -Werror=incompatible-pointer-types -Werror=return-type -I"$top/runtime" -I"$top/runtime/host" \
	>"$work/c.log" 2>&1
errors=$(grep -c 'error:' "$work/c.log")
echo "$(find "$work/c" -name '*.c' | wc -l) generated files, $errors errors of the compiler (see $work/c.log)"
[ "$errors" = 0 ]
