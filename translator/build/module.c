// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * build - pass 4: the module.
 * needs: emit.  after: module_path names a module for session->kernel.
 *
 * A module is named after all that decides its content, so the same script gets the same module, from the cache.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "translator/base/buf.h"
#include "translator/base/stop.h"
#include "translator/build/build.h"
#include "translator/build/cache.h"
#include "translator/build/compiler_log.h"
#include "translator/build/headers.h"
#include "translator/build/kbuild.h"
#include "translator/build/kernel.h"
#include "translator/build/launch.h"
#include "translator/build/replay.h"
#include "translator/build/runtime_build.h"
#include "translator/emit/emit.h"
#include "translator/session.h"

static void make_name(struct session *s, const struct prepared *prepared)
{
	const struct options *o = &s->options;
	char key[DIGEST_TEXT];
	struct digest d;

	digest_init(&d);
	digest_string(&d, s->emitted->script_c);
	digest_string(&d, s->emitted->embedded_c);
	digest_string(&d, prepared->key);
	/* Another runtime of the same key, after a change of the kernel's headers, makes another module. */
	digest_file(&d, arena_printf(s->arena, "%s/" RUNTIME_HEADERS, prepared->dir));
	vec_each(v, &o->build_vars)
		digest_string(&d, *v);
	vec_each(v, &o->macros)
		digest_string(&d, *v);
	digest_end(&d, key);
	s->module_name = o->module_name ? o->module_name : arena_printf(s->arena, "stap_%s", key);
}

/* -D of the script are macros of its embedded C too. A file needs no quoting for shells. */
static int write_defines(struct session *s, const char *dir)
{
	struct buf text = BUF_INIT;
	int rc;

	vec_each(m, &s->options.macros) {
		const char *equal = strchr(*m, '=');
		int len = equal ? (int)(equal - *m) : (int)strlen(*m);

		buf_printf(&text, "#ifndef %.*s\n#define %.*s %s\n#endif\n", len, *m, len, *m, equal ? equal + 1 : "1");
	}
	rc = kbuild_write(s, dir, "stp_defines.h", buf_text(&text));
	buf_free(&text);
	return rc;
}

static int write_sources(struct session *s, const char *dir)
{
	const struct emitted *e = s->emitted;

	if (mkdir(dir, 0777) && errno != EEXIST)
		return diag(s->diags, D_TMPDIR, SPAN_NONE, dir, strerror(errno));
	if (kbuild_write(s, dir, "Kbuild", "include $(STP_SOURCE)/Kbuild.module\n") < 0 ||
	    kbuild_write(s, dir, "script.c", e->script_c) < 0 ||
	    (e->embedded_c && kbuild_write(s, dir, "embedded.c", e->embedded_c) < 0))
		return -1;
	return write_defines(s, dir);
}

/* Flags of -B: what is no NAME=VALUE. */
static const char *flags(struct session *s)
{
	struct buf text = BUF_INIT;
	const char *result;

	vec_each(v, &s->options.build_vars)
		if (!strchr(*v, '=') || **v == '-')
			buf_printf(&text, " %s", *v);
	result = arena_strdup(s->arena, buf_text(&text));
	buf_free(&text);
	return result;
}

static int failed(struct session *s, const char *dir, const char *log)
{
	const char *error = strstr(log, "rror:");
	const char *begin = error ? error : log;

	if (compiler_log_report(s, log))
		return -1;
	while (begin > log && begin[-1] != '\n')
		begin--;
	s->options.keep_tmpdir = true;
	return diag(s->diags, D_BUILD_MODULE, SPAN_NONE, arena_printf(s->arena, "%s/log", dir),
		    arena_strndup(s->arena, begin, strcspn(begin, "\n")));
}

/* Copies of the prepared runtime in the module's folder: make does not work with a cache in a folder whose name has a blank,
 * and another run may replace what is there. The folder; NULL when it cannot be made (reported). */
static const char *copy_prepared(struct session *s, const struct prepared *p, const char *module)
{
	static const char *const files[] = { "compat_config.h", "stp_offsets.h", "stp_runtime.o" };
	const char *dir = arena_printf(s->arena, "%s/prepared", module);
	int rc = mkdir(dir, 0777);

	for (size_t i = 0; i < sizeof(files) / sizeof(*files) && !rc; i++)
		rc = cache_copy_file(arena_printf(s->arena, "%s/%s", p->dir, files[i]),
				     arena_printf(s->arena, "%s/%s", dir, files[i]));
	if (rc)
		diag(s->diags, D_TMPDIR, SPAN_NONE, dir, strerror(errno));
	return rc ? NULL : dir;
}

