// SPDX-License-Identifier: GPL-2.0-or-later
#include "guest/toolchain.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "guest/apt.h"
#include "guest/elfneeds.h"
#include "guest/kernel.h"
#include "guest/util.h"

/* ---- What this machine has ---- */

char *toolchain_compiler(const char *version_text)
{
	char *word = gu_format("%.*s", (int)strcspn(version_text, " ("), version_text);
	char *gcc = strstr(word, "-gcc"), *plain = gu_strdup(gcc ? gcc + 1 : strstr(version_text, "clang") ? "clang" : word);

	free(word);
	return plain;
}

static bool in_path(const char *program)
{
	const char *path = getenv("PATH");
	bool found = false;

	for (path = path ? path : "/usr/bin:/bin"; *path && !found; path += *path == ':') {
		size_t len = strcspn(path, ":");
		char *file = gu_format("%.*s/%s", (int)len, path, program);

		found = len && !access(file, X_OK);
		free(file);
		path += len;
	}
	return found;
}

bool toolchain_on_host(const char *compiler)
{
	char *argv[] = { "gcc", "-dumpversion", NULL }, *text;
	int wanted = 0, have;

	if (in_path(compiler))
		return true;
	if (strncmp(compiler, "gcc", 3) || !in_path("gcc"))
		return false;
	if (compiler[3] == '-')
		wanted = atoi(compiler + 4);
	text = gu_output(argv, true);
	have = text ? atoi(text) : 0;
	free(text);
	return have >= wanted;
}

/* The compiler of a kernel; "gcc" when its configuration does not tell. The caller frees it. */
static char *compiler_of(const struct guest_kernel *k)
{
	static const char setting[] = "\nCONFIG_CC_VERSION_TEXT=\"";
	char *path = gu_format("%s/.config", k->build), *config = gu_read_file(path, NULL);
	const char *at = config ? strstr(config, setting) : NULL;
	char *name = toolchain_compiler(at ? at + strlen(setting) : "gcc ");

	free(config);
	free(path);
	return name;
}

/* N of the newest GLIBC_2.N among the versions of symbols that a program asks for. 0: none, or no ELF file. */
static int libc_needed(const char *path)
{
	static const char version[] = "GLIBC_2.";
	size_t size = 0, len = strlen(version);
	char *data = gu_read_file(path, &size), *at = data;
	int newest = 0;

	if (data && size > 4 && !memcmp(data, "\177ELF", 4))
		while ((at = memmem(at, size - (size_t)(at - data), version, len))) {
			int n = atoi(at += len);

			newest = n > newest ? n : newest;
		}
	free(data);
	return newest;
}

static bool too_new(const char *path)
{
	const char *host = gnu_get_libc_version();

	return libc_needed(path) > (strncmp(host, "2.", 2) ? 0 : atoi(host + 2));
}

/* The programs that a build of a module runs; Debian's are in front of others that do the work. */
static bool programs_too_new(const struct guest_kernel *k)
{
	static const char *const programs[] = {
		"scripts/basic/fixdep", "scripts/mod/modpost", "scripts/mod/modpost.real-lsb-64",
		"tools/objtool/objtool", "tools/objtool/objtool.real-x86",
	};
	bool found = false;

	for (size_t i = 0; i < sizeof(programs) / sizeof(*programs) && !found; i++) {
		char *path = gu_format("%s/%s", k->build, programs[i]);

		found = too_new(path);
		free(path);
	}
	return found;
}

bool toolchain_lacks(const struct guest_kernel *k)
{
	bool lacks = programs_too_new(k);
	char *compiler;

	if (!lacks && !k->toolchain) {
		compiler = compiler_of(k);
		lacks = !toolchain_on_host(compiler);
		free(compiler);
	}
	return lacks;
}

/* ---- Which packages ---- */

static bool is_dev(const char *package)
{
	size_t n = strlen(package);

	return n > 4 && !strcmp(package + n - 4, "-dev");
}

