// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/print.h"

#include <stdint.h>

#include "translator/base/xstr.h"

#include "translator/emit/hist.h"
#include "translator/emit/kinds.h"
#include "translator/sema/stat.h"

/* ---- event writers --------------------------------------------------------------------------- */

static const unsigned field_bytes[] = {
	[FIELD_LONG] = 8, [FIELD_BYTES1] = 1, [FIELD_BYTES2] = 2, [FIELD_BYTES4] = 4,
	[FIELD_BYTES8] = 8,
};

/* Fields of which the writer is given the bytes. */
static bool is_bytes(enum field_type type)
{
	return type == FIELD_STRING || type == FIELD_CHART;
}

static bool is_variable(enum field_type type)
{
	return is_bytes(type) || type == FIELD_MEMORY;
}

static bool has_memory(const struct event *event)
{
	vec_each(f, &event->fields)
		if (f->type == FIELD_MEMORY)
			return true;
	return false;
}

static void write_prototype(struct cwriter *w, const struct event *event)
{
	cw_printf(w, "STP_INLINE void event_%u(struct stp_ctx *c", event->number);
	for (unsigned i = 0; i < event->fields.n; i++)
		cw_printf(w, ", %sa%u",
			  is_bytes(event->fields.v[i].type) ? "const char *" : "stp_s64 ",
			  i + 1);
	cw_line(w, ")");
}

/* The number of bytes that %m shows: its precision, which may be the value before it. */
static void write_memory_length(struct cwriter *w, const struct event *event, unsigned i)
{
	const struct fmt_op *op = &event->format->ops[event->fields.v[i].op];

	if (op->flags & FMT_PRECISION_ARG)
		cw_line(w, "n%u = stp_dump_length(c, a%u);", i + 1, i);
	else
		cw_line(w, "n%u = stp_dump_length(c, %d);", i + 1,
			op->precision < 0 ? 1 : op->precision);
	cw_line(w, "if (n%u < 0)", i + 1);
	cw_line(w, "\treturn;");
}

/* A precision bounds what is looked at: C code may print what has no NUL. */
static void write_string_length(struct cwriter *w, const struct event *event, unsigned i)
{
	const struct fmt_op *op = &event->format->ops[event->fields.v[i].op];

	if (op->flags & FMT_PRECISION_ARG)
		cw_line(w, "n%u = stp_strnlen(a%u, a%u);", i + 1, i + 1, i);
	else if (op->precision >= 0)
		cw_line(w, "n%u = stp_strnlen(a%u, %d);", i + 1, i + 1, op->precision);
	else
		cw_line(w, "n%u = stp_strlen(a%u);", i + 1, i + 1);
}

/* Declares and computes n1 ... and size. */
static void write_size(struct cwriter *w, const struct event *event)
{
	const struct event_fields *f = &event->fields;

	for (unsigned i = 0, n = 0; i < f->n; i++)
		if (is_variable(f->v[i].type))
			cw_printf(w, "%s%u", n++ ? ", n" : "int n", i + 1);
	cw_line(w, ";");
	cw_line(w, "stp_u32 size;");
	cw_line(w, "char *p%s;", has_memory(event) ? ", *record" : "");
	cw_blank(w);
	for (unsigned i = 0; i < f->n; i++) {
		if (f->v[i].type == FIELD_STRING)
			write_string_length(w, event, i);
		else if (f->v[i].type == FIELD_MEMORY)
			write_memory_length(w, event, i);
		else if (f->v[i].type == FIELD_CHART)
			cw_line(w, "n%u = %u;", i + 1, 8 * f->v[i].hist->hist.buckets);
	}
	cw_printf(w, "size = STP_RECORD_BYTES(%u, ", event->fixed_bytes);
	for (unsigned i = 0, n = 0; i < f->n; i++)
		if (is_variable(f->v[i].type))
			cw_printf(w, "%sn%u", n++ ? " + " : "", i + 1);
	cw_line(w, ");");
}

static void write_memory(struct cwriter *w, const struct event_field *f, unsigned i)
{
	cw_line(w, "p = stp_put_4(p, n%u);", i);
	cw_open(w, "if (stp_read_bytes(c, p, a%u, n%u, %d))", i, i, f->user);
	cw_line(w, "stp_void_record(c, record);");
	cw_line(w, "return;");
	cw_close(w, "");
	cw_line(w, "p += n%u;", i);
}

static void write_fields(struct cwriter *w, const struct event *event)
{
	for (unsigned i = 1; i <= event->fields.n; i++) {
		const struct event_field *f = &event->fields.v[i - 1];
		const char *advance = i < event->fields.n ? "p = " : "";

		if (f->type == FIELD_MEMORY) {
			write_memory(w, f, i);
		} else if (is_bytes(f->type)) {
			cw_line(w, "%sstp_put_bytes(p, a%u, n%u);", advance, i, i);
		} else {
			cw_line(w, "%sstp_put_%u(p, a%u);", advance, field_bytes[f->type], i);
		}
	}
}

