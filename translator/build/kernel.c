// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/build/kernel.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "guest/kernel.h"
#include "guest/toolchain.h"
#include "translator/base/buf.h"
#include "translator/base/map.h"
#include "translator/base/xstr.h"
#include "translator/debuginfo/symbols.h"
#include "translator/session.h"

/* The formatted path if something readable is there, else NULL. */
static const char *if_there(struct session *s, const char *fmt, const char *a, const char *b)
{
	const char *path = arena_printf(s->arena, fmt, a, b);

	return access(path, R_OK) ? NULL : path;
}

static const char *first_line(struct session *s, const char *path)
{
	struct buf text = BUF_INIT;
	char *line = NULL;

	if (!buf_read_file(&text, path))
		line = arena_strndup(s->arena, buf_text(&text), strcspn(buf_text(&text), "\n"));
	buf_free(&text);
	return line && *line ? line : NULL;
}

/* Debian's image package holds a stub of a few lines under this name. */
static const char *real_system_map(const char *path)
{
	struct stat st;

	return path && !stat(path, &st) && st.st_size > 100000 ? path : NULL;
}

static int open_guest(struct session *s, struct kernel *k)
{
	struct guest_kernel g;

	fflush(stdout);
	if (guest_kernel_fetch(s->options.guest, s->options.last_pass >= 4 ? GUEST_FETCH_BUILD : 0, &g) < 0)
		return -1;
	k->release = arena_strdup(s->arena, g.release);
	k->build = if_there(s, "%s%s", g.build, "");
	k->modules = if_there(s, "%s%s", g.modules, "");
	k->kallsyms = if_there(s, "%s%s", g.kallsyms, "");
	k->filter_functions = if_there(s, "%s%s", g.filter_functions, "");
	k->notes = if_there(s, "%s%s", g.notes, "");
	k->btf = g.btf ? arena_strdup(s->arena, g.btf) : NULL;
	k->toolchain = g.toolchain ? arena_strdup(s->arena, g.toolchain) : NULL;
	k->debug = g.debug ? arena_strdup(s->arena, g.debug) : NULL;
	k->guest = true;
	guest_kernel_free(&g);
	return 0;
}

/* What `uname -r` will say. Debian's packages have another text in include/config/kernel.release. */
static const char *release_of(struct session *s, const char *dir, const char **looked)
{
	static const char define[] = "#define UTS_RELEASE \"";
	const char *line = first_line(s, arena_printf(s->arena, "%s/include/generated/utsrelease.h", dir));

	*looked = arena_printf(s->arena, "%s/include/config/kernel.release", dir);
	if (line && xstr_starts(line, define))
		return arena_strndup(s->arena, line + strlen(define), strcspn(line + strlen(define), "\""));
	return first_line(s, *looked);
}