/* Add what a package depends on, as `apt-cache depends` tells it below the package's name at the start of a line. */
static void add_needs(const char *text, const char *package, struct gu_list *names)
{
	static const char depends[] = "Depends: ";
	char *head = gu_format("\n%s\n", package);
	const char *line = strstr(text, head);

	line = line ? line + strlen(head) : "";
	for (; *line == ' '; line += strcspn(line, "\n"), line += *line == '\n') {
		size_t len = strcspn(line, "\n");
		const char *name = memmem(line, len, depends, strlen(depends));

		/* the first of alternatives is marked by "|", and the others come behind it */
		if (!name || (name += strlen(depends), *name == '<'))
			continue;
		head[0] = 0;
		free(head);
		head = gu_format("%.*s", (int)(len - (size_t)(name - line)), name);
		if (!gu_list_has(names, head))
			gu_list_add(names, "%s", head);
	}
	free(head);
}

/*
 * The compiler with all that it needs, and libelf, which objtool needs and whose package has another name in each suite:
 * its -dev package leads to it. Other -dev packages are for linking programs; of gcc's own only its headers matter.
 */
static int list_packages(struct apt *a, const char *compiler, struct gu_list *packages)
{
	struct gu_list roots = { 0 }, names = { 0 };
	char *text;

	gu_list_add(&roots, "%s", compiler);
	gu_list_add(&roots, "libelf-dev");
	text = apt_all_depends(a, &roots);
	for (size_t i = 0; i < roots.n; i++)
		gu_list_add(&names, "%s", roots.v[i]);
	for (size_t i = 0; text && i < names.n; i++) {
		const char *name = names.v[i];

		if (!is_dev(name) || !strncmp(name, "libgcc-", 7))
			gu_list_add(packages, "%s", name);
		if (!is_dev(name) || i < roots.n)
			add_needs(text, name, &names);
	}
	if (!text)
		gu_error("no package %s: apt's sources do not have the compiler that the kernel was built with", compiler);
	gu_list_free(&names);
	gu_list_free(&roots);
	free(text);
	return text ? 0 : -1;
}

/* ---- Scripts that run them ---- */

struct scripts {
	char *root;		/* where the packages will be */
	char *linker;		/* the dynamic linker below that */
	char *libs;		/* folders for its --library-path */
	char *bin;		/* where the scripts of the toolchain will be */
};

static void scripts_init(struct scripts *s, const char *final, const char *now)
{
	char *merged = gu_format("%s/root/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", now);

	s->root = gu_format("%s/root", final);
	s->bin = gu_format("%s/bin", final);
	s->libs = gu_format("%s/usr/lib/x86_64-linux-gnu:%s/lib/x86_64-linux-gnu", s->root, s->root);
	s->linker = gu_format("%s%s/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", s->root,
			      access(merged, R_OK) ? "" : "/usr");
	free(merged);
}

static void scripts_free(struct scripts *s)
{
	free(s->root);
	free(s->linker);
	free(s->libs);
	free(s->bin);
}

/* Does this program start others? It gets a -B with the folder of our scripts, where it looks first. */
static bool is_driver(const char *name)
{
	size_t n = strlen(name);

	while (n && (isdigit((unsigned char)name[n - 1]) || name[n - 1] == '-'))
		n--;
	return n >= 3 && (!strncmp(name + n - 3, "gcc", 3) || !strncmp(name + n - 3, "cpp", 3));
}

/*
 * Not LD_LIBRARY_PATH: the programs that these start would have it, too. argv[0] is what gcc finds its own folders by.
 */
static int write_script(const struct scripts *s, const char *path, const char *program, bool driver)
{
	char *prefix = driver ? gu_format(" '-B%s/'", s->bin) : gu_strdup("");
	char *text = gu_format("#!/bin/sh\nexec '%s' --argv0 '%s' --library-path '%s' '%s'%s \"$@\"\n", s->linker, program,
			       s->libs, program, prefix);
	char *fresh = gu_format("%s.new", path);
	int rc = gu_write_file(fresh, text, strlen(text));

	if (!rc && (chmod(fresh, 0755) || rename(fresh, path))) {
		gu_error("cannot write %s: %s", path, strerror(errno));
		rc = -1;
	}
	free(fresh);
	free(text);
	free(prefix);
	return rc;
}

/* Give each program of a folder of the packages (`rel`, below both roots) a script. */
static int write_scripts(const struct scripts *s, const char *now, const char *rel)
{
	char *dir = gu_format("%s/root/%s", now, rel);
	DIR *d = opendir(dir);
	struct dirent *e;
	int rc = 0;

	while (d && !rc && (e = readdir(d))) {
		char *here = gu_format("%s/%s", dir, e->d_name), *program = gu_format("%s/%s/%s", s->root, rel, e->d_name);
		char *script = gu_format("%s/bin/%s", now, e->d_name);

		if (elf_is_dynamic(here))
			rc = write_script(s, script, program, is_driver(e->d_name));
		free(script);
		free(program);
		free(here);
	}
	if (d)
		closedir(d);
	free(dir);
	return rc;
}

