// SPDX-License-Identifier: GPL-2.0-or-later
/* Fetching a kernel: Debian's packages by `apt-get download`, unpacked beside their final folder, made to work
 * where they lie, booted once, and renamed into place as the last step. Nothing of the system changes. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guest/apt.h"
#include "guest/kernel.h"
#include "guest/run.h"
#include "guest/toolchain.h"
#include "guest/unpack.h"
#include "guest/util.h"

struct fetch {
	char *home;		/* folder of all kernels */
	char *tmp;		/* home/.tmp.PID, gone at the end */
	int lock;
	struct apt apt;
};

static int begin(struct fetch *f)
{
	char *path;

	*f = (struct fetch){ .home = guest_kernel_home(), .lock = -1 };
	if (!f->home || gu_mkdirs(f->home) < 0)
		return -1;
	path = gu_format("%s/.lock", f->home);
	f->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (f->lock < 0)
		gu_error("cannot create %s: %s", path, strerror(errno));
	free(path);
	if (f->lock < 0)
		return -1;
	if (flock(f->lock, LOCK_EX | LOCK_NB) < 0) {
		fprintf(stderr, "Waiting for another fetch to end...\n");
		flock(f->lock, LOCK_EX);
	}
	return 0;
}

/* Remove what interrupted fetches left, and make our own folder. Called under the lock. */
static int make_tmp(struct fetch *f)
{
	DIR *d = opendir(f->home);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		char *path;

		if (strncmp(e->d_name, ".tmp.", 5))
			continue;
		path = gu_format("%s/%s", f->home, e->d_name);
		gu_remove_tree(path);
		free(path);
	}
	if (d)
		closedir(d);
	f->tmp = gu_format("%s/.tmp.%d", f->home, getpid());
	return gu_mkdirs(f->tmp);
}

static void end(struct fetch *f)
{
	if (f->tmp)
		gu_remove_tree(f->tmp);
	if (f->lock >= 0)
		close(f->lock);
	apt_close(&f->apt);
	free(f->tmp);
	free(f->home);
}

/* ---- Making the unpacked packages work where they lie ---- */

/* `text` with every " /usr/src/" and "=/usr/src/" put below another root. The caller frees it. */
static char *rewrite_paths(const char *text, const char *final_root)
{
	static const char src[] = "/usr/src/";
	char *fresh = gu_strdup(""), *longer;
	const char *at;

	for (; (at = strstr(text, src)); text = at + strlen(src)) {
		bool begins = at > text && strchr(" =", at[-1]);

		longer = gu_format("%s%.*s%s%s", fresh, (int)(at - text), text, begins ? final_root : "", src);
		free(fresh);
		fresh = longer;
	}
	longer = gu_format("%s%s", fresh, text);
	free(fresh);
	return longer;
}

/* The headers' Makefile includes the common one, and names its own folder, by absolute paths in the system. */
static int rewrite_makefile(const struct guest_kernel *k, const char *final_root)
{
	static const char include[] = "include /usr/src/";
	char *path = gu_format("%s/Makefile", k->build);
	char *text = gu_read_file(path, NULL), *fresh;
	int rc = -1;

	if (text && strstr(text, include) && strlen(text) < 4096) {
		fresh = rewrite_paths(text, final_root);
		rc = gu_write_file(path, fresh, strlen(fresh));
		free(fresh);
	} else {
		gu_error("%s is not as expected: no line \"%s...\"", path, include);
	}
	free(text);
	free(path);
	return rc;
}

/* A symbolic link to /usr/... shall mean the same below our root. */
static int rewrite_link(const char *dir, const char *name, const char *final_root)
{
	char *path = gu_format("%s/%s", dir, name), *fresh;
	char target[PATH_MAX];
	ssize_t n = readlink(path, target, sizeof(target) - 1);
	int rc = 0;

	if (n > 0 && target[0] == '/') {
		fresh = gu_format("%s%.*s", final_root, (int)n, target);
		if (unlink(path) < 0 || symlink(fresh, path) < 0) {
			gu_error("cannot rewrite the link %s: %s", path, strerror(errno));
			rc = -1;
		}
		free(fresh);
	}
	free(path);
	return rc;
}

/* Newer packages have everything below usr/, and the kernel beside its modules: put links at the old places. */
static void link_old_places(const struct guest_kernel *k)
{
	char *lib = gu_format("%s/lib", k->root), *boot = gu_format("%s/boot", k->root);
	char *kernel = gu_format("../lib/modules/%s/vmlinuz", k->release);

	/* a link that is missing in spite of this is told when it is used */
	if ((access(lib, F_OK) && symlink("usr/lib", lib) < 0) ||
	    (access(k->vmlinuz, F_OK) && (gu_mkdirs(boot) < 0 || symlink(kernel, k->vmlinuz) < 0)))
		gu_error("cannot create links in %s: %s", k->root, strerror(errno));
	free(kernel);
	free(boot);
	free(lib);
}

