// SPDX-License-Identifier: GPL-2.0-or-later
/* Regular expressions: patterns, strings, and what the match and its groups are by POSIX. */
#include "testsuite/unit/rt_regex.h"

static struct fixture f;

static const struct { const char *pattern, *string, *want; } cases[] = {
	/* single bytes, rows */
	{ "", "", "(0,0)" }, { "", "abc", "(0,0)" }, { "a", "", "" }, { "a", "a", "(0,1)" },
	{ "a", "xxa", "(2,3)" }, { "abc", "xabcy", "(1,4)" }, { "abc", "ababx", "" },
	{ "a.c", "abc", "(0,3)" }, { "a.c", "a\nc", "(0,3)" }, { "a.c", "a\xff" "c", "(0,3)" },
	{ ".", "", "" }, { "aab", "aaab", "(1,4)" }, { "abab", "abaabab", "(3,7)" },
	/* repetition */
	{ "q*b", "aqqqqqb", "(1,7)" }, { "a*", "baa", "(0,0)" }, { "a+", "baa", "(1,3)" },
	{ "ba?", "baa", "(0,2)" }, { "a{0}", "aaa", "(0,0)" }, { "a{2}", "baaa", "(1,3)" },
	{ "a{2}", "ba", "" }, { "a{2,}", "aaaaa", "(0,5)" }, { "a{2,3}", "aaaaa", "(0,3)" },
	{ "a{,3}", "aaaaa", "(0,3)" }, { "a{,3}b", "aaaab", "(1,5)" }, { "ba{0,0}c", "bc", "(0,2)" },
	{ "a**", "aa", "(0,2)" }, { "a+?", "aa", "(0,2)" }, { "a{2}{3}", "aaaaaaa", "(0,6)" },
	{ "(ab){2}", "ababab", "(0,4)(2,4)" }, { "(a|b){2,3}c", "abbac", "(1,5)(3,4)" },
	{ "x{0,2}x{0,2}y", "xxxxxy", "(1,6)" },
	/* brackets */
	{ "[]a]", "x]", "(1,2)" }, { "[]a]", "b", "" }, { "[^-x]", "x-y", "(2,3)" },
	{ "[[:digit:]]", "ab7", "(2,3)" }, { "[[:digit:]]+", "ab789c", "(2,5)" },
	{ "[a-c]+", "xxabcd", "(2,5)" }, { "[^]]", "]]a", "(2,3)" }, { "[a-]+", "x-a-", "(1,4)" },
	{ "[-a]+", "x-a-", "(1,4)" }, { "[]-a]+", "^_`a]b", "(0,5)" }, { "[\\]+", "a\\\\", "(1,3)" },
	{ "[[.-.]-0]+", "-./0x", "(0,4)" }, { "[[=a=]b]+", "cab", "(1,3)" },
	{ "[^[:space:]]+", " \tx\n", "(2,3)" }, { "[[:alpha:]_][[:alnum:]_]*", "9a_1 ", "(1,4)" },
	{ "[[:upper:][:digit:]]+", "aB4c", "(1,3)" }, { "[\x80-\xff]+", "a\x80\xff" "b", "(1,3)" },
	{ "[[:alpha:]]", "\xe4\xf6", "" }, { "[^a]", "aa", "" }, { "[a^]", "^", "(0,1)" },
	{ "[.*]", "a*", "(1,2)" }, { "[[]", "a[", "(1,2)" }, { "[a[b]+", "b[a", "(0,3)" },
	{ "[[:xdigit:]]{4}", "xbeef", "(1,5)" }, { "[[:punct:]]", "a!b", "(1,2)" },
	{ "[[:blank:]]", "a\tb", "(1,2)" }, { "[[:cntrl:]]", "a\x01", "(1,2)" },
	/* anchors */
	{ "^a", "ba", "" }, { "^a", "ab", "(0,1)" }, { "a$", "aba", "(2,3)" }, { "a$", "ab", "" },
	{ "^$", "", "(0,0)" }, { "^$", "a", "" }, { "$", "abc", "(3,3)" }, { "^", "abc", "(0,0)" },
	{ "a^b", "a^b", "" }, { "a$b", "a$b", "" }, { "(^a|b)c", "acbc", "(0,2)(0,1)" },
	{ "(^a|b)c", "xacbc", "(3,5)(3,4)" }, { "a(b$|c)", "abac", "(2,4)(3,4)" },
	{ "a(b$|c)", "xab", "(1,3)(2,3)" }, { "x*^a", "xa", "" }, { "(^)a", "a", "(0,1)(0,0)" },
	{ "(^)*a", "ba", "(1,2)(?,?)" }, { "a($)", "aa", "(1,2)(2,2)" }, { "$^", "", "(0,0)" },
	{ "^abc$", "abc", "(0,3)" }, { "^abc$", "abcd", "" }, { "^*", "", NULL },
	/* escapes */
	{ "\\.", "a.b", "(1,2)" }, { "\\.", "ab", "" }, { "\\*\\+\\?\\{\\}", "*+?{}", "(0,5)" },
	{ "\\(\\)\\[\\]", "()[]", "(0,4)" }, { "\\|", "a|", "(1,2)" }, { "\\^\\$", "^$", "(0,2)" },
	{ "\\\\", "a\\", "(1,2)" }, { "a\\tb", "a\tb", "(0,3)" }, { "\\x41\\x4a", "AJ", "(0,2)" },
	{ "\\x4g", "\x04g", "(0,2)" }, { "\\101", "A", "(0,1)" }, { "\\1011", "A1", "(0,2)" },
	{ "\\xff", "\xff", "(0,1)" }, { "\\377", "\xff", "(0,1)" }, { "\\x2a", "*", "(0,1)" },
	{ "\\n\\r\\f\\v\\a\\b", "\n\r\f\v\a\b", "(0,6)" }, { "\\d", "d", "(0,1)" }, { "\\3", "\3", "(0,1)" },
	/* alternatives */
	{ "a|b", "xb", "(1,2)" }, { "ab|abc", "abcd", "(0,3)" }, { "a|ab|abc", "abcd", "(0,3)" },
	{ "b|a", "ab", "(0,1)" }, { "a|", "ba", "(0,0)" }, { "|a", "a", "(0,1)" }, { "()", "a", "(0,0)(0,0)" },
	{ "(|a)b", "ab", "(0,2)(0,1)" }, { "(a|)b", "b", "(0,1)(0,0)" }, { "a||b", "b", "(0,1)" },
	{ "(a|ab)(c|bcd)", "abcd", "(0,4)(0,1)(1,4)" }, { "(a|ab)(c|bcd)(d*)", "abcd", "(0,4)(0,2)(2,3)(3,4)" },
	{ "(ab|a)(bc|c)?", "abc", "(0,3)(0,2)(2,3)" }, { "xyz|xy|x", "xyxyz", "(0,2)" },
	/* groups */
	{ "(a)(b)", "xab", "(1,3)(1,2)(2,3)" }, { "((a)(b))", "ab", "(0,2)(0,2)(0,1)(1,2)" },
	{ "(a)|(b)", "b", "(0,1)(?,?)(0,1)" }, { "(a)|(a)", "a", "(0,1)(0,1)(?,?)" },
	{ "(a)?b", "b", "(0,1)(?,?)" }, { "(a*)b", "b", "(0,1)(0,0)" }, { "(a)*b", "aab", "(0,3)(1,2)" },
	{ "(?:a|b)+(c)", "abc", "(0,3)(2,3)" }, { "(?:)", "a", "(0,0)" }, { "(?:a)(b)", "ab", "(0,2)(1,2)" },
	{ "(a*)(a*)", "aaa", "(0,3)(0,3)(3,3)" }, { "(a*)(a+)", "aaa", "(0,3)(0,2)(2,3)" },
	{ "(a?)(ab)?", "ab", "(0,2)(0,0)(0,2)" }, { "(a|b)*c", "ababc", "(0,5)(3,4)" },
	{ "(.*)=(.*)", "a=b=c", "(0,5)(0,3)(4,5)" }, { "([^=]*)=(.*)", "a=b=c", "(0,5)(0,1)(2,5)" },
	{ "x(.*)y", "axbycyd", "(1,6)(2,5)" },
	/* groups in loops; POSIX tells only of the last time round */
	{ "(a*)*", "aa", "(0,2)(0,2)" }, { "(a*)*", "b", "(0,0)(0,0)" }, { "(a*)+", "b", "(0,0)(0,0)" },
	{ "(a*)*b", "aab", "(0,3)(0,2)" }, { "((a)|(b))*", "ab", "(0,2)(1,2)(?,?)(1,2)" },
	{ "((a)|(b))*", "ba", "(0,2)(1,2)(1,2)(?,?)" }, { "(a|ab|b)*", "ab", "(0,2)(0,2)" },
	{ "(a|b|ab)*c", "abc", "(0,3)(0,2)" }, { "((a*)b)*", "aabb", "(0,4)(3,4)(3,3)" },
	{ "((a)?b)*", "abb", "(0,3)(2,3)(?,?)" }, { "(a(b)?)+", "aba", "(0,3)(2,3)(?,?)" },
	{ "(()|.)(b)", "ab", "(0,2)(0,1)(?,?)(1,2)" }, { "(()|[ab])(b)", "ab", "(0,2)(0,1)(?,?)(1,2)" },
	{ "((..)|(.))*", "aaa", "(0,3)(2,3)(?,?)(2,3)" }, { "((..)|(.)){2}", "aaa", "(0,3)(2,3)(?,?)(2,3)" },
	{ "(a|aa){2,3}", "aaaa", "(0,4)(2,4)" }, { "(a{0}b)+", "bb", "(0,2)(1,2)" },
	{ "(a){0}b", "ab", "(1,2)(?,?)" }, { "((a*)|(b))*", "b", "(0,1)(0,1)(?,?)(0,1)" },
	{ "(a*)(b|abc)(c*)", "abc", "(0,3)(0,1)(1,2)(2,3)" }, { "(a*)(abc|b)", "abc", "(0,3)(0,0)(0,3)" },
	{ "(Ab|cD)*", "aBcD", "(0,0)(?,?)" }, { "(.a|.b).*|.*(.a|.b)", "xa", "(0,2)(0,2)(?,?)" },
	{ "(aba|ab|a)*", "ababa", "(0,5)(2,5)" }, { "(a|aba|b)*", "aba", "(0,3)(0,3)" },
	{ "(foo|foobar|bar)*", "foobar", "(0,6)(0,6)" }, { "((x|xy)(yz|z)?)*", "xyz", "(0,3)(0,3)(0,2)(2,3)" },
};