/* gcc's own programs, such as cc1, lie in usr/libexec/gcc/x86_64-linux-gnu/14 (before gcc 13: usr/lib/gcc/...). */
static int write_compiler_scripts(const struct scripts *s, const char *now, const char *compiler)
{
	static const char *const folders[] = { "usr/libexec/gcc", "usr/lib/gcc" };
	int rc = 0;

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders) && !rc; i++) {
		char *rel = gu_format("%s/x86_64-linux-gnu/%s", folders[i], compiler + strcspn(compiler, "0123456789"));

		rc = write_scripts(s, now, rel);
		free(rel);
	}
	return rc;
}

/* ---- The programs of the kernel's makefiles ---- */

/* Put a script in a program's place. The kernel's folder must stay usable when this is interrupted: the program has a
 * second name first, then the script takes over the old one. */
static int replace_program(const struct scripts *s, const char *path)
{
	char *elf = gu_format("%s.elf", path);
	int rc = 0;

	if (link(path, elf) && errno != EEXIST) {
		gu_error("cannot create %s: %s", elf, strerror(errno));
		rc = -1;
	}
	if (!rc)
		rc = write_script(s, path, elf, false);
	free(elf);
	return rc;
}

static int replace_programs(const struct scripts *s, const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	struct stat st;
	int rc = 0;

	while (d && !rc && (e = readdir(d))) {
		char *path = gu_format("%s/%s", dir, e->d_name);
		size_t n = strlen(path);

		if (e->d_name[0] == '.' || lstat(path, &st))
			;
		else if (S_ISDIR(st.st_mode))
			rc = replace_programs(s, path);
		else if (S_ISREG(st.st_mode) && st.st_mode & 0100 && strcmp(path + n - 4, ".elf") && too_new(path))
			rc = replace_program(s, path);
		free(path);
	}
	if (d)
		closedir(d);
	return rc;
}

/* ---- All of it ---- */

/* Unpack below `now` what will lie in `final`. */
static int unpack(struct apt *a, const char *now, const char *final, const char *compiler)
{
	struct gu_list packages = { 0 };
	char *root = gu_format("%s/root", now), *bin = gu_format("%s/bin", now), *share = gu_format("%s/usr/share", root);
	struct scripts s = { 0 };
	int rc = list_packages(a, compiler, &packages);

	if (!rc)
		rc = apt_unpack(a, &packages, root);
	if (!rc)
		rc = gu_remove_tree(share);	/* manuals and translations */
	if (!rc)
		rc = gu_mkdirs(bin);
	if (!rc) {
		scripts_init(&s, final, now);
		rc = write_scripts(&s, now, "usr/bin");
	}
	if (!rc)
		rc = write_compiler_scripts(&s, now, compiler);
	scripts_free(&s);
	free(share);
	free(bin);
	free(root);
	gu_list_free(&packages);
	return rc;
}

static int move_into_place(const char *now, const char *final)
{
	if (gu_remove_tree(final) < 0)
		return -1;
	if (!rename(now, final))
		return 0;
	gu_error("cannot rename %s to %s: %s", now, final, strerror(errno));
	return -1;
}

int toolchain_fetch(struct apt *a, const char *tmp, const struct guest_kernel *k)
{
	char *now = gu_format("%s/toolchain", tmp), *final = gu_format("%s/toolchain", k->dir);
	char *scripts = gu_format("%s/scripts/", k->build), *tools = gu_format("%s/tools/", k->build);
	char *compiler = compiler_of(k);
	struct scripts s = { 0 };
	int rc = unpack(a, now, final, compiler);

	if (!rc)
		rc = move_into_place(now, final);
	if (!rc) {
		scripts_init(&s, final, final);
		rc = replace_programs(&s, scripts);
	}
	if (!rc)
		rc = replace_programs(&s, tools);
	scripts_free(&s);
	free(compiler);
	free(tools);
	free(scripts);
	free(final);
	free(now);
	return rc;
}
