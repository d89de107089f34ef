/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * syntax_fixture - a parse environment for tests, and scripts from strings.
 */
#ifndef UNIT_SYNTAX_FIXTURE_H
#define UNIT_SYNTAX_FIXTURE_H

#include "testsuite/unit/base_check.h"
#include "translator/base/arena.h"
#include "translator/base/atom.h"
#include "translator/base/buf.h"
#include "translator/base/diag.h"
#include "translator/syntax/parse.h"

struct fixture {
	struct arena *arena;
	struct parse_env env;
};

static inline void fixture_open(struct fixture *f)
{
	memset(f, 0, sizeof(*f));
	f->arena = arena_new();
	f->env.arena = f->arena;
	f->env.atoms = atom_table_new(f->arena);
	f->env.sources = source_table_new(f->arena);
	f->env.diags = diag_queue_new(f->arena, f->env.sources);
	f->env.facts.kernel_release = "6.1.0-18-amd64";
	f->env.facts.arch = "x86_64";
}

static inline void fixture_close(struct fixture *f)
{
	arena_free(f->arena);
}

static inline struct source *fixture_source(struct fixture *f, const char *name, const char *text)
{
	return source_add(f->env.sources, name, NULL, text, strlen(text));
}

/* Number of messages with this tag. */
struct fixture_count {
	const char *tag;
	unsigned int n;
};

static inline void fixture_visit(const struct diag_info *info, struct span at, const char *message,
				 void *ctx)
{
	struct fixture_count *c = ctx;

	(void)at, (void)message;
	c->n += !strcmp(info->tag, c->tag);
}

static inline unsigned int fixture_tags(struct fixture *f, const char *tag)
{
	struct fixture_count c = { tag, 0 };

	diag_each(f->env.diags, fixture_visit, &c);
	return c.n;
}

#endif
