// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "guest/paths.h"
#include "translator/base/buf.h"
#include "translator/build/cache.h"
#include "translator/build/kernel.h"
#include "translator/debuginfo/debuginfo.h"
#include "translator/debuginfo/symbols.h"
#include "translator/emit/emit.h"

struct session *session_open(void)
{
	struct arena *arena = arena_new();
	struct session *s = arena_new_object(arena, struct session);

	s->arena = arena;
	s->atoms = atom_table_new(arena);
	s->sources = source_table_new(arena);
	s->diags = diag_queue_new(arena, s->sources);
	return s;
}

static void end_tmpdir(struct session *s)
{
	if (!s->tmpdir)
		return;
	if (s->options.keep_tmpdir)
		fprintf(stderr, "Keeping temporary directory \"%s\"\n", s->tmpdir);
	else
		cache_remove_tree(s->tmpdir);
}

void session_close(struct session *s)
{
	end_tmpdir(s);
	if (s->debuginfo)
		debuginfo_close(s->debuginfo);
	if (s->ksyms)
		symbols_close(s->ksyms);
	if (s->emitted)
		emitted_free(s->emitted);
	arena_free(s->arena);
}

/* --tmpdir, $TMPDIR or /tmp; absolute, as makefiles change folders. */
static const char *tmpdir_base(struct session *s)
{
	const char *env = getenv("TMPDIR"), *base = s->options.tmpdir;
	char *here = NULL;

	if (!base)
		base = env && *env ? env : "/tmp";
	if (*base != '/' && (here = getcwd(NULL, 0)))
		base = arena_printf(s->arena, "%s/%s", here, base);
	free(here);
	return base;
}

const char *session_tmpdir(struct session *s)
{
	const char *base = tmpdir_base(s);
	char *path;

	if (s->tmpdir)
		return s->tmpdir;
	/* make takes its words apart at blanks, and : $ % # mean something to it. */
	if (base[strcspn(base, " \t\n:$%#\\'\"")]) {
		diag(s->diags, D_TMPDIR, SPAN_NONE, base, "the kernel's makefiles do not work in folders of such a name");
		return NULL;
	}
	path = arena_printf(s->arena, "%s/stapXXXXXX", base);
	if (!mkdtemp(path)) {
		diag(s->diags, D_TMPDIR, SPAN_NONE, base, strerror(errno));
		return NULL;
	}
	s->tmpdir = path;
	return path;
}

static void report_no_debuginfo(struct session *s, struct span at, const char *looked)
{
	const struct kernel *k = s->kernel;
	char *stap_guest = paths_program("stap-guest");

	diag(s->diags, D_DEBUGINFO_NONE, at, k->release);
	for (; *looked; looked += strcspn(looked, "\n") + 1)
		diag_note(s->diags, SPAN_NONE, "looked at %.*s", (int)strcspn(looked, "\n"), looked);
	if (k->guest)
		diag_note(s->diags, SPAN_NONE, "fetch it:  %s fetch --dbg %s", stap_guest, k->release);
	else
		diag_note(s->diags, SPAN_NONE, "install it:  apt-get install linux-image-%s-dbg", k->release);
	free(stap_guest);
}

struct debuginfo *session_debuginfo(struct session *s, struct span at)
{
	const struct kernel *k = s->kernel;
	const struct di_where where = {
		.release = k->release,
		.root = k->debug ? k->debug : k->guest ? NULL : "",
		.build = k->build,
		.notes = k->notes,
		.btf = k->btf,
		.path = getenv("SYSTEMTAP_DEBUGINFO_PATH"),
	};
	struct buf looked = BUF_INIT;

	if (!s->debuginfo)
		s->debuginfo = debuginfo_open(s->arena, &where, &looked);
	if (!s->debuginfo)
		report_no_debuginfo(s, at, buf_text(&looked));
	buf_free(&looked);
	return s->debuginfo;
}
