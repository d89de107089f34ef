// SPDX-License-Identifier: GPL-2.0-or-later
/* runtime/pure/fmt.c against the C library's printf, and the rules in which the language differs. */
#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "runtime/pure/fmt.h"
#include "testsuite/unit/reader_check.h"

struct result {
	char text[20000];
	unsigned int length;
};

/* Formats with one conversion; `n` values. */
static void format(struct result *r, const char *text, const struct fmt_value *values)
{
	struct fmt_op ops[16];
	struct fmt_error error = { 0, "" };
	int n = fmt_parse(ops, 16, text, strlen(text), &error);

	if (n < 0)
		r->length = sprintf(r->text, "error at %u: %s", error.at, error.text);
	else
		r->length = fmt_format(r->text, sizeof(r->text), ops, n, values);
}

#define WANT(c, format_text, wanted, ...) do { \
	static struct result got; \
	const struct fmt_value values[] = { __VA_ARGS__ }; \
	format(&got, format_text, values); \
	CHECK_BYTES(c, got.text, got.length, wanted, sizeof(wanted) - 1); \
} while (0)
#define N(n)	{ .number = (n) }
#define S(s)	{ .string = (s), .length = sizeof(s) - 1 }

static void test_text(struct check *c)
{
	WANT(c, "", "", N(0));
	WANT(c, "plain", "plain", N(0));
	WANT(c, "100%%", "100%", N(0));
	WANT(c, "%%%%x%%", "%%x%", N(0));
	WANT(c, "a%db%%c%dd", "a1b%c2d", N(1), N(2));
}

static void test_differences_from_c(struct check *c)
{
	WANT(c, "%.0d", "0", N(0));
	WANT(c, "%#x %#X %#o", "0x0 0X0 00", N(0), N(0), N(0));
	WANT(c, "%#o", "0755", N(0755));
	WANT(c, "%08.3d", "00000005", N(5));
	WANT(c, "%p", "0xffffffffffffffff", N(-1));
	WANT(c, "%20p|%-8p|", "                0xff|0xff    |", N(255), N(255));
	WANT(c, "%0s|", "ab\0|", S("ab"));
	WANT(c, "%-05s|", "ab   \0|", S("ab"));
	WANT(c, "%#s", "ab", S("ab"));
	WANT(c, "%.d", "7", N(7));
}

static void test_char(struct check *c)
{
	WANT(c, "%c%c", "A\xff", N('A'), N(-1));
	WANT(c, "%3c|%-3c|", "  A|A  |", N('A'), N('A'));
	WANT(c, "%#c%#c%#c%#c", "\\n\\'\\\\\\000", N('\n'), N('\''), N('\\'), N(0));
	WANT(c, "%#c%#c%#c", "\\377\\177~", N(255), N(127), N('~'));
	WANT(c, "%#5c", "   \\t", N('\t'));
}

static void test_binary(struct check *c)
{
	WANT(c, "%1b%2b%4b", "\x01\x02\x01\x04\x03\x02\x01", N(0x101), N(0x90102), N(0x501020304));
	WANT(c, "%8b", "\x08\x07\x06\x05\x04\x03\x02\x01", N(0x0102030405060708));
	WANT(c, "%b", "\x08\x07\x06\x05\x04\x03\x02\x01", N(0x0102030405060708));
	WANT(c, "%3b", "\xff\xff\xff\xff\xff\xff\xff\xff", N(-1));
	WANT(c, "%.2b", "\x02\x01", N(0x0102));
	WANT(c, "%4.2b", "\0\0\x02\x01", N(0x0102));
	WANT(c, "%-4.2b", "\x02\x01\0\0", N(0x0102));
	WANT(c, "%2.3b", "\x02\x01", N(0x0102));
	WANT(c, "%10b", "\0\0\xff\xff\xff\xff\xff\xff\xff\xff", N(-1));
	WANT(c, "%*b", "\x02\x01", N(2), N(0x0102));
	WANT(c, "%.*b", "\x02", N(1), N(0x0102));
	WANT(c, "%*.*b", "\0\0\x02", N(3), N(1), N(2));
}

static void test_memory(struct check *c)
{
	WANT(c, "%4m|", "a\0bc|", S("a\0bc"));
	WANT(c, "%6.4m|%-6.4m|", "  abcd|abcd  |", S("abcd"), S("abcd"));
	WANT(c, "%.4M|", "00ff7f0a|", S("\x00\xff\x7f\n"));
	WANT(c, "%6.2M|%-6.2M|", "  6162|6162  |", S("ab"), S("ab"));
}

