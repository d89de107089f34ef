// SPDX-License-Identifier: GPL-2.0-or-later
/* Text buffers, escapes, numbers, likeness of names, and the writer of C. */
#include "translator/base/buf.h"

#include "testsuite/unit/base_check.h"
#include "translator/base/arena.h"
#include "translator/base/cwriter.h"
#include "translator/base/xstr.h"

static void test_buf(void)
{
	struct buf b = BUF_INIT;
	char *text;
	int i;

	CHECK_STR(buf_text(&b), "");
	for (i = 0; i < 1000; i++)
		buf_printf(&b, "%d,", i % 10);
	CHECK(b.len == 2000 && !strncmp(b.data, "0,1,2,", 6));
	buf_reset(&b);
	buf_fill(&b, 'x', 3);
	buf_putc(&b, '\0');
	buf_write(&b, "yz", 2);
	CHECK(b.len == 6 && !memcmp(b.data, "xxx\0yz", 7));
	text = buf_steal(&b);
	CHECK(b.len == 0 && !b.data && !strcmp(text, "xxx"));
	buf_puts(&b, text);
	CHECK_STR(buf_text(&b), "xxx");
	__builtin_free(text);
	buf_free(&b);
	CHECK(buf_read_file(&b, "/nonexistent") == -1);
	CHECK(buf_read_file(&b, "/proc/self/stat") == 0 && b.len > 10);
	buf_free(&b);
}

static void unescaped(const char *text, int hex, const char *want, size_t len)
{
	struct buf b = BUF_INIT;

	xstr_unescape_c(&b, text, strlen(text), hex);
	CHECK(b.len == len && !memcmp(buf_text(&b), want, len));
	buf_free(&b);
}

static void test_escapes(void)
{
	char all[256];
	struct buf b = BUF_INIT, again = BUF_INIT;
	int i;

	unescaped("a\\nb\\tc", 1, "a\nb\tc", 5);
	unescaped("\\a\\b\\v\\f\\r\\\\", 1, "\a\b\v\f\r\\", 6);
	unescaped("\\q\\\"\\'", 1, "q\"'", 3);
	unescaped("\\0\\10\\1012", 1, "\0\10A2", 4);
	unescaped("\\x41\\x4\\x414", 1, "A\4A4", 4);
	unescaped("\\x41", 0, "x41", 3);
	unescaped("\\xg", 1, "xg", 2);
	unescaped("end\\", 1, "end", 3);
	for (i = 0; i < 256; i++)
		all[i] = (char)i;
	xstr_escape_c(&b, all, 256);
	xstr_unescape_c(&again, b.data, b.len, true);
	CHECK(again.len == 256 && !memcmp(again.data, all, 256));
	buf_reset(&b);
	xstr_escape_c(&b, "\1" "2", 2);
	CHECK_STR(buf_text(&b), "\\0012");
	buf_reset(&b);
	xstr_escape_json(&b, "\"\n\1\xc3\xa9\xff\xed\xa0\x80", 9);
	CHECK_STR(buf_text(&b), "\\\"\\n\\u0001\xc3\xa9\\ufffd\\ufffd\\ufffd\\ufffd");
	buf_free(&b);
	buf_free(&again);
}

static void test_numbers(void)
{
	static const struct {
		const char *text;
		int ok;
		uint64_t value;
	} cases[] = {
		{ "0", 1, 0 }, { "10", 1, 10 }, { "010", 1, 8 }, { "0x1F", 1, 31 },
		{ "18446744073709551615", 1, UINT64_MAX }, { "18446744073709551616", 0, 0 },
		{ "0xffffffffffffffff", 1, UINT64_MAX }, { "0x10000000000000000", 0, 0 },
		{ "08", 0, 0 }, { "0x", 0, 0 }, { "", 0, 0 }, { "12a", 0, 0 }, { "1_0", 0, 0 },
		{ "0xg", 0, 0 }, { "99999999999999999999999", 0, 0 },
	};
	uint64_t value;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		value = 0;
		CHECK(xstr_number(cases[i].text, strlen(cases[i].text), &value) == cases[i].ok);
		CHECK(value == cases[i].value);
	}
	CHECK(xstr_version_compare("5.9", "5.10") < 0);
	CHECK(xstr_version_compare("6.1.0", "6.1") > 0);
	CHECK(xstr_starts("abc", "ab") && !xstr_starts("a", "ab"));
	CHECK(xstr_ends("abc", "bc") && !xstr_ends("c", "bc"));
}

static void test_similar(void)
{
	static const char *const names[] = { "println", "printf", "exit", "sprint", "print" };
	unsigned int best[3], n;

	n = xstr_similar("prnitf", names, 5, best, 3);
	CHECK(n >= 1 && best[0] == 1);
	n = xstr_similar("print", names, 5, best, 2);
	CHECK(n == 2 && best[0] == 4);
	CHECK(xstr_similar("zzzzzzz", names, 5, best, 3) == 0);
}

static void test_cwriter(struct arena *a)
{
	struct source_table *t = source_table_new(a);
	struct source *s = source_add(t, "a.stp", NULL, "one\ntwo\nthree\n", 14);
	struct cwriter w;

	cw_init(&w, t, "out.c", false);
	cw_open(&w, "static void %s(void)", "f");
	cw_line(&w, "int x;");
	cw_puts(&w, "\n");
	cw_at(&w, (struct span){ s->id, 4, 7 });
	cw_printf(&w, "x = 1;\n");
	cw_at(&w, (struct span){ s->id, 8, 9 });
	cw_line(&w, "x = 2;");
	cw_own(&w);
	cw_template(&w, "\n\t\tif (%s) {\n\t\t\tgo();\n\n\t\t}\n\t\t", "x");
	cw_puts(&w, "#define Y\n");
	cw_printf(&w, "s = ");
	cw_string(&w, "a\n\"1", 4);
	cw_puts(&w, ";\n");
	cw_close(&w, "");
	CHECK_STR(buf_text(&w.out),
		  "static void f(void) {\n\tint x;\n\n#line 2 \"a.stp\"\n\tx = 1;\n\tx = 2;\n"
		  "#line 8 \"out.c\"\n\tif (x) {\n\t\tgo();\n\n\t}\n#define Y\n"
		  "\ts = \"a\\n\\\"1\";\n}\n");
	cw_free(&w);
}

int main(void)
{
	struct arena *a = arena_new();

	test_buf();
	test_escapes();
	test_numbers();
	test_similar();
	test_cwriter(a);
	arena_free(a);
	return check_result();
}
