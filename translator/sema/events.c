// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * events - every print becomes a printf; each that prints to the session becomes a numbered event.
 * needs: plan.
 * after: EXPR_PRINT nodes are PRINTF or SPRINTF; their fmt is parsed, args are exactly the values that it consumes, of
 *        the types that it wants; PRINTF has an event. Literals among the values of print, println, printd and printdln are
 *        part of the format, and so need no bytes in the record.
 */
#include "translator/sema/events.h"

#include <string.h>

#include "translator/base/buf.h"
#include "translator/sema/passes.h"
#include "translator/session.h"

/* ---- formats ----------------------------------------------------------------------------------------------------- */

/* Before --compatible 1.3 a %p without width shows all digits of an address. */
static const char *widen_pointers(struct session *s, const char *text, size_t *length)
{
	struct buf out = BUF_INIT;
	const char *wide;

	for (size_t i = 0; i < *length; i++) {
		bool conversion = text[i] == '%' && i + 1 < *length;

		if (conversion && text[i + 1] == 'p')
			buf_puts(&out, "%#018x");
		else
			buf_write(&out, text + i, 1 + conversion);
		i += conversion;
	}
	wide = arena_strndup(s->arena, buf_text(&out), out.len);
	*length = out.len;
	buf_free(&out);
	return wide;
}

struct format *format_parse(struct session *s, struct span at, const char *text, size_t length)
{
	struct format *f = arena_new_object(s->arena, struct format);
	struct fmt_error error;
	int n, max;

	if (parse_compatible(&s->parse_env) < 103)
		text = widen_pointers(s, text, &length);
	max = 2 * length + 1;
	f->text = text;
	f->length = length;
	f->ops = arena_new_array(s->arena, struct fmt_op, max);
	n = fmt_parse(f->ops, max, text, length, &error);
	if (n < 0) {
		diag(s->diags, D_FORMAT, at, error.text);
		return NULL;
	}
	f->nops = n;
	for (int i = 0; i < n; i++)
		f->nvalues += fmt_op_values(&f->ops[i]);
	return f;
}

static void field_of_op(struct event_field *field, const struct fmt_op *op)
{
	switch ((enum fmt_conv)op->conv) {
	case FMT_STRING:
		field->type = FIELD_STRING;
		break;
	case FMT_MEMORY:
	case FMT_MEMORY_HEX:
		field->type = FIELD_MEMORY;
		field->user = op->flags & FMT_ALT;
		break;
	case FMT_BINARY:
		field->type = op->bytes == 1 ? FIELD_BYTES1 : op->bytes == 2 ? FIELD_BYTES2 :
			      op->bytes == 4 ? FIELD_BYTES4 : FIELD_BYTES8;
		break;
	case FMT_TEXT:
	case FMT_SIGNED:
	case FMT_UNSIGNED:
	case FMT_OCTAL:
	case FMT_HEX:
	case FMT_HEX_UPPER:
	case FMT_POINTER:
	case FMT_CHAR:
		field->type = FIELD_LONG;
		break;
	}
}

static unsigned int field_bytes(enum field_type type)
{
	switch (type) {
	case FIELD_BYTES1:
		return 1;
	case FIELD_BYTES2:
		return 2;
	case FIELD_BYTES4:
	case FIELD_STRING:
	case FIELD_MEMORY:
	case FIELD_CHART:
		return 4;
	case FIELD_LONG:
	case FIELD_BYTES8:
		break;
	}
	return 8;
}

/* Values before the last one of an operation are its `*` width and precision. */
struct event *event_add(struct session *s, struct span at, struct format *format, const char *const *names)
{
	struct event *e = arena_new_object(s->arena, struct event);
	unsigned int value = 0;

	e->number = s->program.events.n + 1;
	e->at = at;
	e->format = format;
	for (unsigned int i = 0; i < format->nops; i++) {
		int values = fmt_op_values(&format->ops[i]);

		for (int k = 0; k < values; k++) {
			struct event_field field = { .type = FIELD_LONG, .expr = names[value++], .op = i };

			if (k == values - 1)
				field_of_op(&field, &format->ops[i]);
			e->variable |= field.type == FIELD_STRING || field.type == FIELD_MEMORY;
			e->fixed_bytes += field_bytes(field.type);
			vec_push(s->arena, &e->fields, field);
		}
	}
	vec_push(s->arena, &s->program.events, e);
	return e;
}

/* ---- rewriting --------------------------------------------------------------------------------------------------- */

static void format_literal(struct buf *out, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (bytes[i] == '%')
			buf_putc(out, '%');
		buf_putc(out, bytes[i]);
	}
}

