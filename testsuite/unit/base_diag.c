// SPDX-License-Identifier: GPL-2.0-or-later
/* The printed form of messages, byte for byte, and what is counted and suppressed. */
#include "translator/base/diag.h"

#include "testsuite/unit/base_check.h"
#include "translator/base/arena.h"
#include "translator/base/buf.h"

static const char script[] = "probe begin {\n\tx = )\n\ty = \"a\" + 1\n}\n";

struct fixture {
	struct arena *arena;
	struct source_table *sources;
	struct source *src;
	struct diag_queue *q;
	struct buf out;
};

static void setup(struct fixture *f)
{
	memset(f, 0, sizeof(*f));
	f->arena = arena_new();
	f->sources = source_table_new(f->arena);
	f->src = source_add(f->sources, "a.stp", NULL, script, strlen(script));
	f->q = diag_queue_new(f->arena, f->sources);
}

static void teardown(struct fixture *f)
{
	buf_free(&f->out);
	arena_free(f->arena);
}

static struct span at(const struct fixture *f, unsigned int begin, unsigned int end)
{
	return (struct span){ f->src->id, begin, end };
}

static void test_parse_form(void)
{
	struct fixture f;

	setup(&f);
	CHECK(diag(f.q, D_EXPECTED, at(&f, 19, 20), "value") == -1);
	diag_note(f.q, at(&f, 15, 18), "look here");
	diag(f.q, D_NUMBER, at(&f, 22, 23));
	diag(f.q, D_UNEXPECTED_EOF, at(&f, sizeof(script) - 1, sizeof(script) - 1));
	diag_print(f.q, &f.out);
	CHECK_STR(buf_text(&f.out),
		  "parse error: expected value\n"
		  "        saw: operator ')' at a.stp:2:6\n"
		  "     source: \tx = )\n"
		  "             \t    ^\n"
		  "       note: look here at a.stp:2:2\n"
		  "     source: \tx = )\n"
		  "             \t~~~\n"
		  "\n"
		  "parse error: number invalid or out of range\n"
		  "         at: identifier 'y' at a.stp:3:2\n"
		  "     source: \ty = \"a\" + 1\n"
		  "             \t^\n"
		  "\n"
		  "parse error: unexpected end-of-file\n"
		  "        saw: a.stp EOF\n"
		  "\n");
	CHECK(diag_errors(f.q) == 3 && diag_parse_errors(f.q) == 3 && !diag_warnings(f.q));
	buf_reset(&f.out);
	diag_print(f.q, &f.out);
	CHECK_STR(buf_text(&f.out), "");
	teardown(&f);
}

static void test_semantic_form(void)
{
	struct fixture f;

	setup(&f);
	diag(f.q, D_TYPE_SIDES, at(&f, 30, 31), "string", "long");
	diag_second(f.q, at(&f, 26, 29));
	diag_cause(f.q, D_TYPE_FIRST, at(&f, 32, 33), "long");
	diag(f.q, D_ARGUMENT_UNUSED, SPAN_NONE, 1, 1);
	diag_print(f.q, &f.out);
	CHECK_STR(buf_text(&f.out),
		  "semantic error: type mismatch: left and right sides don't agree (string vs long):"
		  " operator '+' at a.stp:3:10\n"
		  "        source: \ty = \"a\" + 1\n"
		  "                \t        ^\n"
		  "        string 'a' at a.stp:3:6\n"
		  "        source: \ty = \"a\" + 1\n"
		  "                \t    ^\n"
		  "semantic error: type was first inferred here (long): number '1' at a.stp:3:12\n"
		  "        source: \ty = \"a\" + 1\n"
		  "                \t          ^\n"
		  "\n"
		  "WARNING: unused command line option $1/@1\n");
	CHECK(diag_errors(f.q) == 1 && diag_warnings(f.q) == 1 && !diag_parse_errors(f.q));
	teardown(&f);
}

