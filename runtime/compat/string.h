/* SPDX-License-Identifier: GPL-2.0 */
/* <linux/string.h> as it differs between kernels: for embedded C, which was written for the older ones. */
#ifndef STP_COMPAT_STRING_H
#define STP_COMPAT_STRING_H

#include <linux/string.h>

/* strlcpy() is gone since d26270061ae6 (6.8). */
#ifndef STP_HAVE_STRLCPY
static inline size_t strlcpy(char *dst, const char *src, size_t size)
{
	size_t n = strlen(src);

	if (size) {
		size_t len = n >= size ? size - 1 : n;

		memcpy(dst, src, len);
		dst[len] = 0;
	}
	return n;
}
#endif

#endif
