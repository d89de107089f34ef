// SPDX-License-Identifier: GPL-2.0-or-later
#include "guest/kernel.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "guest/util.h"

char *guest_kernel_home(void)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (xdg && *xdg == '/')
		return gu_format("%s/sonde/kernels", xdg);
	if (home && *home == '/')
		return gu_format("%s/.cache/sonde/kernels", home);
	gu_error("no place for kernels: neither XDG_CACHE_HOME nor HOME is set");
	return NULL;
}

/* The path, or NULL when nothing is there. */
static char *if_there(char *path)
{
	if (!access(path, R_OK))
		return path;
	free(path);
	return NULL;
}

void guest_kernel_paths(struct guest_kernel *k, const char *release, const char *dir)
{
	*k = (struct guest_kernel){
		.release = gu_strdup(release),
		.dir = gu_strdup(dir),
		.root = gu_format("%s/root", dir),
		.build = gu_format("%s/root/usr/src/linux-headers-%s", dir, release),
		.vmlinuz = gu_format("%s/root/boot/vmlinuz-%s", dir, release),
		.vmlinux = if_there(gu_format("%s/vmlinux", dir)),
		.modules = gu_format("%s/root/lib/modules/%s", dir, release),
		.kallsyms = gu_format("%s/kallsyms", dir),
		.filter_functions = gu_format("%s/available_filter_functions", dir),
		.notes = gu_format("%s/notes", dir),
		.btf = if_there(gu_format("%s/btf", dir)),
		.toolchain = if_there(gu_format("%s/toolchain/bin", dir)),
		.debug = if_there(gu_format("%s/debug", dir)),
	};
}

void guest_kernel_free(struct guest_kernel *k)
{
	free(k->release);
	free(k->dir);
	free(k->root);
	free(k->build);
	free(k->vmlinuz);
	free(k->vmlinux);
	free(k->modules);
	free(k->kallsyms);
	free(k->filter_functions);
	free(k->notes);
	free(k->btf);
	free(k->toolchain);
	free(k->debug);
	*k = (struct guest_kernel){ 0 };
}

/* A suite's name is a link to its release. */
static char *follow(const char *home, const char *spec)
{
	char *link = gu_format("%s/%s", home, *spec ? spec : "default");
	char target[NAME_MAX + 1];
	ssize_t n = readlink(link, target, sizeof(target) - 1);

	free(link);
	return n < 0 ? gu_strdup(spec) : gu_format("%.*s", (int)n, target);
}

int guest_kernel_find(const char *spec, struct guest_kernel *k)
{
	char *home, *release, *dir;
	int rc = -1;

	if (strchr(spec, '/') || *spec == '.')
		return -1;
	home = guest_kernel_home();
	if (!home)
		return -1;
	release = follow(home, spec);
	dir = gu_format("%s/%s", home, release);
	if (*release && !access(dir, R_OK)) {
		guest_kernel_paths(k, release, dir);
		rc = 0;
	}
	free(dir);
	free(release);
	free(home);
	return rc;
}
