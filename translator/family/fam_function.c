// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kernel.function("name") and kprobe.function("name"), entry and return.
 *
 * At a function's entry ftrace is far cheaper than a kprobe, so it is taken for every function that it can trace. The
 * kprobe forms differ in one thing: they have no $targets, and so never need debug information.
 */
#include <string.h>

#include "translator/base/buf.h"
#include "translator/base/xstr.h"
#include "translator/debuginfo/debuginfo.h"
#include "translator/debuginfo/regs.h"
#include "translator/debuginfo/symbols.h"
#include "translator/family/emit_family.h"
#include "translator/family/families.h"
#include "translator/family/target.h"
#include "translator/session.h"

#define MAX_ACTIVE 4096

static bool at_return(int variant)
{
	return variant == FUNCTION_EXIT || variant == FUNCTION_EXIT_BY_NAME;
}

static bool by_name(int variant)
{
	return variant == FUNCTION_ENTRY_BY_NAME || variant == FUNCTION_EXIT_BY_NAME;
}

static int no_such_function(struct session *s, const struct point_component *c)
{
	const char *similar[5], *name = c->string.bytes;
	unsigned int n = symbols_similar(s->ksyms, name, similar, 5);
	struct buf list = BUF_INIT;

	for (unsigned int i = 0; i < n; i++)
		buf_printf(&list, "%s%s", i ? ", " : " (similar function(s): ", similar[i]);
	if (n)
		buf_putc(&list, ')');
	diag(s->diags, D_FUNCTION_NO_MATCH, c->literal_at, name, buf_text(&list));
	if (n)
		diag_note(s->diags, SPAN_NONE, "try kernel.function(\"%s\")", similar[0]);
	buf_free(&list);
	return -1;
}

/* The string must be a plain symbol that the kernel has. */
static int check_symbol(struct session *s, const struct point_component *c)
{
	const char *name = c->string.bytes;

	if (!c->string.len)
		return diag(s->diags, D_FUNCTION_NAME_EMPTY, c->literal_at);
	if (strpbrk(name, "*?["))
		return diag(s->diags, D_NOT_YET, c->literal_at, "a wildcard in a function's name");
	if (strpbrk(name, "@:"))
		return diag(s->diags, D_NOT_YET, c->literal_at, "a source file in a function's probe point");
	if (symbols_known(s->ksyms) && !symbols_functions(s->ksyms, name))
		return no_such_function(s, c);
	return 0;
}

static int check_max_active(struct session *s, const struct probe_point *point, struct function_instance *f)
{
	const struct point_component *c;

	if (point->components.n < 4)
		return 0;
	c = &point->components.v[3];
	if (c->number < 0 || c->number > MAX_ACTIVE)
		return diag(s->diags, D_MAXACTIVE, c->literal_at, MAX_ACTIVE);
	f->max_active = c->number;
	return 0;
}

static enum function_mechanism mechanism(struct session *s, int variant, const char *symbol)
{
	if (at_return(variant))
		return FUNCTION_RETURN;
	return symbols_traceable(s->ksyms, symbol) > 0 ? FUNCTION_FTRACE : FUNCTION_KPROBE;
}

static const char *point_text(struct session *s, const struct probe_point *point)
{
	struct buf out = BUF_INIT;
	const char *text;

	ast_print_point(&out, &(struct probe_point){ .components = point->components });
	text = arena_strndup(s->arena, buf_text(&out), out.len);
	buf_free(&out);
	return text;
}

static int expand_one(struct session *s, const struct family_pattern *pattern, struct probe_point *point, family_add add,
		      void *ctx)
{
	struct function_instance *f = arena_new_object(s->arena, struct function_instance);
	const struct point_component *c = &point->components.v[1];

	if (check_symbol(s, c) < 0 || check_max_active(s, point, f) < 0)
		return 0;
	f->symbol = c->string.bytes;
	f->kind = mechanism(s, pattern->variant, f->symbol);
	f->optional = point->optional || point->sufficient;
	f->dwarf = !by_name(pattern->variant);
	f->syscall = xstr_starts(f->symbol, "__x64_sys_");
	add(s, (struct family_instance *)f, point_text(s, point), ctx);
	return 1;
}

/* A listing wants every function that a pattern stands for, and registers none. */
static int expand_listed(struct session *s, const struct family_pattern *pattern, struct probe_point *point,
			 family_add add, void *ctx)
{
	struct ast_copier copier = { .arena = s->arena };
	const char *const *names;
	unsigned int n = symbols_matching(s->ksyms, point->components.v[1].string.bytes, &names);

	for (unsigned int i = 0; i < n; i++) {
		struct probe_point *copy = ast_copy_point(&copier, point);

		copy->components.v[1].string = (struct ast_bytes){ names[i], strlen(names[i]) };
		expand_one(s, pattern, copy, add, ctx);
	}
	if (!n)
		no_such_function(s, &point->components.v[1]);
	return (int)n;
}

