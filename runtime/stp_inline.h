/* SPDX-License-Identifier: GPL-2.0 */
/* Bodies of the inline functions that stp.h declares and that a reader of the interface need not see. */
#ifndef STP_INLINE_H
#define STP_INLINE_H

STP_INLINE void *stp_frame_push(struct stp_ctx *c, stp_u32 bytes, stp_u32 at)
{
	char *frame = c->frames + c->frame_used;

	if (STP_UNLIKELY(c->frame_used + bytes > stp_script.config->frame_bytes)) {
		stp_too_deep(c, at);
		return (void *)0;
	}
	c->frame_used += bytes;
	return frame;
}

STP_INLINE int stp_trylock(struct stp_ctx *c, struct stp_lock *lock)
{
	if (STP_LIKELY(!stp_xchg_acquire(&lock->held, 1)))
		return 1;
	return stp_lock_wait(c, lock);
}

STP_INLINE void stp_unlock(struct stp_lock *lock)
{
	stp_store_release32(&lock->held, 0);
}

STP_INLINE stp_s64 stp_pid(void)
{
	return *(const int *)(stp_current() + STP_OFF_TASK_TGID);
}

STP_INLINE stp_s64 stp_tid(void)
{
	return *(const int *)(stp_current() + STP_OFF_TASK_PID);
}

STP_INLINE stp_s64 stp_cpu_number(struct stp_ctx *c)
{
	return c->session ? stp_current_cpu() : c->cpu->number;
}

#endif
