/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86_64: what stp.h needs of the machine, without any kernel header. stp_offsets.h names the kernel's per-CPU symbols
 * as text (STP_SYM_...), because they move between kernels. %gs is the base of the CPU's own data.
 */
#ifndef STP_ARCH_X86_H
#define STP_ARCH_X86_H

#define STP_PERCPU	__seg_gs

STP_INLINE void stp_barrier(void) { __asm__ __volatile__("" ::: "memory"); }

/*
 * Calls a cold function FN(a, b) of the runtime by way of FN_thunk, which keeps all registers but rax: otherwise every
 * handler would save the registers that a rare call might change. The result is an integer or a pointer.
 */
#ifdef _ASM_X86_ASM_H			/* kernel headers are here and have it already */
#define stp_stack_pointer current_stack_pointer
#else
register unsigned long stp_stack_pointer __asm__("rsp");
#endif
#define STP_CALL_COLD(fn, a, b) ({								\
	unsigned long stp__result;								\
	__asm__ __volatile__("call " #fn "_thunk"						\
			     : "=a" (stp__result), "+r" (stp_stack_pointer)			\
			     : "D" (a), "S" ((unsigned long)(b)) : "memory", "cc");		\
	stp__result;										\
})

/* Defines FN_thunk, in the runtime. RET is the kernel's way to return. */
#define STP_DEFINE_THUNK(fn, ret)								\
	__asm__(".pushsection .text, \"ax\"\n\t"							\
		".type " #fn "_thunk, @function\n\t"						\
		".globl " #fn "_thunk\n"							\
		#fn "_thunk:\n\t"								\
		"push %rcx; push %rdx; push %rsi; push %rdi\n\t"				\
		"push %r8; push %r9; push %r10; push %r11\n\t"				\
		"call " #fn "\n\t"								\
		"pop %r11; pop %r10; pop %r9; pop %r8\n\t"					\
		"pop %rdi; pop %rsi; pop %rdx; pop %rcx\n\t"					\
		ret										\
		".size " #fn "_thunk, . - " #fn "_thunk\n\t"					\
		".popsection")

/* Comparisons with memory in one instruction, where `volatile` would make a load of it. */
STP_INLINE int stp_is_zero8(const stp_u8 *p)
{
	int zero;

	__asm__ __volatile__("cmpb $0, %1" : "=@ccz" (zero) : "m" (*p) : "memory");
	return zero;
}

STP_INLINE int stp_is_zero32(const stp_u32 *p)
{
	int zero;

	__asm__ __volatile__("cmpl $0, %1" : "=@ccz" (zero) : "m" (*p) : "memory");
	return zero;
}

STP_INLINE int stp_is_above(stp_u64 v, const stp_u64 *p)
{
	int above;

	__asm__ __volatile__("cmpq %1, %2" : "=@cca" (above) : "m" (*p), "r" (v) : "memory");
	return above;
}

/* ---- preemption and interrupts --------------------------------------------------------------------------------- */

void stp_resched(void);	/* the end of preempt_enable() when another task shall run */

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
		STP_CALL_COLD(stp_resched, 0, 0);
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

/* Whether the CPU is in a task: not in an interrupt's handler, nor in a task's region with softirqs off. */
STP_INLINE int stp_in_task(void)
{
	int zero;

	__asm__ __volatile__("testl %1, %%gs:" STP_SYM_PREEMPT_COUNT : "=@ccz" (zero)
			     : "i" (STP_NMI_MASK | STP_HARDIRQ_MASK | STP_SOFTIRQ_MASK));
	return zero;
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
	stp_u64 low, high;

	__asm__ __volatile__("rdtsc" : "=a" (low), "=d" (high));
	return high << 32 | low;
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

/* ---- loads that may fault -------------------------------------------------------------------------------------- */

/*
 * What a load with an exception entry may touch: the upper half below the fixmap. Not the lower half: under SMAP the
 * kernel dies of a load from there whatever the exception table says. Not the fixmap and what is above: it has the
 * vsyscall page, where the same holds, and devices. What is not canonical in between is refused by the processor, and
 * the entry takes that like a page fault.
 */
STP_INLINE int stp_kernel_address(stp_u64 addr)
{
	return (stp_s64)addr >> 56 == -1 && addr < 0xffffffffff000000ull;
}

/* A third word names the handler: by number since 46d28947d987 (5.16), before by its address. */
#define STP__STR2(x)	#x
#define STP__STR(x)	STP__STR2(x)
#ifdef STP_EX_TYPE_DEFAULT
#define STP__EX_HANDLER	".long " STP__STR(STP_EX_TYPE_DEFAULT) "\n\t"
#else
#define STP__EX_HANDLER	".long ex_handler_default - .\n\t"
#endif
#define STP__EXTABLE(label)									\
		".pushsection __ex_table, " STP_EXTABLE_FLAGS "\n\t"				\
		".balign 4\n\t"									\
		".long 1b - .\n\t"								\
		".long %l[" #label "] - .\n\t"							\
		STP__EX_HANDLER									\
		".popsection"
#define STP__LOAD(insn, type, v, addr, label) do {						\
	__asm__ __volatile__ goto("1: " insn "\n\t" STP__EXTABLE(label)				\
		: "=r" (v) : "m" (*(const type *)(unsigned long)(addr)) : : label);		\
	__asm__ ("");	/* gcc 12 may take the result before the load, else: PR 113921 */	\
} while (0)

/* Stores one byte in the same manner; of a word's, some may be written before one faults. */
#define STP_STORE_BYTE(v, addr, label)								\
	__asm__ __volatile__ goto("1: movb %0, %1\n\t" STP__EXTABLE(label)			\
		: : "q" ((char)(v)), "m" (*(char *)(unsigned long)(addr)) : "memory" : label)

/* Loads `size` (1, 2, 4, 8) bytes into the 64-bit v, with their sign or without; goes to the label when they cannot be
 * read. stp_kernel_address(addr) holds. Context: any. */
#define STP_LOAD(v, addr, size, is_signed, label) do {						\
	switch ((is_signed) ? -(size) : (size)) {						\
	case 1: STP__LOAD("movzbl %1, %k0", stp_u8, v, addr, label); break;			\
	case 2: STP__LOAD("movzwl %1, %k0", stp_u16, v, addr, label); break;			\
	case 4: STP__LOAD("movl %1, %k0", stp_u32, v, addr, label); break;			\
	case -1: STP__LOAD("movsbq %1, %0", stp_u8, v, addr, label); break;			\
	case -2: STP__LOAD("movswq %1, %0", stp_u16, v, addr, label); break;			\
	case -4: STP__LOAD("movslq %1, %0", stp_u32, v, addr, label); break;			\
	default: STP__LOAD("movq %1, %0", stp_u64, v, addr, label); break;			\
	}											\
} while (0)

#endif
