/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside of the library: the open handle and what its files offer each other. */
#ifndef DEBUGINFO_HANDLE_H
#define DEBUGINFO_HANDLE_H

#include "translator/debuginfo/debuginfo.h"
#include "translator/debuginfo/dw.h"

struct debuginfo {
	struct arena *arena;
	struct dw_file file;
	const char *path;
};

/* Describes the type that an attribute of `die` refers to; no attribute means void. Strings in the arena. */
struct di_type di_type_of(struct debuginfo *d, Dwarf_Die *die);

/* Bytes of the type if it is passed in one general register, else 0. */
unsigned int di_register_size(const struct di_type *t);

/* Fills v->fetch or v->unavailable for a parameter at the function's entry. `position` counts the integer registers that
 * parameters before it take, -1 when that is not known. */
void di_locate_param(struct debuginfo *d, Dwarf_Die *function, uint64_t entry, Dwarf_Die *param, int position,
		     struct di_variable *v);

#endif
