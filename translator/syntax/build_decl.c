// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/base/diag.h"
#include "translator/syntax/grammar.h"
#include "translator/syntax/parser.h"

#include <string.h>

static void add(struct parser *p, struct decl d)
{
	ast_add_decl(p->arena, p->file, d);
	p->too_deep = false;
}

/* ---- probes and aliases ---------------------------------------------------------------------- */

void build_probe(struct parser *p, struct span at, struct probe_points points, struct stmt *body)
{
	struct probe_decl *d = arena_new_object(p->arena, struct probe_decl);

	d->at = at;
	d->points = points;
	d->body = body;
	d->file = p->file;
	d->in_tapset = p->src->in_tapset;
	add(p, (struct decl){ .kind = DECL_PROBE, .u.probe = d });
}

void build_alias(struct parser *p, struct span at, struct probe_points names,
		 struct probe_points points, struct stmt *prologue, struct stmt *epilogue)
{
	struct alias_decl *d = arena_new_object(p->arena, struct alias_decl);

	d->at = at;
	d->names = names;
	d->points = points;
	d->prologue = prologue;
	d->epilogue = epilogue;
	d->file = p->file;
	d->in_tapset = p->src->in_tapset;
	add(p, (struct decl){ .kind = DECL_ALIAS, .u.alias = d });
}

struct probe_points build_alias_names(struct parser *p, struct probe_points before,
				      struct probe_points name, struct span at)
{
	if (name.n > 1)
		diag(p->env->diags, D_EXPECTED, name.v[1]->at, "one name before '=' or '+='");
	else if (name.v[0]->optional)
		diag(p->env->diags, D_ALIAS_OPTIONAL, at);
	vec_push(p->arena, &before, name.v[0]);
	return before;
}

/* ---- globals --------------------------------------------------------------------------------- */

static void check_size(struct parser *p, struct token size)
{
	if (size.u.number < 1 || size.u.number > INT32_MAX)
		diag(p->env->diags, D_ARRAY_SIZE, size.at);
}

/* One file declares a name once. */
static void enter_global(struct parser *p, struct variable *v)
{
	struct variable *old = map_get(&p->globals, v->name);

	if (!old) {
		map_put(&p->globals, v->name, v);
		return;
	}
	diag(p->env->diags,
	     old->is_private == v->is_private ? D_GLOBAL_DUPLICATE : D_GLOBAL_PRIVATE, v->at);
	diag_note(p->env->diags, old->at, "first declared here");
}

struct global_parts *build_global_name(struct parser *p, struct token name, bool wrap,
				       struct token size)
{
	struct global_parts *g = arena_new_object(p->arena, struct global_parts);

	*g = (struct global_parts){ name, wrap, size, NULL };
	return g;
}

void build_global(struct parser *p, const struct global_parts *g, bool is_private)
{
	struct variable *v = ast_new_variable(p->arena, VAR_GLOBAL, g->name.u.name, g->name.at);

	v->is_private = is_private;
	v->in_tapset = p->src->in_tapset;
	v->file = p->file;
	v->wrap = g->wrap;
	if (g->size.kind) {
		check_size(p, g->size);
		v->size = (int64_t)g->size.u.number;
	}
	if (g->init && (g->size.kind || g->wrap))
		diag(p->env->diags, D_INIT_ARRAY, g->init->at);
	else
		v->init = g->init;
	if (v->init) {
		v->type = v->init->type;
		v->type_span = v->init->at;
		v->arity = 0;
	}
	enter_global(p, v);
	add(p, (struct decl){ .kind = DECL_GLOBAL, .u.global = v });
}

/* ---- functions ------------------------------------------------------------------------------- */

struct variable *build_param(struct parser *p, struct token name, enum ast_type type)
{
	struct variable *v = ast_new_variable(p->arena, VAR_PARAM, name.u.name, name.at);

	v->arity = 0;
	v->type = type;
	v->in_tapset = p->src->in_tapset;
	if (type != TYPE_UNKNOWN)
		v->type_span = name.at;
	return v;
}

struct variables build_params(struct parser *p, struct variables list, struct variable *v)
{
	vec_each(other, &list)
		if ((*other)->name == v->name)
			diag(p->env->diags, D_PARAM_DUPLICATE, v->at);
	vec_push(p->arena, &list, v);
	return list;
}

