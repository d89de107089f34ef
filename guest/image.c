// SPDX-License-Identifier: GPL-2.0-or-later
#include "guest/image.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "guest/cpio.h"
#include "guest/elfneeds.h"
#include "guest/paths.h"
#include "guest/proto.h"

/* One folder for all programs: these are links to /bin in the guest. */
static const char *const bin_links[][2] = {
	{ "/sbin", "bin" }, { "/usr/bin", "../bin" }, { "/usr/sbin", "../bin" },
};

static const char etc_passwd[] =
	"root:x:0:0:root:/root:/bin/sh\n"
	"nobody:x:65534:65534:nobody:/:/bin/sh\n"
	"user:x:1000:1000:user:/tmp:/bin/sh\n";
static const char etc_group[] =
	"root:x:0:\nnogroup:x:65534:\nuser:x:1000:\n";

/* The path under which a file is in the archive, which must not go through one of bin_links. Caller frees. */
static char *guest_path(const char *path)
{
	for (size_t i = 0; i < sizeof(bin_links) / sizeof(bin_links[0]); i++) {
		size_t n = strlen(bin_links[i][0]);

		if (!strncmp(path, bin_links[i][0], n) && path[n] == '/')
			return gu_format("/bin%s", path + n);
	}
	return gu_strdup(path);
}

static int add_file(struct cpio *c, const char *host, const char *guest)
{
	char *path = guest_path(guest);
	struct stat st;
	int rc = -1;

	if (*guest != '/')
		gu_error("the path in the guest must begin with '/': %s", guest);
	else if (stat(host, &st) < 0)
		gu_error("cannot take %s into the guest: %s", host, strerror(errno));
	else
		rc = cpio_add_file(c, path, st.st_mode & 0777, host);
	free(path);
	return rc;
}

/* Split "HOST[:GUEST]" at its last colon. Both parts are owned by the caller. */
static void split_pair(const char *pair, char **host, char **guest)
{
	const char *colon = strrchr(pair, ':');

	*host = colon ? gu_format("%.*s", (int)(colon - pair), pair) : gu_strdup(pair);
	*guest = colon ? gu_strdup(colon + 1) : realpath(pair, NULL);
	if (!*guest)
		*guest = gu_strdup(pair);
}

static int add_pair(struct cpio *c, const char *pair)
{
	char *host, *guest;
	int rc;

	split_pair(pair, &host, &guest);
	rc = add_file(c, host, guest);
	free(host);
	free(guest);
	return rc;
}

static int add_exe(struct cpio *c, const char *pair)
{
	struct gu_list needs = { 0 };
	char *host, *guest;
	int rc;

	split_pair(pair, &host, &guest);
	rc = add_file(c, host, guest);
	if (!rc)
		rc = elf_needs(host, &needs);
	for (size_t i = 0; i < needs.n && !rc; i++)
		rc = add_file(c, needs.v[i], needs.v[i]);
	gu_list_free(&needs);
	free(host);
	free(guest);
	return rc;
}

static int add_busybox(struct cpio *c)
{
	static const char *const places[] = { "/bin/busybox", "/usr/bin/busybox" };
	char *argv[] = { NULL, "--list", NULL };
	char *list, *save = NULL, *path;

	for (size_t i = 0; i < 2 && !argv[0]; i++)
		if (!access(places[i], X_OK))
			argv[0] = (char *)places[i];
	if (!argv[0]) {
		gu_error("no busybox: apt-get install busybox-static");
		return -1;
	}
	if (add_file(c, argv[0], "/bin/busybox") < 0)
		return -1;
	list = gu_output(argv, false);
	if (!list)
		return -1;
	for (char *name = strtok_r(list, "\n", &save); name; name = strtok_r(NULL, "\n", &save)) {
		path = gu_format("/bin/%s", name);
		cpio_add_link(c, path, "busybox");
		free(path);
	}
	free(list);
	return 0;
}

/* Add one module of the image package, unpacked when it is compressed, and its line for /init. */
static int add_module(struct cpio *c, const struct guest_kernel *k, const char *rel, struct gu_list *lines)
{
	char *host = gu_format("%s/%s", k->modules, rel);
	char *guest = gu_format("/lib/modules/%s/%s", k->release, rel);
	size_t n = strlen(rel);
	bool xz = n > 3 && !strcmp(rel + n - 3, ".xz");
	char *argv[] = { "xz", "-dc", host, NULL };
	int rc = 0, fd;

	if (xz) {
		guest[strlen(guest) - 3] = 0;
		fd = memfd_create("module", MFD_CLOEXEC);
		free(host);
		host = gu_format("/proc/self/fd/%d", fd);
		argv[2] = gu_format("%s/%s", k->modules, rel);
		rc = gu_run(argv, fd) ? -1 : 0;
		free(argv[2]);
	}
	if (!rc)
		rc = cpio_add_file(c, guest, 0644, host);
	if (xz)
		close(fd);
	gu_list_add(lines, "%s", guest);
	free(host);
	free(guest);
	return rc;
}