static int compile_by_kbuild(struct session *s, const struct prepared *p, const char *dir)
{
	const char *prepared = copy_prepared(s, p, dir);
	const char *const variables[] = {
		arena_printf(s->arena, "STP_NAME=%s", s->module_name),
		arena_printf(s->arena, "STP_SOURCE=%s", p->source),
		arena_printf(s->arena, "STP_PREPARED=%s", prepared),
		arena_printf(s->arena, "STP_CFLAGS=%s", flags(s)),
		NULL
	};
	struct buf log = BUF_INIT;
	struct timing_step step = timing_begin(s, "kbuild");
	int rc = prepared ? kbuild_run(s, dir, variables, "modules", &log) : -1;

	timing_end(s, &step);
	if (rc > 0)
		rc = failed(s, dir, buf_text(&log));
	else if (!rc)
		compiler_log_report(s, buf_text(&log));
	buf_free(&log);
	return rc;
}

/* Makes the module in a new folder below the work folder, and names it in module_path. 0; -1 (reported); 1: not this way. */
static int compile_in(struct session *s, const struct prepared *p, const char *folder,
		      int (*compile)(struct session *s, const struct prepared *p, const char *dir))
{
	const char *tmpdir = session_tmpdir(s), *dir;
	int rc;

	if (!tmpdir)
		return -1;
	dir = arena_printf(s->arena, "%s/%s", tmpdir, folder);
	if (write_sources(s, dir) < 0)
		return -1;
	rc = compile(s, p, dir);
	if (!rc)
		s->module_path = arena_printf(s->arena, "%s/%s.ko", dir, s->module_name);
	return rc;
}

/* -m NAME: the module stays in the current folder. */
static int keep_here(struct session *s)
{
	const char *here = arena_printf(s->arena, "%s.ko", s->module_name);

	if (cache_copy_file(s->module_path, here) < 0)
		return diag(s->diags, D_MODULE_WRITE, SPAN_NONE, here, strerror(errno));
	s->module_path = here;
	return 0;
}

/* ---- cache ----------------------------------------------------------------------------------------------------- */

/* Writes the list of kernel headers that the module's embedded C was compiled of: they may change, and it is no runtime.
 * NULL: there is none. */
static const char *list_headers(struct session *s)
{
	const char *dir = arena_strndup(s->arena, s->module_path, (size_t)(strrchr(s->module_path, '/') - s->module_path));
	bool replayed = !access(arena_printf(s->arena, "%s/.embedded.o.d", dir), R_OK);

	if (!s->emitted->embedded_c || headers_record(s, dir, replayed ? ".embedded.o.d" : ".embedded.o.cmd", "headers"))
		return NULL;
	return arena_printf(s->arena, "%s/headers", dir);
}

static const char *find_cached(struct session *s)
{
	const char *path = cache_find_module(s, s->module_name);

	if (!path || !s->emitted->embedded_c)
		return path;
	return headers_unchanged(arena_printf(s->arena, "%.*s.headers", (int)strlen(path) - 3, path)) ? path : NULL;
}

static int build(struct session *s, const struct prepared *p)
{
	int rc = compile_in(s, p, "module", replay_build);
	struct timing_step step;
	const char *cached;

	if (rc > 0 && !stop_asked())	/* a signal to the compiler looks like its failure */
		rc = compile_in(s, p, "kbuild", compile_by_kbuild);
	if (rc >= 0 && stop_asked())
		rc = diag(s->diags, D_INTERRUPTED, SPAN_NONE);
	if (rc)
		return -1;
	if (s->options.module_name)
		return keep_here(s);
	if (s->options.disable_cache)
		return 0;
	step = timing_begin(s, "keep in the cache");
	cached = cache_store_module(s, s->module_name, s->module_path, list_headers(s));
	timing_end(s, &step);
	if (cached)
		s->module_path = cached;
	return 0;
}

int pass_build(struct session *s)
{
	struct timing_step step;
	struct prepared prepared;

	if (s->options.last_pass == 5 && launch_check(s) < 0)
		return BUILD_IN_VAIN;
	step = timing_begin(s, "runtime");
	if (kernel_need_build(s) < 0 || runtime_prepare(s, &prepared) < 0)
		return -1;
	timing_end(s, &step);
	make_name(s, &prepared);
	if (!s->options.disable_cache && !s->options.poison_cache)
		s->module_path = find_cached(s);
	s->module_cached = s->module_path != NULL;
	return s->module_cached ? 0 : build(s, &prepared);
}