static void write_fixed(struct cwriter *w, const struct event *event)
{
	unsigned bytes = (8 + event->fixed_bytes + 7) & ~7u;

	if (!event->fields.n) {
		cw_line(w, "stp_reserve(c, %u, %u);", bytes, event->number);
		return;
	}
	cw_line(w, "char *p = stp_reserve(c, %u, %u);", bytes, event->number);
	cw_blank(w);
	cw_line(w, "if (!p)");
	cw_line(w, "\treturn;");
	write_fields(w, event);
}

static void write_variable(struct cwriter *w, const struct event *event)
{
	write_size(w, event);
	cw_line(w, "%sp = stp_reserve(c, STP_ROUND8(size), %u);",
		has_memory(event) ? "record = " : "", event->number);
	cw_line(w, "if (!p)");
	cw_line(w, "\treturn;");
	cw_line(w, "p = stp_put_4(p, size);");
	write_fields(w, event);
}

static void write_event_comment(struct emitter *m, struct cwriter *w, const struct event *event)
{
	const struct source *source = source_get(m->s->sources, event->at.file);
	struct source_pos pos = source_pos(m->s->sources, event->at);
	struct buf text = BUF_INIT;

	xstr_escape_c(&text, event->format->text, event->format->length);
	for (size_t i = 0; i + 1 < text.len; i++)
		if (text.data[i] == '*' && text.data[i + 1] == '/')
			text.data[i + 1] = '|';
	cw_printf(w, "/* \"%s\"", buf_text(&text));
	if (source)
		cw_printf(w, " -- %s:%u:%u", source_short_name(source), pos.line, pos.col);
	cw_line(w, " */");
	buf_free(&text);
}

void print_write_event(struct emitter *m, struct cwriter *w, const struct event *event)
{
	cw_own(w);
	cw_blank(w);
	write_event_comment(m, w, event);
	write_prototype(w, event);
	cw_brace(w);
	if (event->variable)
		write_variable(w, event);
	else
		write_fixed(w, event);
	cw_close(w, "");
}

/* ---- sprintf --------------------------------------------------------------------------------- */

static const char *const conv_name[] = {
	[FMT_TEXT] = "FMT_TEXT", [FMT_SIGNED] = "FMT_SIGNED", [FMT_UNSIGNED] = "FMT_UNSIGNED",
	[FMT_OCTAL] = "FMT_OCTAL",
	[FMT_HEX] = "FMT_HEX", [FMT_HEX_UPPER] = "FMT_HEX_UPPER", [FMT_POINTER] = "FMT_POINTER",
	[FMT_CHAR] = "FMT_CHAR",
	[FMT_STRING] = "FMT_STRING", [FMT_BINARY] = "FMT_BINARY", [FMT_MEMORY] = "FMT_MEMORY",
	[FMT_MEMORY_HEX] = "FMT_MEMORY_HEX",
};

static const struct { unsigned flag; const char *name; } flag_names[] = {
	{ FMT_ZERO, "FMT_ZERO" }, { FMT_PLUS, "FMT_PLUS" }, { FMT_LEFT, "FMT_LEFT" },
	{ FMT_SPACE, "FMT_SPACE" },
	{ FMT_ALT, "FMT_ALT" }, { FMT_WIDTH_ARG, "FMT_WIDTH_ARG" },
	{ FMT_PRECISION_ARG, "FMT_PRECISION_ARG" },
};

static void write_op(struct cwriter *w, const struct fmt_op *op)
{
	const char *between = ", .flags = ";

	cw_printf(w, "{ .conv = %s", conv_name[op->conv]);
	if (op->conv == FMT_TEXT) {
		cw_puts(w, ", .text = ");
		cw_string(w, op->text, op->length);
		cw_line(w, ", .length = %u },", op->length);
		return;
	}
	for (unsigned i = 0; i < sizeof(flag_names) / sizeof(*flag_names); i++) {
		if (!(op->flags & flag_names[i].flag))
			continue;
		cw_printf(w, "%s%s", between, flag_names[i].name);
		between = " | ";
	}
	if (op->bytes)
		cw_printf(w, ", .bytes = %u", op->bytes);
	cw_line(w, ", .width = %d, .precision = %d },", op->width, op->precision);
}

void print_write_formats(struct unit *u)
{
	vec_each(f, &u->formats) {
		uintptr_t number = (uintptr_t)map_get(&u->m->format_numbers, (*f)->text);

		cw_own(u->w);
		cw_blank(u->w);
		unit_line(u, "static const struct fmt_op format_%u[] = {", (unsigned)number);
		u->w->depth++;
		for (unsigned i = 0; i < (*f)->nops; i++)
			write_op(u->w, &(*f)->ops[i]);
		u->w->depth--;
		unit_line(u, "};");
	}
}

static unsigned format_number(struct unit *u, struct format *f)
{
	uintptr_t number = (uintptr_t)map_get(&u->m->format_numbers, f->text);

	if (!number) {
		number = ++u->m->n_formats;
		map_put(&u->m->format_numbers, f->text, (void *)number);
		vec_push(u->m->s->arena, &u->formats, f);
	}
	return number;
}