static void test_dynamic(struct check *c)
{
	WANT(c, "%*d|", "   7|", N(4), N(7));
	WANT(c, "%-*d|", "7   |", N(4), N(7));
	WANT(c, "%*d|", "7   |", N(-4), N(7));
	WANT(c, "%-*d|", "7   |", N(-4), N(7));
	WANT(c, "%0*d|", "7   |", N(-4), N(7));
	WANT(c, "%.*d|", "7|", N(-4), N(7));
	WANT(c, "%*.*s|", "abcdef  |", N(-8), N(-1), S("abcdef"));
	WANT(c, "%*.*b|", "\x02\x01\0|", N(-3), N(2), N(0x0102));
	WANT(c, "%.*s|", "abc|", N(3), S("abcdef"));
	WANT(c, "%*.*d|", "   0007|", N(7), N(4), N(7));
	WANT(c, "%.*s|", "abcdef|", N(INT64_MIN), S("abcdef"));
	WANT(c, "%.*s|", "|", N(0), S("abcdef"));
}

static void test_errors(struct check *c)
{
	WANT(c, "ab%", "error at 2: trailing incomplete print format conversion", N(0));
	WANT(c, "%-8.3l", "error at 0: trailing incomplete print format conversion", N(0));
	WANT(c, "%d %n", "error at 4: invalid or missing conversion specifier", N(0));
	WANT(c, "%llld", "error at 3: invalid or missing conversion specifier", N(0));
	WANT(c, "%hd", "error at 1: invalid or missing conversion specifier", N(0));
	WANT(c, "%+-+d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d", "error at 35: too many parts in a format", N(0));
}

static void test_values_of_operations(struct check *c)
{
	static const struct { const char *text; int values; } cases[] = {
		{ "x", 0 }, { "%%", 0 }, { "%d", 1 }, { "%*d", 2 }, { "%.*s", 2 }, { "%*.*M", 3 },
	};
	struct fmt_op op;
	struct fmt_error error;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		CHECK(c, fmt_parse(&op, 1, cases[i].text, strlen(cases[i].text), &error) == 1, "%s", cases[i].text);
		CHECK(c, fmt_op_values(&op) == cases[i].values, "%s", cases[i].text);
	}
}

/* The result in full is announced, and nothing is written beyond the size given. */
static void test_cut(struct check *c)
{
	static const char text[] = "<%5d|%-5d|%s|%#x|%05d|%8.2b|%.3M>";
	const struct fmt_value values[] = { N(-12), N(34), S("string"), N(255), N(6), N(1), S("abc") };
	struct fmt_op ops[32];
	struct fmt_error error;
	int n = fmt_parse(ops, 32, text, strlen(text), &error);
	char whole[100], cut[100];
	unsigned int length = fmt_format(whole, sizeof(whole), ops, n, values);

	CHECK(c, length > 40 && length < 60, "length %u", length);
	for (unsigned int size = 0; size <= length; size++) {
		memset(cut, '~', sizeof(cut));
		CHECK(c, fmt_format(cut, size, ops, n, values) == length, "size %u", size);
		CHECK_BYTES(c, cut, size, whole, size);
		CHECK(c, cut[size] == '~', "written beyond %u", size);
	}
}

static int64_t random_number(unsigned long long *state)
{
	static const int64_t special[] = { 0, 1, -1, 9, 10, 99, 100, INT64_MIN, INT64_MAX, INT32_MIN, UINT32_MAX };
	uint64_t r = check_random(state);

	if (r % 8 == 0)
		return special[(r >> 8) % (sizeof(special) / sizeof(special[0]))];
	return (int64_t)check_random(state) >> (r >> 8) % 64;
}

static void test_decimal(struct check *c)
{
	unsigned long long state = 88172645463325252ull;
	char got[24], want[24];

	for (int i = 0; i < 200000; i++) {
		int64_t v = random_number(&state);
		unsigned int n = fmt_decimal(got, v);

		CHECK_BYTES(c, got, n, want, (size_t)sprintf(want, "%" PRId64, v));
	}
	for (uint64_t power = 1, i = 0; i < 19; i++, power *= 10) {
		for (int64_t v = (int64_t)power - 1; v <= (int64_t)power + 1; v++) {
			CHECK_BYTES(c, got, fmt_decimal(got, v), want, (size_t)sprintf(want, "%" PRId64, v));
			CHECK_BYTES(c, got, fmt_decimal(got, -v), want, (size_t)sprintf(want, "%" PRId64, -v));
		}
	}
}

