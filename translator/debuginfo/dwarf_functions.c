// SPDX-License-Identifier: GPL-2.0-or-later
#include <dwarf.h>

#include "translator/base/arena.h"
#include "translator/debuginfo/handle.h"

static const char *copy(struct debuginfo *d, const char *text)
{
	return text ? arena_strdup(d->arena, text) : NULL;
}

static void add_param(struct debuginfo *d, Dwarf_Die *function, Dwarf_Die *param, struct di_function *f, int *position)
{
	struct di_variable v = { .name = copy(d, dw_name(param)), .type = dwarf_type_of(d, param) };

	dwarf_locate_param(d, function, f->entry, param, *position, &v);
	/* A struct or a float uses other registers, or several: nothing can be said of what follows. */
	if (*position >= 0)
		*position = di_register_size(&v.type) ? *position + 1 : -1;
	if (v.name)
		vec_push(d->arena, &f->params, v);
}

static void add_params(struct debuginfo *d, Dwarf_Die *function, struct di_function *f)
{
	Dwarf_Die child;
	int position = 0;

	if (dwarf_child(function, &child))
		return;
	do {
		if (dwarf_tag(&child) == DW_TAG_formal_parameter)
			add_param(d, function, &child, f, &position);
	} while (!dwarf_siblingof(&child, &child));
}

struct di_function *dwarf_function(struct debuginfo *d, const char *name)
{
	uint64_t entry = dw_symbol(&d->file, name);
	struct di_function *f;
	Dwarf_Die die, type;
	int line = 0;

	if (!entry || !dw_function_at(&d->file, entry, &die))
		return NULL;
	f = arena_new_object(d->arena, struct di_function);
	f->name = copy(d, name);
	f->file = copy(d, dwarf_decl_file(&die));
	dwarf_decl_line(&die, &line);
	f->line = (unsigned int)line;
	f->entry = entry;
	f->has_return_value = dw_reference(&die, DW_AT_type, &type);
	f->return_type = dwarf_type_of(d, &die);
	add_params(d, &die, f);
	return f;
}
