// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/defer.h"

#include <string.h>

#include "translator/base/xstr.h"
#include "translator/emit/ctext.h"
#include "translator/sema/events.h"

#define MAX_ARGS 32

struct rewrite {
	struct emitter *m;
	const struct embedded_code *code;
	const struct ctext_call *call;
	struct events *made;
	bool helper;			/* the code has no CONTEXT: it looks for the handler that calls it */
	struct buf out;
};

static bool name_is(const char *name, size_t len, const char *wanted)
{
	return strlen(wanted) == len && !memcmp(name, wanted, len);
}

static bool is_printf(const char *name, size_t len)
{
	return name_is(name, len, "_stp_printf") || name_is(name, len, "STAP_PRINTF");
}

static bool can_be_deferred(const char *name, size_t len)
{
	return is_printf(name, len) || name_is(name, len, "_stp_print") ||
	       name_is(name, len, "_stp_binary_write");
}

/* ---- the types behind a C format ------------------------------------------------------------- */

/* Opens the cast of an argument to what C passes for the conversion: an int, or with `l` a
 * 64-bit number. */
static const char *cast_of(enum fmt_conv conv, bool is_long)
{
	switch (conv) {
	case FMT_SIGNED:
	case FMT_CHAR:
		return is_long ? "(stp_s64)(" : "(int)(";
	case FMT_UNSIGNED:
	case FMT_OCTAL:
	case FMT_HEX:
	case FMT_HEX_UPPER:
		return is_long ? "(stp_s64)(" : "(unsigned int)(";
	case FMT_POINTER:
		return "(stp_s64)(unsigned long)(";
	case FMT_STRING:
		return "stp_printable((const char *)(";
	default:
		return "(stp_s64)(";
	}
}

/* Writes "(int)(ARG)" and the like for each value. */
static void write_values(struct rewrite *r, const struct format *f, const struct ctext_piece *args)
{
	const char *text = r->code->text.bytes;
	unsigned value = 0;

	for (unsigned o = 0; o < f->nops; o++) {
		const struct fmt_op *op = &f->ops[o];
		unsigned last = value + fmt_op_values(op);

		for (; value < last; value++) {
			bool star = value + 1 < last;

			buf_printf(&r->out, ", %s", star ? "(int)(" : cast_of(op->conv, op->longs));
			buf_write(&r->out, text + args[value].begin,
				  args[value].end - args[value].begin);
			buf_puts(&r->out, !star && op->conv == FMT_STRING ? "))" : ")");
		}
	}
}

/* ---- one call -------------------------------------------------------------------------------- */

/* Only what an event can carry and C agrees with: no memory dumps, no fault in the format, no
 * missing arguments. */
static bool usable(const char *format, size_t length, unsigned nargs)
{
	struct fmt_op ops[2 * MAX_ARGS + 1];
	struct fmt_error error;
	unsigned values = 0;
	int n = fmt_parse(ops, sizeof(ops) / sizeof(*ops), format, length, &error);

	for (int i = 0; i < n; i++) {
		if (ops[i].conv == FMT_MEMORY || ops[i].conv == FMT_MEMORY_HEX)
			return false;
		values += fmt_op_values(&ops[i]);
	}
	return n >= 0 && values == nargs;
}

/* Where the script has the call: the text begins behind the two bytes of the opening mark. */
static struct span call_at(const struct rewrite *r)
{
	struct span at = r->code->at;

	at.begin += 2 + r->call->begin;
	at.end = at.begin + r->call->name_len;
	return at;
}

static bool write_event_call(struct rewrite *r, const char *format, size_t length,
			     const struct ctext_piece *args,
			     unsigned nargs)
{
	struct session *s = r->m->s;
	const char *names[MAX_ARGS];
	struct format *f;
	struct event *event;

	if (nargs > MAX_ARGS || !usable(format, length, nargs))
		return false;
	for (unsigned i = 0; i < nargs; i++)
		names[i] = ctext_line(s->arena, r->code->text.bytes, args[i]);
	f = format_parse(s, call_at(r), format, length);
	if (!f)
		return false;
	event = event_add(s, call_at(r), f, arena_memdup(s->arena, names, nargs * sizeof(*names)));
	vec_push(s->arena, r->made, event);
	if (r->helper)
		buf_printf(&r->out, "({ struct stp_ctx *stp__c = stp_current_ctx(); "
			   "if (stp__c && !stp__c->last_error) event_%u(stp__c", event->number);
	else
		buf_printf(&r->out, "event_%u(CONTEXT", event->number);
	write_values(r, f, args);
	buf_puts(&r->out, r->helper ? "); })" : ")");
	return true;
}