/* The format that shows untyped values one after the other; those that are literals move into it. */
static void format_of_values(struct ast_print *print, struct buf *out)
{
	const struct print_info *info = &print_info[print->op];
	unsigned int kept = 0;

	for (unsigned int i = 0; i < print->args.n; i++) {
		struct expr *e = print->args.v[i];

		if (i && info->head == HEAD_DELIM)
			format_literal(out, expr_string(print->head)->value.bytes, expr_string(print->head)->value.len);
		if (e->kind == EXPR_STRING) {
			format_literal(out, expr_string(e)->value.bytes, expr_string(e)->value.len);
			continue;
		}
		if (e->kind == EXPR_NUMBER && print->op != PRINT_PRINT_CHAR) {
			buf_printf(out, "%lld", (long long)expr_number(e)->value);
			continue;
		}
		buf_puts(out, print->op == PRINT_PRINT_CHAR ? "%c" : e->type == TYPE_STRING ? "%s" : "%d");
		print->args.v[kept++] = e;
	}
	print->args.n = kept;
	if (info->newline)
		buf_putc(out, '\n');
}

static void to_printf(struct session *s, struct expr *e)
{
	struct ast_print *print = expr_print(e);
	const struct print_info *info = &print_info[print->op];
	struct buf out = BUF_INIT;

	if (info->head != HEAD_FORMAT) {
		format_of_values(print, &out);
		print->head = ast_new_string(s->arena, e->at, arena_memdup(s->arena, buf_text(&out), out.len), out.len);
		print->head->type = TYPE_STRING;
		print->fmt = NULL;
	}
	print->op = info->in_kernel ? PRINT_SPRINTF : PRINT_PRINTF;
	if (!print->fmt)
		print->fmt = format_parse(s, print->head->at, expr_string(print->head)->value.bytes,
					  expr_string(print->head)->value.len);
	buf_free(&out);
}

/* The text of an expression on one line. */
static const char *name_of(struct session *s, const struct expr *e)
{
	size_t len;
	const char *text = source_text(s->sources, e->full, &len);
	struct buf out = BUF_INIT;
	const char *name;

	for (size_t i = 0; i < len; i++) {
		bool blank = text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r';

		if (!blank)
			buf_putc(&out, text[i]);
		else if (out.len && out.data[out.len - 1] != ' ')
			buf_putc(&out, ' ');
	}
	name = arena_strdup(s->arena, buf_text(&out));
	buf_free(&out);
	return name;
}

static void number_event(struct session *s, struct expr *e)
{
	struct ast_print *print = expr_print(e);
	const char **names = arena_new_array(s->arena, const char *, print->args.n);
	struct event *event;

	for (unsigned int i = 0; i < print->args.n; i++)
		names[i] = name_of(s, print->args.v[i]);
	event = event_add(s, e->at, print->fmt, names);
	for (unsigned int i = 0; i < print->args.n; i++) {
		if (print->args.v[i]->kind != EXPR_HIST)
			continue;
		event->fields.v[i].type = FIELD_CHART;
		event->fields.v[i].hist = stat_find_hist(print->args.v[i]);
	}
	print->event = event->number;
}

/* The text of a format without conversions, as a literal. */
static struct expr *literal_of(struct session *s, const struct expr *e, const struct format *f)
{
	struct buf text = BUF_INIT;
	struct expr *literal;

	for (unsigned int i = 0; i < f->nops; i++)
		buf_write(&text, f->ops[i].text, f->ops[i].length);
	literal = ast_new_string(s->arena, e->at, arena_memdup(s->arena, buf_text(&text), text.len), text.len);
	literal->full = e->full;
	literal->type = TYPE_STRING;
	buf_free(&text);
	return literal;
}

/* sprintf("text") and sprint("string") need no formatting at all. */
static void simplify_sprintf(struct session *s, struct expr **slot)
{
	struct ast_print *print = expr_print(*slot);
	const struct format *f = print->fmt;

	if (!f->nvalues)
		*slot = literal_of(s, *slot, f);
	else if (f->length == 2 && !memcmp(f->text, "%s", 2) && print->args.v[0]->kind != EXPR_HIST)
		*slot = print->args.v[0];
}

/* Prints inside the values come first, as they do when the handler runs. */
static void make_event(struct expr **slot, void *ctx)
{
	struct session *s = ctx;
	struct expr *e = *slot;

	if (e->kind != EXPR_PRINT)
		return;
	to_printf(s, e);
	if (!expr_print(e)->fmt)
		return;
	if (expr_print(e)->op == PRINT_PRINTF)
		number_event(s, e);
	else
		simplify_sprintf(s, slot);
}

int pass_events(struct session *s)
{
	struct ast_visitor v = { .expr_post = make_event, .ctx = s };
	unsigned int errors = diag_errors(s->diags);

	vec_each(f, &s->program.functions)
		if ((*f)->body)
			ast_walk_stmt(&(*f)->body, &v);
	vec_each(p, &s->program.probes)
		ast_walk_stmt(&(*p)->body, &v);
	if (s->program.events.n > STP_EVENT_MAX)
		diag(s->diags, D_EVENTS_TOO_MANY, SPAN_NONE, STP_EVENT_MAX);
	return diag_errors(s->diags) > errors ? -1 : 0;
}
