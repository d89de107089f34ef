// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/sema/entry.h"

#include <string.h>

#include "translator/base/buf.h"
#include "translator/family/family.h"
#include "translator/session.h"
#include "translator/syntax/ast_print.h"

bool entry_has(struct session *s, const struct derived_probe *probe)
{
	const struct family *family;

	return probe->entry || (probe->family->entry_of && probe->family->entry_of(s, probe, &family));
}

struct derived_probe *entry_probe(struct session *s, struct derived_probe *probe)
{
	struct derived_probe *entry;

	if (probe->entry || !entry_has(s, probe))
		return probe->entry;
	entry = arena_new_object(s->arena, struct derived_probe);
	entry->instance = probe->family->entry_of(s, probe, &entry->family);
	entry->point = probe->point;
	entry->name = probe->name;
	entry->at = probe->at;
	entry->written = probe->written;
	entry->calls = probe->calls;	/* more than it makes itself, perhaps */
	entry->synthetic = true;
	entry->body = ast_new_block(s->arena, probe->body->at);
	probe->entry = entry;
	return entry;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static void keep(struct session *s, struct derived_probe *entry, struct variable *v, struct expr *e)
{
	struct expr *name = ast_new_name(s->arena, e->at, v->name, v);

	v->is_written = v->is_read = true;
	vec_push(s->arena, &entry->saved, v);
	vec_push(s->arena, &stmt_block(entry->body)->stmts,
		 ast_new_expr_stmt(s->arena, ast_new_assign(s->arena, e->at, ASSIGN_SET, name, e)));
}

static bool find_local(struct expr **slot, void *ctx)
{
	struct session *s = ctx;
	struct variable *v = (*slot)->kind == EXPR_NAME ? expr_name(*slot)->var : NULL;

	if (v && v->kind == VAR_LOCAL)
		diag(s->diags, D_ENTRY_LOCAL, (*slot)->at, v->name);
	return true;
}

static const char *text_of(struct session *s, const struct expr *e)
{
	struct buf out = BUF_INIT;
	const char *text;

	ast_print_expr(&out, e);
	text = atom_intern_len(s->atoms, buf_text(&out), out.len);
	buf_free(&out);
	return text;
}

/* A target expression changes nothing, so one value serves all that ask for the same. */
static struct variable *kept_before(const struct derived_probe *entry, const struct expr *e, const char *name)
{
	if (e->kind == EXPR_TARGET)
		vec_each(v, &entry->saved)
			if ((*v)->name == name)
				return *v;
	return NULL;
}

struct expr *entry_save(struct session *s, struct derived_probe *probe, struct expr *e, struct span full)
{
	struct derived_probe *entry = entry_probe(s, probe);
	struct ast_visitor locals = { .expr_pre = find_local, .ctx = s };
	const char *name = text_of(s, e);
	struct variable *v = kept_before(entry, e, name);
	struct expr *read;

	if (!v) {
		ast_walk_expr(&e, &locals);
		v = ast_new_variable(s->arena, VAR_SAVED, name, e->at);
		v->arity = 0;
		keep(s, entry, v, e);
	}
	read = ast_new_name(s->arena, e->at, name, v);
	read->full = full;
	return read;
}

void entry_finish(struct session *s, struct derived_probe *entry)
{
	struct span at = entry->body->at;
	struct variable *all = ast_new_variable(s->arena, VAR_SAVED, atom_intern(s->atoms, "all"), at);

	all->arity = 0;
	keep(s, entry, all, ast_new_number(s->arena, at, 1));
}
