// SPDX-License-Identifier: GPL-2.0-or-later
/* Reading the table of events, and compiling each event's format into steps. */
#include "staprun/events.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "staprun/tell.h"

enum { MAX_FIELDS = 128 };

/* Everything the table points to, freed together. */
struct event_memory {
	struct event_memory *next;
	stp_u64 bytes[];
};

struct parser {
	struct event_table *table;
	const char *at, *end;	/* the line */
	int line;
};

static void *keep(struct event_table *t, const void *bytes, size_t size)
{
	struct event_memory *m = malloc(sizeof(*m) + size);

	if (!m) {
		tell_error("out of memory");
		_exit(1);
	}
	m->next = t->memory;
	t->memory = m;
	return memcpy(m->bytes, bytes, size);
}

static int fail(const struct parser *p, const char *what)
{
	tell_error("the module's table of events, line %d: %s. Was the module built by another version?", p->line, what);
	return -1;
}

/* ---- compiling ------------------------------------------------------------------------------------------------- */

static const stp_u32 field_bytes[] = {
	[FIELD_L] = 8, [FIELD_B1] = 1, [FIELD_B2] = 2, [FIELD_B4] = 4, [FIELD_B8] = 8, [FIELD_S] = 4, [FIELD_M] = 4,
	[FIELD_H] = 4,
};

/* The description of one event while it is compiled. */
struct draft {
	struct fmt_op *ops;	/* at most one for each byte of the format */
	int nops;
	stp_u8 types[MAX_FIELDS];
	struct chart charts[MAX_FIELDS];	/* of the fields of type h */
	int ntypes;
	stp_u32 after;		/* least bytes of the fields not compiled yet */
	bool variable;
	struct step *steps;	/* at most one for each operation, and the end */
	int nsteps;
	stp_u32 room;
};

static void *zeroed(size_t n, size_t size)
{
	void *p = calloc(n, size);

	if (!p) {
		tell_error("out of memory");
		_exit(1);
	}
	return p;
}

/* For a format of so many bytes. */
static void draft_room(struct draft *d, stp_u32 length)
{
	d->ops = zeroed(length + 1ul, sizeof(*d->ops));
	d->steps = zeroed(length + 1ul, sizeof(*d->steps));
}

static void draft_free(struct draft *d)
{
	free(d->ops);
	free(d->steps);
	free(d);
}

static struct step *add_step(struct draft *d, enum step_code code)
{
	struct step *s = &d->steps[d->nsteps++];

	*s = (struct step){ .code = code };
	return s;
}

static struct step *last_step(struct draft *d)
{
	return d->nsteps ? &d->steps[d->nsteps - 1] : NULL;
}

static bool is_plain(const struct fmt_op *op)
{
	return !op->flags && op->width < 0 && op->precision < 0;
}

/* Does the field hold exactly the bytes that the conversion prints? */
static bool is_raw(const struct fmt_op *op, enum field_type type)
{
	if (op->conv != FMT_BINARY || !op->bytes)
		return false;
	return type <= FIELD_B8 && field_bytes[type] == op->bytes && op->width <= op->bytes;
}

static void compile_text(struct draft *d, const struct fmt_op *op)
{
	struct step *s = last_step(d);

	d->room += op->length;
	if (s && (s->code == STEP_DECIMAL || s->code == STEP_STRING) && op->length + s->tail_length <= sizeof(s->tail)) {
		memcpy(s->tail + s->tail_length, op->text, op->length);
		s->tail_length += op->length;
		return;
	}
	if (op->length <= sizeof(s->tail)) {
		s = add_step(d, STEP_SHORT);
		memcpy(s->tail, op->text, op->length);
		s->tail_length = op->length;
		return;
	}
	s = add_step(d, STEP_TEXT);
	s->text = op->text;
	s->length = op->length;
}

