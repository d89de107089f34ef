/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dw - what this library asks of libelf and libdw, in small pieces without policy. Nothing else calls them. */
#ifndef DEBUGINFO_DW_H
#define DEBUGINFO_DW_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/* An open file with debug information. */
struct dw_file {
	int fd;
	Elf *elf;
	Dwarf *dwarf;
};

/* Opens a file. NULL on success, else why not (a constant text); then nothing is open. */
const char *dw_open(struct dw_file *f, const char *path);
void dw_close(struct dw_file *f);

/* The GNU build-id of the file; its length, 0 when it has none. The bytes are the file's. */
int dw_build_id(const struct dw_file *f, const unsigned char **bytes);

/* Address of a function by its exact name in the symbol table; 0 when there is none. The first one wins. */
uint64_t dw_symbol(const struct dw_file *f, const char *name);

/* The name of a DIE, through abstract origins and specifications; NULL when it has none. */
const char *dw_name(Dwarf_Die *die);

/* An unsigned attribute, looked for in the same way; `otherwise` when it is not there. */
uint64_t dw_number(Dwarf_Die *die, unsigned int attribute, uint64_t otherwise);
bool dw_flag(Dwarf_Die *die, unsigned int attribute);

/* The DIE that an attribute refers to. False when there is none. */
bool dw_reference(Dwarf_Die *die, unsigned int attribute, Dwarf_Die *result);

/* Has this array type a dimension number n, from 0? */
bool dw_has_dimension(Dwarf_Die *array, unsigned int n);

/* The function DIE whose code begins at the address, in the unit that covers it. */
bool dw_function_at(const struct dw_file *f, uint64_t address, Dwarf_Die *function);

/* The single location expression of a DIE that is valid at the address; NULL and 0 when there is none. */
Dwarf_Op *dw_location(Dwarf_Die *die, uint64_t address, size_t *n);

/* Does the function address its frame from the CFA (DW_AT_frame_base is DW_OP_call_frame_cfa)? */
bool dw_frame_is_cfa(Dwarf_Die *function);

#endif
