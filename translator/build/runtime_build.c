// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/build/runtime_build.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "guest/paths.h"
#include "translator/base/buf.h"
#include "translator/base/xstr.h"
#include "translator/build/cache.h"
#include "translator/build/headers.h"
#include "translator/build/kbuild.h"
#include "translator/build/kernel.h"
#include "translator/build/replay.h"
#include "translator/session.h"

VEC_TYPE(files, const char *);

static const char *find_source(struct session *s)
{
	char *found = s->options.runtime_dir ? NULL : paths_runtime();
	char *real = realpath(found ? found : s->options.runtime_dir, NULL);
	const char *source = arena_strdup(s->arena, real ? real : found ? found : s->options.runtime_dir);

	free(found);
	free(real);
	if (!access(arena_printf(s->arena, "%s/runtime.c", source), R_OK))
		return source;
	diag(s->diags, D_NO_RUNTIME, SPAN_NONE, source);
	return NULL;
}

/* ---- key ------------------------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* All files below a folder, sorted, so that the key does not depend on the order on disk. */
static void list_files(struct session *s, const char *dir, struct files *list)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		const char *path = arena_printf(s->arena, "%s/%s", dir, e->d_name);
		struct stat st;

		if (e->d_name[0] == '.' || stat(path, &st))
			continue;
		if (S_ISDIR(st.st_mode) && strcmp(e->d_name, "selftest") && strcmp(e->d_name, "host"))
			list_files(s, path, list);
		else if (xstr_ends(path, ".c") || xstr_ends(path, ".h") || !strncmp(e->d_name, "Kbuild", 6))
			vec_push(s->arena, list, path);
	}
	if (d)
		closedir(d);
}

static void add_sources(struct session *s, struct digest *d, const char *source)
{
	struct files list = { 0 };

	list_files(s, source, &list);
	if (list.n)
		qsort(list.v, list.n, sizeof(*list.v), by_name);
	vec_each(path, &list) {
		digest_string(d, *path + strlen(source));
		digest_file(d, *path);
	}
}

/* Where the compiler lies, its size and time stand for its version: asking it would cost more than a cached run has. */
static void add_compiler(struct session *s, struct digest *d)
{
	const char *cc = kernel_compiler(s), *path = getenv("PATH");

	digest_string(d, cc);
	for (path = path ? path : "/usr/bin:/bin"; *path; path += *path == ':') {
		size_t len = strcspn(path, ":");
		const char *file = arena_printf(s->arena, "%.*s/%s", (int)len, path, cc);

		path += len;
		if (!access(file, X_OK)) {
			digest_stat(d, file);
			return;
		}
	}
}

static void make_key(struct session *s, struct prepared *p)
{
	static const char *const tools[] = { "tools/objtool/objtool", "scripts/mod/modpost", "scripts/module.lds" };
	const char *build = s->kernel->build;
	struct digest d;

	digest_init(&d);
	digest_string(&d, s->kernel->release);
	digest_string(&d, build);
	digest_string(&d, p->source);
	digest_file(&d, arena_printf(s->arena, "%s/.config", build));
	digest_file(&d, arena_printf(s->arena, "%s/include/config/auto.conf", build));
	digest_file(&d, arena_printf(s->arena, "%s/Module.symvers", build));
	for (size_t i = 0; i < sizeof(tools) / sizeof(*tools); i++)
		digest_stat(&d, arena_printf(s->arena, "%s/%s", build, tools[i]));
	add_compiler(s, &d);
	add_sources(s, &d, p->source);
	vec_each(v, &s->options.build_vars)
		digest_string(&d, *v);
	digest_end(&d, p->key);
}

/* ---- making ---------------------------------------------------------------------------------------------------- */

/* What stays in the cache, with a file `sum` beside it. */
static const char *const products[] = { "compat_config.h", "stp_offsets.h", "stp_runtime.o", RUNTIME_HEADERS, REPLAY_FILES };
#define N_PRODUCTS (sizeof(products) / sizeof(*products))

/* Checksum over all products. 0, or -1 when one is not there. */
static int checksum(struct session *s, const char *dir, char sum[DIGEST_TEXT])
{
	struct digest d;

	digest_init(&d);
	for (size_t i = 0; i < N_PRODUCTS; i++)
		if (digest_file(&d, arena_printf(s->arena, "%s/%s", dir, products[i])) < 0)
			return -1;
	digest_end(&d, sum);
	return 0;
}