static int expand(struct session *s, const struct family_pattern *pattern, struct probe_point *point, family_add add,
		  void *ctx)
{
	bool listing = s->options.list || s->options.list_variables;

	if (listing && strpbrk(point->components.v[1].string.bytes, "*?["))
		return expand_listed(s, pattern, point, add, ctx);
	return expand_one(s, pattern, point, add, ctx);
}

/* ---- $variables -------------------------------------------------------------------------------------------------- */

/* The value that the function gives back, as a variable of its own. */
static struct di_variable returned(struct session *s, const struct di_function *f, const char *name)
{
	struct di_variable v = { .name = name, .type = f->return_type };
	const struct di_type *t = &f->return_type;

	if (!t->size || t->size > 8 || t->kind == DI_FLOAT)
		v.unavailable = "it is not given back in a general register";
	vec_push(s->arena, &v.fetch, (struct fetch_op){ .kind = FETCH_REG, .reg = regs_of_result() });
	if (t->size < 8)
		vec_push(s->arena, &v.fetch,
			 (struct fetch_op){ .kind = FETCH_CUT, .size = t->size, .is_signed = t->is_signed });
	return v;
}

static int target_return(struct session *s, struct debuginfo *d, const struct di_function *f, struct expr *e)
{
	struct di_variable v = returned(s, f, "$return");

	if (!f->has_return_value)
		return diag(s->diags, D_TARGET_NO_RETURN, e->at, f->name);
	return target_resolve(s, d, e, &v);
}

/* $$vars, $$parms, $$locals, $$return. No locals have a value yet when a function is entered. */
static int target_lists(struct session *s, struct debuginfo *d, const struct di_function *f, bool returning, struct expr *e)
{
	const char *what = expr_target(e)->name + 2;
	struct di_variables list = { 0 };

	if (!strcmp(what, "vars") || !strcmp(what, "parms"))
		list = f->params;
	else if (!strcmp(what, "return") && f->has_return_value && returning)
		vec_push(s->arena, &list, returned(s, f, "return"));
	else if (strcmp(what, "return") && strcmp(what, "locals"))
		return diag(s->diags, D_TARGET_LOCAL, e->at, what - 1, " (alternatives: $$vars, $$parms, $$locals, $$return)");
	return target_list(s, d, e, &list);
}

static int no_such_parameter(struct session *s, const struct di_function *f, const struct expr *e)
{
	struct buf list = BUF_INIT;

	vec_each(p, &f->params)
		if (p->name)
			buf_printf(&list, "%s$%s", list.len ? ", " : " (alternatives: ", p->name);
	if (list.len)
		buf_putc(&list, ')');
	diag(s->diags, D_TARGET_LOCAL, e->at, e->u.target.name + 1, buf_text(&list));
	buf_free(&list);
	return -1;
}

static int target_parameter(struct session *s, struct debuginfo *d, const struct di_function *f, struct expr *e)
{
	const struct di_variable *v = debuginfo_param(f, expr_target(e)->name + 1);
	int64_t constant;

	if (!v && !expr_target(e)->steps.n && debuginfo_constant(d, expr_target(e)->name + 1, &constant))
		return target_number(s, e, constant);
	return v ? target_resolve(s, d, e, v) : no_such_parameter(s, f, e);
}

static int target(struct session *s, struct derived_probe *probe, struct expr *e)
{
	const struct function_instance *i = (const struct function_instance *)probe->instance;
	bool is_return = e->kind == EXPR_TARGET && expr_target(e)->name && !strcmp(expr_target(e)->name, "$return");
	const struct di_function *f;
	struct debuginfo *d;

	if (!i->dwarf)
		return diag(s->diags, D_TARGET_BY_NAME, e->at);
	if (is_return && i->kind != FUNCTION_RETURN)
		return diag(s->diags, D_TARGET_RETURN_ENTRY, e->at);
	d = session_debuginfo(s, e->at);
	if (!d)
		return -1;
	f = debuginfo_function(d, i->symbol);
	if (!f)
		return diag(s->diags, D_TARGET_NO_FUNCTION, e->at, i->symbol);
	if (xstr_starts(expr_target(e)->name, "$$"))
		return target_lists(s, d, f, i->kind == FUNCTION_RETURN, e);
	return is_return ? target_return(s, d, f, e) : target_parameter(s, d, f, e);
}

static const struct family save_family = {
	.name = "function's entry",
	.companion = true,
	.target = target,
	.emit_entry = function_emit_save,
};

static struct family_instance *entry_of(struct session *s, const struct derived_probe *probe, const struct family **family)
{
	struct function_instance *f = arena_new_object(s->arena, struct function_instance);

	*f = *(const struct function_instance *)probe->instance;
	if (f->kind != FUNCTION_RETURN)
		return NULL;
	f->kind = FUNCTION_SAVE;
	*family = &save_family;
	return (struct family_instance *)f;
}

const struct family function_family = {
	.name = "function",
	.arms = true,
	.expand = expand,
	.target = target,
	.entry_of = entry_of,
	.emit_entry = function_emit_entry,
	.emit_row = function_emit_row,
	.table_type = "stp_function_probe",
	.table_member = "functions",
};
