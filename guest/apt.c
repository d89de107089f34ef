// SPDX-License-Identifier: GPL-2.0-or-later
#include "guest/apt.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* argv of an apt program with the private options, if any, behind its name. */
static void command(const struct apt *a, struct gu_list *argv, const char *program)
{
	gu_list_add(argv, "%s", program);
	for (size_t i = 0; i < a->options.n; i++)
		gu_list_add(argv, "%s", a->options.v[i]);
}

/* The host's code name, such as "bookworm". The caller frees it; "" when it has none (sid). */
static char *host_suite(void)
{
	char *text = gu_read_file("/etc/os-release", NULL), *at, *name = NULL;

	at = text ? strstr(text, "VERSION_CODENAME=") : NULL;
	if (at) {
		at += strlen("VERSION_CODENAME=");
		name = gu_format("%.*s", (int)strcspn(at, "\n"), at);
	}
	free(text);
	return name ? name : gu_strdup("sid");
}

int apt_depends(struct apt *a, const char *package, struct gu_list *names)
{
	struct gu_list argv = { 0 };
	char *text, *save = NULL;

	command(a, &argv, "apt-cache");
	gu_list_add(&argv, "depends");
	gu_list_add(&argv, "%s", package);
	text = gu_output(argv.v, true);
	gu_list_free(&argv);
	if (!text)
		return -1;
	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		char *name = strstr(line, "Depends: ");

		if (name)
			gu_list_add(names, "%s", name + strlen("Depends: "));
	}
	free(text);
	return 0;
}

char *apt_all_depends(struct apt *a, const struct gu_list *packages)
{
	static const char *const options[] = {
		"--recurse", "--no-recommends", "--no-suggests", "--no-conflicts", "--no-breaks", "--no-replaces",
		"--no-enhances",
	};
	struct gu_list argv = { 0 };
	char *text, *result;

	command(a, &argv, "apt-cache");
	gu_list_add(&argv, "depends");
	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
		gu_list_add(&argv, "%s", options[i]);
	for (size_t i = 0; i < packages->n; i++)
		gu_list_add(&argv, "%s", packages->v[i]);
	text = gu_output(argv.v, true);
	gu_list_free(&argv);
	result = text ? gu_format("\n%s", text) : NULL;
	free(text);
	return result;
}

/* Does one of apt's index addresses, "'BASE/dists/SUITE/InRelease' ...", belong to a suite? Returns the length of
 * BASE in it, 0 when not. */
static size_t base_of(const char *line, const char *suite, const char *suffix)
{
	char *tail = gu_format("/dists/%s%s/InRelease'", suite, suffix);
	const char *at = *line == '\'' ? strstr(line, tail) : NULL;

	free(tail);
	return at ? at - line - 1 : 0;
}

/* The archive from which the host's sources take a suite ("bookworm") with a suffix ("-security"). The caller frees
 * it; NULL when there is none. */
static char *find_base(const char *uris, const char *suite, const char *suffix)
{
	for (const char *line = uris; line && *line; line = strchr(line, '\n'), line += line != NULL) {
		char *one = gu_format("%.*s", (int)strcspn(line, "\n"), line);
		size_t n = base_of(one, suite, suffix);
		char *base = n ? gu_format("%.*s", (int)n, one + 1) : NULL;

		free(one);
		if (base)
			return base;
	}
	return NULL;
}

/* The sources of another suite on the host's archives. sid has neither updates nor a security archive. */
static char *make_sources(const char *uris, const char *host, const char *suite)
{
	char *base = find_base(uris, host, ""), *security = find_base(uris, host, "-security"), *text = NULL;
	bool rolling = !strcmp(suite, "sid") || !strcmp(suite, "unstable");

	if (base)
		text = gu_format("deb %s %s main\n", base, suite);
	if (base && security && !rolling) {
		char *longer = gu_format("%sdeb %s %s-security main\n", text, security, suite);

		free(text);
		text = longer;
	}
	free(base);
	free(security);
	return text;
}

/* The addresses of the indexes that the host's sources name: apt itself reads its configuration for us. */
static char *host_uris(void)
{
	char *argv[] = { "apt-get", "update", "--print-uris", NULL };

	return gu_output(argv, true);
}

