/* SPDX-License-Identifier: GPL-2.0 */
/* offsets.c: e57ef2ed97c1 (6.2) to 6.14 */
#include <asm/current.h>

static inline int have_pcpu_hot(void)
{
	return sizeof(((struct pcpu_hot *)0)->preempt_count);
}
