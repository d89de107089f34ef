// SPDX-License-Identifier: GPL-2.0
/*
 * printf of the language (see fmt.h). Everything that is printed passes here or through a program that stapio derives
 * from the same operations, so the rules that differ from C are gathered in this list:
 *	precision 0 of value 0 prints "0"; `#` prefixes 0 / 0x / 0X whatever the value; `0` pads a number with zeros even
 *	when a precision is given; `0` on %s appends a NUL; %b, %m and %M are the language's own.
 */
#include "fmt.h"

enum { FMT_MAX_COUNT = 8192 };	/* widths and precisions end here: no printf is longer */

/* ---- parsing --------------------------------------------------------------------------------------------------- */

struct parser {
	const char *format;
	stp_u32 at, length;
	struct fmt_op *ops;
	int nops, max;
	struct fmt_error *error;
};

static int fail(struct parser *p, stp_u32 at, const char *text)
{
	p->error->at = at;
	p->error->text = text;
	return -1;
}

static struct fmt_op *add_op(struct parser *p)
{
	static const struct fmt_op none = { .width = -1, .precision = -1 };

	if (p->nops == p->max) {
		fail(p, p->at, "too many parts in a format");
		return (struct fmt_op *)0;
	}
	p->ops[p->nops] = none;
	return &p->ops[p->nops++];
}

/* Literal bytes up to the next conversion. Of `%%` the first % ends the text and the second is skipped. */
static int parse_text(struct parser *p)
{
	stp_u32 start = p->at;
	struct fmt_op *op;

	while (p->at < p->length && p->format[p->at] != '%')
		p->at++;
	op = add_op(p);
	if (!op)
		return -1;
	op->conv = FMT_TEXT;
	op->text = p->format + start;
	op->length = p->at - start;
	if (p->at + 1 < p->length && p->format[p->at + 1] == '%') {
		op->length++;
		p->at += 2;
	}
	return 0;
}

static int flag_of(char c)
{
	switch (c) {
	case '0': return FMT_ZERO;
	case '+': return FMT_PLUS;
	case '-': return FMT_LEFT;
	case ' ': return FMT_SPACE;
	case '#': return FMT_ALT;
	default: return 0;
	}
}

static int conv_of(char c)
{
	switch (c) {
	case 'd': case 'i': return FMT_SIGNED;
	case 'u': return FMT_UNSIGNED;
	case 'o': return FMT_OCTAL;
	case 'x': return FMT_HEX;
	case 'X': return FMT_HEX_UPPER;
	case 'p': return FMT_POINTER;
	case 'c': return FMT_CHAR;
	case 's': return FMT_STRING;
	case 'b': return FMT_BINARY;
	case 'm': return FMT_MEMORY;
	case 'M': return FMT_MEMORY_HEX;
	default: return FMT_TEXT;
	}
}

/* digits or `*`; -1 when neither is there */
static int parse_count(struct parser *p, struct fmt_op *op, int arg_flag)
{
	int n = 0;
	stp_u32 start = p->at;

	if (p->at < p->length && p->format[p->at] == '*') {
		p->at++;
		op->flags |= arg_flag;
		return -1;
	}
	for (; p->at < p->length && p->format[p->at] >= '0' && p->format[p->at] <= '9'; p->at++) {
		n = n * 10 + (p->format[p->at] - '0');
		if (n > FMT_MAX_COUNT)
			n = FMT_MAX_COUNT;
	}
	return p->at == start ? -1 : n;
}

static int binary_size(int n)
{
	return n == 1 || n == 2 || n == 4 || n == 8;
}

static int binary_bytes(int width, int precision)
{
	if (binary_size(precision))
		return precision;
	return binary_size(width) ? width : 8;
}

static int parse_conversion(struct parser *p)
{
	stp_u32 start = p->at;
	struct fmt_op *op = add_op(p);

	if (!op)
		return -1;
	p->at++;
	while (p->at < p->length && flag_of(p->format[p->at]))
		op->flags |= flag_of(p->format[p->at++]);
	op->width = parse_count(p, op, FMT_WIDTH_ARG);
	if (p->at < p->length && p->format[p->at] == '.') {
		p->at++;
		op->precision = parse_count(p, op, FMT_PRECISION_ARG);
	}
	for (; op->longs < 2 && p->at < p->length && p->format[p->at] == 'l'; op->longs++)
		p->at++;
	if (p->at == p->length)
		return fail(p, start, "trailing incomplete print format conversion");
	op->conv = conv_of(p->format[p->at]);
	if (op->conv == FMT_TEXT)
		return fail(p, p->at, "invalid or missing conversion specifier");
	p->at++;
	if (op->conv == FMT_BINARY && !(op->flags & (FMT_WIDTH_ARG | FMT_PRECISION_ARG)))
		op->bytes = binary_bytes(op->width, op->precision);
	return 0;
}

