// SPDX-License-Identifier: GPL-2.0-or-later
#include "testsuite/driver/case.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIMEOUT_S 60

/* ---- Directives: one row each ---- */

struct directive {
	const char *name;
	void (*take)(struct test_case *c, char *value);
};

static void append(char **text, const char *more, const char *between)
{
	char *longer = *text && **text ? gu_format("%s%s%s", *text, between, more) : gu_strdup(more);

	free(*text);
	*text = longer;
}

static void fault(struct test_case *c, const char *what, const char *value)
{
	if (!c->fault)
		c->fault = gu_format("%s: %s", what, value);
}

static long take_number(struct test_case *c, const char *value)
{
	char *end;
	long n = strtol(value, &end, 10);

	if (end == value || *end || n < 0)
		fault(c, "not a number", value);
	return n;
}

static void take_name(struct test_case *c, char *value)
{
	append(&c->title, value, " ");
}

static void take_pass(struct test_case *c, char *value)
{
	c->pass = take_number(c, value);
	if (c->pass < 1 || c->pass > 5)
		fault(c, "no such pass", value);
}

static void take_exit(struct test_case *c, char *value)
{
	c->exit = take_number(c, value);
}

static void take_timeout(struct test_case *c, char *value)
{
	c->timeout = take_number(c, value);
}

static void take_bytes(struct test_case *c, char *value)
{
	c->bytes = take_number(c, value);
}

/* TAG, or TAG LINE:COL where a ^ line cannot point. */
static void take_error(struct test_case *c, char *value)
{
	struct case_diag d = { 0 };
	char *place = strpbrk(value, " \t");

	if (place) {
		*place++ = 0;
		if (sscanf(place, "%u:%u", &d.line, &d.col) != 2)
			fault(c, "not LINE:COL", place);
	}
	d.tag = gu_strdup(value);
	c->diags = gu_grow(c->diags, c->n_diags + 1, sizeof(d));
	c->diags[c->n_diags++] = d;
}

static void take_warning(struct test_case *c, char *value)
{
	take_error(c, value);
	if (c->exit < 0)
		c->exit = 0;
}

static void take_options(struct test_case *c, char *value)
{
	append(&c->options, value, " ");
}

static void take_args(struct test_case *c, char *value)
{
	append(&c->args, value, " ");
}

static void take_run_options(struct test_case *c, char *value)
{
	append(&c->run_options, value, " ");
}

static void take_workload(struct test_case *c, char *value)
{
	append(&c->workload, value, " ");
}

static void take_guest(struct test_case *c, char *value)
{
	append(&c->guest, value, " ");
}

static void take_shell(struct test_case *c, char *value)
{
	append(&c->shell, value, "\n");
}

static void take_needs(struct test_case *c, char *value)
{
	append(&c->needs, value, " ");
}

static void take_xfail(struct test_case *c, char *value)
{
	append(&c->xfail, value, " ");
}

static void take_expect(struct test_case *c, char *value)
{
	if (*value)
		fault(c, "the text belongs on //| lines below", value);
	if (!c->expect)
		c->expect = gu_strdup("");
}

static void take_expect_re(struct test_case *c, char *value)
{
	gu_list_add(&c->expect_re, "%s", value);
}

static void take_stderr_re(struct test_case *c, char *value)
{
	gu_list_add(&c->stderr_re, "%s", value);
}

static void take_klog_re(struct test_case *c, char *value)
{
	gu_list_add(&c->klog_re, "%s", value);
}

static void take_golden(struct test_case *c, char *value)
{
	if (*value)
		fault(c, "golden takes no value", value);
	c->golden = true;
}

static const struct directive directives[] = {
	{ "name", take_name }, { "pass", take_pass }, { "error", take_error }, { "warning", take_warning },
	{ "options", take_options }, { "args", take_args }, { "run-options", take_run_options },
	{ "workload", take_workload }, { "guest", take_guest }, { "shell", take_shell },
	{ "needs", take_needs }, { "xfail", take_xfail }, { "expect", take_expect },
	{ "expect-re", take_expect_re }, { "stderr-re", take_stderr_re }, { "klog-re", take_klog_re },
	{ "golden", take_golden }, { "bytes", take_bytes }, { "exit", take_exit }, { "timeout", take_timeout },
};

/* ---- Lines ---- */

static size_t next_column(size_t column, char c)
{
	return c == '\t' ? (column | 7) + 1 : column + 1;
}

/* Which byte of a line (from 1) stands over the first ^ of the marker line, tabs being eight wide in both. */
static unsigned int column_under(const char *line, const char *marker)
{
	size_t want = 0, column = 0;
	unsigned int byte = 1;

	for (; *marker && *marker != '^'; marker++)
		want = next_column(want, *marker);
	for (; *line && column < want; line++, byte++)
		column = next_column(column, *line);
	return byte;
}

static void take_marker(struct test_case *c, const char *marker, const char *above, unsigned int above_line)
{
	if (c->n_located >= c->n_diags) {
		fault(c, "a ^ line without its //: error", marker);
		return;
	}
	c->diags[c->n_located].line = above_line;
	c->diags[c->n_located].col = column_under(above, marker);
	c->n_located++;
}

static bool is_marker(const char *line)
{
	const char *rest = line + 3;

	return strchr(rest, '^') && !rest[strspn(rest, " \t^~")];
}

static void take_directive(struct test_case *c, const char *line)
{
	char *text = gu_strdup(line + 3 + strspn(line + 3, " \t"));
	size_t n = strcspn(text, " \t");
	char *value = text + n + strspn(text + n, " \t"), *end = text + strlen(text);

	while (end > value && strchr(" \t\r", end[-1]))
		*--end = 0;
	for (size_t i = 0; i < sizeof(directives) / sizeof(directives[0]); i++)
		if (strlen(directives[i].name) == n && !strncmp(directives[i].name, text, n)) {
			directives[i].take(c, value);
			free(text);
			return;
		}
	fault(c, "unknown directive", line);
	free(text);
}

