// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/names.h"

#include <ctype.h>

#include "translator/base/map.h"
#include "translator/session.h"

/* '$' is legal in a script's names, and in C only by favour of the compiler. */
static char *plain(struct session *s, const char *prefix, const char *name)
{
	char *text = arena_printf(s->arena, "%s%s", prefix, name);

	for (char *p = text; *p; p++)
		if (!isalnum((unsigned char)*p))
			*p = '_';
	return text;
}

static const char *unique(struct session *s, struct map *taken, const char *prefix,
			  const char *name)
{
	const char *base = plain(s, prefix, name), *text = base;

	for (unsigned n = 2; map_has(taken, text); n++)
		text = arena_printf(s->arena, "%s_%u", base, n);
	map_put(taken, text, taken);
	return text;
}

void names_assign_locals(struct session *s, struct variables *locals)
{
	struct map taken;

	map_init(&taken, s->arena);
	vec_each(v, locals)
		(*v)->extra = (void *)unique(s, &taken, "l_", (*v)->name);
}

void names_assign(struct session *s)
{
	struct map taken;

	map_init(&taken, s->arena);
	vec_each(v, &s->program.globals)
		(*v)->extra = (void *)unique(s, &taken, "g_", (*v)->name);
	vec_each(p, &s->program.probes)
		for (unsigned i = 0; i < (*p)->saved.n; i++)
			(*p)->saved.v[i]->extra = arena_printf(s->arena, "saved_%02u(c)->v%u", (*p)->number, i + 1);
	vec_each(f, &s->program.functions)
		(*f)->extra = (void *)unique(s, &taken, "f_", (*f)->name);
}

const char *names_variable(const struct variable *v)
{
	return v->extra;
}

const char *names_function(const struct function *f)
{
	return f->extra;
}
