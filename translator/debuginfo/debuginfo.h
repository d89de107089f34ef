/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * debuginfo - where functions, parameters and members are, as plain data. This library is the only caller of libelf and
 * libdw; it knows neither trees nor generated C. Its answer to "how do I get this value?" is a *fetch program*: a list of
 * small steps that work on one 64-bit number.
 *
 * All results live in the arena given to debuginfo_open().
 */
#ifndef DEBUGINFO_H
#define DEBUGINFO_H

#include <stdbool.h>
#include <stdint.h>

#include "translator/base/vec.h"

struct arena;
struct buf;
struct debuginfo;

/* ---- fetch programs -------------------------------------------------------------------------------------------- */

enum fetch_kind {
	FETCH_REG,		/* value = register `reg` at the probe */
	FETCH_CONST,		/* value = n */
	FETCH_ADD,		/* value += n */
	FETCH_DEREF,		/* value = `size` bytes of memory at address `value`, sign-extended if is_signed */
	FETCH_CUT,		/* value = its low `size` bytes, sign-extended if is_signed */
	FETCH_BITS,		/* value = `size` bits of value from bit n on, sign-extended if is_signed */
};

struct fetch_op {
	enum fetch_kind kind;
	unsigned int reg;	/* DWARF's number; see regs.h */
	unsigned int size;
	bool is_signed;
	int64_t n;
};
VEC_TYPE(fetch, struct fetch_op);

/* ---- types ----------------------------------------------------------------------------------------------------- */

enum di_kind { DI_VOID, DI_INT, DI_ENUM, DI_POINTER, DI_STRUCT, DI_UNION, DI_ARRAY, DI_FLOAT, DI_FUNCTION };

/* Typedefs and qualifiers are looked through; `name` keeps them as C shows them: "const char *". */
struct di_type {
	enum di_kind kind;
	const char *name;
	unsigned int size;		/* bytes; 0 for incomplete types */
	bool is_signed;			/* INT, ENUM; plain char is as the compiler had it */
	uint64_t id;			/* for debuginfo_target(), debuginfo_member() */
};

struct di_variable {
	const char *name;
	struct di_type type;
	struct fetch fetch;		/* yields the value (INT, ENUM, POINTER) or the address (other kinds) */
	const char *unavailable;	/* why there is no fetch program; NULL: there is one */
};
VEC_TYPE(di_variables, struct di_variable);

struct di_function {
	const char *name;
	const char *file;		/* as the compiler saw it */
	unsigned int line;
	uint64_t entry;			/* address in the file; 0 for one that is only inlined */
	bool has_return_value;
	struct di_type return_type;
	struct di_variables params;	/* as they are found at the function's entry */
};

/* ---- asking ---------------------------------------------------------------------------------------------------- */

/* Where debug information of a kernel may lie. NULL strings are skipped. */
struct di_where {
	const char *release;		/* tried below each root as usr/lib/debug/boot/vmlinux-RELEASE and its kin */
	const char *root;		/* e.g. a guest kernel's folder of unpacked debug packages; "" is the system's */
	const char *build;		/* kernel build folder: BUILD/vmlinux */
	const char *notes;		/* file of ELF notes whose GNU build-id the file must have; NULL: any */
	const char *file;		/* exactly this file, for tests; nothing else is looked at */
};

/* Opens the vmlinux that fits. NULL when there is none: then every path that was tried is appended to `looked`, one a
 * line with the reason; it may be NULL. The caller closes the handle. */
struct debuginfo *debuginfo_open(struct arena *arena, const struct di_where *where, struct buf *looked);
void debuginfo_close(struct debuginfo *d);

/* The file that was opened. */
const char *debuginfo_path(const struct debuginfo *d);

/* The function of that name that has code, with its parameters. NULL when there is none. */
const struct di_function *debuginfo_function(struct debuginfo *d, const char *name);

/* The parameter of that name, NULL when the function has none. */
const struct di_variable *debuginfo_param(const struct di_function *f, const char *name);

#endif