/* The line of modules.dep whose module has this name: "rel/path.ko: needs needs". NULL: built in, or not there. */
static char *dep_line(char *dep, const char *name)
{
	size_t n = strlen(name);

	for (char *line = dep; line && *line; line = strchr(line, '\n'), line += line != NULL) {
		size_t end = strcspn(line, ":");
		char *base = memrchr(line, '/', end);

		if (base && !strncmp(base + 1, name, n) && !strncmp(base + 1 + n, ".ko", 3))
			return line;
	}
	return NULL;
}

static int add_with_deps(struct cpio *c, const struct guest_kernel *k, char *dep, const char *name,
			 struct gu_list *lines)
{
	char *line = dep_line(dep, name), *copy, *save = NULL, *word;
	struct gu_list order = { 0 };
	int rc = 0;

	if (!line)
		return 0;
	copy = gu_format("%.*s", (int)strcspn(line, "\n"), line);
	for (word = strtok_r(copy, " :", &save); word; word = strtok_r(NULL, " :", &save))
		gu_list_add(&order, "%s", word);
	/* modules.dep names what must be there first last */
	for (size_t i = order.n; i-- > 0 && !rc;)
		rc = add_module(c, k, order.v[i], lines);
	gu_list_free(&order);
	free(copy);
	return rc;
}

static int add_drivers(struct cpio *c, const struct guest_kernel *k)
{
	static const char *const drivers[] = { "virtio_pci", "virtio_console" };
	char *path = gu_format("%s/modules.dep", k->modules);
	char *dep = gu_read_file(path, NULL), *text = gu_strdup("");
	struct gu_list lines = { 0 };
	int rc = 0;

	if (!dep) {
		gu_error("cannot read %s: %s", path, strerror(errno));
		rc = -1;
	}
	for (size_t i = 0; i < 2 && !rc; i++)
		rc = add_with_deps(c, k, dep, drivers[i], &lines);
	for (size_t i = 0; i < lines.n; i++) {
		char *longer = gu_format("%s%s\n", text, lines.v[i]);

		free(text);
		text = longer;
	}
	cpio_add_bytes(c, GUEST_MODULES_PATH, 0644, text, strlen(text));
	gu_list_free(&lines);
	free(text);
	free(dep);
	free(path);
	return rc;
}

static void add_job(struct cpio *c, const struct guest_job *job, bool with_stdin)
{
	char *text = gu_grow(NULL, 4, 1);
	size_t n = 0;

	if (with_stdin)
		text[n++] = GUEST_JOB_STDIN;
	if (job->icount)
		text[n++] = GUEST_JOB_QUIET;
	text[n++] = 0;
	for (char *const *a = job->argv; *a; a++) {
		size_t len = strlen(*a) + 1;

		text = gu_grow(text, n + len, 1);
		memcpy(text + n, *a, len);
		n += len;
	}
	cpio_add_bytes(c, GUEST_JOB_PATH, 0644, text, n);
	free(text);
}

static int add_all(struct cpio *c, const struct guest_job *job, bool with_stdin)
{
	char *init = paths_program("stap-guest-init");
	int rc = cpio_add_file(c, "/init", 0755, init);

	free(init);
	for (size_t i = 0; i < sizeof(bin_links) / sizeof(bin_links[0]); i++)
		cpio_add_link(c, bin_links[i][0], bin_links[i][1]);
	add_job(c, job, with_stdin);
	for (size_t i = 0; i < job->files.n && !rc; i++)
		rc = add_pair(c, job->files.v[i]);
	for (size_t i = 0; i < job->exes.n && !rc; i++)
		rc = add_exe(c, job->exes.v[i]);
	if (!rc)
		rc = add_busybox(c);
	if (!rc)
		rc = add_drivers(c, job->kernel);
	cpio_add_bytes(c, "/etc/passwd", 0644, etc_passwd, strlen(etc_passwd));
	cpio_add_bytes(c, "/etc/group", 0644, etc_group, strlen(etc_group));
	cpio_add_dir(c, "/root", 0700);
	return rc;
}

int guest_image_make(const struct guest_job *job, bool with_stdin)
{
	int fd = memfd_create("initramfs", MFD_CLOEXEC);
	struct cpio c;
	int rc;

	if (fd < 0) {
		gu_error("cannot make the initramfs: %s", strerror(errno));
		return -1;
	}
	cpio_begin(&c, fd);
	rc = add_all(&c, job, with_stdin);
	if (cpio_end(&c) < 0 || rc < 0) {
		close(fd);
		return -1;
	}
	return fd;
}