int fmt_parse(struct fmt_op *ops, int max, const char *format, stp_u32 length, struct fmt_error *error)
{
	struct parser p = { .format = format, .length = length, .ops = ops, .max = max, .error = error };

	while (p.at < length) {
		int conversion = format[p.at] == '%' && !(p.at + 1 < length && format[p.at + 1] == '%');

		if (conversion ? parse_conversion(&p) : parse_text(&p))
			return -1;
	}
	return p.nops;
}

int fmt_op_values(const struct fmt_op *op)
{
	if (op->conv == FMT_TEXT)
		return 0;
	return 1 + !!(op->flags & FMT_WIDTH_ARG) + !!(op->flags & FMT_PRECISION_ARG);
}

/* ---- numbers --------------------------------------------------------------------------------------------------- */

static const char pairs[200] __attribute__((__nonstring__)) =
	"00010203040506070809" "10111213141516171819" "20212223242526272829" "30313233343536373839"
	"40414243444546474849" "50515253545556575859" "60616263646566676869" "70717273747576777879"
	"80818283848586878889" "90919293949596979899";

/* The eight decimal digits of v < 10^8, as bytes 0 to 9 in the order of memory; all eight are worked out at once, in
 * lanes of one register: halves of 10^4, then pairs, then digits. Multiplying by 10486 >> 20 and 103 >> 10 divides. */
static stp_u64 eight_digits(stp_u64 v)
{
	stp_u64 high = v / 10000;
	stp_u64 halves = high | (v - high * 10000) << 32;
	stp_u64 hundreds = ((halves * 10486) >> 20) & 0x7f0000007full;
	stp_u64 two = hundreds | (halves - hundreds * 100) << 16;
	stp_u64 tens = ((two * 103) >> 10) & 0x000f000f000f000full;
	stp_u64 digits = tens | (two - tens * 10) << 8;

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	digits = __builtin_bswap64(digits);
#endif
	return digits;
}

static void store_digits(char *out, stp_u64 digits)
{
	digits |= 0x3030303030303030ull;
	__builtin_memcpy(out, &digits, 8);
}

/* 10^4 <= v < 10^8: five to eight digits; eight bytes are written. */
static stp_u32 put_some_digits(char *out, stp_u64 v)
{
	stp_u64 digits = eight_digits(v);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	stp_u32 zeros = __builtin_clzll(digits) / 8;

	store_digits(out, digits << 8 * zeros);
#else
	stp_u32 zeros = __builtin_ctzll(digits) / 8;

	store_digits(out, digits >> 8 * zeros);
#endif
	return 8 - zeros;
}

static stp_u32 put_few_digits(char *out, stp_u32 v)
{
	stp_u32 high;

	if (v < 10) {
		*out = '0' + v;
		return 1;
	}
	if (v < 100) {
		__builtin_memcpy(out, pairs + 2 * v, 2);
		return 2;
	}
	high = v / 100;
	if (v < 1000) {
		*out = '0' + high;
		__builtin_memcpy(out + 1, pairs + 2 * (v - high * 100), 2);
		return 3;
	}
	__builtin_memcpy(out, pairs + 2 * high, 2);
	__builtin_memcpy(out + 2, pairs + 2 * (v - high * 100), 2);
	return 4;
}

static stp_u32 put_unsigned(char *out, stp_u64 v);

/* v >= 10^8. Apart from put_unsigned() so that short numbers, which are the most, save no registers. */
static __attribute__((__noinline__)) stp_u32 put_many_digits(char *out, stp_u64 v)
{
	stp_u64 high = v / 100000000;
	stp_u32 n = put_unsigned(out, high);

	store_digits(out + n, eight_digits(v - high * 100000000));
	return n + 8;
}