static int relocate(const struct guest_kernel *k, const char *final_root)
{
	char *depmod[] = { "env", "PATH=/usr/sbin:/sbin:/usr/bin:/bin", "depmod", "-b", k->root, k->release, NULL };

	link_old_places(k);
	if (rewrite_makefile(k, final_root) < 0)
		return -1;
	if (rewrite_link(k->build, "scripts", final_root) < 0 || rewrite_link(k->build, "tools", final_root) < 0 ||
	    rewrite_link(k->modules, "build", final_root) < 0 || rewrite_link(k->modules, "source", final_root) < 0)
		return -1;
	if (gu_run(depmod, -1) == 0)
		return 0;
	gu_error("depmod failed (is it there? apt-get install kmod)");
	return -1;
}

/* ---- The first boot ---- */

static const char save_script[] =
	"cd /tmp && cat /proc/kallsyms >kallsyms && cat /sys/kernel/notes >notes && "
	"cat /sys/kernel/tracing/available_filter_functions >available_filter_functions && "
	"{ [ ! -e /sys/kernel/btf/vmlinux ] || cat /sys/kernel/btf/vmlinux >btf; } && exec tar -c *";

/* Boot with stdout on fd. guest_run writes to descriptor 1, so it gets a process of its own. */
static int boot_to(const struct guest_kernel *k, int fd)
{
	char *argv[] = { "/bin/sh", "-c", (char *)save_script, NULL };
	struct guest_job job = { .kernel = k, .in = GUEST_STDIN_NO, .timeout = 300, .argv = argv };
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		dup2(fd, 1);
		_exit(guest_run(&job));
	}
	if (pid < 0)
		return -1;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

/* Save what only a running kernel tells: its symbols, what ftrace can trace, its build-id, its types. */
static int first_boot(const struct fetch *f, const struct guest_kernel *k)
{
	char *tar = gu_format("%s/saved.tar", f->tmp);
	char *argv[] = { "tar", "-xf", tar, "-C", k->dir, NULL };
	int fd = open(tar, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int rc = fd < 0 ? -1 : boot_to(k, fd);

	close(fd);
	if (rc || gu_run(argv, -1) || access(k->kallsyms, R_OK) || access(k->filter_functions, R_OK)) {
		gu_error("the first boot of %s, which saves its symbols, failed", k->release);
		rc = -1;
	}
	free(tar);
	return rc;
}

/* ---- One release ---- */

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && !strcmp(s + n - m, end);
}

/* Newer images come in parts, all named after the release: -binary-, -modules-, -base-. */
static bool image_part(const char *name, const char *release)
{
	return ends_with(name, release);
}

/* The headers lean on the common ones and on kbuild's programs. */
static bool headers_part(const char *name, const char *release)
{
	(void)release;
	return !strncmp(name, "linux-headers-", 14) || !strncmp(name, "linux-kbuild-", 13);
}

/* Add a package and those parts that it depends on. */
static int add_package(struct fetch *f, const char *kind, const char *release,
		       bool (*part)(const char *name, const char *release), struct gu_list *packages)
{
	struct gu_list needs = { 0 };
	char *name = gu_format("linux-%s-%s", kind, release);
	int rc = apt_depends(&f->apt, name, &needs);

	if (rc)
		gu_error("no package %s: apt's sources do not have this release (apt-cache search linux-%s)", name,
			 kind);
	gu_list_add(packages, "%s", name);
	for (size_t i = 0; i < needs.n; i++)
		if (part(needs.v[i], release) && !gu_list_has(packages, needs.v[i]))
			gu_list_add(packages, "%s", needs.v[i]);
	gu_list_free(&needs);
	free(name);
	return rc;
}

static int list_packages(struct fetch *f, const char *release, struct gu_list *packages)
{
	if (add_package(f, "image", release, image_part, packages) < 0)
		return -1;
	return add_package(f, "headers", release, headers_part, packages);
}

static int move_into_place(const char *from, const char *to)
{
	if (!rename(from, to))
		return 0;
	gu_error("cannot rename %s to %s: %s", from, to, strerror(errno));
	return -1;
}

static int unpack_release(struct fetch *f, const char *release)
{
	char *dir = gu_format("%s/kernel", f->tmp), *final = gu_format("%s/%s", f->home, release);
	char *root = gu_format("%s/root", dir), *final_root = gu_format("%s/root", final);
	struct gu_list packages = { 0 };
	struct guest_kernel k = { 0 };
	int rc = list_packages(f, release, &packages);

	if (!rc)
		rc = apt_unpack(&f->apt, &packages, root);
	if (!rc) {
		fprintf(stderr, "Preparing kernel %s (its first boot takes some seconds)...\n", release);
		guest_kernel_paths(&k, release, dir);
		rc = relocate(&k, final_root);
	}
	if (!rc) {
		char *vmlinux = gu_format("%s/vmlinux", dir);

		rc = guest_unpack_vmlinux(k.vmlinuz, vmlinux) < 0 ? -1 : 0;
		free(vmlinux);
		guest_kernel_free(&k);
		guest_kernel_paths(&k, release, dir);
	}
	if (!rc)
		rc = first_boot(f, &k);
	if (!rc)
		rc = move_into_place(dir, final);
	guest_kernel_free(&k);
	gu_list_free(&packages);
	free(final_root);
	free(root);
	free(final);
	free(dir);
	return rc;
}

