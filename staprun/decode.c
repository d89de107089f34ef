// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/decode.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading the descriptions ---------------------------------------------------------------------------------- */

static int stop(struct decode *d, const char *fmt, ...) __attribute__((__format__(__printf__, 2, 3)));
static int stop(struct decode *d, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(d->stop, sizeof(d->stop), fmt, args);
	va_end(args);
	return -1;
}

/* Replaces C escapes. Returns memory that the caller frees, and its length. */
static char *unescape(const char *text, stp_u32 *length)
{
	static const char named[] = "a\ab\bf\fn\nr\rt\tv\v";
	char *result = malloc(strlen(text) + 1), *out = result;

	while (result && *text) {
		char c = *text++;
		const char *known;

		if (c == '\\' && *text >= '0' && *text <= '7') {
			c = 0;
			for (int i = 0; i < 3 && *text >= '0' && *text <= '7'; i++)
				c = c * 8 + (*text++ - '0');
		} else if (c == '\\' && *text) {
			c = *text++;
			known = strchr(named, c);
			if (known && (known - named) % 2 == 0)
				c = known[1];
		}
		*out++ = c;
	}
	*length = out - result;
	return result;
}

static int parse(struct decode *d, const char *what, const char *text, char **memory, struct fmt_op *ops, int max)
{
	struct fmt_error error;
	stp_u32 length;
	int n;

	*memory = unescape(text, &length);
	if (!*memory)
		return stop(d, "out of memory");
	n = fmt_parse(ops, max, *memory, length, &error);
	if (n < 0)
		return stop(d, "%s '%s': %s at character %u", what, text, error.text, error.at + 1);
	return n;
}

static int max(int a, int b)
{
	return a > b ? a : b;
}

/* Bytes of a field of fixed size; 0 for a string that ends with a NUL. */
static size_t field_size(const struct fmt_op *f)
{
	switch (f->conv) {
	case FMT_TEXT: return f->length;
	case FMT_CHAR: return 1;
	case FMT_BINARY: return max(f->bytes, f->width);
	default: return f->flags & FMT_ZERO ? 0 : max(f->width, f->precision);
	}
}

static int check_field(struct decode *d, const struct fmt_op *f, int number)
{
	if (f->flags & (FMT_WIDTH_ARG | FMT_PRECISION_ARG))
		return stop(d, "field %d: a size must be a number, not *", number);
	switch (f->conv) {
	case FMT_BINARY:
	case FMT_CHAR:
		return 0;
	case FMT_STRING:
		if (field_size(f) || f->flags & FMT_ZERO)
			return 0;
		return stop(d, "field %d: a string needs its size (%%16s), or %%0s when it ends with a NUL", number);
	default:
		return stop(d, "field %d: only %%Nb, %%Ns, %%0s and %%c can be decoded; text is no binary output", number);
	}
}

static int check_fields(struct decode *d)
{
	int number = 0;

	for (int i = 0; i < d->nfields; i++) {
		const struct fmt_op *f = &d->fields[i];

		d->minimum += f->conv == FMT_STRING && !field_size(f) ? 1 : field_size(f);
		if (f->conv != FMT_TEXT && check_field(d, f, ++number))
			return -1;
	}
	return number ? 0 : stop(d, "no field in the list: -f '%%8b%%8b' describes two numbers of 8 bytes");
}

static void add_text(struct decode *d, const char *text)
{
	d->format[d->nformat++] = (struct fmt_op){ .conv = FMT_TEXT, .text = text, .length = strlen(text) };
}

static void make_format(struct decode *d, bool is_unsigned)
{
	for (int i = 0; i < d->nfields; i++) {
		struct fmt_op op = { .conv = d->fields[i].conv, .width = -1, .precision = -1 };

		if (op.conv == FMT_TEXT)
			continue;
		if (d->nformat)
			add_text(d, " ");
		if (op.conv == FMT_BINARY)
			op.conv = is_unsigned ? FMT_UNSIGNED : FMT_SIGNED;
		d->format[d->nformat++] = op;
	}
	add_text(d, "\n");
}

static bool is_string(const struct fmt_op *op)
{
	return op->conv == FMT_STRING || op->conv == FMT_MEMORY || op->conv == FMT_MEMORY_HEX;
}

/* The next operation from *i on that stands for a field; NULL: none. */
static const struct fmt_op *next_value(const struct fmt_op *ops, int n, int *i)
{
	while (*i < n && ops[*i].conv == FMT_TEXT)
		++*i;
	return *i < n ? &ops[(*i)++] : NULL;
}

static int check_format(struct decode *d)
{
	int i = 0, k = 0, number = 0;

	for (;;) {
		const struct fmt_op *field = next_value(d->fields, d->nfields, &i);
		const struct fmt_op *op = next_value(d->format, d->nformat, &k);

		number++;
		if (!field && !op)
			return 0;
		if (!field || !op)
			return stop(d, "-o prints %s fields than -f has", op ? "more" : "fewer");
		if (fmt_op_values(op) > 1)
			return stop(d, "-o, field %d: a width must be a number, not *", number);
		if (is_string(field) != is_string(op))
			return stop(d, "-o, field %d: that conversion does not fit a %s", number,
				    is_string(field) ? "string" : "number");
	}
}