static bool sound(struct session *s, const char *dir)
{
	struct buf stored = BUF_INIT;
	char sum[DIGEST_TEXT];
	bool ok = !buf_read_file(&stored, arena_printf(s->arena, "%s/sum", dir)) &&
		  !checksum(s, dir, sum) && !strcmp(sum, buf_text(&stored));

	buf_free(&stored);
	return ok && headers_unchanged(arena_printf(s->arena, "%s/" RUNTIME_HEADERS, dir));
}

static int failed(struct session *s, const char *work, const char *log)
{
	const char *error = strstr(log, "error:");
	const char *begin = error ? error : log;

	while (begin > log && begin[-1] != '\n')
		begin--;
	s->options.keep_tmpdir = true;
	return diag(s->diags, D_BUILD_RUNTIME, SPAN_NONE, s->kernel->release,
		    arena_printf(s->arena, "%s/log", work),
		    arena_strndup(s->arena, begin, strcspn(begin, "\n")));
}

/* The least that a script can be. */
static const char empty_script[] =
	"#include \"stp.h\"\n"
	"static const struct stp_config config = { .abi = STP_ABI };\n"
	"const struct stp_script stp_script = { .config = &config };\n";

static int compile(struct session *s, struct prepared *p, const char *work)
{
	const char *const variables[] = {
		arena_printf(s->arena, "STP_SOURCE=%s", p->source),
		"STP_NAME=" REPLAY_NAME,
		NULL
	};
	struct buf log = BUF_INIT;
	char sum[DIGEST_TEXT];
	int rc;

	if (kbuild_write(s, work, "Kbuild", "include $(STP_SOURCE)/Kbuild.runtime\n") < 0 ||
	    kbuild_write(s, work, "stp_runtime.c", "#include \"runtime.c\"\n") < 0 ||
	    kbuild_write(s, work, "script.c", empty_script) < 0)
		return -1;
	rc = kbuild_run(s, work, variables, "modules", &log);
	if (!rc)
		rc = headers_record(s, work, ".stp_runtime.o.cmd", RUNTIME_HEADERS);
	if (!rc)
		rc = replay_record(s, work);
	if (rc > 0 || (!rc && checksum(s, work, sum) < 0))
		rc = failed(s, work, buf_text(&log));
	if (!rc)
		rc = kbuild_write(s, work, "sum", sum);
	buf_free(&log);
	return rc;
}

/* Makes the runtime in the work folder and moves it into the cache; without one it is used where it is. */
static int make(struct session *s, struct prepared *p, const char *final)
{
	const char *tmpdir = session_tmpdir(s), *work, *names[N_PRODUCTS + 1];
	const char *headers = final ? arena_printf(s->arena, "%s/" RUNTIME_HEADERS, final) : NULL;

	if (!tmpdir)
		return -1;
	work = arena_printf(s->arena, "%s/runtime", tmpdir);
	if (mkdir(work, 0777))
		return diag(s->diags, D_TMPDIR, SPAN_NONE, tmpdir, strerror(errno));
	if (s->options.verbose && headers && !access(headers, R_OK) && !headers_unchanged(headers))
		fprintf(stderr, "The kernel's headers have changed since the runtime was made.\n");
	fprintf(stderr, "Preparing the runtime for kernel %s (once)...\n", s->kernel->release);
	if (compile(s, p, work) < 0)
		return -1;
	p->dir = work;
	memcpy(names, products, sizeof(products));
	names[N_PRODUCTS] = "sum";
	if (final && !cache_store_files(s, work, names, N_PRODUCTS + 1, final))
		p->dir = final;
	return 0;
}

int runtime_prepare(struct session *s, struct prepared *p)
{
	const char *folder = cache_folder(s, "runtime"), *final;
	int lock, rc = 0;

	p->source = find_source(s);
	if (!p->source)
		return -1;
	make_key(s, p);
	if (!folder)
		return make(s, p, NULL);
	p->dir = final = arena_printf(s->arena, "%s/%s", folder, p->key);
	if (!s->options.poison_cache && sound(s, final)) {
		cache_touch(final);
		return 0;
	}
	lock = cache_lock(s, folder, p->key);
	if (s->options.poison_cache || !sound(s, final))
		rc = make(s, p, final);
	if (lock >= 0)
		close(lock);
	return rc;
}