static const struct { const char *pattern; size_t position; const char *what; } errors[] = {
	{ "a(b", 1, "unmatched (" }, { "a)b", 1, "unmatched )" }, { "a[b", 1, "unmatched [" },
	{ "[]", 0, "unmatched [" }, { "[^]", 0, "unmatched [" }, { "[b-a]", 1, "invalid range" },
	{ "[[:digit:]-z]", 1, "invalid range" }, { "[[:foo:]]", 3, "unknown character class" },
	{ "[[:digit]", 1, "unmatched [: [. or [=" }, { "[[.ab.]]", 3, "a collating element must be one character" },
	{ "*a", 0, "nothing to repeat" }, { "a|*b", 2, "nothing to repeat" }, { "(+a)", 1, "nothing to repeat" },
	{ "?", 0, "nothing to repeat" }, { "{2}", 0, "nothing to repeat" }, { "^*", 1, "an anchor cannot be repeated" },
	{ "a{", 1, "{ needs {m}, {m,}, {,n} or {m,n}; \\{ is a brace" },
	{ "a{x}", 1, "{ needs {m}, {m,}, {,n} or {m,n}; \\{ is a brace" },
	{ "a{,}", 1, "{ needs {m}, {m,}, {,n} or {m,n}; \\{ is a brace" },
	{ "a{1,x}", 1, "{ needs {m}, {m,}, {,n} or {m,n}; \\{ is a brace" },
	{ "a{3,2}", 1, "{m,n} with m above n" }, { "a{12345}", 2, "a repetition's count must be below 12345" },
	{ "a{1,99999999999}", 4, "a repetition's count must be below 12345" },
	{ "a\\", 1, "trailing backslash" }, { "(a)\\4", 3, "back-references are not supported" },
	{ "\\x", 0, "\\x needs hexadecimal digits" }, { "a\\0", 1, "a string cannot hold a NUL" },
	{ "\\x00", 0, "a string cannot hold a NUL" }, { "(?=a)", 0, "only (?:...) may begin with (?" },
	{ "(?", 0, "only (?:...) may begin with (?" },
	{ "(a|b)*a(a|b){20}", 16, "the pattern needs too many states" },
	{ "((a{1,1000}){1,1000}){1,1000}", 29, "the pattern needs too many states" },
};

