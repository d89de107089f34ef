// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/session.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "translator/debuginfo/debuginfo.h"

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

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st, (void)type, (void)ftw;
	return remove(path);
}

static void end_tmpdir(struct session *s)
{
	if (!s->tmpdir)
		return;
	if (s->options.keep_tmpdir)
		fprintf(stderr, "Keeping temporary directory \"%s\"\n", s->tmpdir);
	else
		nftw(s->tmpdir, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

void session_close(struct session *s)
{
	end_tmpdir(s);
	if (s->debuginfo)
		debuginfo_close(s->debuginfo);
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