static void compile_raw(struct draft *d, stp_u32 bytes)
{
	struct step *s = last_step(d);

	d->room += bytes;
	if (!s || s->code != STEP_BYTES)
		s = add_step(d, STEP_BYTES);
	s->length += bytes;
}

static bool takes_string(const struct fmt_op *op)
{
	return op->conv == FMT_STRING || op->conv == FMT_MEMORY || op->conv == FMT_MEMORY_HEX;
}

/* The chart is drawn behind the place where its formatted text goes. */
static void compile_chart(struct draft *d, const struct fmt_op *op, struct chart *chart)
{
	struct step *s = add_step(d, STEP_CHART);

	s->stars = fmt_op_values(op) - 1;
	s->length = d->after;
	s->chart = chart;
	chart->op = *op;
	chart->room = hist_room(&chart->hist, &chart->look);
	chart->formatted = chart->room + 2 * 8192 + (op->width > 0 ? op->width : 0);
	d->room += chart->room + chart->formatted;
}

static void compile_value(struct draft *d, const struct fmt_op *op, int field)
{
	enum field_type type = d->types[field];
	struct step *s;

	if (type == FIELD_H) {
		compile_chart(d, op, &d->charts[field]);
		return;
	}
	if (is_raw(op, type)) {
		compile_raw(d, op->bytes);
	} else if (op->conv == FMT_SIGNED && type == FIELD_L && is_plain(op)) {
		add_step(d, STEP_DECIMAL);
		d->room += 20;
	} else if (takes_string(op) && op->conv != FMT_MEMORY_HEX && is_plain(op)) {
		s = add_step(d, STEP_STRING);	/* its bytes are in the record's size */
		s->length = d->after;
	} else {
		s = add_step(d, STEP_FORMAT);
		s->type = type;
		s->length = d->after;
		s->format = op;
		s->stars = fmt_op_values(op) - 1;
		d->room += 32 + (s->stars ? 2 * 8192 : 0);
		d->room += (op->width > 0 ? op->width : 0) + (op->precision > 0 ? op->precision : 0);
	}
}

static int compile(const struct parser *p, struct draft *d)
{
	int field = 0;

	for (int i = 0; i < d->ntypes; i++)
		d->after += field_bytes[d->types[i]];
	for (int i = 0; i < d->nops; i++) {
		const struct fmt_op *op = &d->ops[i];
		int values = fmt_op_values(op);

		if (!values) {
			compile_text(d, op);
			continue;
		}
		for (; values > 1; values--, d->after -= 8)
			if (field >= d->ntypes || d->types[field++] != FIELD_L)
				return fail(p, "a width or precision without its field");
		if (field >= d->ntypes)
			return fail(p, "fewer fields than the format needs");
		if (takes_string(op) != (d->types[field] >= FIELD_S) ||
		    (d->types[field] == FIELD_H && op->conv != FMT_STRING))
			return fail(p, "a field whose type does not fit the format");
		d->after -= field_bytes[d->types[field]];
		compile_value(d, op, field++);
	}
	if (field != d->ntypes)
		return fail(p, "more fields than the format needs");
	add_step(d, STEP_END);
	return 0;
}

static int install(const struct parser *p, struct draft *d, stp_u32 number)
{
	struct event_table *t = p->table;
	struct event *e = &t->events[number];
	stp_u32 bytes = d->variable ? 12 : 8;
	struct step *steps;

	for (int i = 0; i < d->ntypes; i++) {
		bytes += field_bytes[d->types[i]];
		if (d->types[i] >= FIELD_S && !d->variable)
			return fail(p, "a variable field in an event of fixed size");
	}
	steps = keep(t, d->steps, d->nsteps * sizeof(*steps));
	for (struct step *s = steps; s->code != STEP_END; s++) {
		if (s->code == STEP_TEXT)
			s->text = keep(t, s->text, s->length);
		else if (s->code == STEP_FORMAT)
			s->format = keep(t, s->format, sizeof(*s->format));
		else if (s->code == STEP_CHART)
			s->chart = keep(t, s->chart, sizeof(*s->chart));
	}
	*e = (struct event){ .steps = steps, .room = d->room, .least = bytes };
	e->size = d->variable ? 0 : (bytes + 7) & ~7u;
	e->kind = d->variable ? EVENT_VARIABLE : EVENT_FIXED;
	if (!d->ntypes && steps[0].code == STEP_SHORT && steps[1].code == STEP_END)
		e->kind = EVENT_CONSTANT;
	if (!d->variable && steps[0].code == STEP_BYTES && steps[1].code == STEP_END) {
		e->kind = EVENT_COPY;
		e->payload = steps[0].length;
	}
	return 0;
}

