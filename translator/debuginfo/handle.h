/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Inside of the library: the open handle, its two readers, and what they offer each other.
 *
 * A type's id tells its reader: DWARF's is the offset of the DIE, BTF's is its number with DI_BTF set. So a question
 * about a type goes to the one that described it, and both can serve one expression.
 */
#ifndef DEBUGINFO_HANDLE_H
#define DEBUGINFO_HANDLE_H

#include "translator/base/map.h"
#include "translator/debuginfo/debuginfo.h"
#include "translator/debuginfo/dw.h"

#define DI_BTF (UINT64_C(1) << 63)

struct btf;

struct debuginfo {
	struct arena *arena;
	struct dw_file file;		/* .dwarf NULL: none */
	struct btf *btf;		/* NULL: none */
	const char *path;
	struct map functions;		/* by name, those that were asked for; the value is NULL where there is none */
};

/* ---- what a type is called -------------------------------------------------------------------------------------- */

/* "const char *" from "const char". */
struct di_type di_pointer_to(struct debuginfo *d, const struct di_type *to, unsigned int size, uint64_t id);

/* "const char" from "char", "char *const" from "char *". */
struct di_type di_qualify(struct debuginfo *d, struct di_type t, const char *word);

/* "struct x", "struct {...}" from "struct " and a name that may be NULL. */
const char *di_tag_name(struct debuginfo *d, const char *keyword, const char *name);

/* Bytes of the type if it is passed in one general register, else 0. */
unsigned int di_register_size(const struct di_type *t);

/* v is the parameter that integer argument register `position` (from 0) carries; the rest of a narrow one is garbage.
 * False when that one is on the stack, or the type needs another place. */
bool di_in_argument(struct debuginfo *d, struct di_variable *v, int position);

/* ---- DWARF ------------------------------------------------------------------------------------------------------ */

/* Describes the type that an attribute of `die` refers to; no attribute means void. Strings in the arena. */
struct di_type dwarf_type_of(struct debuginfo *d, Dwarf_Die *die);

/* Fills v->fetch or v->unavailable for a parameter at the function's entry. `position` counts the integer registers that
 * parameters before it take, -1 when that is not known. */
void dwarf_locate_param(struct debuginfo *d, Dwarf_Die *function, uint64_t entry, Dwarf_Die *param, int position,
			struct di_variable *v);

struct di_function *dwarf_function(struct debuginfo *d, const char *name);
bool dwarf_target(struct debuginfo *d, const struct di_type *t, struct di_type *to);
void dwarf_members(struct debuginfo *d, const struct di_type *t, struct di_members *members);
void dwarf_enumerators(struct debuginfo *d, const struct di_type *t, struct di_enumerators *list);

/* ---- BTF -------------------------------------------------------------------------------------------------------- */

/* NULL on success, else why not. */
const char *btf_open(struct debuginfo *d, const char *path);
void btf_close(struct debuginfo *d);

struct di_function *btf_function(struct debuginfo *d, const char *name);
bool btf_target(struct debuginfo *d, const struct di_type *t, struct di_type *to);
void btf_members_of(struct debuginfo *d, const struct di_type *t, struct di_members *members);
void btf_enumerators(struct debuginfo *d, const struct di_type *t, struct di_enumerators *list);

/* By kind (VOID: any that a bare name may mean) and name. */
bool btf_named_type(struct debuginfo *d, enum di_kind kind, const char *name, struct di_type *t);
bool btf_constant(struct debuginfo *d, const char *name, int64_t *value);

#endif
