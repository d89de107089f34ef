// SPDX-License-Identifier: GPL-2.0-or-later
/* The dynamic linker itself lists what it would load (--list), so that search paths, RUNPATH and hwcaps
 * subfolders mean here what they mean when the program runs. The program is not started. */
#include "guest/elfneeds.h"

#include <elf.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The interpreter's path inside an ELF file of size n, NULL when it has none (a static program). */
static const char *elf_interp(const char *data, size_t n)
{
	const Elf64_Ehdr *eh = (const void *)data;
	const Elf64_Phdr *ph;

	if (n < sizeof(*eh) || memcmp(eh->e_ident, ELFMAG, SELFMAG) || eh->e_ident[EI_CLASS] != ELFCLASS64)
		return NULL;
	if (eh->e_phoff > n || eh->e_phnum * sizeof(*ph) > n - eh->e_phoff)
		return NULL;
	ph = (const void *)(data + eh->e_phoff);
	for (int i = 0; i < eh->e_phnum; i++)
		if (ph[i].p_type == PT_INTERP && ph[i].p_offset < n && memchr(data + ph[i].p_offset, 0, n - ph[i].p_offset))
			return data + ph[i].p_offset;
	return NULL;
}

/* Take the paths out of lines such as "libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x7f...)". */
static int parse_list(const char *program, char *text, struct gu_list *paths)
{
	char *save = NULL;

	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		char *path = strstr(line, "=> ");
		char *name = line + strspn(line, " \t");

		path = path ? path + 3 : name;
		if (!strncmp(path, "not found", 9)) {
			gu_error("%s needs a shared library that is not found: %.*s", program,
				 (int)strcspn(name, " "), name);
			return -1;
		}
		path[strcspn(path, " ")] = 0;
		if (*path == '/')
			gu_list_add(paths, "%s", path);
	}
	return 0;
}

static int shared_needs(const char *program, const char *interp, struct gu_list *paths)
{
	char *argv[] = { (char *)interp, "--list", (char *)program, NULL };
	char *text = gu_output(argv, true);
	int rc;

	gu_list_add(paths, "%s", interp);
	if (!text) {
		gu_error("%s: its dynamic linker %s cannot list the libraries it needs", program, interp);
		return -1;
	}
	rc = parse_list(program, text, paths);
	free(text);
	return rc;
}

static int script_needs(char *line, struct gu_list *paths)
{
	char *interp = line + 2 + strspn(line + 2, " \t");

	interp[strcspn(interp, " \t\r\n")] = 0;
	/* busybox stands in for the shell, and for env it finds the program in the guest's PATH */
	if (!strcmp(interp, "/bin/sh") || !strcmp(interp, "/usr/bin/env"))
		return 0;
	gu_list_add(paths, "%s", interp);
	return elf_needs(interp, paths);
}

int elf_needs(const char *program, struct gu_list *paths)
{
	size_t n;
	char *data = gu_read_file(program, &n);
	const char *interp;
	int rc = 0;

	if (!data) {
		gu_error("cannot read %s: %s", program, strerror(errno));
		return -1;
	}
	interp = elf_interp(data, n);
	if (interp)
		rc = shared_needs(program, interp, paths);
	else if (n > 2 && !strncmp(data, "#!", 2))
		rc = script_needs(data, paths);
	free(data);
	return rc;
}

bool elf_is_dynamic(const char *path)
{
	size_t n = 0;
	char *data = gu_read_file(path, &n);
	bool dynamic = data && elf_interp(data, n);

	free(data);
	return dynamic;
}
