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
	FETCH_OPERAND,		/* value = what the script's expression number `reg` gave; its order is the asker's */
	FETCH_INDEX,		/* value += n * expression number `reg` */
	FETCH_WIDEN,		/* value = as a double's bits, the float whose bits it has */
	FETCH_TEXT,		/* last: the string at address `value`, at most `size` bytes (0: to its NUL), quoted */
	FETCH_FLOAT_TEXT,	/* last: the double with these bits, in decimal */
};

struct fetch_op {
	enum fetch_kind kind;
	unsigned int reg;	/* DWARF's number (regs.h), or an expression's */
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
	unsigned int count;		/* ARRAY: elements; 0 when its size is open */
	bool is_signed;			/* INT, ENUM; plain char is as the compiler had it */
	uint64_t id;			/* what the readers know it by: for the questions below */
};

struct di_member {
	const char *name;		/* NULL: an anonymous structure or union, whose members count as the outer one's */
	struct di_type type;
	uint64_t bit;			/* where it begins, in bits from the structure's start */
	unsigned int bits;		/* width of a bit-field, which begins with its lowest bit; 0: it is none */
};
VEC_TYPE(di_members, struct di_member);

struct di_enumerator {
	const char *name;
	int64_t value;
};
VEC_TYPE(di_enumerators, struct di_enumerator);

struct di_variable {
	const char *name;
	struct di_type type;
	struct fetch fetch;		/* yields its value, or its address */
	bool in_memory;			/* its address */
	const char *unavailable;	/* why there is no fetch program; NULL: there is one */
};
VEC_TYPE(di_variables, struct di_variable);

struct di_function {
	const char *name;
	const char *file;		/* as the compiler saw it; NULL: not known */
	unsigned int line;
	uint64_t entry;			/* address in the file; 0: not known, or it is only inlined */
	bool has_return_value;
	struct di_type return_type;
	struct di_variables params;	/* as they are found at the function's entry */
};

/* ---- asking ---------------------------------------------------------------------------------------------------- */

/* Where debug information of a kernel may lie. NULL strings are skipped. */
struct di_where {
	const char *release;		/* tried as usr/lib/debug/boot/vmlinux-RELEASE and its kin below the root */
	const char *root;		/* e.g. a guest kernel's folder of unpacked debug packages; "" is the system's */
	const char *path;		/* instead of root and build: folders such as /usr/lib/debug, with : between; others
					 * than absolute ones say nothing of kernels */
	const char *build;		/* kernel build folder: BUILD/vmlinux */
	const char *notes;		/* file of ELF notes whose GNU build-id the file must have; NULL: any */
	const char *btf;		/* the kernel's BTF, as /sys/kernel/btf/vmlinux has it */
	const char *file;		/* exactly this file with DWARF, for tests; nothing else is looked at */
};

/* Opens the vmlinux that fits, and the BTF: DWARF answers where both could. NULL when there is neither: then every path
 * that was tried is appended to `looked`, one a line with the reason; it may be NULL. The caller closes the handle. */
struct debuginfo *debuginfo_open(struct arena *arena, const struct di_where *where, struct buf *looked);
void debuginfo_close(struct debuginfo *d);

/* The file that was opened; with both, that with DWARF. */
const char *debuginfo_path(const struct debuginfo *d);

/* Where its results live. */
struct arena *debuginfo_arena(const struct debuginfo *d);

/* Does it know more of functions than their parameters at the entry: lines, locals, inlined copies? */
bool debuginfo_has_dwarf(const struct debuginfo *d);

/* The function of that name that has code, with its parameters. NULL when there is none. */
const struct di_function *debuginfo_function(struct debuginfo *d, const char *name);

/* The parameter of that name, NULL when the function has none. */
const struct di_variable *debuginfo_param(const struct di_function *f, const char *name);

/* ---- types ------------------------------------------------------------------------------------------------------ */

/* What a POINTER points to, an ARRAY's element, what a FUNCTION returns. False for the other kinds. */
bool debuginfo_target(struct debuginfo *d, const struct di_type *t, struct di_type *to);

/* The members of a STRUCT or UNION in order. A type that its own unit only declares is looked up by name. Never NULL;
 * empty when it is nowhere complete. */
const struct di_members *debuginfo_members(struct debuginfo *d, const struct di_type *t);

/* The member of that name, through anonymous ones; its place is that in `t`. */
bool debuginfo_member(struct debuginfo *d, const struct di_type *t, const char *name, struct di_member *m);

/* Never NULL; empty for what is no ENUM. */
const struct di_enumerators *debuginfo_enumerators(struct debuginfo *d, const struct di_type *t);

/* The complete type of that name: "struct list_head", "union x", "enum y", or bare: a typedef's, else a base type's,
 * else a tag's. */
bool debuginfo_type(struct debuginfo *d, const char *name, struct di_type *t);

/* The value of the first enumerator of that name. */
bool debuginfo_constant(struct debuginfo *d, const char *name, int64_t *value);

#endif
