// SPDX-License-Identifier: GPL-2.0-or-later
/* What -p2 shows, and --dump: the elaborated program as text. */
#include "translator/base/buf.h"
#include "translator/sema/passes.h"
#include "translator/session.h"

static void print_type(struct buf *out, const struct variable *v)
{
	buf_printf(out, "%s:%s", v->name, type_name[v->type]);
	for (unsigned int i = 0; i < v->key_types.n; i++)
		buf_printf(out, "%s%s", i ? ", " : " [", type_name[v->key_types.v[i]]);
	if (v->key_types.n)
		buf_putc(out, ']');
	if (v->size)
		buf_printf(out, " size %lld", (long long)v->size);
	if (v->wrap)
		buf_puts(out, " wrap");
}

static void print_globals(struct session *s, struct buf *out)
{
	if (s->program.globals.n)
		buf_puts(out, "# globals\n");
	vec_each(v, &s->program.globals) {
		print_type(out, *v);
		if ((*v)->init) {
			buf_puts(out, " = ");
			ast_print_expr(out, (*v)->init);
		}
		buf_putc(out, '\n');
	}
}

static void print_locals(struct buf *out, const struct variables *locals)
{
	if (locals->n)
		buf_puts(out, "  # locals\n");
	vec_each(v, locals) {
		buf_puts(out, "  ");
		print_type(out, *v);
		buf_putc(out, '\n');
	}
}

static void print_function(struct buf *out, const struct function *f, int verbose)
{
	buf_printf(out, "%s:%s (", f->name, type_name[f->ret]);
	vec_each(p, &f->params)
		buf_printf(out, "%s%s:%s", p == f->params.v ? "" : ", ", (*p)->name, type_name[(*p)->type]);
	buf_puts(out, ")\n");
	if (verbose <= 0)
		return;
	print_locals(out, &f->locals);
	if (f->code)
		buf_printf(out, "%%{%s%%}\n", f->code->text.bytes);
	else
		ast_print_stmt(out, f->body, 0);
}

static void print_probe(struct buf *out, const struct derived_probe *p, int verbose)
{
	buf_printf(out, "%s /* <- %s */\n", p->point, p->name);
	vec_each(e, &p->conditions) {
		buf_puts(out, "  if (");
		ast_print_expr(out, *e);
		buf_puts(out, ")\n");
	}
	if (verbose <= 0)
		return;
	print_locals(out, &p->locals);
	ast_print_stmt(out, p->body, 0);
}

void program_print(struct session *s, struct buf *out, int verbose)
{
	print_globals(s, out);
	if (s->program.functions.n)
		buf_puts(out, "# functions\n");
	vec_each(f, &s->program.functions)
		print_function(out, *f, verbose);
	if (s->program.probes.n)
		buf_puts(out, "# probes\n");
	vec_each(p, &s->program.probes)
		if (!(*p)->saved.n)	/* else it belongs to a .return probe */
			print_probe(out, *p, verbose);
}

/* ---- --dump ------------------------------------------------------------------------------------------------------- */

static void dump_files(struct session *s, struct buf *out)
{
	vec_each(f, &s->program.files)
		if (!(*f)->in_tapset)
			ast_print_file(out, *f);
}

static void dump_globals(struct session *s, struct buf *out)
{
	vec_each(f, &s->program.files)
		vec_each(v, &(*f)->globals)
			ast_print_decl(out, &(struct decl){ .kind = DECL_GLOBAL, .u.global = *v });
}

/* Before pass probes there are only files. Afterwards: the globals, and the functions and probes as they are now. */
void program_dump(struct session *s, struct buf *out)
{
	if (!s->program.probes.n) {
		dump_files(s, out);
		return;
	}
	dump_globals(s, out);
	vec_each(f, &s->program.functions)
		ast_print_decl(out, &(struct decl){ .kind = DECL_FUNCTION, .u.function = *f });
	vec_each(p, &s->program.probes) {
		buf_printf(out, "probe %s", (*p)->point);
		vec_each(e, &(*p)->conditions) {
			buf_puts(out, e == (*p)->conditions.v ? " if (" : " && ");
			ast_print_expr(out, *e);
		}
		buf_puts(out, (*p)->conditions.n ? ")\n" : "\n");
		ast_print_stmt(out, (*p)->body, 0);
	}
}
