// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * parse - the user's scripts become trees.
 * needs: options, kernel facts.  after: every user file is in program.files (or an error was reported).
 *
 * library - their declarations become known.
 * needs: parse.  after: the symbol tables hold what the user's files declare.
 */
#include <errno.h>
#include <string.h>

#include "translator/sema/library.h"
#include "translator/sema/passes.h"
#include "translator/sema/symtab.h"
#include "translator/session.h"

static int load(struct session *s, struct source *src, const char *name)
{
	if (!src)
		return diag(s->diags, D_SCRIPT_READ, SPAN_NONE, name, strerror(errno));
	symtab_add_file(s, parse_source(&s->parse_env, src));
	return 0;
}

static int load_text(struct session *s, const char *text)
{
	return load(s, source_add(s->sources, "<input>", NULL, text, strlen(text)), "<input>");
}

int pass_parse(struct session *s)
{
	const struct options *o = &s->options;
	int rc;

	s->symbols = symtab_new(s);
	library_open(s);
	if (o->script_text)
		rc = load_text(s, o->script_text);
	else
		rc = load(s, source_read(s->sources, o->script_file), o->script_file);
	vec_each(text, &o->extra_scripts)
		if (load_text(s, *text) < 0)
			rc = -1;
	return rc;
}

int pass_library(struct session *s)
{
	parse_warn_unused_args(&s->parse_env);
	return 0;
}
