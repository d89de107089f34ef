// SPDX-License-Identifier: GPL-2.0-or-later
/* Numbers: System V ABI, AMD64 supplement, "DWARF register number mapping". Offsets: arch/x86/include/uapi/asm/ptrace.h. */
#include "translator/debuginfo/regs.h"

#include <stddef.h>

static const struct di_register registers[] = {
	[0] = { "rax", 80, 0 },	[1] = { "rdx", 96, 3 },	[2] = { "rcx", 88, 4 },	[3] = { "rbx", 40, 0 },
	[4] = { "rsi", 104, 2 },	[5] = { "rdi", 112, 1 },	[6] = { "rbp", 32, 0 },	[7] = { "rsp", 152, 0 },
	[8] = { "r8", 72, 5 },	[9] = { "r9", 64, 6 },	[10] = { "r10", 56, 0 },	[11] = { "r11", 48, 0 },
	[12] = { "r12", 24, 0 },	[13] = { "r13", 16, 0 },	[14] = { "r14", 8, 0 },	[15] = { "r15", 0, 0 },
	[16] = { "rip", 128, 0 },
};

const struct di_register *regs_by_number(unsigned int dwarf_number)
{
	return dwarf_number < sizeof(registers) / sizeof(registers[0]) ? &registers[dwarf_number] : NULL;
}

int regs_of_argument(unsigned int n)
{
	for (unsigned int i = 0; n && i < sizeof(registers) / sizeof(registers[0]); i++)
		if (registers[i].argument == (int)n)
			return (int)i;
	return -1;
}

unsigned int regs_of_result(void)
{
	return 0;	/* rax */
}
