/* SPDX-License-Identifier: GPL-2.0 */
/* compat/string.h: until d26270061ae6 (6.8) */
#include <linux/string.h>

static inline size_t have_strlcpy(char *dst, const char *src)
{
	return strlcpy(dst, src, 8);
}
