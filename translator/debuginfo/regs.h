/* SPDX-License-Identifier: GPL-2.0-or-later */
/* regs - an architecture's registers by their DWARF numbers, and what the calling convention keeps in them. */
#ifndef DEBUGINFO_REGS_H
#define DEBUGINFO_REGS_H

struct di_register {
	const char *name;	/* as assemblers write it: "rdi" */
	int offset;		/* in struct pt_regs; -1: not kept there */
	int argument;		/* 1.. : carries that integer argument at a function's entry; 0: none */
};

/* Of the architecture that stap was built for. NULL for numbers that name no general register. */
const struct di_register *regs_by_number(unsigned int dwarf_number);

/* DWARF number of the register that carries integer argument n (from 1) at a function's entry; -1: on the stack. */
int regs_of_argument(unsigned int n);

/* DWARF number of the register that carries an integer result at a function's return. */
unsigned int regs_of_result(void);

#endif
