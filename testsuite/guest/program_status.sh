#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What ran the module failed, or was killed: stap says so and exits with 1.
#: timeout 200
bad=0
err=$("$STAP" --diag-tags --guest -e 'probe begin { error("it went wrong") }' 2>&1)
[ $? = 1 ] || { echo "exit status not 1 after an error"; bad=1; }
echo "$err" | grep -q 'WARNING: .* exited with status: 1 \[D_PROGRAM_STATUS\]' || { echo "no status: $err"; bad=1; }
echo "$err" | grep -q 'ERROR: it went wrong' || { echo "no cause: $err"; bad=1; }

log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
"$STAP" --diag-tags --guest -e 'probe begin { println("runs") }' >"$log" 2>&1 &
stap=$!
for i in $(seq 600); do
	grep -q '^runs' "$log" && break
	sleep 0.1
done
child=$(cat "/proc/$stap/task/$stap/children")
kill -9 $child
wait $stap
[ $? = 1 ] || { echo "exit status not 1 after a kill"; bad=1; }
grep -q 'exited with signal: 9 (Killed) \[D_PROGRAM_SIGNAL\]' "$log" || { echo "no signal: $(cat "$log")"; bad=1; }
exit $bad
