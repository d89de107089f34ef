// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * parse - the user's scripts become trees.
 * needs: options, kernel facts.  after: every user file is in program.files (or an error was reported).
 *
 * library - the library's macros were read before the scripts, which may use them; its index is open and the symbol
 * tables hold what the user's files declare. What is left to do are the values that -G gives to globals.
 */
#include <errno.h>
#include <string.h>

#include "translator/base/xstr.h"
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

/* -G VAR=VALUE: the literal has the type of the one that it replaces; without one, a number if it looks like one. */
static void set_global(struct session *s, const char *text)
{
	const char *value = strchr(text, '=') + 1;
	const char *name = atom_intern_len(s->atoms, text, value - 1 - text);
	struct variable *v = symtab_global(s, s->program.files.v[0], name);
	uint64_t number;
	bool negative = *value == '-';

	if (!v) {
		diag(s->diags, D_GLOBAL_OPTION, SPAN_NONE, text);
		return;
	}
	if (v->size || v->wrap) {
		diag(s->diags, D_GLOBAL_OPTION_TYPE, SPAN_NONE, text);
		return;
	}
	if ((!v->init || v->init->kind == EXPR_NUMBER) &&
	    xstr_number(value + negative, strlen(value + negative), &number))
		v->init = ast_new_number(s->arena, v->at, negative ? (int64_t)(0 - number) : (int64_t)number);
	else
		v->init = ast_new_string(s->arena, v->at, value, strlen(value));
	v->arity = 0;
}

int pass_library(struct session *s)
{
	unsigned int errors = diag_errors(s->diags);

	vec_each(text, &s->options.globals)
		set_global(s, *text);
	return diag_errors(s->diags) > errors ? -1 : 0;
}