static void check_one(const char *pattern, const char *string, const char *want)
{
	const char *got = regex_open(&f, pattern) ? regex_run(&f, string) : NULL;

	if (!got ? want != NULL : !want || strcmp(got, want)) {
		check_failures++;
		fprintf(stderr, "'%s' =~ \"%s\" gives %s, not %s\n", string, pattern,
			got ? got : f.error.what, want ? want : "an error");
	}
	regex_close(&f);
}

static void test_cases(void)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		check_one(cases[i].pattern, cases[i].string, cases[i].want);
}

static void test_errors(void)
{
	for (size_t i = 0; i < sizeof(errors) / sizeof(*errors); i++) {
		if (regex_open(&f, errors[i].pattern)) {
			check_failures++;
			fprintf(stderr, "\"%s\" is accepted\n", errors[i].pattern);
		} else if (f.error.position != errors[i].position ||
			   strcmp(f.error.what, errors[i].what)) {
			check_failures++;
			fprintf(stderr, "\"%s\": %zu, %s\n", errors[i].pattern, f.error.position,
				f.error.what);
		}
		regex_close(&f);
	}
	CHECK(!regex_open_bytes(&f, "a\0b", 3) && f.error.position == 1);
	regex_close(&f);
}

/* The kernel's string of MAXSTRINGLEN - 1 bytes. */
static void test_long_strings(void)
{
	static char text[STRING_SIZE];

	memset(text, 'a', sizeof(text) - 1);
	check_one("(a*)(a*)", text, "(0,8191)(0,8191)(8191,8191)");
	check_one("(a|aa)*$", text, "(0,8191)(8190,8191)");
	check_one("b", text, "");
	text[sizeof(text) - 2] = 'b';
	check_one("(a)(b)", text, "(8189,8191)(8189,8190)(8190,8191)");
	check_one("a*c|ab$", text, "(8189,8191)");
}

