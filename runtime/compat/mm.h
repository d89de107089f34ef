/* SPDX-License-Identifier: GPL-2.0 */
/* <linux/mm.h> as it differs between kernels. */
#ifndef STP_COMPAT_MM_H
#define STP_COMPAT_MM_H

#include <linux/mm.h>

/* vm_flags is written by functions only since bc292ab00f6c (6.3). */
static inline void stp_vm_flags_mod(struct vm_area_struct *vma, unsigned long set, unsigned long clear)
{
#ifdef STP_HAVE_VM_FLAGS_MOD
	vm_flags_mod(vma, set, clear);
#else
	vma->vm_flags = (vma->vm_flags | set) & ~clear;
#endif
}

#endif
