// SPDX-License-Identifier: GPL-2.0-or-later
/* The questions of debuginfo.h, put to the reader that knows. */
#include <string.h>

#include "translator/base/arena.h"
#include "translator/base/xstr.h"
#include "translator/debuginfo/handle.h"
#include "translator/debuginfo/regs.h"

/* Anonymous members nest no deeper than this in any real type; a guard against files that refer to themselves. */
#define MAX_NESTING 32

struct arena *debuginfo_arena(const struct debuginfo *d)
{
	return d->arena;
}

bool debuginfo_has_dwarf(const struct debuginfo *d)
{
	return d->file.dwarf != NULL;
}

const struct di_function *debuginfo_function(struct debuginfo *d, const char *name)
{
	struct di_function *f = NULL;

	if (map_has(&d->functions, name))
		return map_get(&d->functions, name);
	if (d->file.dwarf)
		f = dwarf_function(d, name);
	if (!f && d->btf)
		f = btf_function(d, name);
	map_put(&d->functions, arena_strdup(d->arena, name), f);
	return f;
}

const struct di_variable *debuginfo_param(const struct di_function *f, const char *name)
{
	vec_each(v, &f->params)
		if (!strcmp(v->name, name))
			return v;
	return NULL;
}

/* ---- types ------------------------------------------------------------------------------------------------------ */

bool debuginfo_target(struct debuginfo *d, const struct di_type *t, struct di_type *to)
{
	if (t->kind != DI_POINTER && t->kind != DI_ARRAY && t->kind != DI_FUNCTION)
		return false;
	return t->id & DI_BTF ? btf_target(d, t, to) : dwarf_target(d, t, to);
}

/* The definition of a type that is only declared where it was found. */
static struct di_type completed(struct debuginfo *d, const struct di_type *t)
{
	const char *space = strchr(t->name, ' ');
	struct di_type whole;

	if (!t->size && space && d->btf && btf_named_type(d, t->kind, space + 1, &whole))
		return whole;
	return *t;
}

const struct di_members *debuginfo_members(struct debuginfo *d, const struct di_type *t)
{
	struct di_members *members = arena_new_object(d->arena, struct di_members);
	struct di_type whole;

	if (t->kind != DI_STRUCT && t->kind != DI_UNION)
		return members;
	whole = completed(d, t);
	if (whole.id & DI_BTF)
		btf_members_of(d, &whole, members);
	else
		dwarf_members(d, &whole, members);
	return members;
}

static bool find_member(struct debuginfo *d, const struct di_type *t, const char *name, struct di_member *m, int depth)
{
	const struct di_members *members = debuginfo_members(d, t);

	vec_each(it, members) {
		if (it->name && strcmp(it->name, name))
			continue;
		if (it->name) {
			*m = *it;
			return true;
		}
		if (depth < MAX_NESTING && find_member(d, &it->type, name, m, depth + 1)) {
			m->bit += it->bit;
			return true;
		}
	}
	return false;
}

bool debuginfo_member(struct debuginfo *d, const struct di_type *t, const char *name, struct di_member *m)
{
	return find_member(d, t, name, m, 0);
}

const struct di_enumerators *debuginfo_enumerators(struct debuginfo *d, const struct di_type *t)
{
	struct di_enumerators *list = arena_new_object(d->arena, struct di_enumerators);

	if (t->kind == DI_ENUM && t->id & DI_BTF)
		btf_enumerators(d, t, list);
	else if (t->kind == DI_ENUM)
		dwarf_enumerators(d, t, list);
	return list;
}

bool debuginfo_type(struct debuginfo *d, const char *name, struct di_type *t)
{
	if (!d->btf)
		return false;
	if (xstr_starts(name, "struct "))
		return btf_named_type(d, DI_STRUCT, name + 7, t);
	if (xstr_starts(name, "union "))
		return btf_named_type(d, DI_UNION, name + 6, t);
	if (xstr_starts(name, "enum "))
		return btf_named_type(d, DI_ENUM, name + 5, t);
	return btf_named_type(d, DI_VOID, name, t);
}

bool debuginfo_constant(struct debuginfo *d, const char *name, int64_t *value)
{
	return d->btf && btf_constant(d, name, value);
}

/* ---- names and places that both readers give --------------------------------------------------------------------- */

struct di_type di_pointer_to(struct debuginfo *d, const struct di_type *to, unsigned int size, uint64_t id)
{
	const char *form = to->kind == DI_FUNCTION ? "%s (*)()" : xstr_ends(to->name, "*") ? "%s*" : "%s *";

	return (struct di_type){
		.kind = DI_POINTER,
		.name = arena_printf(d->arena, form, to->name),
		.size = size,
		.id = id,
	};
}

struct di_type di_qualify(struct debuginfo *d, struct di_type t, const char *word)
{
	/* "const char *" is a pointer to const; a const pointer is "char *const" */
	t.name = arena_printf(d->arena, t.kind == DI_POINTER ? "%2$s%1$s" : "%s %s", word, t.name);
	return t;
}

const char *di_tag_name(struct debuginfo *d, const char *keyword, const char *name)
{
	return arena_printf(d->arena, "%s%s", keyword, name ? name : "{...}");
}

unsigned int di_register_size(const struct di_type *t)
{
	if (t->kind != DI_INT && t->kind != DI_ENUM && t->kind != DI_POINTER)
		return 0;
	return t->size && t->size <= 8 ? t->size : 0;
}

bool di_in_argument(struct debuginfo *d, struct di_variable *v, int position)
{
	unsigned int size = di_register_size(&v->type);
	int reg = position < 0 ? -1 : regs_of_argument((unsigned int)position + 1);

	if (!size || reg < 0)
		return false;
	vec_push(d->arena, &v->fetch, (struct fetch_op){ .kind = FETCH_REG, .reg = (unsigned int)reg });
	if (size < 8)
		vec_push(d->arena, &v->fetch,
			 (struct fetch_op){ .kind = FETCH_CUT, .size = size, .is_signed = v->type.is_signed });
	return true;
}
