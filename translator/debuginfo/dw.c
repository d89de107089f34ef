// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/debuginfo/dw.h"

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

const char *dw_open(struct dw_file *f, const char *path)
{
	*f = (struct dw_file){ .fd = open(path, O_RDONLY | O_CLOEXEC) };
	if (f->fd < 0)
		return strerror(errno);
	elf_version(EV_CURRENT);
	f->elf = elf_begin(f->fd, ELF_C_READ_MMAP, NULL);
	if (f->elf && elf_kind(f->elf) == ELF_K_ELF)
		f->dwarf = dwarf_begin_elf(f->elf, DWARF_C_READ, NULL);
	if (f->dwarf)
		return NULL;
	dw_close(f);
	return "it holds no debug information";
}

void dw_close(struct dw_file *f)
{
	if (f->dwarf)
		dwarf_end(f->dwarf);
	if (f->elf)
		elf_end(f->elf);
	if (f->fd >= 0)
		close(f->fd);
	*f = (struct dw_file){ .fd = -1 };
}

int dw_build_id(const struct dw_file *f, const unsigned char **bytes)
{
	const void *id;
	ssize_t n = dwelf_elf_gnu_build_id(f->elf, &id);

	*bytes = id;
	return n > 0 ? (int)n : 0;
}

static uint64_t symbol_in(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, const char *name)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t n = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

	for (size_t i = 0; i < n; i++) {
		GElf_Sym symbol;
		const char *text;

		if (!gelf_getsym(data, (int)i, &symbol) || GELF_ST_TYPE(symbol.st_info) != STT_FUNC || !symbol.st_value)
			continue;
		text = elf_strptr(elf, header->sh_link, symbol.st_name);
		if (text && !strcmp(text, name))
			return symbol.st_value;
	}
	return 0;
}

uint64_t dw_symbol(const struct dw_file *f, const char *name)
{
	Elf_Scn *section = NULL;
	uint64_t address = 0;
	GElf_Shdr header;

	while (!address && (section = elf_nextscn(f->elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
			address = symbol_in(f->elf, section, &header, name);
	return address;
}

const char *dw_name(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;

	return dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
}

uint64_t dw_number(Dwarf_Die *die, unsigned int name, uint64_t otherwise)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;

	if (dwarf_formudata(dwarf_attr_integrate(die, name, &attribute), &value))
		return otherwise;
	return value;
}

bool dw_flag(Dwarf_Die *die, unsigned int name)
{
	Dwarf_Attribute attribute;
	bool value = false;

	return !dwarf_formflag(dwarf_attr_integrate(die, name, &attribute), &value) && value;
}

bool dw_reference(Dwarf_Die *die, unsigned int name, Dwarf_Die *result)
{
	Dwarf_Attribute attribute;

	return dwarf_formref_die(dwarf_attr_integrate(die, name, &attribute), result) != NULL;
}

bool dw_has_dimension(Dwarf_Die *array, unsigned int n)
{
	Dwarf_Die child;

	if (dwarf_child(array, &child))
		return false;
	do {
		if (dwarf_tag(&child) == DW_TAG_subrange_type && !n--)
			return true;
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

/* A function that the compiler split has only ranges; the first one begins at its entry. */
static bool starts_at(Dwarf_Die *function, Dwarf_Addr address)
{
	Dwarf_Addr entry, base, end;

	if (!dwarf_entrypc(function, &entry))
		return entry == address;
	return dwarf_ranges(function, 0, &base, &entry, &end) > 0 && entry == address;
}

bool dw_function_at(const struct dw_file *f, uint64_t address, Dwarf_Die *function)
{
	Dwarf_Die unit;

	if (!dwarf_addrdie(f->dwarf, address, &unit) || dwarf_child(&unit, function))
		return false;
	do {
		if (dwarf_tag(function) == DW_TAG_subprogram && starts_at(function, address))
			return true;
	} while (!dwarf_siblingof(function, function));
	return false;
}

Dwarf_Op *dw_location(Dwarf_Die *die, uint64_t address, size_t *n)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *ops;

	*n = 0;
	if (!dwarf_attr_integrate(die, DW_AT_location, &attribute) ||
	    dwarf_getlocation_addr(&attribute, address, &ops, n, 1) != 1)
		return NULL;
	return ops;
}

bool dw_frame_is_cfa(Dwarf_Die *function)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *ops;
	size_t n;

	return dwarf_attr_integrate(function, DW_AT_frame_base, &attribute) &&
	       !dwarf_getlocation(&attribute, &ops, &n) && n == 1 && ops[0].atom == DW_OP_call_frame_cfa;
}
