// SPDX-License-Identifier: GPL-2.0-or-later
#include "testsuite/driver/judge.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SHOWN_LINES 30

/* ---- Text ---- */

static const char *next_line(const char *line)
{
	line += strcspn(line, "\n");
	return line + (*line == '\n');
}

static bool line_matches(const char *text, const regex_t *re)
{
	for (const char *line = text; *line; line = next_line(line)) {
		char *one = gu_format("%.*s", (int)strcspn(line, "\n"), line);
		bool match = !regexec(re, one, 0, NULL, 0);

		free(one);
		if (match)
			return true;
	}
	return false;
}

/* Does a line of text match the pattern? A pattern that is none counts as no match and is told. */
static bool has_line(const char *text, const char *pattern, FILE *f)
{
	regex_t re;
	bool match;

	if (regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB)) {
		fprintf(f, "not a regular expression: %s\n", pattern);
		return false;
	}
	match = line_matches(text, &re);
	regfree(&re);
	return match;
}

static void show(FILE *f, const char *what, const char *text)
{
	int n = 0;

	if (!*text)
		return;
	fprintf(f, "%s:\n", what);
	for (const char *line = text; *line && n++ < SHOWN_LINES; line = next_line(line))
		fprintf(f, "  %.*s\n", (int)strcspn(line, "\n"), line);
	if (n > SHOWN_LINES)
		fprintf(f, "  ...\n");
}

static char *temp_file(const char *text, size_t size)
{
	const char *dir = getenv("TMPDIR");
	char *path = gu_format("%s/stap-test.XXXXXX", dir && *dir ? dir : P_tmpdir);
	int fd = mkstemp(path);

	if (fd >= 0) {
		gu_write_all(fd, text, size);
		close(fd);
	}
	return path;
}

static void show_diff(FILE *f, const char *want, size_t want_size, const char *got, size_t got_size)
{
	char *a = temp_file(want, want_size), *b = temp_file(got, got_size);
	char *command = gu_format("diff -a -u --label expected --label printed %s %s | head -n 40", a, b);
	char *argv[] = { "sh", "-c", command, NULL };
	char *text = gu_output(argv, false);

	fprintf(f, "stdout is not as expected:\n%s", text ? text : "");
	free(text);
	free(command);
	unlink(a);
	unlink(b);
	free(a);
	free(b);
}

/* ---- Diagnostics ---- */

/* Is "... at NAME:LINE:COL" in this line or the next? Parse errors have their place there. */
static bool placed(const char *line, const struct case_diag *d)
{
	const char *end = next_line(next_line(line));
	char *text = gu_format("%.*s", (int)(end - line), line);
	char *place = gu_format(":%u:%u", d->line, d->col);
	const char *at = strstr(text, place);
	bool found = at && !isdigit((unsigned char)at[strlen(place)]);

	free(place);
	free(text);
	return found;
}

static bool has_diag(const char *err, const struct case_diag *d)
{
	char *mark = gu_format("[%s]", d->tag);
	bool found = false;

	for (const char *at = err; !found && (at = strstr(at, mark)); at++) {
		const char *line = at;

		while (line > err && line[-1] != '\n')
			line--;
		found = !d->line || placed(line, d);
	}
	free(mark);
	return found;
}

static bool expects_tag(const struct test_case *c, const char *tag, size_t n)
{
	for (unsigned int i = 0; i < c->n_diags; i++)
		if (strlen(c->diags[i].tag) == n && !strncmp(c->diags[i].tag, tag, n))
			return true;
	return false;
}

static void judge_diags(const struct test_case *c, const char *err, FILE *f)
{
	for (unsigned int i = 0; i < c->n_diags; i++) {
		const struct case_diag *d = &c->diags[i];

		if (has_diag(err, d))
			continue;
		fprintf(f, "no diagnostic %s", d->tag);
		if (d->line)
			fprintf(f, " at %u:%u", d->line, d->col);
		fputc('\n', f);
	}
	for (const char *at = err; (at = strstr(at, " [D_")); at++) {
		size_t n = strcspn(at + 2, "]");

		if (!expects_tag(c, at + 2, n))
			fprintf(f, "unexpected diagnostic %.*s\n", (int)n, at + 2);
	}
}

