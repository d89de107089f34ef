// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/embedded.h"

#include <string.h>

#include "translator/emit/ctext.h"
#include "translator/emit/defer.h"
#include "translator/emit/function.h"
#include "translator/emit/globals.h"
#include "translator/emit/kinds.h"
#include "translator/emit/names.h"
#include "translator/emit/print.h"
#include "translator/emit/stmt.h"

/* One C function around a piece of the script's text. */
struct c_function {
	const char *what;		/* for the comment */
	const char *prototype;
	enum ast_type ret;
	const struct variables *params;	/* NULL: none, and no STAP_RETVALUE either */
	const struct embedded_code *code;
	const struct function *next;	/* where STAP_NEXT goes */
	bool has_next;			/* STAP_NEXT is in the text ... */
	bool has_this;			/* ... and THIS */
};

static bool mentions(const struct embedded_code *code, const char *name)
{
	return ctext_mentions(code->text.bytes, code->text.len, name);
}

static struct cwriter *file_of(struct emitter *m, const struct embedded_code *code)
{
	return code->pragmas & PRAGMA_STP ? &m->script : &m->embedded;
}

/* ---- the script's text ----------------------------------------------------------------------- */

/* Text that begins on the line of its %{ keeps its column there, so that the compiler's messages
 * point into the script. */
static void keep_column(struct cwriter *w, const struct embedded_code *code, const char *text)
{
	unsigned column = source_pos(w->sources, code->at).col - 1 + (unsigned)strlen("%{");

	if (w->no_line || text[strspn(text, " \t")] == '\n')
		return;
	while (column--)
		cw_puts(w, " ");
}

/* As it is, but for prints; the writers of their events are in front of the function already. */
static void write_text(struct cwriter *w, const struct embedded_code *code, const char *text)
{
	unsigned depth = w->depth;

	w->depth = 0;
	cw_at(w, code->at);
	keep_column(w, code, text);
	cw_puts(w, text);
	if (*text && w->out.data[w->out.len - 1] != '\n')
		cw_puts(w, "\n");
	w->depth = depth;
	cw_own(w);
}

static const char *prepare_text(struct emitter *m, struct cwriter *w,
				const struct embedded_code *code, bool helper)
{
	struct events made = { 0 };
	const char *text = defer_prints(m, code, helper, &made);

	vec_each(event, &made)
		print_write_event(m, w, *event);
	return text;
}

/* ---- the function around it ------------------------------------------------------------------ */

static const char *c_type(enum ast_type type)
{
	return type == TYPE_STRING ? "const char *" : "stp_s64 ";
}

/* The form of scripts before 1.8: a struct with the arguments and the result. */
static void write_this(struct cwriter *w, const struct c_function *f)
{
	cw_open(w, "struct");
	vec_each(v, f->params)
		cw_line(w, "%s%s;", c_type((*v)->type), (*v)->name);
	if (f->ret == TYPE_LONG)
		cw_line(w, "stp_s64 __retvalue;");
	if (f->ret == TYPE_STRING)
		cw_line(w, "char *__retvalue;");
	w->depth--;
	cw_printf(w, "} stap_this = { ");
	vec_each(v, f->params)
		cw_printf(w, ".%s = STAP_ARG_%s, ", (*v)->name, (*v)->name);
	if (f->ret == TYPE_STRING)
		cw_printf(w, ".__retvalue = stap_ret, ");
	cw_line(w, "}, *const THIS = &stap_this;");
}

static void write_variables(struct cwriter *w, const struct c_function *f)
{
	if (f->has_this)
		write_this(w, f);
	if (f->ret == TYPE_LONG && !f->has_this)
		cw_line(w, "stp_s64 STAP_RETVALUE = 0;");
	if (f->has_next)
		cw_line(w, "int stap_next = 0;");
	if (f->has_this || f->has_next || f->ret == TYPE_LONG)
		cw_blank(w);
	if (f->ret == TYPE_STRING)
		cw_line(w, "*stap_ret = '\\0';");
}

