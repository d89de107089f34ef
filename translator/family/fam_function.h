/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel.function, kprobe.function, module...: what the family keeps of one probe (derived_probe.instance); fields as in
 * struct stp_function_probe.
 */
#ifndef FAM_FUNCTION_H
#define FAM_FUNCTION_H

#include <stdbool.h>
#include <stdint.h>

enum function_mechanism {
	FUNCTION_FTRACE, FUNCTION_KPROBE, FUNCTION_RETURN,	/* as enum stp_function_kind */
	FUNCTION_SAVE,			/* entry, called by the kretprobe of a FUNCTION_RETURN: keeps values for it */
};

struct function_instance {
	enum function_mechanism kind;
	const char *symbol;
	uint64_t offset;
	uint32_t max_active;		/* .return.maxactive(N); 0: the default */
	bool optional;			/* probe point ended in ? or ! */
	bool dwarf;			/* kernel.function: $targets come from debug information */
	bool syscall;			/* a system call's wrapper: arguments lie in the pt_regs that its first one points to */
};

#endif