/* ---- Streams ---- */

static void judge_stdout(const struct test_case *c, const struct result *r, FILE *f)
{
	char *want = c->expect;
	size_t size = want ? strlen(want) : 0;

	if (c->golden) {
		char *path = case_golden_path(c);

		want = gu_read_file(path, &size);
		if (!want)
			fprintf(f, "no %s (run with --bless to make it)\n", path);
		free(path);
	}
	if (want && (size != r->out_size || memcmp(want, r->out, size)))
		show_diff(f, want, size, r->out, r->out_size);
	if (c->golden)
		free(want);
	if (c->bytes >= 0 && (size_t)c->bytes != r->out_size)
		fprintf(f, "%zu bytes on stdout, expected %ld\n", r->out_size, c->bytes);
	for (size_t i = 0; i < c->expect_re.n; i++)
		if (!has_line(r->out, c->expect_re.v[i], f)) {
			fprintf(f, "no line of stdout matches %s\n", c->expect_re.v[i]);
			show(f, "stdout", r->out);
		}
}

static void judge_stderr(const struct test_case *c, const struct result *r, FILE *f)
{
	for (size_t i = 0; i < c->stderr_re.n; i++)
		if (!has_line(r->err, c->stderr_re.v[i], f))
			fprintf(f, "no line of stderr matches %s\n", c->stderr_re.v[i]);
	if (r->err_size && !c->stderr_re.n && !c->n_diags && r->status == 0)
		fprintf(f, "something unexpected on stderr\n");
}

/* ---- Kernel log ---- */

/* What loading a module that the kernel's makers did not sign always says. */
static const char *const taint_lines[] = {
	": loading out-of-tree module taints kernel",
	": module verification failed: signature and/or required key missing - tainting kernel",
};

static bool allowed(const struct test_case *c, const char *text, FILE *f)
{
	for (size_t i = 0; i < sizeof(taint_lines) / sizeof(taint_lines[0]); i++)
		if (strstr(text, taint_lines[i]))
			return true;
	for (size_t i = 0; i < c->klog_re.n; i++)
		if (has_line(text, c->klog_re.v[i], f))
			return true;
	return false;
}

static bool alarming(const char *text, const char *module)
{
	static const char *const words[] = { "WARNING:", "BUG", "Oops", "Call Trace", "rcu:", "stack-protector" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strstr(text, words[i]))
			return true;
	return module && strstr(text, module);
}

/* Records are "PRIORITY,SEQUENCE,TIME,FLAGS;TEXT"; lines that begin with a blank carry a record's dictionary. */
static void judge_klog(const struct test_case *c, const struct result *r, FILE *f)
{
	int n = 0;

	for (const char *line = r->klog; *line; line = next_line(line)) {
		char *record = gu_format("%.*s", (int)strcspn(line, "\n"), line);
		char *text = strchr(record, ';');
		int level = atoi(record) & 7;

		if (text && isdigit((unsigned char)*record) && (level <= 4 || alarming(text, r->module)) &&
		    !allowed(c, text + 1, f) && n++ < SHOWN_LINES)
			fprintf(f, "kernel log: <%d> %s\n", level, text + 1);
		free(record);
	}
}

/* ---- All of it ---- */

static void judge_status(const struct test_case *c, const struct result *r, FILE *f)
{
	int want = c->exit >= 0 ? c->exit : c->n_diags ? 1 : 0;

	if (r->timed_out)
		fprintf(f, "not done within %d s\n", c->timeout);
	else if (r->status != want)
		fprintf(f, "exit status %d, expected %d\n", r->status, want);
}

char *judge(const struct test_case *c, const struct result *r)
{
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);

	judge_status(c, r, f);
	judge_diags(c, r->err, f);
	judge_stdout(c, r, f);
	judge_stderr(c, r, f);
	if (r->klog)
		judge_klog(c, r, f);
	if (r->left && *r->left)
		fprintf(f, "left loaded: %s\n", r->left);
	if (ftell(f) > 0)
		show(f, "stderr", r->err);
	fclose(f);
	if (n)
		return text;
	free(text);
	return NULL;
}
