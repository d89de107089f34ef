// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The tables are maps from text to declaration. Public functions are kept under "name/arity" as a chain in the order
 * in which overloads are tried; private names under "file-id:name".
 */
#include "translator/sema/symtab.h"

#include "translator/base/map.h"
#include "translator/sema/library.h"
#include "translator/session.h"

struct symbol_table {
	struct map functions;		/* "name/arity" or "id:name/arity" -> first struct function */
	struct map function_names;	/* name -> some struct function */
	struct map globals;		/* "name" or "id:name" -> struct variable */
	struct alias_symbols aliases;
	struct ast_files by_source;	/* index: source id; NULL where there is none */
};

struct symbol_table *symtab_new(struct session *s)
{
	struct symbol_table *t = arena_new_object(s->arena, struct symbol_table);

	map_init(&t->functions, s->arena);
	map_init(&t->function_names, s->arena);
	map_init(&t->globals, s->arena);
	return t;
}

static const char *global_key(struct session *s, const struct ast_file *private_to, atom_t name)
{
	if (!private_to)
		return name;
	return atom_intern(s->atoms, arena_printf(s->arena, "%u:%s", private_to->source->id, name));
}

static const char *function_key(struct session *s, const struct ast_file *private_to, atom_t name, unsigned int arity)
{
	char text[64];
	int len;

	len = private_to ? snprintf(text, sizeof(text), "%u:%s/%u", private_to->source->id, name, arity)
			 : snprintf(text, sizeof(text), "%s/%u", name, arity);
	if (len < (int)sizeof(text))
		return atom_intern_len(s->atoms, text, len);
	return atom_intern(s->atoms, private_to
			   ? arena_printf(s->arena, "%u:%s/%u", private_to->source->id, name, arity)
			   : arena_printf(s->arena, "%s/%u", name, arity));
}

/* Overloads are tried by priority, then in the order of declaration; user files are added before library files. */
static void add_function(struct session *s, struct ast_file *file, struct function *f)
{
	struct symbol_table *t = s->symbols;
	const char *key = function_key(s, f->is_private ? file : NULL, f->name, f->params.n);
	struct function *first = map_get(&t->functions, key);
	struct function *prev = NULL, *at = first;

	while (at && at->priority <= f->priority) {
		prev = at;
		at = at->overload_next;
	}
	f->overload_next = at;
	if (prev)
		prev->overload_next = f;
	else
		map_put(&t->functions, key, f);
	if (!map_has(&t->function_names, f->name))
		map_put(&t->function_names, f->name, f);
}

static void add_global(struct session *s, struct ast_file *file, struct variable *v)
{
	const char *key = global_key(s, v->is_private ? file : NULL, v->name);
	struct variable *other = map_get(&s->symbols->globals, key);

	v->arity = v->init ? 0 : -1;
	if (!other) {
		map_put(&s->symbols->globals, key, v);
		return;
	}
	diag(s->diags, D_GLOBAL_DUPLICATE, v->at);
	diag_note(s->diags, other->at, "'%s' is declared here too", v->name);
}

static void add_alias(struct session *s, struct alias_decl *decl)
{
	vec_each(name, &decl->names) {
		struct alias_symbol *a = arena_new_object(s->arena, struct alias_symbol);

		a->decl = decl;
		a->name = *name;
		vec_push(s->arena, &s->symbols->aliases, a);
	}
}

void symtab_adopt(struct session *s, const struct source *src, struct ast_file *file)
{
	struct ast_files *by_source = &s->symbols->by_source;

	while (by_source->n <= src->id)
		vec_push(s->arena, by_source, NULL);
	by_source->v[src->id] = file;
}

void symtab_add_file(struct session *s, struct ast_file *file)
{
	symtab_adopt(s, file->source, file);
	vec_push(s->arena, &s->program.files, file);
	vec_each(v, &file->globals)
		add_global(s, file, *v);
	vec_each(f, &file->functions)
		add_function(s, file, *f);
	vec_each(a, &file->aliases)
		add_alias(s, *a);
}

struct ast_file *symtab_file_of(struct session *s, struct span at)
{
	struct source *src = source_get(s->sources, at.file);

	while (src) {
		uint32_t id = src->base ? src->base->id : src->id;

		if (id < s->symbols->by_source.n && s->symbols->by_source.v[id] && src->how != VIA_MACRO)
			return s->symbols->by_source.v[id];
		src = source_get(s->sources, src->via.file);
	}
	return NULL;
}

struct variable *symtab_global(struct session *s, struct ast_file *file, atom_t name)
{
	struct map *globals = &s->symbols->globals;
	struct variable *v = NULL;

	if (file)
		v = map_get(globals, global_key(s, file, name));
	if (!v)
		v = map_get(globals, name);
	if (!v && library_reach_global(s, name))
		v = map_get(globals, name);
	return v;
}

struct function *symtab_function(struct session *s, struct ast_file *file, atom_t name, unsigned int arity)
{
	struct map *functions = &s->symbols->functions;
	const char *key = function_key(s, NULL, name, arity);
	struct function *f = NULL;

	if (file)
		f = map_get(functions, function_key(s, file, name, arity));
	if (!f)
		f = map_get(functions, key);
	if (!f && library_reach_function(s, name))
		f = map_get(functions, key);
	return f;
}

struct function *symtab_function_any(struct session *s, atom_t name)
{
	return map_get(&s->symbols->function_names, name);
}

struct alias_symbols *symtab_aliases(struct session *s)
{
	return &s->symbols->aliases;
}

VEC_TYPE(name_list, const char *);
struct name_collector {
	struct session *s;
	struct name_list names;
};

static void collect_name(const char *name, void *ctx)
{
	struct name_collector *c = ctx;

	if (name[0] != '_')
		vec_push(c->s->arena, &c->names, name);
}

const char *const *symtab_function_names(struct session *s, unsigned int *n)
{
	struct name_collector c = { .s = s };

	map_each(e, &s->symbols->function_names)
		collect_name(e->key, &c);
	library_each_function(s, collect_name, &c);
	*n = c.names.n;
	return c.names.v;
}

const char *const *symtab_global_names(struct session *s, unsigned int *n)
{
	struct name_collector c = { .s = s };

	map_each(e, &s->symbols->globals)
		if (!((struct variable *)e->value)->is_private)
			collect_name(e->key, &c);
	library_each_global(s, collect_name, &c);
	*n = c.names.n;
	return c.names.v;
}
