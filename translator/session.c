// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "translator/build/cache.h"
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

const char *session_tmpdir(struct session *s)
{
	const char *env = getenv("TMPDIR"), *base = s->options.tmpdir;
	char *path;

	if (s->tmpdir)
		return s->tmpdir;
	if (!base)
		base = env && *env ? env : "/tmp";
	path = arena_printf(s->arena, "%s/stapXXXXXX", base);
	if (!mkdtemp(path)) {
		diag(s->diags, D_TMPDIR, SPAN_NONE, base, strerror(errno));
		return NULL;
	}
	s->tmpdir = path;
	return path;
}
