/* SPDX-License-Identifier: GPL-2.0 */
/*
 * In place of what Kbuild.runtime makes for a kernel: numbers for running header-free code in a process. The "per-CPU"
 * symbols are of the test program (runtime/host/kernel.h); %gs is 0 in a 64-bit process, so `%gs:name` is the variable
 * itself. Its address must fit in 32 bits: such programs are linked with -no-pie.
 */
#define STP_PAGE_SIZE		4096
#define STP_OFF_TASK_PID	0
#define STP_THREAD_SIZE		16384
#define STP_OFF_TASK_STACK	32
#define STP_OFF_TASK_TGID	4
#define STP_OFF_TASK_COMM	8
#define STP_HAS_PREEMPT_COUNT	1
#define STP_NMI_MASK		0xf00000
#define STP_HARDIRQ_MASK	0xf0000
#define STP_SOFTIRQ_MASK	0xff00
#define STP_SOFTIRQ_OFFSET	0x100
#define STP_SYM_PREEMPT_COUNT	"host_preempt_count"
#define STP_SYM_CPU_NUMBER	"host_cpu_number"
#define STP_SYM_CURRENT		"host_current"
#define STP_EX_TYPE_DEFAULT	1

/* As the kernel lays out struct pt_regs. */
#define STP_OFF_REGS_R15	0
#define STP_OFF_REGS_R14	8
#define STP_OFF_REGS_R13	16
#define STP_OFF_REGS_R12	24
#define STP_OFF_REGS_BP		32
#define STP_OFF_REGS_BX		40
#define STP_OFF_REGS_R11	48
#define STP_OFF_REGS_R10	56
#define STP_OFF_REGS_R9		64
#define STP_OFF_REGS_R8		72
#define STP_OFF_REGS_AX		80
#define STP_OFF_REGS_CX		88
#define STP_OFF_REGS_DX		96
#define STP_OFF_REGS_SI		104
#define STP_OFF_REGS_DI		112
#define STP_OFF_REGS_ORIG_AX	120
#define STP_OFF_REGS_IP		128
#define STP_OFF_REGS_CS		136
#define STP_OFF_REGS_FLAGS	144
#define STP_OFF_REGS_SP		152
#define STP_EXTABLE_FLAGS	"\"a\""