/* At most 20 bytes are written, in all cases. */
static stp_u32 put_unsigned(char *out, stp_u64 v)
{
	if (v < 10000)
		return put_few_digits(out, v);
	return v < 100000000 ? put_some_digits(out, v) : put_many_digits(out, v);
}

stp_u32 fmt_decimal(char *out, stp_s64 v)
{
	if (v >= 0)
		return put_unsigned(out, v);
	*out = '-';
	return 1 + put_unsigned(out + 1, 0 - (stp_u64)v);
}

/* Digits of v to the base 1 << shift, least first from the end of out[22]; returns how many. */
static stp_u32 put_power_of_two(char *out, stp_u64 v, int shift, const char *digits)
{
	stp_u32 n = 0;

	do {
		out[22 - ++n] = digits[v & ((1u << shift) - 1)];
		v >>= shift;
	} while (v);
	__builtin_memmove(out, out + 22 - n, n);
	return n;
}

/* ---- output ---------------------------------------------------------------------------------------------------- */

struct sink {
	char *out;
	stp_u32 size;
	stp_u32 used;		/* bytes asked for, also those beyond size */
};

static void put(struct sink *s, const char *bytes, stp_u32 n)
{
	if (s->used < s->size) {
		stp_u32 room = s->size - s->used;

		__builtin_memcpy(s->out + s->used, bytes, n < room ? n : room);
	}
	s->used += n;
}

static void fill(struct sink *s, char c, int n)
{
	if (n <= 0)
		return;
	if (s->used < s->size) {
		stp_u32 room = s->size - s->used;

		__builtin_memset(s->out + s->used, c, (stp_u32)n < room ? (stp_u32)n : room);
	}
	s->used += n;
}

static void put_padded(struct sink *s, const struct fmt_op *op, char pad, const char *bytes, stp_u32 n)
{
	int blanks = op->width - (int)n;

	if (!(op->flags & FMT_LEFT))
		fill(s, pad, blanks);
	put(s, bytes, n);
	if (op->flags & FMT_LEFT)
		fill(s, pad, blanks);
}

static const char *prefix_of(const struct fmt_op *op, stp_s64 v)
{
	switch (op->conv) {
	case FMT_SIGNED:
		if (v < 0)
			return "-";
		if (op->flags & FMT_PLUS)
			return "+";
		return op->flags & FMT_SPACE ? " " : "";
	case FMT_OCTAL:
		return op->flags & FMT_ALT ? "0" : "";
	case FMT_HEX:
		return op->flags & FMT_ALT ? "0x" : "";
	case FMT_HEX_UPPER:
		return op->flags & FMT_ALT ? "0X" : "";
	case FMT_POINTER:
		return "0x";
	default:
		return "";
	}
}

static stp_u32 put_digits(char digits[22], const struct fmt_op *op, stp_s64 v)
{
	switch (op->conv) {
	case FMT_SIGNED:
		return put_unsigned(digits, v < 0 ? 0 - (stp_u64)v : (stp_u64)v);
	case FMT_UNSIGNED:
		return put_unsigned(digits, v);
	case FMT_OCTAL:
		return put_power_of_two(digits, v, 3, "01234567");
	case FMT_HEX_UPPER:
		return put_power_of_two(digits, v, 4, "0123456789ABCDEF");
	default:
		return put_power_of_two(digits, v, 4, "0123456789abcdef");
	}
}

static void put_number(struct sink *s, const struct fmt_op *op, stp_s64 v)
{
	char digits[22];
	int n = put_digits(digits, op, v);
	const char *prefix = prefix_of(op, v);
	int nprefix = prefix[0] ? 1 + !!prefix[1] : 0;
	int zeros = op->precision - n;
	int blanks;

	if (zeros < 0)
		zeros = 0;
	blanks = op->width - nprefix - zeros - n;
	if (blanks > 0 && (op->flags & FMT_ZERO) && !(op->flags & FMT_LEFT)) {
		zeros += blanks;
		blanks = 0;
	}
	if (!(op->flags & FMT_LEFT))
		fill(s, ' ', blanks);
	put(s, prefix, nprefix);
	fill(s, '0', zeros);
	put(s, digits, n);
	if (op->flags & FMT_LEFT)
		fill(s, ' ', blanks);
}