/* Reads the bytes behind a %m into a slot, and gives the initialiser of its value. */
static const char *read_memory(struct unit *u, const struct fmt_op *op, const struct value *v,
			       unsigned i, struct span at)
{
	const char *slot = unit_slot(u), *t = unit_temp(u, TEMP_LONG), *length;

	if (op->flags & FMT_PRECISION_ARG)
		length = v[i - 1].text;
	else
		length = unit_text(u, "%d", op->precision < 0 ? 1 : op->precision);
	unit_line(u, "%s = stp_dump(c, %s, %s, %s, %d);", t, slot, v[i].text, length,
		  !!(op->flags & FMT_ALT));
	cw_open(u->w, "if (%s < 0)", t);
	unit_line(u, "stp_error_at(c, %u);", unit_position(u, at));
	unit_fail(u);
	cw_close(u->w, "");
	return unit_text(u, "{ .string = %s, .length = %s },", slot, t);
}

/* Initialisers of struct fmt_value, one for each of n values; memory is read on the way. */
static const char **format_values(struct unit *u, const struct format *f, const struct value *v,
				  struct span at)
{
	const char **text = arena_new_array(u->m->s->arena, const char *, f->nvalues + 1);
	unsigned i = 0;

	for (unsigned o = 0; o < f->nops; o++) {
		const struct fmt_op *op = &f->ops[o];
		unsigned last = i + fmt_op_values(op);

		for (; i < last; i++) {
			if (i + 1 == last && (op->conv == FMT_MEMORY || op->conv == FMT_MEMORY_HEX))
				text[i] = read_memory(u, op, v, i, at);
			else if (v[i].is_string)
				text[i] = unit_text(u,
						    "{ .string = %s, .length = stp_strlen(%s) },",
						    v[i].text, v[i].text);
			else
				text[i] = unit_text(u, "{ .number = %s },", v[i].text);
		}
	}
	return text;
}

static void format_into(struct unit *u, struct expr *e, const char *dst)
{
	struct ast_print *p = &e->u.print;
	struct value *v = arena_new_array(u->m->s->arena, struct value, p->args.n);
	unsigned number = format_number(u, p->fmt);
	const char **text;

	hist_operands(u, &p->args, v, true);
	if (!p->args.n) {
		unit_fail_if(u, "stp_sprintf(c, %s, format_%u, %u, (const struct fmt_value *)0)",
			     dst, number, p->fmt->nops);
		return;
	}
	text = format_values(u, p->fmt, v, e->at);
	cw_brace(u->w);
	unit_line(u, "const struct fmt_value v[] = {");
	for (unsigned i = 0; i < p->args.n; i++)
		unit_line(u, "\t%s", text[i]);
	unit_line(u, "};");
	cw_blank(u->w);
	unit_fail_if(u, "stp_sprintf(c, %s, format_%u, %u, v)", dst, number, p->fmt->nops);
	cw_close(u->w, "");
}

/* ---- the expression -------------------------------------------------------------------------- */

static const struct event *event_of(struct unit *u, const struct ast_print *p)
{
	vec_each(event, &u->m->s->program.events)
		if ((*event)->number == p->event)
			return *event;
	return NULL;
}

static struct value print_event(struct unit *u, struct expr *e)
{
	struct ast_print *p = &e->u.print;
	struct value *v = arena_new_array(u->m->s->arena, struct value, p->args.n);
	const struct event *event = event_of(u, p);
	const char *args = "c";

	if (!event)
		BUG(u->m->s->sources, e->at, "a print statement without an event");
	hist_operands(u, &p->args, v, false);
	for (unsigned i = 0; i < p->args.n; i++)
		args = unit_text(u, "%s, %s", args, v[i].text);
	unit_line(u, "event_%u(%s);", event->number, args);
	if (has_memory(event))
		unit_check(u, e->at);
	return value_number(u, 0);
}

/* Pretty-printing shows what it can: an error on the way becomes its text. */
static void tolerant_into(struct unit *u, struct expr *e, const char *dst)
{
	const char *outer = u->fail, *label = unit_label(u, "unreadable"), *end = unit_label(u, "printed");
	bool outer_failed = u->failed;

	u->fail = label;
	u->failed = false;
	format_into(u, e, dst);
	u->fail = outer;
	if (u->failed) {
		unit_line(u, "goto %s;", end);
		unit_write_label(u, label);
		unit_fail_if(u, "!stp_catch(c, (char *)0)");
		unit_line(u, "stp_strcpy(%s, \"ERROR\");", dst);
		unit_write_label(u, end);
	}
	u->failed |= outer_failed;
}

void sprintf_into(struct unit *u, struct expr *e, const char *dst)
{
	if (e->u.print.tolerant)
		tolerant_into(u, e, dst);
	else
		format_into(u, e, dst);
}

struct value value_of_print(struct unit *u, struct expr *e)
{
	const char *dst;

	if (!print_info[e->u.print.op].in_kernel)
		return print_event(u, e);
	dst = unit_slot(u);
	sprintf_into(u, e, dst);
	return value_fixed(dst, true);
}
