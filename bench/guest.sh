#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs inside the guest: times getsid(2) without a probe, then under each module of /bench with its output going to
# /dev/null and to a new tmpfs file. Prints one line a measurement: ROW SINK NS SENT RECEIVED LOST.
# SENT is the number of probe hits that write an event; RECEIVED and LOST are the reader's own count.
loops=$1
baseline() {
	best=
	for i in 1 2 3; do
		/bench/getsid_time "$loops" /tmp/ns
		ns=$(cat /tmp/ns)
		best=$(printf '%s\n' $best "$ns" | sort -n | head -n 1)
	done
	echo "unprobed - $best 0 0 0"
}

measure() { # row module sink
	rm -f /tmp/out /tmp/ns
	case $3 in null) out=/dev/null ;; tmpfs) out=/tmp/out ;; esac
	if ! /bin/staprun -v -o "$out" -c "/bench/getsid_time $loops /tmp/ns" "$2" 2>/tmp/err; then
		echo "failed $1 $3: $(tail -n 1 /tmp/err)"
		return
	fi
	received=$(sed -n 's/.*records: \([0-9]*\) received, \([0-9]*\) lost.*/\1 \2/p' /tmp/err)
	echo "$1 $3 $(cat /tmp/ns) $loops ${received:-? ?}"
}

baseline
for module in /bench/*.ko; do
	row=$(basename "$module" .ko)
	measure "$row" "$module" null
	measure "$row" "$module" tmpfs
done
