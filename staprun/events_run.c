// SPDX-License-Identifier: GPL-2.0-or-later
/* The hot part of the reader: records to output. Instructions count here; everything else is told by the caller. */
#include "staprun/events.h"

#include <string.h>

#include "staprun/output.h"

static inline stp_u64 load8(const char *p) { stp_u64 v; memcpy(&v, p, 8); return v; }
static inline stp_u32 load4(const char *p) { stp_u32 v; memcpy(&v, p, 4); return v; }
static inline short load2(const char *p) { short v; memcpy(&v, p, 2); return v; }

/* Headers are compared signed: times have 48 bits and wrap once in days. */
static inline int is_beyond(stp_u64 header, stp_u64 bound)
{
	return (long long)(header - bound) > 0;
}

/*
 * A row of records of one event whose fields are its output. The copy has the record's constant size, and each one
 * overwrites what the one before copied too much (at most 7 bytes, see OUTPUT_SLACK).
 */
static inline __attribute__((__always_inline__)) const char *
copy_row(struct events_run *run, const char *p, const char *stop, stp_u64 bound, stp_u32 payload, const stp_u32 bytes)
{
	unsigned short number = load8(p);
	const char *start = p;
	char *out = run->out;
	stp_u64 header;

	do {
		memcpy(out, p + 8, bytes);
		out += payload;
		p += 8 + bytes;
		if (p >= stop)
			break;
		header = load8(p);
	} while ((unsigned short)header == number && !is_beyond(header, bound));
	run->records += (stp_u64)(p - start) / (8 + bytes);
	run->out = out;
	return p;
}

static const char *run_copy(struct events_run *run, const struct event *e, const char *p, const char *end, stp_u64 bound)
{
	stp_u64 fit = (run->out_end - run->out) / e->payload;
	stp_u64 there = (end - p) / e->size;
	const char *stop = p + (fit < there ? fit : there) * e->size;

	if (stop == p) {
		run->need = e->payload;
		run->bad = !there;
		return p;
	}
	switch (e->size) {
	case 16: return copy_row(run, p, stop, bound, e->payload, 8);
	case 24: return copy_row(run, p, stop, bound, e->payload, 16);
	case 32: return copy_row(run, p, stop, bound, e->payload, 24);
	case 40: return copy_row(run, p, stop, bound, e->payload, 32);
	default: break;
	}
	memcpy(run->out, p + 8, e->payload);
	run->out += e->payload;
	run->records++;
	return p + e->size;
}

static stp_s64 load_number(const char *p, enum field_type type)
{
	switch (type) {
	case FIELD_B1: return *(const signed char *)p;
	case FIELD_B2: return load2(p);
	case FIELD_B4: return (int)load4(p);
	default: return load8(p);
	}
}

static const stp_u8 field_bytes[] = {
	[FIELD_L] = 8, [FIELD_B1] = 1, [FIELD_B2] = 2, [FIELD_B4] = 4, [FIELD_B8] = 8, [FIELD_S] = 4, [FIELD_M] = 4,
	[FIELD_H] = 4,
};

/* One conversion in full generality. Returns where its fields end, NULL when they end beyond `end`. */
static const char *run_format(const struct step *s, const char *f, const char *end, char **out)
{
	struct fmt_value values[3] = {};
	struct fmt_value *v = values;
	stp_u32 bytes = field_bytes[s->type];

	for (int i = 0; i < s->stars; i++, f += 8)
		v++->number = load8(f);
	if (s->type >= FIELD_S) {
		v->length = load4(f);
		v->string = f + bytes;
		bytes += v->length;
		if (v->length > (end - v->string) - s->length)
			return NULL;
	} else {
		v->number = load_number(f, s->type);
	}
	*out += fmt_format(*out, ~0u, s->format, 1, values);
	return f + bytes;
}

/* A string field. Returns where it ends, NULL when that is beyond what the fields after it leave of the record. */
static const char *run_string(const struct step *s, const char *f, const char *end, char **out)
{
	stp_u32 n = load4(f);

	f += 4;
	if (n > (end - f) - s->length)
		return NULL;
	memcpy(*out, f, n);
	*out += n;
	return f + n;
}

/* A chart. Returns as run_format(). */
static const char *run_chart(const struct step *s, const char *f, const char *end, char **out)
{
	const struct chart *c = s->chart;
	struct fmt_value values[3] = {};
	stp_u64 counts[HIST_BUCKETS_MAX];
	char *text = *out + c->formatted;
	stp_u32 bytes;

	for (int i = 0; i < s->stars; i++, f += 8)
		values[i].number = load8(f);
	bytes = load4(f);
	f += 4;
	if (bytes != c->hist.buckets * sizeof(*counts) || bytes > (end - f) - s->length)
		return NULL;
	memcpy(counts, f, bytes);
	values[s->stars].string = text;
	values[s->stars].length = hist_draw(text, c->room, &c->hist, counts, &c->look);
	*out += fmt_format(*out, c->formatted, &c->op, 1, values);
	return f + bytes;
}

