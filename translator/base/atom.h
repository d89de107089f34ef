/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * atom - interned names.
 *
 * An atom_t is a NUL-terminated string of which there is one copy per table: two atoms of one table
 * are the same name exactly when the pointers are equal. It prints with %s. A plain string becomes
 * an atom only through atom_intern.
 */
#ifndef BASE_ATOM_H
#define BASE_ATOM_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct atom_table;

typedef const char *atom_t;

/* The table and its atoms live in the arena and go with it. */
struct atom_table *atom_table_new(struct arena *a);

/* The atom for these bytes, made if new. The bytes must not contain NUL. Never NULL. */
atom_t atom_intern(struct atom_table *t, const char *s);
atom_t atom_intern_len(struct atom_table *t, const char *s, size_t len);

/* The atom if it exists already, else NULL. Nothing is added. */
atom_t atom_find(const struct atom_table *t, const char *s, size_t len);

/* Both are stored with the atom: no scan. Only for pointers that atom_intern returned. */
size_t atom_len(atom_t name);
uint32_t atom_hash(atom_t name);

#endif
