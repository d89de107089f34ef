// SPDX-License-Identifier: GPL-2.0-or-later
/* Which compiler a kernel wants, and whether this machine's does instead. */
#include "guest/toolchain.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "guest/kernel.h"
#include "guest/util.h"
#include "testsuite/unit/base_check.h"

static void check_name(const char *version_text, const char *want)
{
	char *name = toolchain_compiler(version_text);

	CHECK(!strcmp(name, want));
	free(name);
}

static void write_file(const char *dir, const char *name, const char *text, mode_t mode)
{
	char *path = gu_format("%s/%s", dir, name);

	CHECK(!gu_write_file(path, text, strlen(text)) && !chmod(path, mode));
	free(path);
}

/* A machine whose only program is a gcc 13. */
static void check_host(const char *dir)
{
	write_file(dir, "gcc", "#!/bin/sh\necho 13\n", 0755);
	setenv("PATH", dir, 1);
	CHECK(toolchain_on_host("gcc"));
	CHECK(toolchain_on_host("gcc-12"));
	CHECK(toolchain_on_host("gcc-13"));
	CHECK(!toolchain_on_host("gcc-14"));
	CHECK(!toolchain_on_host("clang"));
	write_file(dir, "gcc-14", "#!/bin/sh\n", 0755);
	CHECK(toolchain_on_host("gcc-14"));
}

/* On that machine, with its gcc-14. */
static void check_kernel(char *dir)
{
	struct guest_kernel k = { .build = dir };
	char *scripts = gu_format("%s/scripts/basic", dir);

	write_file(dir, ".config", "#\nCONFIG_CC_VERSION_TEXT=\"gcc-14 (Debian 14.2.0-19) 14.2.0\"\n", 0644);
	CHECK(!toolchain_lacks(&k));
	write_file(dir, ".config", "#\nCONFIG_CC_VERSION_TEXT=\"gcc-15 (Debian 15.2.0-1) 15.2.0\"\n", 0644);
	CHECK(toolchain_lacks(&k));
	k.toolchain = dir;
	CHECK(!toolchain_lacks(&k));
	CHECK(!gu_mkdirs(scripts));
	write_file(scripts, "fixdep", "\177ELF GLIBC_2.2.5 GLIBC_2.9999", 0755);
	CHECK(toolchain_lacks(&k));
	write_file(scripts, "fixdep", "\177ELF GLIBC_2.2.5 GLIBC_2.17", 0755);
	CHECK(!toolchain_lacks(&k));
	free(scripts);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");
	char *dir = gu_format("%s/toolchain.XXXXXX", tmp && *tmp ? tmp : P_tmpdir), *path = gu_strdup(getenv("PATH"));

	check_name("gcc-12 (Debian 12.2.0-14) 12.2.0", "gcc-12");
	check_name("x86_64-linux-gnu-gcc-14 (Debian 14.2.0-19) 14.2.0", "gcc-14");
	check_name("gcc (GCC) 13.2.1 20230801", "gcc");
	check_name("Debian clang version 19.1.7", "clang");
	CHECK(mkdtemp(dir));
	check_host(dir);
	check_kernel(dir);
	setenv("PATH", path, 1);
	gu_remove_tree(dir);
	free(dir);
	free(path);
	return check_result();
}