struct conversion {
	char ours[64], libc[64];
	int64_t number;
	char string[40];
};

/* A random conversion in which both agree: the language's own rules are left out. */
static void random_conversion(struct conversion *v, unsigned long long *state)
{
	static const char letters[] = "diuxXcs";
	char letter = letters[check_random(state) % (sizeof(letters) - 1)];
	char flags[8] = "", counts[24] = "";
	uint64_t r = check_random(state);
	int with_precision = r & 64 && letter != 'c';

	v->number = random_number(state);
	if (v->number == 0)
		v->number = 17;
	for (int i = 0; i < 5; i++) {
		char flag = "-+ #0"[i];

		if (!(r >> i & 1) || (flag == '#' && letter != 'x' && letter != 'X'))
			continue;
		if ((flag == '0' && (with_precision || letter == 'c' || letter == 's')) ||
		    ((flag == '+' || flag == ' ') && letter != 'd' && letter != 'i'))
			continue;
		strncat(flags, &flag, 1);
	}
	if (r & 32)
		sprintf(counts, "%u", 1 + (unsigned int)(r >> 8) % 40);
	if (with_precision)
		sprintf(counts + strlen(counts), ".%u", (unsigned int)(r >> 16) % 30);
	sprintf(v->ours, "<%%%s%s%s%c>", flags, counts, r & 128 ? "l" : "", letter);
	sprintf(v->libc, "<%%%s%s%s%c>", flags, counts, letter == 'c' || letter == 's' ? "" : "ll", letter);
	if (letter == 'c')
		v->number &= 0xff;
	v->string[0] = 0;
	if (letter == 's')
		sprintf(v->string, "%.*s", (int)(r >> 24) % 30, "a string of more than twenty bytes");
	else
		strcpy(v->string, "-");
}

static void test_like_libc(struct check *c)
{
	unsigned long long state = 2463534242ull;
	static struct result got;
	char want[200];

	for (int i = 0; i < 300000; i++) {
		struct conversion v;
		struct fmt_value value;
		int n;

		random_conversion(&v, &state);
		value = (struct fmt_value){ v.number, v.string, strlen(v.string) };
		if (strchr(v.ours, 's'))
			n = snprintf(want, sizeof(want), v.libc, v.string);
		else if (strchr(v.ours, 'c'))
			n = snprintf(want, sizeof(want), v.libc, (int)v.number);
		else
			n = snprintf(want, sizeof(want), v.libc, (long long)v.number);
		format(&got, v.ours, &value);
		CHECK(c, got.length == (size_t)n && !memcmp(got.text, want, n), "%s of %" PRId64 "/%s: '%.*s', want '%s'",
		      v.ours, v.number, v.string, (int)got.length, got.text, want);
	}
}

/* Any bytes are parsed without reading or writing out of bounds, and every position told lies in the format. */
static void test_parse_anything(struct check *c)
{
	static const char alphabet[] = "%%%%dxsbmMcp0123456789*.-+ #lh\n";
	unsigned long long state = 123456789ull;

	for (int i = 0; i < 200000; i++) {
		unsigned int length = check_random(&state) % 24;
		char *text = malloc(length + 1);
		struct fmt_op ops[12];
		struct fmt_error error = { 0, NULL };
		int n;

		for (unsigned int k = 0; k < length; k++)
			text[k] = alphabet[check_random(&state) % (sizeof(alphabet) - 1)];
		n = fmt_parse(ops, 12, text, length, &error);
		for (int k = 0; k < n; k++)
			if (ops[k].conv == FMT_TEXT)
				CHECK(c, ops[k].text >= text && ops[k].text + ops[k].length <= text + length, "'%.*s'",
				      (int)length, text);
		CHECK(c, n >= 0 || (error.text && error.at <= length), "'%.*s'", (int)length, text);
		free(text);
	}
}

int main(void)
{
	struct check c = { 0 };

	RUN(&c, test_text);
	RUN(&c, test_differences_from_c);
	RUN(&c, test_char);
	RUN(&c, test_binary);
	RUN(&c, test_memory);
	RUN(&c, test_dynamic);
	RUN(&c, test_errors);
	RUN(&c, test_values_of_operations);
	RUN(&c, test_cut);
	RUN(&c, test_decimal);
	RUN(&c, test_like_libc);
	RUN(&c, test_parse_anything);
	return check_end(&c);
}