static void private_options(struct apt *a)
{
	gu_list_add(&a->options, "-oDir::Etc::sourcelist=%s/sources.list", a->tmp);
	gu_list_add(&a->options, "-oDir::Etc::sourceparts=/dev/null");
	gu_list_add(&a->options, "-oDir::Etc::preferencesparts=/dev/null");
	gu_list_add(&a->options, "-oDir::State::lists=%s/lists", a->tmp);
	gu_list_add(&a->options, "-oDir::Cache=%s/cache", a->tmp);
	gu_list_add(&a->options, "-oAcquire::Languages=none");
	gu_list_add(&a->options, "-oAPT::Sandbox::User=root");
	gu_list_add(&a->options, "-oAPT::Architecture=amd64");
}

static int write_sources(const struct apt *a, const char *suite)
{
	char *uris = host_uris(), *host = host_suite(), *path = gu_format("%s/sources.list", a->tmp);
	char *text = uris ? make_sources(uris, host, suite) : NULL;
	int rc = -1;

	if (text)
		rc = gu_write_file(path, text, strlen(text));
	else
		gu_error("apt's sources name no archive for %s: a suite's kernel cannot be found", host);
	free(text);
	free(path);
	free(host);
	free(uris);
	return rc;
}

static int make_private(struct apt *a, const char *suite)
{
	struct gu_list argv = { 0 };
	int rc;

	private_options(a);
	if (write_sources(a, suite) < 0)
		return -1;
	for (int i = 0; i < 2; i++) {
		char *dir = gu_format("%s/%s/partial", a->tmp, (const char *[]){ "lists", "cache/archives" }[i]);

		rc = gu_mkdirs(dir);
		free(dir);
		if (rc < 0)
			return rc;
	}
	fprintf(stderr, "Reading the package lists of %s...\n", suite);
	command(a, &argv, "apt-get");
	gu_list_add(&argv, "-qq");
	gu_list_add(&argv, "update");
	rc = gu_run(argv.v, 2);
	gu_list_free(&argv);
	if (rc)
		gu_error("the package lists of %s cannot be read (no such suite, or no network)", suite);
	return rc ? -1 : 0;
}

int apt_open(struct apt *a, const char *tmp, const char *suite)
{
	struct gu_list names = { 0 };
	char *host = host_suite();
	int rc = 0;

	*a = (struct apt){ .tmp = gu_format("%s/apt", tmp) };
	if (gu_mkdirs(a->tmp) < 0)
		rc = -1;
	else if (*suite && strcmp(suite, host))
		rc = make_private(a, suite);
	else if (apt_depends(a, "linux-image-cloud-amd64", &names) || !names.n)
		rc = make_private(a, host);
	gu_list_free(&names);
	free(host);
	return rc;
}

void apt_close(struct apt *a)
{
	gu_list_free(&a->options);
	free(a->tmp);
	a->tmp = NULL;
}

static int download(struct apt *a, const struct gu_list *packages, const char *dir)
{
	struct gu_list argv = { 0 };
	int rc;

	if (gu_mkdirs(dir) < 0)
		return -1;
	/* apt-get download has no option for where to */
	gu_list_add(&argv, "env");
	gu_list_add(&argv, "--chdir=%s", dir);
	command(a, &argv, "apt-get");
	gu_list_add(&argv, "-qq");
	gu_list_add(&argv, "-oAPT::Sandbox::User=root");
	gu_list_add(&argv, "download");
	fprintf(stderr, "Fetching");
	for (size_t i = 0; i < packages->n; i++) {
		gu_list_add(&argv, "%s", packages->v[i]);
		fprintf(stderr, " %s", packages->v[i]);
	}
	fprintf(stderr, "...\n");
	rc = gu_run(argv.v, 2);
	gu_list_free(&argv);
	if (rc)
		gu_error("apt-get download failed");
	return rc ? -1 : 0;
}

static int unpack_one(const char *dir, const char *name, const char *root)
{
	char *deb = gu_format("%s/%s", dir, name);
	char *argv[] = { "dpkg-deb", "-x", deb, (char *)root, NULL };
	int rc = gu_run(argv, -1);

	if (rc)
		gu_error("%s cannot be unpacked", name);
	free(deb);
	return rc ? -1 : 0;
}

int apt_unpack(struct apt *a, const struct gu_list *packages, const char *root)
{
	char *dir = gu_format("%s/debs", a->tmp);
	int rc = download(a, packages, dir);
	struct dirent *e;
	DIR *d;

	if (!rc)
		rc = gu_mkdirs(root);
	d = rc ? NULL : opendir(dir);
	while (d && !rc && (e = readdir(d)))
		if (strstr(e->d_name, ".deb"))
			rc = unpack_one(dir, e->d_name, root);
	if (d)
		closedir(d);
	gu_remove_tree(dir);
	free(dir);
	return rc;
}
