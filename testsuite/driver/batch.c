// SPDX-License-Identifier: GPL-2.0-or-later
/* Many modules share one boot: they go into one initramfs with the runner, which reports on each. When the guest
 * dies, the case that ran is to blame, and the rest boots again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "testsuite/driver/judge.h"
#include "testsuite/driver/suite.h"

#define BATCH_MAX 50
#define BOOT_S 120

/* ---- Into the guest ---- */

static void write_text(const struct task *t, const char *name, const char *text)
{
	char *path = gu_format("%s/%s", t->dir, name);

	gu_write_file(path, text, strlen(text));
	free(path);
}

/* A text as one shell word. */
static char *quoted(const char *text)
{
	char *out = gu_grow(NULL, strlen(text) * 4 + 3, 1), *p = out;

	*p++ = '\'';
	for (; *text; text++) {
		if (*text == '\'')
			p = stpcpy(p, "'\\''");
		else
			*p++ = *text;
	}
	strcpy(p, "'");
	return out;
}

static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void write_commands(const struct suite *s, const struct task *t)
{
	const struct test_case *c = t->c;
	char *workload = c->workload ? quoted(c->workload) : gu_strdup("");
	char *run = gu_format("exec staprun %s %s %s $MODULE", c->run_options, c->workload ? "-c" : "", workload);
	char *limit = gu_format("%d", c->timeout);
	/* the programs lie where they lie on the host, as the parts of the product find each other by that */
	char *text = gu_format("export PATH=%.*s:$PATH MODULE=$PWD/%s\n%s\n",
			       (int)(strrchr(s->staprun, '/') - s->staprun), s->staprun, file_name(t->module),
			       c->shell ? c->shell : run);

	write_text(t, "cmd", text);
	write_text(t, "timeout", limit);
	free(text);
	free(limit);
	free(run);
	free(workload);
}

static void add_file(struct gu_list *argv, const char *option, const char *host, const char *guest)
{
	gu_list_add(argv, "%s", option);
	gu_list_add(argv, guest ? "%s:%s" : "%s", host, guest);
}

static void add_task(struct gu_list *argv, const struct suite *s, int number)
{
	const struct task *t = &s->tasks[number];
	char *to[3], *from[2];

	write_commands(s, t);
	to[0] = gu_format("/tests/%d/cmd", number);
	to[1] = gu_format("/tests/%d/timeout", number);
	to[2] = gu_format("/tests/%d/%s", number, file_name(t->module));
	from[0] = gu_format("%s/cmd", t->dir);
	from[1] = gu_format("%s/timeout", t->dir);
	add_file(argv, "--file", from[0], to[0]);
	add_file(argv, "--file", from[1], to[1]);
	add_file(argv, "--file", t->module, to[2]);
	free(to[0]);
	free(to[1]);
	free(to[2]);
	free(from[0]);
	free(from[1]);
}

/* The workload programs, listed by the build. */
static void add_progs(struct gu_list *argv, const struct suite *s)
{
	char *path = gu_format("%s/testsuite/progs.list", s->builddir);
	char *text = gu_read_file(path, NULL), *save = NULL;

	for (char *p = text ? strtok_r(text, " \n", &save) : NULL; p; p = strtok_r(NULL, " \n", &save)) {
		char *host = gu_format("%s/%s", s->builddir, p), *guest = gu_format("/bin/%s", file_name(p));

		add_file(argv, "--file", host, guest);
		free(guest);
		free(host);
	}
	free(text);
	free(path);
}

/* The command line of the guest for tasks[0..n). It belongs to the caller. */
static struct gu_list guest_argv(const struct suite *s, const int *numbers, int n)
{
	struct gu_list argv = { 0 };
	char *options = gu_strdup(s->tasks[numbers[0]].c->guest), *save = NULL;
	int limit = BOOT_S;

	gu_list_add(&argv, "%s", s->stap_guest);
	gu_list_add(&argv, "run");
	gu_list_add(&argv, "--kernel");
	gu_list_add(&argv, "%s", s->release);
	gu_list_add(&argv, "--mem");
	gu_list_add(&argv, "1024");
	for (char *w = strtok_r(options, " \t", &save); w; w = strtok_r(NULL, " \t", &save))
		gu_list_add(&argv, "%s", w);
	for (int i = 0; i < n; i++) {
		add_task(&argv, s, numbers[i]);
		limit += s->tasks[numbers[i]].c->timeout;
	}
	add_file(&argv, "--exe", s->staprun, NULL);
	add_file(&argv, "--exe", s->stapio, NULL);
	add_file(&argv, "--exe", s->stapdecode, NULL);
	add_file(&argv, "--exe", s->stap_merge, NULL);
	add_file(&argv, "--file", s->runner, "/bin/stap-test-runner");
	add_progs(&argv, s);
	gu_list_add(&argv, "--timeout");
	gu_list_add(&argv, "%d", limit);
	gu_list_add(&argv, "--");
	gu_list_add(&argv, "stap-test-runner");
	free(options);
	return argv;
}