/* ---- reading the text ------------------------------------------------------------------------------------------ */

static bool skip(struct parser *p, char c)
{
	if (p->at == p->end || *p->at != c)
		return false;
	p->at++;
	return true;
}

static bool parse_number(struct parser *p, stp_u32 *n)
{
	const char *start = p->at;

	for (*n = 0; p->at < p->end && *p->at >= '0' && *p->at <= '9' && *n < EVENT_NUMBERS; p->at++)
		*n = *n * 10 + (*p->at - '0');
	return p->at > start;
}

static char unescape(struct parser *p)
{
	char c = *p->at++;
	int n = c - '0';

	switch (c) {
	case 'n': return '\n';
	case 't': return '\t';
	case '0' ... '7':
		for (int i = 0; i < 2 && p->at < p->end && *p->at >= '0' && *p->at <= '7'; i++)
			n = n * 8 + (*p->at++ - '0');
		return n;
	default: return c;
	}
}

/* Quoted text, into `out`, which is as long as the line. Returns false when it is not there or not ended. */
static bool parse_quoted(struct parser *p, char *out, stp_u32 *length)
{
	*length = 0;
	if (!skip(p, '"'))
		return false;
	while (p->at < p->end && *p->at != '"') {
		char c = *p->at++;

		if (c == '\\') {
			if (p->at == p->end)
				return false;
			c = unescape(p);
		}
		out[(*length)++] = c;
	}
	return skip(p, '"');
}

static bool parse_signed(struct parser *p, stp_s64 *n)
{
	bool negative = skip(p, '-');
	const char *start = p->at;
	stp_u64 value = 0;

	for (; p->at < p->end && *p->at >= '0' && *p->at <= '9'; p->at++)
		value = value * 10 + (*p->at - '0');
	*n = (stp_s64)(negative ? -value : value);
	return p->at > start;
}

/* hKIND/BUCKETS/LOW/STEP/WIDTH/ELISION: */
static bool parse_chart(struct parser *p, struct chart *chart)
{
	stp_s64 n[6];

	for (int i = 0; i < 6; i++)
		if (!skip(p, i ? '/' : 'h') || !parse_signed(p, &n[i]))
			return false;
	if (!skip(p, ':') || n[0] < 0 || n[0] > HIST_LINEAR || n[1] < 3 || n[1] > HIST_BUCKETS_MAX ||
	    n[4] < 1 || n[4] > HIST_WIDTH_MAX || n[5] < -1 || n[5] > HIST_BUCKETS_MAX)
		return false;
	if (n[0] == HIST_LOG && n[1] != HIST_LOG_BUCKETS)
		return false;
	chart->hist = (struct hist){ .kind = n[0], .buckets = n[1], .low = n[2], .step = n[3] };
	chart->look = (struct hist_look){ .width = n[4], .elision = (int)n[5] };
	return true;
}

static bool parse_type(struct parser *p, stp_u8 *type)
{
	static const struct { const char *name; stp_u8 type; } types[] = {
		{ "l:", FIELD_L }, { "b1:", FIELD_B1 }, { "b2:", FIELD_B2 }, { "b4:", FIELD_B4 }, { "b8:", FIELD_B8 },
		{ "s:", FIELD_S }, { "m:", FIELD_M },
	};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		size_t n = strlen(types[i].name);

		if ((size_t)(p->end - p->at) > n && !memcmp(p->at, types[i].name, n)) {
			p->at += n;
			*type = types[i].type;
			return true;
		}
	}
	return false;
}