/* What the text may use, and the lines that take the names back. `return` goes where errors go. */
static void write_macros(struct cwriter *w, const struct c_function *f)
{
	cw_line(w, "#define return goto out");
	if (f->ret == TYPE_STRING)
		cw_line(w, "#define STAP_RETVALUE (*(char (*)[MAXSTRINGLEN])stap_ret)");
	else if (f->ret == TYPE_LONG && f->has_this)
		cw_line(w, "#define STAP_RETVALUE (THIS->__retvalue)");
	if (f->ret == TYPE_STRING)
		cw_line(w, "#define STAP_RETURN(v) do { stp_strcpy(STAP_RETVALUE, (v)); goto out; } while (0)");
	else if (f->ret == TYPE_LONG)
		cw_line(w, "#define STAP_RETURN(v) do { STAP_RETVALUE = (v); goto out; } while (0)");
	else
		cw_line(w, "#define STAP_RETURN() goto out");
	if (f->has_next)
		cw_line(w, "#define STAP_NEXT do { stap_next = 1; goto out; } while (0)");
}

static void write_macro_ends(struct cwriter *w, const struct c_function *f)
{
	cw_line(w, "#undef return");
	cw_line(w, "#undef STAP_RETURN");
	if (f->has_next)
		cw_line(w, "#undef STAP_NEXT");
	if (f->ret == TYPE_STRING || (f->ret == TYPE_LONG && f->has_this))
		cw_line(w, "#undef STAP_RETVALUE");
}

/* STAP_NEXT: the next overload with the same arguments, or the error that there is none. */
static void write_fall_through(struct cwriter *w, const struct c_function *f)
{
	if (!f->next) {
		cw_line(w, "if (stap_next)");
		cw_line(w, "\tstp_error(c, 0, \"all functions exhausted\");");
		return;
	}
	cw_line(w, "if (stap_next)");
	cw_printf(w, "\t%s%s(c%s", f->ret == TYPE_LONG ? "return " : "", names_function(f->next),
		  f->ret == TYPE_STRING ? ", stap_ret" : "");
	vec_each(v, f->params)
		cw_printf(w, ", STAP_ARG_%s", (*v)->name);
	cw_line(w, ");");
}

static void write_end(struct cwriter *w, const struct c_function *f)
{
	w->depth--;
	cw_line(w, "out: __attribute__((__unused__));");
	cw_line(w, "deref_fault: __attribute__((__unused__));");
	w->depth++;
	if (f->has_next)
		write_fall_through(w, f);
	if (f->ret == TYPE_LONG)
		cw_line(w, f->has_this ? "return THIS->__retvalue;" : "return STAP_RETVALUE;");
}

static void write_c_function(struct emitter *m, const struct c_function *f)
{
	struct cwriter *w = file_of(m, f->code);
	struct unit u = { .m = m, .w = w };
	const char *text = prepare_text(m, w, f->code, false);

	cw_own(w);
	cw_blank(w);
	stmt_comment(&u, f->what, f->code->at);
	if (w == &m->script)
		cw_line(w, "static inline %s", f->prototype);
	else
		cw_line(w, "%s", f->prototype);
	cw_brace(w);
	write_variables(w, f);
	write_macros(w, f);
	cw_brace(w);
	write_text(w, f->code, text);
	cw_close(w, "");
	write_macro_ends(w, f);
	write_end(w, f);
	cw_close(w, "");
}

void embedded_write_function(struct emitter *m, struct function *f)
{
	bool old = parse_compatible(&m->s->parse_env) < 108 ||
		   (f->code->pragmas & PRAGMA_UNMANGLED);
	struct c_function cf = {
		.what = f->name, .prototype = function_prototype(m, f, "STAP_ARG_"), .ret = f->ret,
		.params = &f->params,
		.code = f->code, .next = f->overload_next,
		.has_next = mentions(f->code, "STAP_NEXT"),
		.has_this = old && mentions(f->code, "THIS"),
	};

	write_c_function(m, &cf);
}

/* ---- expressions and statements -------------------------------------------------------------- */

const char *embedded_code_name(struct unit *u, struct embedded_code *code, enum ast_type type)
{
	unsigned i;

	for (i = 0; i < u->codes.n && u->codes.v[i].code != code; i++)
		;
	if (i == u->codes.n)
		vec_push(u->m->s->arena, &u->codes, (struct unit_code){ code, type });
	return unit_text(u, "x_%u", u->m->n_codes + i + 1);
}

struct value value_of_embedded(struct unit *u, struct expr *e)
{
	bool is_string = e->type == TYPE_STRING;
	const char *name = embedded_code_name(u, e->u.embedded.code,
					      is_string ? TYPE_STRING : TYPE_LONG);
	const char *result = is_string ? unit_slot(u) : unit_temp(u, TEMP_LONG);

