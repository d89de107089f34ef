// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/base/vec.h"

#include <stdint.h>
#include <string.h>

void *vec_grow(struct arena *a, void *old, size_t size, unsigned int need, unsigned int *cap)
{
	unsigned int bigger = *cap ? *cap * 2 : size > 32 ? 2 : 4;
	void *v;

	if (bigger < need)
		bigger = need;
	if (size && bigger > SIZE_MAX / size)
		xalloc_die();
	v = arena_alloc(a, size * bigger);
	if (*cap)
		memcpy(v, old, size * *cap);
	*cap = bigger;
	return v;
}

void vec_cut(void *v, size_t size, unsigned int i, unsigned int *n)
{
	char *at = (char *)v + size * i;

	memmove(at, at + size, size * (*n - i - 1));
	(*n)--;
}