static void set_priority(struct parser *p, struct function *f, struct token t)
{
	f->priority = f->in_tapset ? 1 : 0;
	if (!t.kind)
		return;
	f->has_priority = true;
	f->priority = (int64_t)t.u.number;
	if (f->priority <= 0)
		diag(p->env->diags, D_PRIORITY, t.at);
}

struct function_parts *build_function_head(struct parser *p, struct token name,
					   enum ast_type ret, struct variables params)
{
	struct function_parts *f = arena_new_object(p->arena, struct function_parts);

	f->name = name;
	f->ret = ret;
	f->params = params;
	return f;
}

void build_function(struct parser *p, const struct function_parts *parts)
{
	struct function *f = arena_new_object(p->arena, struct function);

	f->name = parts->name.u.name;
	f->at = parts->name.at;
	f->params = parts->params;
	f->ret = parts->ret;
	if (f->ret != TYPE_UNKNOWN)
		f->type_span = f->at;
	f->body = parts->body;
	if (parts->code.kind)
		f->code = build_embedded_code(p, parts->code, D_EMBEDDED_GURU);
	f->is_private = parts->is_private;
	f->in_tapset = p->src->in_tapset;
	f->file = p->file;
	set_priority(p, f, parts->priority);
	vec_each(v, &f->params)
		(*v)->function = f;
	add(p, (struct decl){ .kind = DECL_FUNCTION, .u.function = f });
}

/* ---- embedded C ------------------------------------------------------------------------------ */

static const struct {
	const char *comment;
	enum pragma pragma;
} pragmas[] = {
	{ "/* pure */", PRAGMA_PURE },
	{ "/* stable */", PRAGMA_STABLE },
	{ "/* unprivileged */", PRAGMA_UNPRIVILEGED },
	{ "/* myproc-unprivileged */", PRAGMA_MYPROC_UNPRIVILEGED },
	{ "/* guru */", PRAGMA_GURU },
	{ "/* unmangled */", PRAGMA_UNMANGLED },
	{ "/* unmodified-fnargs */", PRAGMA_UNMODIFIED_FNARGS },
	{ "/* string */", PRAGMA_STRING },
	{ "/* long */", PRAGMA_LONG },
	{ "/* bpf */", PRAGMA_BPF },
	{ "/* userspace */", PRAGMA_USERSPACE },
	{ "/* pragma:suffix */", PRAGMA_SUFFIX },
	{ "/* pragma:vma */", PRAGMA_VMA },
	{ "/* pragma:unwind */", PRAGMA_UNWIND },
	{ "/* pragma:symbols */", PRAGMA_SYMBOLS },
	{ "/* pragma:lines */", PRAGMA_LINES },
	{ "/* pragma:uprobes */", PRAGMA_UPROBES },
	{ "/* pragma:tagged_dfa */", PRAGMA_TAGGED_DFA },
	{ "/* pragma:stp */", PRAGMA_STP },
};

/* Names in each comment that starts so. */
static void find_names(struct parser *p, const char *text, const char *start, struct atoms *names)
{
	while ((text = strstr(text, start))) {
		size_t len;

		text += strlen(start);
		len = strcspn(text, " */");
		if (len)
			vec_push(p->arena, names, atom_intern_len(p->env->atoms, text, len));
	}
}

struct embedded_code *build_embedded_code(struct parser *p, struct token t, enum diag_tag tag)
{
	struct embedded_code *c = arena_new_object(p->arena, struct embedded_code);
	size_t i;

	c->at = t.at;
	c->text = t.u.text;
	c->in_tapset = p->src->in_tapset;
	if (!p->env->guru && !c->in_tapset)
		diag(p->env->diags, tag, t.at);
	for (i = 0; i < sizeof(pragmas) / sizeof(*pragmas); i++)
		if (strstr(c->text.bytes, pragmas[i].comment))
			c->pragmas |= pragmas[i].pragma;
	find_names(p, c->text.bytes, "/* pragma:read:", &c->reads);
	find_names(p, c->text.bytes, "/* pragma:write:", &c->writes);
	return c;
}

void build_embedded(struct parser *p, struct token t)
{
	struct embedded_code *c = build_embedded_code(p, t, D_EMBEDDED_GURU);

	add(p, (struct decl){ .kind = DECL_EMBEDDED, .u.embedded = c });
}
