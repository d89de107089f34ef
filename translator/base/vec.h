/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vec - typed growing arrays in an arena.
 *
 * VEC_TYPE(names, atom_t) declares `struct names { atom_t *v; unsigned n, cap; }`. All bits zero is
 * an empty vector. Growth copies within the arena, so a pointer to an element is good only until
 * the next push; the elements themselves are owned by whoever says so where the vector is declared.
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>

#include "translator/base/arena.h"

#define VEC_TYPE(name, T)		\
	struct name {			\
		T *v;			\
		unsigned int n, cap;	\
	}

/* Appends one element. vec is a pointer to a vector. */
#define vec_push(arena, vec, ...)							\
	do {										\
		if ((vec)->n == (vec)->cap)						\
			(vec)->v = vec_grow((arena), (vec)->v, sizeof(*(vec)->v),	\
					    (vec)->n + 1, &(vec)->cap);			\
		(vec)->v[(vec)->n++] = (__VA_ARGS__);					\
	} while (0)

/* Room for n elements in all, where the number is about known. */
#define vec_reserve(arena, vec, want)							\
	do {										\
		if ((vec)->cap < (want))						\
			(vec)->v = vec_grow((arena), (vec)->v, sizeof(*(vec)->v),	\
					    (want), &(vec)->cap);			\
	} while (0)

/* for (each element): `it` is a pointer to the element. Safe when the loop pushes elsewhere. */
#define vec_each(it, vec) \
	for (__typeof__((vec)->v + 0) it = (vec)->v; (vec)->n && it < (vec)->v + (vec)->n; it++)

/* The last element; the vector must not be empty. */
#define vec_last(vec) ((vec)->v[(vec)->n - 1])

/* Takes element i out and keeps the order of the rest. */
#define vec_remove(vec, i)								\
	vec_cut((vec)->v, sizeof(*(vec)->v), (i), &(vec)->n)

/* Used by the macros: room for at least `need` elements, the old ones copied. */
void *vec_grow(struct arena *a, void *old, size_t size, unsigned int need, unsigned int *cap);
void vec_cut(void *v, size_t size, unsigned int i, unsigned int *n);

#endif
