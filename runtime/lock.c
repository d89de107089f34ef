// SPDX-License-Identifier: GPL-2.0
/* Waiting for a script's global variable. Part of runtime.c. */

#define LOCK_SPINS		1000u		/* between two looks at the clock */

/* The holder is on another CPU, with interrupts off, so it will be done soon; unless it is a handler on this CPU that
 * we interrupt (an NMI, or a probe inside its locked region): then waiting cannot help. */
static bool lock_can_wait(struct stp_ctx *c)
{
	u32 mine = 1u << (8 * c->level);

	return c->session || !(READ_ONCE(c->cpu->busy.all) & ~mine);
}

int stp_lock_wait(struct stp_ctx *c, struct stp_lock *lock)
{
	u64 patience = stp_script.config->lock_patience_us * 1000ull, end;
	u32 i;

	if (!lock_can_wait(c))
		return 0;
	end = ktime_get_mono_fast_ns() + patience;
	do {
		for (i = 0; i < LOCK_SPINS; i++) {
			if (!READ_ONCE(lock->held) && !stp_xchg_acquire(&lock->held, 1))
				return 1;
			cpu_relax();
		}
	} while (!patience || ktime_get_mono_fast_ns() < end);
	return 0;
}