/* 500 words. */
static void test_many_alternatives(void)
{
	char pattern[20000] = "(", *p = pattern + 1, word[16];

	for (unsigned int i = 0; i < 500; i++)
		p += sprintf(p, "%sw%ux%u", i ? "|" : "", i * 7919 % 1000, i);
	strcpy(p, ")(!?)");
	CHECK(regex_open(&f, pattern));
	for (unsigned int i = 0; i < 500; i++) {
		sprintf(word, "..w%ux%u!", i * 7919 % 1000, i);
		regex_run(&f, word);
		if (!f.error.what) {
			int begin, end;

			regex_bounds(&f, 1, &begin, &end);
			CHECK(begin == 2 && end <= (int)strlen(word) - 1 && end >= 6);
		}
	}
	CHECK_STR(regex_run(&f, "w999999"), "");
	regex_close(&f);
}

/* What the tables take, in cells: of bytes that are not told apart there is one column. */
static void test_sizes(void)
{
	CHECK(regex_open(&f, "[a-z]+[0-9]"));
	CHECK(f.plain->classes == 4 && f.plain->search.states <= 4);
	regex_close(&f);
	CHECK(regex_open(&f, "(foo|bar|baz)quux"));
	CHECK(f.plain->search.states <= 12 && f.plain->classes <= 11);
	regex_close(&f);
	CHECK(regex_open(&f, "a{12344}") || !strcmp(f.error.what, "the pattern needs too many states"));
	regex_close(&f);
	CHECK(regex_open(&f, "^a{1000}"));
	regex_close(&f);
	check_one("a.{9}b", "xa123456789b", "(1,12)");
}

static const char *matched(long long n)
{
	static char text[STRING_SIZE];

	f.ctx.last_error = NULL;
	stp_matched(&f.ctx, text, n);
	return f.ctx.last_error ? f.ctx.last_error : text;
}

static void test_matched(void)
{
	static const char none[] = "no match: the last =~ of this handler failed, or there was none";

	CHECK(regex_open(&f, "(a+)(b)?(c)"));
	stp_match_begin(&f.ctx);
	CHECK_STR(matched(0), none);
	CHECK_STR(regex_run(&f, "xaac"), "(1,4)(1,3)(?,?)(3,4)");
	CHECK_STR(matched(0), "aac");
	CHECK_STR(matched(1), "aa");
	CHECK_STR(matched(2), "");
	CHECK_STR(matched(3), "c");
	CHECK_STR(matched(4), "no group 4: the last match has 3");
	CHECK_STR(matched(-1), "no group -1: the last match has 3");
	CHECK_STR(matched(INT64_MIN), "no group -9223372036854775808: the last match has 3");
	CHECK(stp_match_groups(&f.ctx) == 3);
	CHECK_STR(regex_run(&f, "x"), "");
	CHECK_STR(matched(1), none);
	f.ctx.last_error = NULL;
	CHECK(stp_match_groups(&f.ctx) == 0 && f.ctx.last_error);
	regex_close(&f);
}

int main(void)
{
	test_cases();
	test_errors();
	test_long_strings();
	test_many_alternatives();
	test_sizes();
	test_matched();
	return check_result();
}
