// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/debuginfo/undefined.h"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include "translator/base/buf.h"

static void add_section(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, struct buf *names)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t n = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

	for (size_t i = 1; i < n; i++) {
		GElf_Sym symbol;
		const char *name;

		if (!gelf_getsym(data, (int)i, &symbol) || symbol.st_shndx != SHN_UNDEF)
			continue;
		name = elf_strptr(elf, header->sh_link, symbol.st_name);
		if (name && *name)
			buf_printf(names, "%s\n", name);
	}
}

int undefined_symbols(const char *path, struct buf *names)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), rc = -1;
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	Elf *elf;

	if (fd < 0)
		return -1;
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	while (elf && (section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB)
			continue;
		add_section(elf, section, &header, names);
		rc = 0;
	}
	if (elf)
		elf_end(elf);
	close(fd);
	return rc;
}