/* A byte as a C character constant would show it; returns the length. */
static stp_u32 escape(char out[4], stp_u8 c)
{
	static const char named[] = "\aa\bb\ff\nn\rr\tt\vv''\\\\";
	int i;

	for (i = 0; named[i]; i += 2) {
		if ((stp_u8)named[i] == c) {
			out[0] = '\\';
			out[1] = named[i + 1];
			return 2;
		}
	}
	if (c >= ' ' && c < 127) {
		out[0] = c;
		return 1;
	}
	out[0] = '\\';
	out[1] = '0' + (c >> 6);
	out[2] = '0' + ((c >> 3) & 7);
	out[3] = '0' + (c & 7);
	return 4;
}

static void put_char(struct sink *s, const struct fmt_op *op, stp_s64 v)
{
	char out[4] = { (char)v };

	put_padded(s, op, ' ', out, op->flags & FMT_ALT ? escape(out, (stp_u8)v) : 1);
}

static void put_string(struct sink *s, const struct fmt_op *op, const struct fmt_value *v)
{
	stp_u32 n = v->length;

	if (op->precision >= 0 && n > (stp_u32)op->precision)
		n = op->precision;
	put_padded(s, op, ' ', v->string, n);
	if (op->flags & FMT_ZERO)
		fill(s, '\0', 1);
}

static void put_binary(struct sink *s, const struct fmt_op *op, stp_s64 v)
{
	union { stp_u8 b1; stp_u16 b2; stp_u32 b4; stp_s64 b8; char bytes[8]; } raw;
	int bytes = op->bytes ? op->bytes : binary_bytes(op->width, op->precision);

	switch (bytes) {
	case 1: raw.b1 = v; break;
	case 2: raw.b2 = v; break;
	case 4: raw.b4 = v; break;
	default: raw.b8 = v; break;
	}
	put_padded(s, op, '\0', raw.bytes, bytes);
}

static void put_memory_hex(struct sink *s, const struct fmt_op *op, const struct fmt_value *v)
{
	static const char digits[] = "0123456789abcdef";
	int blanks = op->width - 2 * (int)v->length;
	stp_u32 i;

	if (!(op->flags & FMT_LEFT))
		fill(s, ' ', blanks);
	for (i = 0; i < v->length; i++) {
		stp_u8 c = v->string[i];
		char two[2] = { digits[c >> 4], digits[c & 15] };

		put(s, two, 2);
	}
	if (op->flags & FMT_LEFT)
		fill(s, ' ', blanks);
}

static void put_value(struct sink *s, const struct fmt_op *op, const struct fmt_value *v)
{
	switch (op->conv) {
	case FMT_CHAR:
		put_char(s, op, v->number);
		break;
	case FMT_STRING:
		put_string(s, op, v);
		break;
	case FMT_BINARY:
		put_binary(s, op, v->number);
		break;
	case FMT_MEMORY:
		put_padded(s, op, ' ', v->string, v->length);
		break;
	case FMT_MEMORY_HEX:
		put_memory_hex(s, op, v);
		break;
	default:
		put_number(s, op, v->number);
		break;
	}
}

/* A width or precision that came as a value: as in C a negative width means `-`, a negative precision none. */
static int clamp_count(stp_s64 n)
{
	return n > FMT_MAX_COUNT ? FMT_MAX_COUNT : (int)n;
}

static void take_width(struct fmt_op *op, stp_s64 n)
{
	if (n < 0) {
		op->flags |= FMT_LEFT;
		n = n < -FMT_MAX_COUNT ? FMT_MAX_COUNT : -n;
	}
	op->width = clamp_count(n);
}

stp_u32 fmt_format(char *out, stp_u32 size, const struct fmt_op *ops, int nops, const struct fmt_value *values)
{
	struct sink s = { .out = out, .size = size };
	int i;

	for (i = 0; i < nops; i++) {
		struct fmt_op op = ops[i];

		if (op.conv == FMT_TEXT) {
			put(&s, op.text, op.length);
			continue;
		}
		if (op.flags & FMT_WIDTH_ARG)
			take_width(&op, values++->number);
		if (op.flags & FMT_PRECISION_ARG) {
			stp_s64 n = values++->number;

			op.precision = n < 0 ? -1 : clamp_count(n);
		}
		put_value(&s, &op, values++);
	}
	return s.used;
}