static int unpack_debug(struct fetch *f, const char *release)
{
	char *from = gu_format("%s/debug", f->tmp), *to = gu_format("%s/%s/debug", f->home, release);
	struct gu_list packages = { 0 };
	int rc;

	gu_list_add(&packages, "linux-image-%s-dbg", release);
	rc = apt_unpack(&f->apt, &packages, from);
	if (!rc)
		rc = move_into_place(from, to);
	gu_list_free(&packages);
	free(to);
	free(from);
	return rc;
}

/* A release begins with its version, a suite with a letter. */
static bool is_suite(const char *spec)
{
	return !isdigit((unsigned char)*spec);
}

/* The release that a suite's meta-package stands for. The caller frees it; NULL with a message. */
static char *current_release(struct fetch *f)
{
	struct gu_list needs = { 0 };
	char *release = NULL;

	if (!apt_depends(&f->apt, "linux-image-cloud-amd64", &needs))
		for (size_t i = 0; i < needs.n && !release; i++)
			if (!strncmp(needs.v[i], "linux-image-", 12))
				release = gu_strdup(needs.v[i] + 12);
	if (!release)
		gu_error("apt does not know the package linux-image-cloud-amd64 (not a Debian archive for amd64?)");
	gu_list_free(&needs);
	return release;
}

/* Note in the cache what a suite's name, or the default, stands for now. */
static int set_link(struct fetch *f, const char *name, const char *release)
{
	char *path = gu_format("%s/%s", f->home, name), *fresh = gu_format("%s/link", f->tmp);
	int rc = symlink(release, fresh);

	if (!rc)
		rc = move_into_place(fresh, path);
	free(fresh);
	free(path);
	return rc;
}

/* A suite whose name stands for a release in the cache. The caller frees it; "", the host's own, when none does. */
static char *suite_of(const struct fetch *f, const char *release)
{
	DIR *d = opendir(f->home);
	struct dirent *e;
	char *suite = NULL;

	while (d && !suite && (e = readdir(d))) {
		char *path = gu_format("%s/%s", f->home, e->d_name), target[NAME_MAX + 1];
		ssize_t n = readlink(path, target, sizeof(target) - 1);

		target[n > 0 ? n : 0] = 0;
		if (!strcmp(target, release) && strcmp(e->d_name, "default"))
			suite = gu_strdup(e->d_name);
		free(path);
	}
	if (d)
		closedir(d);
	return suite ? suite : gu_strdup("");
}

/* Find a release again after something of it was fetched. */
static int find_again(const char *release, struct guest_kernel *k)
{
	guest_kernel_free(k);
	return guest_kernel_find(release, k);
}

static int fetch_release(struct fetch *f, const char *release, int what, struct guest_kernel *k)
{
	int rc = 0;

	if (guest_kernel_find(release, k)) {
		rc = unpack_release(f, release);
		if (!rc)
			rc = guest_kernel_find(release, k);
	}
	if (!rc && what & GUEST_FETCH_BUILD && toolchain_lacks(k)) {
		rc = toolchain_fetch(&f->apt, f->tmp, k);
		if (!rc)
			rc = find_again(release, k);
	}
	if (!rc && what & GUEST_FETCH_DEBUG && !k->debug) {
		rc = unpack_debug(f, release);
		if (!rc)
			rc = find_again(release, k);
	}
	return rc;
}

static int fetch_all(struct fetch *f, const char *spec, int what, struct guest_kernel *k)
{
	bool by_suite = is_suite(spec);
	char *suite = by_suite ? gu_strdup(spec) : suite_of(f, spec), *release = NULL;
	int rc = make_tmp(f);

	if (!rc)
		rc = apt_open(&f->apt, f->tmp, suite);
	if (!rc) {
		release = by_suite ? current_release(f) : gu_strdup(spec);
		rc = release ? fetch_release(f, release, what, k) : -1;
	}
	if (!rc && by_suite)
		rc = set_link(f, *spec ? spec : "default", release);
	free(release);
	free(suite);
	return rc;
}

static bool have_it(const char *spec, int what, struct guest_kernel *k)
{
	if (guest_kernel_find(spec, k))
		return false;
	if ((!(what & GUEST_FETCH_DEBUG) || k->debug) && (!(what & GUEST_FETCH_BUILD) || !toolchain_lacks(k)))
		return true;
	guest_kernel_free(k);
	return false;
}

int guest_kernel_fetch(const char *spec, int what, struct guest_kernel *k)
{
	bool refresh = what & GUEST_FETCH_REFRESH;
	struct fetch f;
	int rc;

	if (strchr(spec, '/') || *spec == '.') {
		gu_error("not a kernel release or suite: %s", spec);
		return -1;
	}
	if (!refresh && have_it(spec, what, k))
		return 0;
	rc = begin(&f);
	if (!rc && (refresh || !have_it(spec, what, k)))
		rc = fetch_all(&f, spec, what, k);
	end(&f);
	return rc;
}