static void test_chain(void)
{
	struct fixture f;
	struct span in;

	setup(&f);
	in = at(&f, 22, 23);
	in.file = source_view(f.sources, f.src->id, VIA_MACRO, at(&f, 15, 16))->id;
	diag(f.q, D_LVALUE, in);
	diag_print(f.q, &f.out);
	CHECK_STR(buf_text(&f.out),
		  "semantic error: Expecting lvalue for assignment: identifier 'y' at a.stp:3:2\n"
		  "        source: \ty = \"a\" + 1\n"
		  "                \t^\n"
		  "\tin expansion of macro: identifier 'x' at a.stp:2:2\n"
		  "        source: \tx = )\n"
		  "                \t^\n"
		  "\n");
	teardown(&f);
}

static void test_counts(void)
{
	struct fixture f;
	unsigned int i;

	setup(&f);
	for (i = 0; i < 5; i++)
		diag(f.q, D_LVALUE, at(&f, 15, 16));
	diag_note(f.q, SPAN_NONE, "lost: its message was a duplicate");
	for (i = 0; i < 12; i++)
		diag(f.q, D_EXPLAIN_TAG, SPAN_NONE, &"abcdefghijkl"[i]);
	diag_print(f.q, &f.out);
	CHECK(diag_errors(f.q) == 13);
	CHECK(strstr(buf_text(&f.out), "Number of further errors not shown: 3.\n"));
	CHECK(strstr(buf_text(&f.out),
		     "Number of similar error messages suppressed: 4.\nRerun with -v to see them.\n"));
	CHECK(!strstr(buf_text(&f.out), "lost"));
	CHECK(!strstr(buf_text(&f.out), "has the tag jkl"));
	teardown(&f);
}

static void test_options(void)
{
	struct fixture f;

	setup(&f);
	diag_options(f.q)->no_warnings = true;
	diag(f.q, D_ARGUMENT_UNUSED, SPAN_NONE, 1, 1);
	CHECK(!diag_warnings(f.q));
	diag_options(f.q)->no_warnings = false;
	diag_options(f.q)->warnings_are_errors = true;
	diag_options(f.q)->show_tags = true;
	diag_options(f.q)->color = true;
	diag(f.q, D_ARGUMENT_UNUSED, SPAN_NONE, 2, 2);
	CHECK(diag_errors(f.q) == 1);
	diag_print(f.q, &f.out);
	CHECK_STR(buf_text(&f.out), "\033[00;33mWARNING:\033[m unused command line option $2/@2"
		  " [D_ARGUMENT_UNUSED]\n");
	teardown(&f);
}

static void test_marks(void)
{
	struct fixture f;
	unsigned int mark;

	setup(&f);
	diag(f.q, D_LVALUE, at(&f, 22, 23));
	mark = diag_mark(f.q);
	diag(f.q, D_NUMBER, at(&f, 15, 16));
	diag_forget(f.q, mark);
	CHECK(diag_errors(f.q) == 1 && !diag_parse_errors(f.q));
	diag(f.q, D_NUMBER, at(&f, 15, 16));		/* not a duplicate: it was forgotten */
	CHECK(diag_errors(f.q) == 2);
	diag_sort(f.q, 0);
	diag_downgrade(f.q, 1);
	CHECK(diag_errors(f.q) == 1 && diag_warnings(f.q) == 1);
	diag_print(f.q, &f.out);
	CHECK(!strncmp(buf_text(&f.out), "parse error: number invalid", 27));
	CHECK(strstr(buf_text(&f.out), "WARNING: Expecting lvalue"));
	teardown(&f);
}

static void test_table(void)
{
	unsigned int i, k;

	for (i = 0; i < DIAG__COUNT; i++) {
		const struct diag_info *info = diag_info(i);

		CHECK(!strncmp(info->tag, "D_", 2) && *info->text && *info->explain);
		for (k = 0; k < i; k++)
			CHECK(strcmp(diag_info(k)->tag, info->tag));
	}
	CHECK(diag_lookup("D_LVALUE") == diag_info(D_LVALUE));
	CHECK(diag_lookup("lvalue") == diag_info(D_LVALUE));
	CHECK(!diag_lookup("D_NO_SUCH_TAG"));
}

int main(void)
{
	test_parse_form();
	test_semantic_form();
	test_chain();
	test_counts();
	test_options();
	test_marks();
	test_table();
	return check_result();
}