static bool defer_printf(struct rewrite *r)
{
	const struct ctext_pieces *args = &r->call->args;
	const char *format;
	size_t length;

	if (!args->n)
		return false;
	format = ctext_literal(r->m->s->arena, r->code->text.bytes, args->v[0], &length);
	return format && write_event_call(r, format, length, args->v + 1, args->n - 1);
}

/* Text as it is: a % in it stands for itself. */
static bool defer_print(struct rewrite *r)
{
	const struct ctext_pieces *args = &r->call->args;
	struct buf format = BUF_INIT;
	const char *text;
	size_t length;
	bool done;

	if (args->n != 1)
		return false;
	text = ctext_literal(r->m->s->arena, r->code->text.bytes, args->v[0], &length);
	if (!text)
		return false;
	for (size_t i = 0; i < length; i++)
		buf_printf(&format, text[i] == '%' ? "%%%%" : "%c", text[i]);
	done = write_event_call(r, arena_strndup(r->m->s->arena, buf_text(&format), format.len),
				format.len, NULL, 0);
	buf_free(&format);
	return done;
}

/* _stp_binary_write(n, ...): n numbers of 8 bytes each. */
static bool defer_binary(struct rewrite *r)
{
	const struct ctext_pieces *args = &r->call->args;
	const char *text = r->code->text.bytes;
	const char *format = "";
	uint64_t n;

	if (!args->n || !xstr_number(text + args->v[0].begin, args->v[0].end - args->v[0].begin,
				     &n) || n != args->n - 1)
		return false;
	for (unsigned i = 0; i < n; i++)
		format = arena_printf(r->m->s->arena, "%s%%8b", format);
	return write_event_call(r, format, strlen(format), args->v + 1, n);
}

/* ---- the text -------------------------------------------------------------------------------- */

static unsigned newlines(const char *text, size_t len)
{
	unsigned n = 0;

	for (size_t i = 0; i < len; i++)
		n += text[i] == '\n';
	return n;
}

/* Inside a macro of several lines the new call would have to keep the backslashes. */
static bool has_continuation(const struct rewrite *r)
{
	const char *text = r->code->text.bytes + r->call->begin;

	return memmem(text, r->call->end - r->call->begin, "\\\n", 2) != NULL;
}

static bool rewrite_call(struct rewrite *r)
{
	const char *name = r->code->text.bytes + r->call->begin;

	if (has_continuation(r))
		return false;
	if (is_printf(name, r->call->name_len))
		return defer_printf(r);
	if (name_is(name, r->call->name_len, "_stp_print"))
		return defer_print(r);
	return defer_binary(r);
}

/* The lines that the new call has less than the old one follow it, so that what comes then keeps
 * its number. */
static void keep_lines(struct rewrite *r, size_t written_from)
{
	const struct ctext_call *call = r->call;
	unsigned had = newlines(r->code->text.bytes + call->begin, call->end - call->begin);
	unsigned has = newlines(r->out.data + written_from, r->out.len - written_from);

	if (had > has)
		buf_fill(&r->out, '\n', had - has);
}

const char *defer_prints(struct emitter *m, const struct embedded_code *code, bool helper,
			 struct events *made)
{
	const char *text = code->text.bytes;
	size_t len = code->text.len, done = 0, from = 0, before;
	struct ctext_call call;
	struct rewrite r = {
		.m = m, .code = code, .call = &call, .made = made, .helper = helper,
	};
	const char *result;

	while (ctext_next_call(m->s->arena, text, len, &from, can_be_deferred, &call)) {
		buf_write(&r.out, text + done, call.begin - done);
		before = r.out.len;
		if (rewrite_call(&r))
			keep_lines(&r, before);
		else
			buf_write(&r.out, text + call.begin, call.end - call.begin);
		done = call.end;
	}
	buf_write(&r.out, text + done, len - done);
	result = arena_strndup(m->s->arena, buf_text(&r.out), r.out.len);
	buf_free(&r.out);
	return result;
}