/* A line of expected output; one that ends in a backslash has no newline. */
static void take_output(struct test_case *c, const char *line)
{
	const char *text = line + 3 + (line[3] == ' ');
	size_t n = strlen(text);
	char *longer;

	if (!c->expect) {
		fault(c, "a //| line without //: expect", line);
		return;
	}
	if (n && text[n - 1] == '\\')
		longer = gu_format("%s%.*s", c->expect, (int)n - 1, text);
	else
		longer = gu_format("%s%s\n", c->expect, text);
	free(c->expect);
	c->expect = longer;
}

static void take_lines(struct test_case *c, char *text)
{
	const char *above = "";
	unsigned int number = 0, above_number = 0;

	while (text && *text) {
		char *line = text;

		text = strchr(line, '\n');
		if (text)
			*text++ = 0;
		number++;
		if (!strncmp(line, "//|", 3)) {
			take_output(c, line);
		} else if (strncmp(line, "//:", 3)) {
			above = line;
			above_number = number;
		} else if (is_marker(line)) {
			take_marker(c, line, above, above_number);
		} else {
			take_directive(c, line);
		}
	}
}

/* ---- Cases ---- */

static int default_pass(const char *stage)
{
	static const struct { const char *stage; int pass; } table[] = {
		{ "parse", 1 }, { "bogus", 1 }, { "sema", 2 }, { "emit", 3 }, { "build", 4 },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (!strcmp(table[i].stage, stage))
			return table[i].pass;
	return 5;
}

/* STAGE/ and the path below the stage's folder, without its suffix. */
static char *short_name(const char *stage, const char *path)
{
	char *folder = gu_format("/%s/", stage);
	const char *at = strstr(path, folder), *next, *dot;

	while (at && (next = strstr(at + 1, folder)))
		at = next;
	at = at ? at + strlen(folder) : strrchr(path, '/') + 1;
	dot = strrchr(at, '.');
	free(folder);
	return gu_format("%s/%.*s", stage, (int)(dot ? dot - at : (long)strlen(at)), at);
}

struct test_case *case_read(const char *stage, enum case_kind kind, const char *path)
{
	struct test_case *c = gu_grow(NULL, 1, sizeof(*c));
	char *text;

	*c = (struct test_case){
		.kind = kind, .stage = stage, .path = gu_strdup(path), .name = short_name(stage, path),
		.title = gu_strdup(""), .pass = default_pass(stage), .options = gu_strdup(""), .args = gu_strdup(""),
		.run_options = gu_strdup(""), .guest = gu_strdup(""), .bytes = -1, .exit = -1, .timeout = TIMEOUT_S,
	};
	if (kind == CASE_PROGRAM || kind == CASE_BOGUS)
		return c;
	text = gu_read_file(path, NULL);
	if (!text) {
		fault(c, "cannot be read", strerror(errno));
		return c;
	}
	/* a shell script's comments are "#: timeout 200" */
	if (kind == CASE_SHELL)
		for (char *at = text; (at = strstr(at, "\n#: ")); at++) {
			char *line = gu_format("//%.*s", (int)strcspn(at + 2, "\n"), at + 2);

			take_directive(c, line);
			free(line);
		}
	else
		take_lines(c, text);
	free(text);
	return c;
}

void case_free(struct test_case *c)
{
	for (unsigned int i = 0; i < c->n_diags; i++)
		free(c->diags[i].tag);
	free(c->diags);
	gu_list_free(&c->expect_re);
	gu_list_free(&c->stderr_re);
	gu_list_free(&c->klog_re);
	free(c->path);
	free(c->name);
	free(c->title);
	free(c->options);
	free(c->args);
	free(c->run_options);
	free(c->workload);
	free(c->guest);
	free(c->shell);
	free(c->needs);
	free(c->xfail);
	free(c->expect);
	free(c->fault);
	free(c);
}

/* ---- Blessing ---- */

char *case_golden_path(const struct test_case *c)
{
	return gu_format("%.*s.out", (int)(strrchr(c->path, '.') - c->path), c->path);
}

static void put_output(FILE *f, const char *out, size_t size)
{
	while (size) {
		const char *end = memchr(out, '\n', size);
		size_t n = end ? (size_t)(end - out) : size;

		fprintf(f, "//|%s%.*s%s\n", n || !end ? " " : "", (int)n, out, end ? "" : "\\");
		n += end != NULL;
		out += n;
		size -= n;
	}
}

static int bless_expect(const struct test_case *c, const char *out, size_t size)
{
	char *text = gu_read_file(c->path, NULL), *fresh = NULL, *at = text;
	size_t n = 0;
	FILE *f = open_memstream(&fresh, &n);
	int rc;

	while (at && *at) {
		size_t len = strcspn(at, "\n");

		len += at[len] == '\n';
		if (strncmp(at, "//|", 3))
			fwrite(at, 1, len, f);
		if (!strncmp(at, "//: expect\n", 11))
			put_output(f, out, size);
		at += len;
	}
	fclose(f);
	rc = gu_write_file(c->path, fresh, n);
	free(fresh);
	free(text);
	return rc;
}

int case_bless(const struct test_case *c, const char *out, size_t size)
{
	char *path;
	int rc;

	if (!c->golden && !c->expect)
		return 0;
	if (!c->golden)
		return bless_expect(c, out, size) < 0 ? -1 : 1;
	path = case_golden_path(c);
	rc = gu_write_file(path, out, size);
	free(path);
	return rc < 0 ? -1 : 1;
}