static bool same_folder(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* A folder in the cache of stap-guest comes with what builds there and with what is known of the kernel. */
static void find_toolchain(struct session *s, struct kernel *k)
{
	struct guest_kernel g;

	if (guest_kernel_find(k->release, &g) < 0)
		return;
	k->cached = same_folder(g.build, k->build);
	if (k->cached && g.toolchain)
		k->toolchain = arena_strdup(s->arena, g.toolchain);
	if (k->cached && g.btf)
		k->btf = arena_strdup(s->arena, g.btf);
	if (k->cached && g.debug)
		k->debug = arena_strdup(s->arena, g.debug);
	guest_kernel_free(&g);
}

static int open_folder(struct session *s, struct kernel *k, const char *dir)
{
	const char *looked;

	k->release = release_of(s, dir, &looked);
	if (!k->release)
		return diag(s->diags, D_KERNEL_FOLDER, SPAN_NONE, dir, looked);
	k->build = arena_strdup(s->arena, dir);
	find_toolchain(s, k);
	k->kallsyms = real_system_map(if_there(s, "%s%s", dir, "/System.map"));
	return 0;
}

static void open_release(struct session *s, struct kernel *k, const char *release)
{
	struct guest_kernel g;

	k->release = release;
	k->build = if_there(s, "/lib/modules/%s%s", release, "/build/Makefile");
	if (k->build)
		k->build = arena_printf(s->arena, "/lib/modules/%s/build", release);
	k->modules = if_there(s, "/lib/modules/%s%s", release, "");
	k->kallsyms = real_system_map(if_there(s, "/boot/System.map-%s%s", release, ""));
	if (k->build || guest_kernel_find(release, &g) < 0)
		return;
	k->release = arena_strdup(s->arena, g.release);		/* it may have been a suite's name */
	k->build = if_there(s, "%s%s", g.build, "");
	k->kallsyms = if_there(s, "%s%s", g.kallsyms, "");
	k->filter_functions = if_there(s, "%s%s", g.filter_functions, "");
	k->notes = if_there(s, "%s%s", g.notes, "");
	guest_kernel_free(&g);
	if (k->build)
		find_toolchain(s, k);
}

static void open_running(struct session *s, struct kernel *k)
{
	const char *kallsyms = if_there(s, "/proc/kallsyms%s%s", "", "");

	k->running = true;
	if (kallsyms)
		k->kallsyms = kallsyms;
	k->filter_functions = if_there(s, "/sys/kernel/tracing/available_filter_functions%s%s", "", "");
	if (!k->filter_functions)
		k->filter_functions = if_there(s, "/sys/kernel/debug/tracing/available_filter_functions%s%s", "", "");
	k->notes = if_there(s, "/sys/kernel/notes%s%s", "", "");
	k->btf = if_there(s, "/sys/kernel/btf/vmlinux%s%s", "", "");
}

int kernel_open(struct session *s)
{
	struct kernel *k = arena_new_object(s->arena, struct kernel);
	const char *wanted = s->options.release;
	struct utsname uts;
	int rc = 0;

	uname(&uts);
	k->session = s;
	k->arch = arena_strdup(s->arena, uts.machine);
	s->kernel = k;
	if (s->options.guest) {
		rc = open_guest(s, k);
	} else if (wanted && strchr(wanted, '/')) {
		rc = open_folder(s, k, wanted);
	} else {
		open_release(s, k, arena_strdup(s->arena, wanted ? wanted : uts.release));
	}
	if (!rc && !s->options.guest && !strcmp(k->release, uts.release))
		open_running(s, k);
	s->ksyms = symbols_open(s->arena, k->kallsyms, k->filter_functions);
	return rc;
}

/* ---- .config --------------------------------------------------------------------------------------------------- */

static void add_setting(struct session *s, struct map *config, const char *line, size_t len)
{
	const char *equal = memchr(line, '=', len);
	const char *value;

	if (!equal || strncmp(line, "CONFIG_", 7))
		return;
	value = equal + 1;
	len -= (size_t)(value - line);
	if (len >= 2 && value[0] == '"' && value[len - 1] == '"') {
		value++;
		len -= 2;
	}
	map_put(config, arena_strndup(s->arena, line, (size_t)(equal - line)), arena_strndup(s->arena, value, len));
}

static struct map *read_config(struct session *s, const char *path)
{
	struct map *config = map_new(s->arena);
	struct buf text = BUF_INIT;

	if (path && !buf_read_file(&text, path)) {
		for (const char *line = buf_text(&text); *line;) {
			size_t len = strcspn(line, "\n");

			add_setting(s, config, line, len);
			line += len + (line[len] != 0);
		}
	}
	buf_free(&text);
	return config;
}

const char *kernel_config(void *kernel, const char *name)
{
	struct kernel *k = kernel;

	if (!k->config) {
		const char *path = NULL;

		if (k->build)
			path = if_there(k->session, "%s%s", k->build, "/.config");
		if (!path && k->build)
			path = if_there(k->session, "%s%s", k->build, "/include/config/auto.conf");
		if (!path && !k->guest)
			path = if_there(k->session, "/boot/config-%s%s", k->release, "");
		k->config = read_config(k->session, path);
	}
	return map_get(k->config, name);
}

/* ---- what a build needs ---------------------------------------------------------------------------------------- */

static bool in_path(const char *program)
{
	const char *path = getenv("PATH");
	bool found = false;

	for (path = path ? path : "/usr/bin:/bin"; *path && !found;) {
		size_t len = strcspn(path, ":");
		struct buf file = BUF_INIT;

		buf_write(&file, path, len);
		buf_printf(&file, "/%s", program);
		found = !access(buf_text(&file), X_OK);
		buf_free(&file);
		path += len + (path[len] != 0);
	}
	return found;
}

/* "gcc-12" from "gcc-12 (Debian ...)"; NULL when the kernel does not say. */
static const char *built_with(struct session *s)
{
	const char *text = kernel_config(s->kernel, "CONFIG_CC_VERSION_TEXT");
	char *name = text ? toolchain_compiler(text) : NULL;
	const char *copy = name && *name ? arena_strdup(s->arena, name) : NULL;

	free(name);
	return copy;
}

const char *kernel_compiler(struct session *s)
{
	const char *cc = built_with(s);

	return cc && in_path(cc) ? cc : "gcc";
}

static int no_headers(struct session *s)
{
	const struct kernel *k = s->kernel;

	diag(s->diags, D_KERNEL_HEADERS, SPAN_NONE, k->release, k->release);
	diag_note(s->diags, SPAN_NONE, "install them:  apt-get install linux-headers-%s", k->release);
	if (k->running)
		diag_note(s->diags, SPAN_NONE, "or run the script in a virtual machine:  stap --guest ...");
	return -1;
}

/* A compiler older than the kernel's does not know all options of its makefiles. */
static int no_compiler(struct session *s, const char *cc)
{
	const struct kernel *k = s->kernel;

	diag(s->diags, D_NO_COMPILER, SPAN_NONE, k->release, cc, cc);
	if (k->cached)
		diag_note(s->diags, SPAN_NONE, "or, without installing it:  stap-guest fetch %s", k->release);
	return -1;
}

/* All that builds looks its programs up in PATH, down to the kernel's makefiles; names that they find there stay good for
 * the commands that are recorded of them. */
static void use_toolchain(struct session *s)
{
	const char *path = getenv("PATH"), *dir = s->kernel->toolchain;

	if (dir && (!path || !xstr_starts(path, dir)))
		setenv("PATH", arena_printf(s->arena, "%s:%s", dir, path ? path : "/usr/bin:/bin"), 1);
}

int kernel_need_build(struct session *s)
{
	const char *cc = built_with(s);

	if (!s->kernel->build)
		return no_headers(s);
	use_toolchain(s);
	if (!in_path("make"))
		return diag(s->diags, D_NO_PROGRAM, SPAN_NONE, "make", "make");
	return toolchain_on_host(cc ? cc : "gcc") ? 0 : no_compiler(s, cc ? cc : "gcc");
}
