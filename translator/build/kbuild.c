// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/build/kbuild.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "translator/base/buf.h"
#include "translator/base/proc.h"
#include "translator/base/stop.h"
#include "translator/base/xstr.h"
#include "translator/build/kernel.h"
#include "translator/session.h"

VEC_TYPE(words, const char *);

int kbuild_write(struct session *s, const char *dir, const char *name, const char *text)
{
	const char *path = arena_printf(s->arena, "%s/%s", dir, name);
	FILE *f = fopen(path, "we");
	bool ok = f && fputs(text, f) >= 0;

	if (f && fclose(f) != 0)
		ok = false;
	return ok ? 0 : diag(s->diags, D_TMPDIR, SPAN_NONE, dir, strerror(errno));
}

/* What make sees of -B NAME=VALUE; a flag goes elsewhere. */
static void add_build_vars(struct session *s, struct words *words)
{
	vec_each(v, &s->options.build_vars)
		if (strchr(*v, '=') && **v != '-')
			vec_push(s->arena, words, *v);
}

static void make_words(struct session *s, struct words *words, const char *dir, const char *const *variables,
		       const char *target)
{
	const char *cc = kernel_compiler(s);
	struct arena *a = s->arena;

	vec_push(a, words, "make");
	vec_push(a, words, "-s");
	vec_push(a, words, arena_printf(a, "-j%ld", sysconf(_SC_NPROCESSORS_ONLN)));
	vec_push(a, words, "-C");
	vec_push(a, words, s->kernel->build);
	vec_push(a, words, arena_printf(a, "M=%s", dir));
	if (xstr_starts(cc, "clang"))
		vec_push(a, words, "LLVM=1");
	else
		vec_push(a, words, arena_printf(a, "CC=%s", cc));
	/* Type and debug information of a module of ours is of no use to anybody. */
	vec_push(a, words, "CONFIG_DEBUG_INFO_BTF_MODULES=");
	vec_push(a, words, "KCFLAGS=-g0");
	for (; *variables; variables++)
		vec_push(a, words, *variables);
	add_build_vars(s, words);
	vec_push(a, words, target);
	vec_push(a, words, NULL);
}

int kbuild_run(struct session *s, const char *dir, const char *const *variables, const char *target, struct buf *log)
{
	/* A make that runs us must not pass its job server on: its descriptors are closed here. Messages are to be in
	 * English and ASCII; the kernel's makefiles drop LC_ALL. */
	static const char *const env[] = { "LC_ALL=C", "LANG=C", "LC_CTYPE=C", "LC_MESSAGES=C", "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "KBUILD_OUTPUT",
					   "ARCH", "CROSS_COMPILE", NULL };
	struct words words = { 0 };
	struct proc p = { .env = env, .out = PROC_CAPTURE, .err = PROC_CAPTURE, .out_buf = log, .err_buf = log };
	int status;

	make_words(s, &words, dir, variables, target);
	p.argv = words.v;
	if (s->options.verbose > 1) {
		for (unsigned int i = 0; i + 1 < words.n; i++)
			fprintf(stderr, "%s%s", i ? " " : "Running ", words.v[i]);
		fputc('\n', stderr);
	}
	status = proc_run(&p);
	if (status < 0)
		return diag(s->diags, D_NO_PROGRAM, SPAN_NONE, "make", "make");
	kbuild_write(s, dir, "log", buf_text(log));
	if (s->options.verbose > 2)
		fputs(buf_text(log), stderr);
	if (status > 128 || stop_asked())
		return diag(s->diags, D_INTERRUPTED, SPAN_NONE);
	return status;
}
