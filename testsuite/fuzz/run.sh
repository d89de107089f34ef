#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Fuzzes the front end: testsuite/fuzz/run.sh [SECONDS [FOLDER]]
# Builds with clang's sanitizers in FOLDER (default: a fresh temporary one) and starts from the test cases. What
# crashes is left in FOLDER/found, reduced by hand it belongs in testsuite/bogus. Exit status 1 when something did.
set -eu

seconds=${1:-60}
top=$(cd "$(dirname "$0")/../.." && pwd)
work=${2:-$(mktemp -d "${TMPDIR:-/tmp}/fuzz.XXXXXX")}
gen=$work/gen/translator/syntax
mkdir -p "$gen" "$work/found" "$work/corpus" "$work/o"

command -v clang >/dev/null || { echo "clang is not installed:  apt-get install clang" >&2; exit 77; }

bison -y -Wno-yacc -d -o "$gen/grammar.c" "$top/translator/syntax/grammar.y"
(cd "$gen" && flex "$top/translator/syntax/scan.l" && mv lex.yy.c scan.c)

flags="-std=gnu11 -D_GNU_SOURCE= -g -O1 -I$top -I$work/gen -fno-omit-frame-pointer
-fsanitize=address,undefined -fno-sanitize-recover=undefined"
objects=
for c in "$top"/translator/base/*.c "$top"/translator/syntax/*.c "$gen"/*.c; do
	o=$work/o/$(echo "$c" | tr / _).o
	[ "$o" -nt "$c" ] || clang $flags -fsanitize=fuzzer-no-link -w -c "$c" -o "$o"
	objects="$objects $o"
done
clang $flags -fsanitize=fuzzer "$top/testsuite/fuzz/fuzz_parse.c" $objects -o "$work/fuzz_parse"

cd "$work"
./fuzz_parse -max_total_time="$seconds" -max_len=2000 -timeout=25 -rss_limit_mb=3000 \
	-dict="$top/testsuite/fuzz/stap.dict" -artifact_prefix="$work/found/" -print_final_stats=1 \
	"$work/corpus" "$top/testsuite/parse" "$top/testsuite/bogus" \
	>"$work/log" 2>&1 || { tail -n 40 "$work/log" >&2; ls "$work/found" >&2; exit 1; }
grep -E "^stat::number_of_executed_units|^Done" "$work/log" || true
