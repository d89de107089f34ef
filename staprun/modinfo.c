// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/modinfo.h"

#include <elf.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#if __SIZEOF_POINTER__ == 8
typedef Elf64_Ehdr elf_header;
typedef Elf64_Shdr elf_section;
enum { ELF_CLASS = ELFCLASS64 };
#else
typedef Elf32_Ehdr elf_header;
typedef Elf32_Shdr elf_section;
enum { ELF_CLASS = ELFCLASS32 };
#endif

struct image {
	const char *bytes;
	uint64_t size;
	elf_header header;
};

static int holds(const struct image *f, uint64_t offset, uint64_t size)
{
	return offset <= f->size && size <= f->size - offset;
}

static int read_section(const struct image *f, unsigned int i, elf_section *s)
{
	uint64_t at = f->header.e_shoff + (uint64_t)i * sizeof(*s);

	if (i >= f->header.e_shnum || !holds(f, at, sizeof(*s)))
		return -1;
	memcpy(s, f->bytes + at, sizeof(*s));
	return s->sh_type == SHT_NOBITS || holds(f, s->sh_offset, s->sh_size) ? 0 : -1;
}

static int has_name(const struct image *f, const elf_section *names, const elf_section *s, const char *name)
{
	size_t n = strlen(name) + 1;

	return s->sh_name < names->sh_size && n <= names->sh_size - s->sh_name &&
	       !memcmp(f->bytes + names->sh_offset + s->sh_name, name, n);
}

/* "key=value" texts, each ended by NULs. */
static void find_value(const char *text, size_t size, const char *key, char *value, size_t room)
{
	size_t n = strlen(key);

	while (size) {
		size_t length = strnlen(text, size);

		if (length > n && !memcmp(text, key, n) && text[n] == '=' && length - n <= room) {
			memcpy(value, text + n + 1, length - n - 1);
			value[length - n - 1] = 0;
			return;
		}
		length += length < size;
		text += length;
		size -= length;
	}
}

const char *modinfo_parse(struct modinfo *m, const void *file, size_t size)
{
	struct image f = { .bytes = file, .size = size };
	elf_section names, s;

	*m = (struct modinfo){ .name = "" };
	if (size < sizeof(f.header))
		return "it is too short";
	memcpy(&f.header, file, sizeof(f.header));
	if (memcmp(f.header.e_ident, ELFMAG, SELFMAG) || f.header.e_ident[EI_CLASS] != ELF_CLASS ||
	    f.header.e_type != ET_REL || f.header.e_shentsize != sizeof(s))
		return "it is no object file for this machine";
	if (read_section(&f, f.header.e_shstrndx, &names) || names.sh_type != SHT_STRTAB)
		return "it is damaged";
	for (unsigned int i = 0; i < f.header.e_shnum; i++) {
		if (read_section(&f, i, &s))
			return "it is damaged";
		if (s.sh_type != SHT_PROGBITS || !has_name(&f, &names, &s, ".modinfo"))
			continue;
		find_value(f.bytes + s.sh_offset, s.sh_size, "name", m->name, sizeof(m->name));
		find_value(f.bytes + s.sh_offset, s.sh_size, "vermagic", m->vermagic, sizeof(m->vermagic));
		return NULL;
	}
	return "it has no .modinfo section";
}

const char *modinfo_read(struct modinfo *m, int fd)
{
	const char *why;
	struct stat st;
	void *file;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		return "it is no regular file";
	if (st.st_size < (off_t)sizeof(elf_header))
		return "it is too short";
	file = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (file == MAP_FAILED)
		return "it cannot be read";
	why = modinfo_parse(m, file, st.st_size);
	munmap(file, st.st_size);
	return why;
}
