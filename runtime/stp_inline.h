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

/* Bytes that %m or %M shows, from a precision that may be any number: 0 to a page, or -1 after stp_error(). */
STP_INLINE int stp_dump_length(struct stp_ctx *c, stp_s64 n)
{
	if (STP_UNLIKELY(n > STP_PAGE_SIZE)) {
		stp_error(c, 0, "%lld is too many bytes for a memory dump", n);
		return -1;
	}
	return n < 0 ? 0 : (int)n;
}

/* Reads what %m of a sprintf shows, as far as a string holds it. Returns how many bytes, or -1 after stp_error(). */
STP_INLINE int stp_dump(struct stp_ctx *c, char *dst, stp_u64 addr, stp_s64 n, int user)
{
	int most = (int)stp_script.config->string_size;
	int len = stp_dump_length(c, n);

	if (len > most)
		len = most;
	return len < 0 || stp_read_bytes(c, dst, addr, (stp_u32)len, user) ? -1 : len;
}

/* Makes a reserved record of variable size, whose size word is written, one that prints nothing: what belongs in it
 * could not be read. `p` is what stp_reserve() returned. */
STP_INLINE void stp_void_record(struct stp_ctx *c, char *p)
{
	*(stp_u64 *)(p - 8) = c->run | STP_EVENT_TEXT;
	stp_put_4(p + 4, 0);
}

#endif