int decode_open(struct decode *d, const char *fields, const char *format, bool is_unsigned, unsigned long long skip)
{
	*d = (struct decode){ .byte = skip, .record = 1 };
	d->nfields = parse(d, "-f", fields, &d->field_text, d->fields, DECODE_MAX);
	if (d->nfields < 0 || check_fields(d))
		return -1;
	if (!format) {
		make_format(d, is_unsigned);
		return 0;
	}
	d->nformat = parse(d, "-o", format, &d->format_text, d->format, 2 * DECODE_MAX);
	return d->nformat < 0 || check_format(d) ? -1 : 0;
}

void decode_close(struct decode *d)
{
	free(d->field_text);
	free(d->format_text);
}

/* ---- decoding -------------------------------------------------------------------------------------------------- */

static int stop_here(struct decode *d, const char *fmt, ...) __attribute__((__format__(__printf__, 2, 3)));
static int stop_here(struct decode *d, const char *fmt, ...)
{
	char why[160];
	va_list args;

	va_start(args, fmt);
	vsnprintf(why, sizeof(why), fmt, args);
	va_end(args);
	return stop(d, "record %llu, byte %llu: %s", d->record, d->byte, why);
}

static const char *visible(const char *bytes, size_t n, char text[40])
{
	size_t used = 0;

	for (size_t i = 0; i < n && used < 30; i++)
		used += isprint((unsigned char)bytes[i]) && bytes[i] != '\\' ?
			sprintf(text + used, "%c", bytes[i]) :
			sprintf(text + used, "\\%03o", (unsigned char)bytes[i]);
	text[used] = 0;
	return text;
}

/* A number of the field's bytes, extended by its sign; decode_record() takes that back where it is printed unsigned. */
static stp_s64 load_number(const char *p, const struct fmt_op *f)
{
	signed char b1;
	short b2;
	int b4;
	stp_s64 b8;

	if (f->width > f->bytes && !(f->flags & FMT_LEFT))
		p += f->width - f->bytes;	/* padded on the left */
	switch (f->bytes) {
	case 1: memcpy(&b1, p, 1); return b1;
	case 2: memcpy(&b2, p, 2); return b2;
	case 4: memcpy(&b4, p, 4); return b4;
	default: memcpy(&b8, p, 8); return b8;
	}
}

/* One field at p. Returns its size, 0 when it is not whole, -1 when it makes no sense. */
static long decode_field(struct decode *d, const struct fmt_op *f, const char *p, size_t size, struct fmt_value *v)
{
	size_t n = field_size(f);
	const char *end;
	char want[40], found[40];

	if (n > size)
		return 0;
	switch (f->conv) {
	case FMT_TEXT:
		if (!memcmp(p, f->text, n))
			return n;
		return stop_here(d, "'%s' expected, '%s' found", visible(f->text, n, want), visible(p, n, found));
	case FMT_CHAR:
		v->number = (unsigned char)*p;
		return n;
	case FMT_BINARY:
		v->number = load_number(p, f);
		return n;
	default:
		end = memchr(p, 0, n ? n : size);
		if (!end && !n)
			return 0;
		v->string = p;
		v->length = end ? (size_t)(end - p) : n;
		return n ? n : v->length + 1;
	}
}

/* Numbers that are printed without a sign are as wide as their fields. */
static void drop_signs(const struct decode *d, struct fmt_value *values)
{
	int i = 0, k = 0;
	const struct fmt_op *f, *op;

	for (; (f = next_value(d->fields, d->nfields, &i)) && (op = next_value(d->format, d->nformat, &k)); values++)
		if (f->conv == FMT_BINARY && f->bytes < 8 && op->conv != FMT_SIGNED)
			values->number &= (1ull << (8 * f->bytes)) - 1;
}

/* Bytes of the whole record at p, 0: not whole, -1: makes no sense. */
static long decode_record(struct decode *d, const char *p, size_t size, struct fmt_value *values)
{
	const char *start = p;

	for (int i = 0; i < d->nfields; i++) {
		long n = decode_field(d, &d->fields[i], p, size - (p - start), values);

		if (n <= 0)
			return n;
		if (d->fields[i].conv != FMT_TEXT)
			values++;
		p += n;
	}
	return p - start;
}

static void print_record(const struct decode *d, struct fmt_value *values, struct output *out)
{
	stp_u32 need;

	drop_signs(d, values);
	need = fmt_format(out->at, out->end - out->at, d->format, d->nformat, values);
	if (need > (size_t)(out->end - out->at)) {
		output_room(out, need);
		fmt_format(out->at, need, d->format, d->nformat, values);
	}
	out->at += need;
}

long decode_bytes(struct decode *d, const char *bytes, size_t size, struct output *out)
{
	struct fmt_value values[DECODE_MAX] = {};
	size_t done = 0;
	long n;

	while ((n = decode_record(d, bytes + done, size - done, values)) > 0) {
		print_record(d, values, out);
		done += n;
		d->record++;
		d->byte += n;
	}
	return n < 0 ? -1 : (long)done;
}

int decode_end(struct decode *d, size_t size)
{
	if (!size)
		return 0;
	if (size < d->minimum)
		return stop_here(d, "only %zu of %zu bytes left", size, d->minimum);
	return stop_here(d, "a string does not end: %zu bytes left", size);
}
