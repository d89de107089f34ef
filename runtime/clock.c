// SPDX-License-Identifier: GPL-2.0
/* The session's clock. Part of runtime.c. */

/* u32, read by generated code: the kernel must be asked for the time, the TSC cannot be relied upon. */
u32 stp_clock_mono = 1;

/*
 * ktime_get_mono_fast_ns() may stand still, or step back a little while the kernel adjusts it; a ring's records must
 * have increasing times. An interrupt may have handed out a later time meanwhile: then ours comes after it.
 */
u64 stp_clock_cold(struct stp_cpu *cpu)
{
	struct stp_ring *ring = cpu->ring;
	u64 last, now;

	do {
		last = READ_ONCE(ring->last_clock);
		now = ktime_get_mono_fast_ns();
		if (now <= last)
			now = last + 1;
	} while (!stp_cmpxchg_local(&ring->last_clock, last, now));
	return now;
}

/* The clock now, without a CPU's order. */
static u64 clock_now(void)
{
	return stp_clock_mono ? ktime_get_mono_fast_ns() : stp_tsc();
}

/*
 * How late another CPU may see a store after the time that was read after it: the store buffer drains within a
 * microsecond, but the TSCs of sockets may differ by some, and rdtsc may run ahead of older instructions.
 */
#define CLOCK_SLACK_NS	50000u

static u64 clock_slack(void)
{
	return stp_clock_mono ? CLOCK_SLACK_NS : (u64)tsc_khz * CLOCK_SLACK_NS / 1000000;
}

s64 stp_realtime_ns(void)
{
	return (s64)ktime_get_real_fast_ns();
}

s64 stp_jiffies(void)
{
	return (s64)get_jiffies_64();
}
