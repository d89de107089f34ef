// SPDX-License-Identifier: GPL-2.0-or-later
/* runtime/str.c: cutting at MAXSTRINGLEN, operands that are the result, records' bytes. */
#include "kernel.h"
#include "stp.h"

#include "testsuite/unit/base_check.h"

static const struct stp_config config = { .string_size = 16 };
const struct stp_script stp_script = { .config = &config };

static int cuts;

static void session_note_cut(void)
{
	cuts++;
}

#include "str.c"

static char dst[16];

static void test_copy(void)
{
	stp_strcpy(dst, "short");
	CHECK_STR(dst, "short");
	stp_strcpy(dst, "0123456789abcdefgh");
	CHECK_STR(dst, "0123456789abcde");
	CHECK(cuts == 1);
	stp_strcpy(dst, dst);
	CHECK_STR(dst, "0123456789abcde");
	stp_strcpy(dst, "0123456789abcde");
	CHECK(cuts == 1);
}

static void test_append(void)
{
	cuts = 0;
	CHECK(stp_append(dst, 0, "abc") == 3 && stp_append(dst, 3, "") == 3 && stp_append(dst, 3, "de") == 5);
	CHECK_STR(dst, "abcde");
	CHECK(stp_append(dst, 5, "0123456789") == 15 && !cuts);
	CHECK(stp_append(dst, 15, "") == 15 && !cuts);
	CHECK(stp_append(dst, 15, "x") == 15 && cuts == 1);
	CHECK_STR(dst, "abcde0123456789");
}

static void test_concat(void)
{
	stp_strcat(dst, "ab", "cd");
	CHECK_STR(dst, "abcd");
	stp_strcat(dst, dst, "ef");
	CHECK_STR(dst, "abcdef");
	stp_strcat(dst, "01", dst);
	CHECK_STR(dst, "01abcdef");
	stp_strcat(dst, dst, dst);
	CHECK_STR(dst, "01abcdef01abcde");
	stp_strcat(dst, dst, "more");
	CHECK_STR(dst, "01abcdef01abcde");
	stp_strcat(dst, "", "");
	CHECK_STR(dst, "");
}

static void test_substr(void)
{
	static const struct { s64 start, len; const char *want; } cases[] = {
		{ 0, 3, "abc" }, { 2, 100, "cdef" }, { 5, 1, "f" }, { 6, 1, "" }, { -1, 3, "" }, { 0, 0, "" },
		{ 0, -1, "" }, { INT64_MAX, 1, "" }, { 1, INT64_MAX, "bcdef" }, { INT64_MIN, INT64_MIN, "" },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		stp_substr(dst, "abcdef", cases[i].start, cases[i].len);
		CHECK_STR(dst, cases[i].want);
	}
	stp_strcpy(dst, "abcdef");
	stp_substr(dst, dst, 2, 3);
	CHECK_STR(dst, "cde");
}

static void test_compare(void)
{
	CHECK(stp_strcmp("", "") == 0);
	CHECK(stp_strcmp("a", "") > 0);
	CHECK(stp_strcmp("", "a") < 0);
	CHECK(stp_strcmp("abc", "abd") < 0);
	CHECK(stp_strcmp("\xff", "a") > 0);
	CHECK(stp_strlen("12345") == 5);
}

static void test_bytes(void)
{
	const char text[] = "twenty-one bytes text";
	char record[64];
	u32 len, i;

	for (i = 0; i < sizeof(text); i++) {
		memset(record, '#', sizeof(record));
		CHECK(stp_put_bytes(record, text, i) == record + 4 + i);
		memcpy(&len, record, 4);
		CHECK(len == i && !memcmp(record + 4, text, i) && record[4 + i] == '#');
	}
}

int main(void)
{
	test_copy();
	test_append();
	test_concat();
	test_substr();
	test_compare();
	test_bytes();
	return check_result();
}
