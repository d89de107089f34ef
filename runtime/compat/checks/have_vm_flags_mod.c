/* SPDX-License-Identifier: GPL-2.0 */
/* compat/mm.h: bc292ab00f6c (6.3) */
#include <linux/mm.h>

static inline void have_vm_flags_mod(struct vm_area_struct *vma)
{
	vm_flags_mod(vma, VM_DONTEXPAND, VM_MAYWRITE);
}