/* ---- Out of the guest ---- */

static char *take_bytes(const char **at, const char *end, size_t n)
{
	char *text;

	if (n > (size_t)(end - *at))
		n = end - *at;
	text = gu_grow(NULL, n + 1, 1);
	memcpy(text, *at, n);
	text[n] = 0;
	*at += n;
	return text;
}

static void settle_result(const struct suite *s, struct task *t, struct result *r)
{
	char *module = gu_format("%.*s", (int)strcspn(file_name(t->module), "."), file_name(t->module));
	char *complaint;

	r->module = module;
	if (s->bless && !r->status && case_bless(t->c, r->out, r->out_size) > 0)
		complaint = NULL;
	else
		complaint = judge(t->c, r);
	task_settle(t, complaint ? FAILED : PASSED, complaint);
	free(module);
}

/* Take one END frame. Returns what follows it, or NULL when it was cut. */
static const char *take_end(struct suite *s, const char *at, const char *end)
{
	struct result r = { 0 };
	size_t klog_size, left_size;
	int number, timed_out;

	if (sscanf(at, "END %d %d %d %zu %zu %zu %zu", &number, &r.status, &timed_out, &r.out_size, &r.err_size,
		   &klog_size, &left_size) != 7 || number < 0 || number >= s->n)
		return NULL;
	r.timed_out = timed_out;
	at += strcspn(at, "\n") + 1;
	if (r.out_size + r.err_size + klog_size + left_size > (size_t)(end - at))
		return NULL;
	r.out = take_bytes(&at, end, r.out_size);
	r.err = take_bytes(&at, end, r.err_size);
	r.klog = take_bytes(&at, end, klog_size);
	r.left = take_bytes(&at, end, left_size);
	settle_result(s, &s->tasks[number], &r);
	free(r.out);
	free(r.err);
	free(r.klog);
	free(r.left);
	return at;
}

/* Settle every task that the report tells of. Returns the number of the one that had begun and did not end, -1 when none
 * had. */
static int take_report(struct suite *s, const char *at, const char *end)
{
	int running = -1;

	while (at && at < end) {
		if (sscanf(at, "START %d", &running) == 1) {
			at += strcspn(at, "\n") + 1;
			continue;
		}
		at = take_end(s, at, end);
		if (at)
			running = -1;
	}
	return running;
}

/* Boot once. Returns the number of settled tasks. */
static int boot(struct suite *s, const int *numbers, int n)
{
	struct gu_list argv = guest_argv(s, numbers, n);
	char *out = gu_format("%s/guest.out", s->tmp), *err = gu_format("%s/guest.err", s->tmp), *command, *report;
	char *words = gu_strdup(""), *said;
	int running, status, settled = 0;
	size_t size = 0;

	for (size_t i = 0; i < argv.n; i++) {
		char *word = quoted(argv.v[i]), *longer = gu_format("%s %s", words, word);

		free(word);
		free(words);
		words = longer;
	}
	command = gu_format("exec %s >'%s' 2>'%s' </dev/null", words, out, err);
	status = host_shell(command, 3600);
	report = gu_read_file(out, &size);
	said = gu_read_file(err, NULL);
	running = report ? take_report(s, report, report + size) : -1;
	if (running < 0 && status)
		running = numbers[0];	/* nothing began: tell it on the first, so that this cannot go on for ever */
	if (running >= 0)
		task_settle(&s->tasks[running], FAILED, gu_format("the guest ended with %d\n%s", status, said ? said : ""));
	for (int i = 0; i < n; i++)
		settled += s->tasks[numbers[i]].verdict != PENDING;
	gu_list_free(&argv);
	free(words);
	free(command);
	free(report);
	free(said);
	free(out);
	free(err);
	return settled;
}

/* The next tasks that can share a boot. */
static int gather(const struct suite *s, int numbers[BATCH_MAX])
{
	const char *guest = NULL;
	int n = 0;

	for (int i = 0; i < s->n && n < BATCH_MAX; i++) {
		const struct task *t = &s->tasks[i];

		if (t->verdict != PENDING || !t->module || (guest && strcmp(guest, t->c->guest)))
			continue;
		guest = t->c->guest;
		numbers[n++] = i;
	}
	return n;
}

void batch_run_all(struct suite *s)
{
	int numbers[BATCH_MAX], n;

	while ((n = gather(s, numbers)) > 0)
		if (!boot(s, numbers, n))
			task_settle(&s->tasks[numbers[0]], FAILED, gu_strdup("the guest reported nothing"));
}
