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

/* Bytes below the stack pointer if it is on the task's own stack, else STP_THREAD_SIZE or more. */
STP_INLINE stp_u64 stp_stack_left(void)
{
	return (stp_u64)__builtin_frame_address(0) - *(const stp_u64 *)(stp_current() + STP_OFF_TASK_STACK);
}

STP_INLINE int stp_stack_is_low(stp_u64 n)
{
	stp_u64 left = stp_stack_left();

	return left < n && left < STP_THREAD_SIZE;
}

/* Calls on an interrupt's stack, of which the size is not known. */
#define STP_NESTING_ELSEWHERE	50
/* What a call must leave: for an error's text, and for the kernel. */
#define STP_STACK_RESERVE	4096

STP_INLINE int stp_deeper(struct stp_ctx *c, int most)
{
	stp_u64 left = stp_stack_left();

	if (STP_UNLIKELY(++c->nesting > most))
		return 1;
	return left < STP_THREAD_SIZE ? left < STP_STACK_RESERVE : c->nesting > STP_NESTING_ELSEWHERE;
}

STP_INLINE void stp_watch(struct stp_ctx *c, stp_u64 began)
{
	struct stp_cpu *cpu = c->cpu;
	stp_u64 now = stp_tsc(), took = now - began;

	cpu->spent += took;
	if (took > cpu->longest) {
		cpu->longest = took;
		cpu->longest_probe = c->probe;
	}
	if (STP_UNLIKELY(cpu->spent > stp_script.config->overload_threshold ||
			 now - cpu->interval > stp_script.config->overload_interval))
		stp_watch_check(c, now);
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

STP_INLINE void stp_fence(void)
{
	__sync_synchronize();
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

/* Bytes that %m or %M shows, from a precision that may be any number: 0 to a page (a negative one is none: 1), or -1 after
 * stp_error(). */
STP_INLINE int stp_dump_length(struct stp_ctx *c, stp_s64 n)
{
	if (STP_UNLIKELY(n > STP_PAGE_SIZE)) {
		stp_error(c, 0, "%lld is too many bytes for a memory dump", n);
		return -1;
	}
	return n < 0 ? 1 : (int)n;
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

/* ---- registers ------------------------------------------------------------------------------------------------- */

STP_INLINE void stp_set_register(struct pt_regs *regs, int offset, stp_s64 value)
{
	*(stp_s64 *)((char *)regs + offset) = value;
}

STP_INLINE int stp_register_arg(struct stp_ctx *c, stp_s64 *value, stp_s64 n, stp_u32 at)
{
	static const unsigned short offsets[] = { STP_ARG_OFFSETS };

	if (STP_UNLIKELY(!c->kregs || c->returning || (stp_u64)n - 1 >= sizeof(offsets) / sizeof(*offsets)))
		return stp_arg_error(c, n, at);
	*value = (stp_s64)stp_register(c->kregs, offsets[n - 1]);
	return 0;
}

/* The registers of a system call lie on the kernel's stack, but the argument that says so is any number when the
 * probe is not on a system call's entry: it is read as carefully as any address. */
STP_INLINE int stp_syscall_arg(struct stp_ctx *c, stp_s64 *value, stp_s64 n, stp_u32 at)
{
	static const unsigned short offsets[] = { STP_SYSCALL_ARG_OFFSETS };
	stp_s64 regs;

	if (STP_UNLIKELY((stp_u64)n - 1 >= sizeof(offsets) / sizeof(*offsets)))
		return stp_arg_error(c, n, at);
	if (stp_register_arg(c, &regs, 1, at))
		return -1;
	return stp_kread(c, value, (stp_u64)regs + offsets[n - 1], 8, 0, at);
}

STP_INLINE int stp_arg(struct stp_ctx *c, stp_s64 *value, stp_s64 n, stp_u32 at)
{
	return c->syscall ? stp_syscall_arg(c, value, n, at) : stp_register_arg(c, value, n, at);
}

STP_INLINE int stp_return_value(struct stp_ctx *c, stp_s64 *value, stp_u32 at)
{
	if (STP_UNLIKELY(!c->kregs))
		return stp_arg_error(c, 1, at);
	*value = (stp_s64)stp_register(c->kregs, STP_RETURN_OFFSET);
	return 0;
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

STP_INLINE int stp_kread(struct stp_ctx *c, stp_s64 *value, stp_u64 addr, int size, int is_signed, stp_u32 at)
{
	stp_s64 v;

	if (STP_UNLIKELY(!stp_kernel_address(addr)))
		return stp_read_fault(c, addr, at);
	STP_LOAD(v, addr, size, is_signed, fault);
	*value = v;
	return 0;
fault:
	return stp_read_fault(c, addr, at);
}

/* A string that C code gave, as the language prints it: what cannot be a pointer is shown as such. */
STP_INLINE const char *stp_printable(const char *s)
{
	return (unsigned long)s < STP_PAGE_SIZE ? "<NULL>" : s;
}

/* Bytes before the NUL, `most` of them at most: all that %.Ns looks at. A negative precision is none. */
STP_INLINE stp_u32 stp_strnlen(const char *s, stp_s64 most)
{
	stp_u32 n = 0;

	while ((stp_s64)n != most && s[n])
		n++;
	return n;
}

#endif
