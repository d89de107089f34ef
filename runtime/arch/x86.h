/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86_64: what stp.h needs of the machine, without any kernel header. stp_offsets.h names the kernel's per-CPU symbols
 * as text (STP_SYM_...), because they move between kernels. %gs is the base of the CPU's own data.
 */
#ifndef STP_ARCH_X86_H
#define STP_ARCH_X86_H

#define STP_PERCPU	__seg_gs

STP_INLINE void stp_barrier(void) { __asm__ __volatile__("" ::: "memory"); }

/* ---- preemption and interrupts --------------------------------------------------------------------------------- */

STP_COLD void stp_resched(void);	/* the end of preempt_enable() when another task shall run */

STP_INLINE void stp_preempt_disable(void)
{
#if STP_HAS_PREEMPT_COUNT
	__asm__ __volatile__("incl %%gs:" STP_SYM_PREEMPT_COUNT ::: "memory", "cc");
#else
	stp_barrier();
#endif
}

/* The kernel keeps "reschedule" inverted in the count's top bit: 0 is "enabled, and another task shall run". */
STP_INLINE void stp_preempt_enable(void)
{
#if STP_HAS_PREEMPT_COUNT
	int zero;

	__asm__ __volatile__("decl %%gs:" STP_SYM_PREEMPT_COUNT : "=@ccz" (zero) :: "memory");
	if (STP_UNLIKELY(zero))
		stp_resched();
#else
	stp_barrier();
#endif
}

STP_INLINE unsigned int stp_preempt_count(void)
{
	unsigned int count;

	__asm__ __volatile__("movl %%gs:" STP_SYM_PREEMPT_COUNT ", %0" : "=r" (count));
	return count;
}

STP_INLINE unsigned long stp_irq_save(void)
{
	unsigned long flags;

	__asm__ __volatile__("pushfq; popq %0; cli" : "=rm" (flags) :: "memory");
	return flags;
}

STP_INLINE void stp_irq_restore(unsigned long flags)
{
	if (flags & 0x200)
		__asm__ __volatile__("sti" ::: "memory");
	else
		stp_barrier();
}

/* ---- memory order, atomics ------------------------------------------------------------------------------------- */

/* Against interrupts of the same CPU only: no lock prefix. Returns 1 when *p was `old` and is `new` now. */
STP_INLINE int stp_cmpxchg_local(stp_u64 *p, stp_u64 old, stp_u64 new)
{
	int done;

	__asm__ __volatile__("cmpxchgq %3, %1" : "=@ccz" (done), "+m" (*p), "+a" (old) : "r" (new) : "memory");
	return done;
}

/* Adds in one instruction, whole against interrupts of the same CPU. */
STP_INLINE void stp_add_local(stp_u64 *p, stp_u64 n)
{
	__asm__ __volatile__("addq %1, %0" : "+m" (*p) : "er" (n) : "cc");
}

/* Takes what is there and leaves 0, against interrupts of the same CPU (xchg locks by itself: cold paths only). */
STP_INLINE stp_u64 stp_take_local(stp_u64 *p)
{
	stp_u64 v = 0;

	__asm__ __volatile__("xchgq %0, %1" : "+r" (v), "+m" (*p) :: "memory");
	return v;
}

STP_INLINE void stp_store_release(stp_u64 *p, stp_u64 v)
{
	stp_barrier();
	*(volatile stp_u64 *)p = v;
}

STP_INLINE void stp_store_release32(stp_u32 *p, stp_u32 v)
{
	stp_barrier();
	*(volatile stp_u32 *)p = v;
}

STP_INLINE stp_u32 stp_xchg_acquire(stp_u32 *p, stp_u32 v)
{
	__asm__ __volatile__("xchgl %0, %1" : "+r" (v), "+m" (*p) :: "memory");
	return v;
}

/* For a global that handlers of all CPUs add to. */
STP_INLINE void stp_atomic_add(stp_s64 *p, stp_s64 n)
{
	__asm__ __volatile__("lock; addq %1, %0" : "+m" (*p) : "er" (n) : "memory", "cc");
}

STP_INLINE stp_s64 stp_atomic_add_return(stp_s64 *p, stp_s64 n)
{
	stp_s64 old = n;

	__asm__ __volatile__("lock; xaddq %0, %1" : "+r" (old), "+m" (*p) :: "memory", "cc");
	return (stp_s64)((stp_u64)old + (stp_u64)n);
}

STP_INLINE void stp_relax(void) { __asm__ __volatile__("pause" ::: "memory"); }

/* ---- clock, current -------------------------------------------------------------------------------------------- */

STP_INLINE stp_u64 stp_tsc(void)
{
	stp_u32 low, high;

	__asm__ __volatile__("rdtsc" : "=a" (low), "=d" (high));
	return (stp_u64)high << 32 | low;
}

/* The current task_struct; constant within a handler. */
STP_INLINE const char *stp_current(void)
{
	const char *task;

	__asm__("movq %%gs:" STP_SYM_CURRENT ", %0" : "=r" (task));
	return task;
}

STP_INLINE int stp_current_cpu(void)
{
	int cpu;

	__asm__ __volatile__("movl %%gs:" STP_SYM_CPU_NUMBER ", %0" : "=r" (cpu));
	return cpu;
}

/* ---- registers ------------------------------------------------------------------------------------------------- */

/* Byte offsets in struct pt_regs of the integer arguments 1 to 6 of a function, and of a system call's (which has the
 * 4th in r10, because the syscall instruction takes rcx). */
#define STP_ARG_OFFSETS		STP_OFF_REGS_DI, STP_OFF_REGS_SI, STP_OFF_REGS_DX, \
				STP_OFF_REGS_CX, STP_OFF_REGS_R8, STP_OFF_REGS_R9
#define STP_SYSCALL_ARG_OFFSETS	STP_OFF_REGS_DI, STP_OFF_REGS_SI, STP_OFF_REGS_DX, \
				STP_OFF_REGS_R10, STP_OFF_REGS_R8, STP_OFF_REGS_R9
#define STP_RETURN_OFFSET	STP_OFF_REGS_AX

STP_INLINE stp_u64 stp_register(const struct pt_regs *regs, unsigned int offset)
{
	return *(const stp_u64 *)((const char *)regs + offset);
}

#endif
