// SPDX-License-Identifier: GPL-2.0-or-later
#include "guest/paths.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "guest/names.h"
#include "guest/util.h"

struct program {
	const char *name;
	const char *installed;	/* name after --program-prefix, --program-suffix, --program-transform-name */
	const char *build_dir;	/* below the build tree */
	const char *install_dir;
	const char *env;
};

static const struct program programs[] = {
	{ "stap", NAME_STAP, "", BINDIR, NULL },
	{ "staprun", NAME_STAPRUN, "staprun/", BINDIR, "SYSTEMTAP_STAPRUN" },
	{ "stap-merge", NAME_STAP_MERGE, "staprun/", BINDIR, NULL },
	{ "stapdecode", NAME_STAPDECODE, "staprun/", BINDIR, NULL },
	{ "stapio", NAME_STAPIO, "staprun/", PKGLIBEXECDIR, "SYSTEMTAP_STAPIO" },
	{ "stap-guest", NAME_STAP_GUEST, "guest/", PKGLIBEXECDIR, NULL },
	{ "stap-guest-init", NAME_STAP_GUEST_INIT, "guest/", PKGLIBEXECDIR, NULL },
};

/* Does this process run from its build tree? */
static bool in_build_tree(void)
{
	size_t n = strlen(ABS_BUILDDIR);
	char exe[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", exe, sizeof(exe));

	return len > (ssize_t)n && !strncmp(exe, ABS_BUILDDIR, n) && exe[n] == '/';
}

char *paths_data(const char *rel)
{
	char *path;

	if (!in_build_tree())
		return gu_format("%s/%s", PKGDATADIR, rel);
	path = gu_format("%s/%s", ABS_BUILDDIR, rel);
	if (!access(path, F_OK))
		return path;
	free(path);
	return gu_format("%s/%s", ABS_SRCDIR, rel);
}

static char *source_folder(const char *env, const char *rel)
{
	const char *set = getenv(env);

	if (set && *set)
		return gu_strdup(set);
	return gu_format("%s/%s", in_build_tree() ? ABS_SRCDIR : PKGDATADIR, rel);
}

char *paths_runtime(void)
{
	return source_folder("SYSTEMTAP_RUNTIME", "runtime");
}

char *paths_tapsets(void)
{
	return source_folder("SYSTEMTAP_TAPSET", "tapsets");
}

char *paths_program(const char *name)
{
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		const struct program *p = &programs[i];
		const char *set = p->env ? getenv(p->env) : NULL;

		if (strcmp(p->name, name))
			continue;
		if (set && *set)
			return gu_strdup(set);
		if (in_build_tree())
			return gu_format("%s/%s%s", ABS_BUILDDIR, p->build_dir, name);
		return gu_format("%s/%s", p->install_dir, p->installed);
	}
	return gu_strdup(name);
}