	if (is_string)
		unit_line(u, "%s(c, %s);", name, result);
	else
		unit_line(u, "%s = %s(c);", result, name);
	unit_check(u, e->at);
	return value_fixed(result, is_string);
}

static const char *code_prototype(struct emitter *m, unsigned number, enum ast_type type)
{
	return arena_printf(m->s->arena, "%s x_%u(struct stp_ctx *c%s)",
			    type == TYPE_LONG ? "stp_s64" : "void", number,
			    type == TYPE_STRING ? ", char *stap_ret" : "");
}

/* An expression's text is the value of a return. */
static void write_code_expr(struct emitter *m, const struct unit_code *c, const char *prototype)
{
	struct cwriter *w = file_of(m, c->code);

	cw_own(w);
	if (w == &m->script)
		cw_blank(w);
	cw_line(w, "%s%s", w == &m->script ? "static inline " : "", prototype);
	cw_brace(w);
	cw_line(w, c->type == TYPE_STRING ? "stp_strcpy(stap_ret, (" : "return (");
	write_text(w, c->code, c->code->text.bytes);
	cw_line(w, c->type == TYPE_STRING ? "));" : ");");
	cw_close(w, "");
}

void embedded_write_codes(struct unit *u)
{
	struct emitter *m = u->m;

	for (unsigned i = 0; i < u->codes.n; i++) {
		struct unit_code *c = &u->codes.v[i];
		const char *prototype = code_prototype(m, m->n_codes + i + 1, c->type);
		struct c_function f = { .what = "embedded statement", .prototype = prototype,
				       .code = c->code };
		bool second = file_of(m, c->code) == &m->embedded;

		if (second) {
			cw_own(&m->script);
			cw_blank(&m->script);
			cw_line(&m->script, "%s;", prototype);
			cw_blank(&m->embedded);
			cw_line(&m->embedded, "%s;", prototype);
		}
		if (c->type == TYPE_UNKNOWN)
			write_c_function(m, &f);
		else
			write_code_expr(m, c, prototype);
	}
}

/* ---- in front of all, and behind ------------------------------------------------------------- */

static void write_chunks(struct emitter *m, bool suffix)
{
	vec_each(c, &m->s->program.chunks) {
		struct cwriter *w = file_of(m, *c);

		if (suffix != !!((*c)->pragmas & PRAGMA_SUFFIX))
			continue;
		cw_blank(w);
		if (w == &m->embedded)
			write_text(w, *c, prepare_text(m, w, *c, true));
		else
			write_text(w, *c, (*c)->text.bytes);
	}
}

static bool needs_macros(struct emitter *m)
{
	vec_each(f, &m->s->program.functions)
		if ((*f)->code && ((*f)->code->pragmas & PRAGMA_STP))
			return true;
	return false;
}

static void write_prototypes(struct emitter *m)
{
	bool first = true;

	vec_each(f, &m->s->program.functions) {
		const char *prototype;

		if ((*f)->body ? !function_is_external(m, *f) : (*f)->code->pragmas & PRAGMA_STP)
			continue;
		prototype = function_prototype(m, *f, "STAP_ARG_");
		cw_line(&m->embedded, "%s;", prototype);
		if (first)
			cw_blank(&m->script);
		first = false;
		cw_line(&m->script, "%s;", prototype);
	}
}

void embedded_begin(struct emitter *m)
{
	unsigned compatible = parse_compatible(&m->s->parse_env);

	cw_puts(&m->embedded,
		"// SPDX-License-Identifier: GPL-2.0\n"
		"/* Generated: what the script embeds of C. */\n"
		"#include \"stp_embedded.h\"\n\n"
		"#undef MAXSTRINGLEN\n");
	cw_line(&m->embedded, "#define MAXSTRINGLEN %u", m->limits.string_size);
	cw_line(&m->embedded, "#define STAP_VERSION(major, minor) ((major) * 256 + (minor))");
	cw_line(&m->embedded, "#define STAP_COMPAT_VERSION STAP_VERSION(%u, %u)\n", compatible / 100, compatible % 100);
	if (needs_macros(m))
		cw_puts(&m->script,
			"\n#define CONTEXT c\n"
			"#define STAP_ERROR(...) do { stp_error(c, 0, __VA_ARGS__); goto out; } while (0)\n");
	globals_write_accessors(m);
	write_prototypes(m);
	write_chunks(m, false);
}

void embedded_end(struct emitter *m)
{
	write_chunks(m, true);
}
