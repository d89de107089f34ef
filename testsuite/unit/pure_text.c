// SPDX-License-Identifier: GPL-2.0-or-later
/* runtime/pure/text.c: against the C library where that knows the answer. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/pure/text.h"

#include "testsuite/unit/base_check.h"

enum { TEXT_QUOTED = 1, TEXT_MORE = 2 };

/* In one piece, and byte by byte. */
static void check_quote(stp_u32 most, const char *s, stp_u32 n, int flags, const char *want)
{
	struct text_quoter q;
	char out[64];
	stp_u32 i, step;

	for (step = 1; step <= n + 1; step += n ? n : 1) {
		memset(out, '#', sizeof(out));
		text_quote_begin(&q, out, most, flags & TEXT_QUOTED);
		for (i = 0; i < n; i += step)
			text_quote_add(&q, s + i, step < n - i ? step : n - i);
		CHECK(text_quote_end(&q, flags & TEXT_MORE) == strlen(want));
		CHECK_STR(out, want);
		CHECK(strlen(want) <= most && out[most + 1] == '#');
	}
}

static void test_quote(void)
{
	check_quote(20, "", 0, TEXT_QUOTED, "\"\"");
	check_quote(20, "", 0, 0, "");
	check_quote(20, "a\"b\\\n", 5, TEXT_QUOTED, "\"a\\\"b\\\\\\n\"");
	check_quote(30, "\a\b\f\r\t\v", 6, 0, "\\a\\b\\f\\r\\t\\v");
	check_quote(20, "\0\x7f\xff", 3, 0, "\\000\\177\\377");
	check_quote(8, "abcdef", 6, TEXT_QUOTED, "\"abcdef\"");
	check_quote(8, "abcdefg", 7, TEXT_QUOTED, "\"abc\"...");
	check_quote(8, "ab\1\1", 4, TEXT_QUOTED, "\"ab\"...");
	check_quote(5, "abcdefg", 7, TEXT_QUOTED, "\"\"...");
	check_quote(5, "abc", 3, TEXT_QUOTED, "\"abc\"");
	check_quote(6, "abcdefg", 7, 0, "abc...");
	check_quote(6, "abcdef", 6, 0, "abcdef");
	check_quote(20, "abc", 3, TEXT_QUOTED | TEXT_MORE, "\"abc\"...");
	check_quote(7, "abc", 3, TEXT_QUOTED | TEXT_MORE, "\"ab\"...");
}

static void check_ctime(long long seconds)
{
	char want[64], got[25];
	time_t t = seconds;

	asctime_r(gmtime(&t), want);
	want[strlen(want) - 1] = 0;
	CHECK(!text_ctime(got, seconds));
	CHECK_STR(got, want);
}

static void test_ctime(void)
{
	static const long long times[] = {
		0, -1, 1, 86399, 86400, -86400, -86401, 951782399, 951782400, 951868799, 951868800, 1709164800, 1709251199,
		2147483647, 2147483648, -2147483648, 4102444800, 4107542399, 4107542400, 253402300799, -30610224000,
		13569465600, 32503680000,
	};
	char got[25] = "untouched";
	long long seconds = -30610224000;	/* the year 1000: asctime() pads none before */
	size_t i;

	for (i = 0; i < sizeof(times) / sizeof(*times); i++)
		check_ctime(times[i]);
	for (; seconds < 253402300799; seconds += 86399ll * 997)
		check_ctime(seconds);
	CHECK(text_ctime(got, 253402300800) == -1 && text_ctime(got, -62167219201) == -1);
	CHECK(text_ctime(got, INT64_MAX) == -1 && text_ctime(got, INT64_MIN) == -1);
	CHECK_STR(got, "untouched");
	CHECK(!text_ctime(got, -62167219200));
	CHECK_STR(got, "Sat Jan  1 00:00:00 0000");
}

static void test_utf8(void)
{
	static const struct { stp_u32 code; const char *want; } cases[] = {
		{ 'A', "A" }, { 0x7f, "\x7f" }, { 0x80, "\xc2\x80" }, { 0x7ff, "\xdf\xbf" }, { 0x800, "\xe0\xa0\x80" },
		{ 0x20ac, "\xe2\x82\xac" }, { 0xd7ff, "\xed\x9f\xbf" }, { 0xd800, "" }, { 0xdfff, "" },
		{ 0xe000, "\xee\x80\x80" }, { 0xffff, "\xef\xbf\xbf" }, { 0x10000, "\xf0\x90\x80\x80" },
		{ 0x10ffff, "\xf4\x8f\xbf\xbf" }, { 0x110000, "" }, { 0xffffffff, "" },
	};
	char out[5];
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		out[text_utf8(out, cases[i].code)] = 0;
		CHECK_STR(out, cases[i].want);
	}
}

static void check_token(const char *s, const char *delim, stp_u32 start, stp_u32 length)
{
	stp_u32 got;

	CHECK(text_token(s, delim, &got) == length && got == start);
}

static void test_token(void)
{
	check_token("", " ", 0, 0);
	check_token("   ", " ", 3, 0);
	check_token("one two", " ", 0, 3);
	check_token(",;one;two", ";,", 2, 3);
	check_token("one two", "", 0, 7);
}

static void test_find(void)
{
	CHECK(text_find("", "") == 0 && text_find("abc", "") == 0 && text_find("", "a") == -1);
	CHECK(text_find("abcabd", "abd") == 3 && text_find("abc", "abcd") == -1 && text_find("aab", "ab") == 1);
}

static void test_number(void)
{
	static const char *const texts[] = { "42", "-42", " +7x", "0x1f", "0x", "0xg", "017", "08", "zz", "", "-", "12abc",
					     "9223372036854775807", "-9223372036854775808" };
	static const int bases[] = { 0, 2, 8, 10, 16, 36 };
	size_t i, b;

	for (i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		for (b = 0; b < sizeof(bases) / sizeof(*bases); b++)
			if (strlen(texts[i]) < 16 || bases[b] <= 10)
				CHECK(text_number(texts[i], bases[b]) == strtoll(texts[i], NULL, bases[b]));
	CHECK(text_number("7", 1) == 0 && text_number("7", 37) == 0 && text_number("7", -10) == 0);
}

int main(void)
{
	test_quote();
	test_ctime();
	test_utf8();
	test_token();
	test_find();
	test_number();
	return check_result();
}
