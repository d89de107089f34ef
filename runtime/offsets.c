// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers and names that header-free code needs from this kernel's headers. Compiled to assembler only; Kbuild.runtime
 * takes the lines "->NAME value" out of it and makes stp_offsets.h of them. Nothing here ever runs.
 */
#include <linux/kprobes.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/stddef.h>
#include <asm/asm.h>
#include <asm/page.h>
#include <asm/ptrace.h>
#include "compat_config.h"
#ifdef STP_HAVE_PCPU_HOT
#include <asm/current.h>
#endif

#define NUMBER(name, value)	asm volatile("\n->" #name " %c0" :: "i" ((long)(value)))
#define TEXT(name, text)	asm volatile("\n->" #name " \"" text "\"")
#define REG(NAME, member)	NUMBER(STP_OFF_REGS_##NAME, offsetof(struct pt_regs, member))

void stp_offsets(void);
void stp_offsets(void)
{
	NUMBER(STP_PAGE_SIZE, PAGE_SIZE);

	NUMBER(STP_OFF_TASK_PID, offsetof(struct task_struct, pid));
	NUMBER(STP_THREAD_SIZE, THREAD_SIZE);
	NUMBER(STP_OFF_TASK_STACK, offsetof(struct task_struct, stack));
	NUMBER(STP_OFF_TASK_TGID, offsetof(struct task_struct, tgid));
	NUMBER(STP_OFF_TASK_COMM, offsetof(struct task_struct, comm));

	NUMBER(STP_OFF_RETURN_DATA, offsetof(struct kretprobe_instance, data));

	NUMBER(STP_HAS_PREEMPT_COUNT, IS_ENABLED(CONFIG_PREEMPT_COUNT));
	NUMBER(STP_NMI_MASK, NMI_MASK);
	NUMBER(STP_HARDIRQ_MASK, HARDIRQ_MASK);
	NUMBER(STP_SOFTIRQ_MASK, SOFTIRQ_MASK);
	NUMBER(STP_SOFTIRQ_OFFSET, SOFTIRQ_OFFSET);

	/* x86: e57ef2ed97c1 ("x86: Put hot per CPU variables into a struct") in 6.2, taken apart again in 6.15 */
#ifdef STP_HAVE_PCPU_HOT
	asm volatile("\n->STP_SYM_PREEMPT_COUNT \"pcpu_hot+%c0\"" :: "i" (offsetof(struct pcpu_hot, preempt_count)));
	asm volatile("\n->STP_SYM_CPU_NUMBER \"pcpu_hot+%c0\"" :: "i" (offsetof(struct pcpu_hot, cpu_number)));
	asm volatile("\n->STP_SYM_CURRENT \"pcpu_hot+%c0\"" :: "i" (offsetof(struct pcpu_hot, current_task)));
#else
	TEXT(STP_SYM_PREEMPT_COUNT, "__preempt_count");
	TEXT(STP_SYM_CPU_NUMBER, "cpu_number");
	TEXT(STP_SYM_CURRENT, "current_task");
#endif

	/* Since 6.19 the table is a mergeable section, and one section has one set of flags. */
#ifdef EXTABLE_SIZE
	asm volatile("\n->STP_EXTABLE_FLAGS \"\\\"aM\\\", @progbits, %c0\"" :: "i" (EXTABLE_SIZE));
#else
	asm volatile("\n->STP_EXTABLE_FLAGS \"\\\"a\\\"\"");
#endif
#ifdef EX_TYPE_DEFAULT
	NUMBER(STP_EX_TYPE_DEFAULT, EX_TYPE_DEFAULT);
#endif

	REG(R15, r15);
	REG(R14, r14);
	REG(R13, r13);
	REG(R12, r12);
	REG(BP, bp);
	REG(BX, bx);
	REG(R11, r11);
	REG(R10, r10);
	REG(R9, r9);
	REG(R8, r8);
	REG(AX, ax);
	REG(CX, cx);
	REG(DX, dx);
	REG(SI, si);
	REG(DI, di);
	REG(ORIG_AX, orig_ax);
	REG(IP, ip);
	REG(CS, cs);
	REG(FLAGS, flags);
	REG(SP, sp);
}