/*
 * Carries out a program on the fields at f. Returns the end of its output, or NULL when a string is longer than the
 * record. Only strings need a check: the record has its least size, and each string leaves what the rest needs.
 */
static inline __attribute__((__always_inline__)) char *
run_steps(const struct step *s, const char *f, const char *end, char *out)
{
	for (;; s++) {
		while (s->code == STEP_DECIMAL) {
			out += fmt_decimal(out, load8(f));
			f += 8;
			memcpy(out, s->tail, sizeof(s->tail));
			out += s->tail_length;
			s++;
		}
		switch (s->code) {
		case STEP_STRING:
			f = run_string(s, f, end, &out);
			if (!f)
				return NULL;
			memcpy(out, s->tail, sizeof(s->tail));
			out += s->tail_length;
			break;
		case STEP_TEXT:
			memcpy(out, s->text, s->length);
			out += s->length;
			break;
		case STEP_SHORT:
			memcpy(out, s->tail, sizeof(s->tail));
			out += s->tail_length;
			break;
		case STEP_BYTES:
			memcpy(out, f, s->length);
			out += s->length;
			f += s->length;
			break;
		case STEP_CHART:
			f = run_chart(s, f, end, &out);
			if (!f)
				return NULL;
			break;
		case STEP_FORMAT:
			f = run_format(s, f, end, &out);
			if (!f)
				return NULL;
			break;
		default:
			return out;
		}
	}
}

/* A row of records that print the same few bytes each. Returns as events_run(). */
static const char *run_constant(struct events_run *run, const struct event *e, const char *p, const char *end, stp_u64 bound)
{
	stp_u64 text, fit = (run->out_end - run->out) / 8, there = (end - p) / 8;
	const char *stop = p + (fit < there ? fit : there) * 8, *start = p;
	stp_u32 length = e->steps->tail_length;
	unsigned short number = load8(p);
	char *out = run->out;
	stp_u64 header;

	if (stop == p) {
		run->need = 8;
		return p;
	}
	memcpy(&text, e->steps->tail, sizeof(text));
	do {
		memcpy(out, &text, sizeof(text));
		out += length;
		p += 8;
		if (p >= stop)
			break;
		header = load8(p);
	} while ((unsigned short)header == number && !is_beyond(header, bound));
	run->records += (stp_u64)(p - start) / 8;
	run->out = out;
	return p;
}

/* A row of records of one event of fixed size, by program. Returns as events_run(). */
static const char *run_fixed(struct events_run *run, const struct event *e, const char *p, const char *end, stp_u64 bound)
{
	stp_u64 need = e->room + 2ull * e->size;
	stp_u64 fit = (run->out_end - run->out) / need;
	stp_u64 there = (end - p) / e->size;
	const char *stop = p + (fit < there ? fit : there) * e->size;
	unsigned short number = load8(p);
	const char *start = p;
	char *out = run->out;
	stp_u64 header;

	if (stop == p) {
		run->need = need;
		run->bad = !there;
		return p;
	}
	do {
		out = run_steps(e->steps, p + 8, p + e->size, out);
		p += e->size;
		if (p >= stop)
			break;
		header = load8(p);
	} while ((unsigned short)header == number && !is_beyond(header, bound));
	run->records += (stp_u64)(p - start) / e->size;
	run->out = out;
	return p;
}

/* One record of variable size. Returns the next one, or p itself with need or bad set. */
static const char *run_variable(struct events_run *run, const struct event *e, const char *p, const char *end)
{
	stp_u32 size = events_record_size(run->table, p, end - p);
	stp_u64 need = e->room + 2ull * size;
	char *out;

	if (size < e->least) {
		run->bad = 1;
		return p;
	}
	if ((stp_u64)(run->out_end - run->out) < need) {
		run->need = need;
		return p;
	}
	out = run_steps(e->steps, p + 12, p + size, run->out);
	if (!out) {
		run->bad = 1;
		return p;
	}
	run->out = out;
	run->records++;
	return p + size;
}

static const char *run_silent(struct events_run *run, const char *p, const char *end)
{
	stp_u32 size = events_record_size(run->table, p, end - p);

	run->bad = size < 8;
	return p + size;
}

const char *events_run(struct events_run *run, const char *p, const char *end, stp_u64 bound)
{
	run->need = 0;
	run->bad = 0;
	while (p < end) {
		const char *start = p;
		stp_u64 header = load8(p);
		const struct event *e = &run->table->events[stp_header_event(header)];

		if (is_beyond(header, bound))
			break;
		switch (e->kind) {
		case EVENT_COPY:
			p = run_copy(run, e, p, end, bound);
			break;
		case EVENT_CONSTANT:
			p = run_constant(run, e, p, end, bound);
			break;
		case EVENT_FIXED:
			p = run_fixed(run, e, p, end, bound);
			break;
		case EVENT_VARIABLE:
			p = run_variable(run, e, p, end);
			break;
		case EVENT_SILENT:
			p = run_silent(run, p, end);
			break;
		default:
			run->bad = 1;
			break;
		}
		if (p == start)
			break;
	}
	return p;
}