static bool parse_field_type(struct parser *p, struct draft *d)
{
	int i = d->ntypes++;

	if (p->at < p->end && *p->at == 'h') {
		d->types[i] = FIELD_H;
		return parse_chart(p, &d->charts[i]);
	}
	return parse_type(p, &d->types[i]);
}

static int parse_fields(struct parser *p, struct draft *d, char *scratch)
{
	stp_u32 length;

	while (skip(p, ' ')) {
		if (d->ntypes == MAX_FIELDS)
			return fail(p, "too many fields");
		if (!parse_field_type(p, d) || !parse_quoted(p, scratch, &length))
			return fail(p, "a field that cannot be read");
	}
	return p->at == p->end ? 0 : fail(p, "text after the fields");
}

static int parse_event(struct parser *p, struct draft *d, char *format, char *scratch)
{
	struct fmt_error error;
	stp_u32 number, length;

	if (!parse_number(p, &number) || !number || number > STP_EVENT_MAX || !skip(p, ' '))
		return fail(p, "no event number");
	d->variable = skip(p, 'v');
	if ((!d->variable && !skip(p, 'f')) || !skip(p, ' ') || !parse_quoted(p, format, &length))
		return fail(p, "no kind and format");
	if (parse_fields(p, d, scratch))
		return -1;
	draft_room(d, length);
	d->nops = fmt_parse(d->ops, length, format, length, &error);
	if (d->nops < 0)
		return fail(p, error.text);
	return compile(p, d) || install(p, d, number) ? -1 : 0;
}

static int parse_line(struct parser *p)
{
	size_t length = p->end - p->at;
	struct draft *d;
	char *text;
	int rc;

	if (!skip(p, 'E') || !skip(p, ' '))
		return 0;
	d = zeroed(1, sizeof(*d));
	text = zeroed(2, length + 1);
	rc = parse_event(p, d, text, text + length);
	free(text);
	draft_free(d);
	return rc;
}

/* The events that every module has. */
static int add_builtin(struct parser *p)
{
	struct draft *d = zeroed(1, sizeof(*d));
	int rc;

	p->table->events[STP_EVENT_TIME] = (struct event){ .kind = EVENT_SILENT };
	p->table->events[STP_EVENT_LOST] = (struct event){ .kind = EVENT_SILENT, .size = 16 };
	d->variable = true;
	d->types[d->ntypes++] = FIELD_S;
	d->nops = 1;
	draft_room(d, 1);
	d->ops[0] = (struct fmt_op){ .conv = FMT_STRING, .width = -1, .precision = -1 };
	rc = compile(p, d) || install(p, d, STP_EVENT_TEXT);
	draft_free(d);
	return rc ? -1 : 0;
}

int events_parse(struct event_table *t, const char *text, size_t length)
{
	static const char title[] = "sonde-events 1\n";
	struct parser p = { .table = t, .end = text, .line = 1 };
	const char *end = text + length;

	*t = (struct event_table){ .events = calloc(EVENT_NUMBERS, sizeof(struct event)) };
	if (!t->events || add_builtin(&p))
		return -1;
	if (length < sizeof(title) - 1 || memcmp(text, title, sizeof(title) - 1))
		return fail(&p, "not a table that this program knows");
	for (text += sizeof(title) - 1; text < end; text = p.end + 1) {
		p.line++;
		p.at = text;
		p.end = memchr(text, '\n', end - text);
		if (!p.end)
			return fail(&p, "the line is not ended");
		if (parse_line(&p))
			return -1;
	}
	return 0;
}

void events_free(struct event_table *t)
{
	while (t->memory) {
		struct event_memory *m = t->memory;

		t->memory = m->next;
		free(m);
	}
	free(t->events);
	t->events = NULL;
}
