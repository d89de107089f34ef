// SPDX-License-Identifier: GPL-2.0-or-later
// The test driver. Adding a test is adding a file: it finds them by their folder.
//
//   tree       testsuite/tree/*.sh        checks of the sources themselves
//   unit       BUILD/testsuite/unit/*     programs made by the build
//   parse ...  testsuite/STAGE/*.stp, *.sh
//   bogus      testsuite/bogus/*          input that stap must refuse without harm
//   language   doc/LANGUAGE.md            its examples
//   examples   examples/*.stp
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "guest/paths.h"
#include "testsuite/driver/page.h"
#include "testsuite/driver/suite.h"

static const struct stage {
	const char *name;
	const char *dir;	/* below the source tree; NULL: the unit tests of the build tree */
} stages[] = {
	{ "tree", "testsuite/tree" },
	{ "unit", NULL },
	{ "parse", "testsuite/parse" },
	{ "bogus", "testsuite/bogus" },
	{ "sema", "testsuite/sema" },
	{ "emit", "testsuite/emit" },
	{ "build", "testsuite/build" },
	{ "guest", "testsuite/guest" },
	{ "tapset", "testsuite/tapset" },
	{ "staprun", "testsuite/staprun" },
	{ "fixed", "testsuite/fixed" },
	{ "language", "doc/LANGUAGE.md" },
	{ "examples", "examples" },
	{ "bench", "testsuite/bench" },
};
#define N_STAGES (int)(sizeof(stages) / sizeof(stages[0]))

static const char usage_text[] =
	"Usage: testsuite/run [--stage STAGE]... [--kernel RELEASE] [--jobs N] [--keep] [--bless] [PATTERN...]\n"
	"\n"
	"Runs the tests whose names (STAGE/FILE) match a PATTERN (shell wildcards, or a part of the name); all of them\n"
	"without one. --bless writes what the cases print into their expectations. --keep keeps the temporary folder.\n"
	"The last line is: N passed, N failed, N skipped. Exit status 1 when any failed.\n";

struct driver {
	struct suite suite;
	struct gu_list stages, patterns;
	int jobs;
	bool keep;
	int passed, failed, skipped;
};

void task_settle(struct task *t, enum verdict verdict, char *detail)
{
	const char *known = t->c->xfail;

	t->verdict = verdict;
	t->detail = detail;
	if (!known || verdict == SKIPPED)
		return;
	free(detail);
	t->verdict = verdict == FAILED ? SKIPPED : FAILED;
	t->detail = verdict == FAILED ? gu_format("known failure: %s", known)
				      : gu_strdup("passes: its //: xfail can go");
}

/* ---- Finding the cases ---- */

static bool wanted_name(const struct driver *d, const char *name)
{
	if (!d->patterns.n)
		return true;
	for (size_t i = 0; i < d->patterns.n; i++)
		if (strstr(name, d->patterns.v[i]) || !fnmatch(d->patterns.v[i], name, 0))
			return true;
	return false;
}

static void add_case(struct driver *d, const struct stage *stage, enum case_kind kind, const char *path)
{
	struct suite *s = &d->suite;
	struct test_case *c = case_read(stage->name, kind, path);

	if (!wanted_name(d, c->name)) {
		case_free(c);
		return;
	}
	s->tasks = gu_grow(s->tasks, s->n + 1, sizeof(*s->tasks));
	s->tasks[s->n] = (struct task){ .c = c, .dir = gu_format("%s/%d", s->tmp, s->n) };
	gu_mkdirs(s->tasks[s->n].dir);
	s->n++;
}

static void add_file(struct driver *d, const struct stage *stage, const char *path)
{
	const char *dot = strrchr(path, '.');
	const char *suffix = dot && !strchr(dot, '/') ? dot : "";
	struct stat st;

	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode))
		return;
	if (!stage->dir) {
		if (!*suffix && !access(path, X_OK))
			add_case(d, stage, CASE_PROGRAM, path);
	} else if (!strcmp(suffix, ".sh")) {
		add_case(d, stage, CASE_SHELL, path);
	} else if (!strcmp(stage->name, "bogus")) {
		add_case(d, stage, CASE_BOGUS, path);
	} else if (!strcmp(suffix, ".stp")) {
		add_case(d, stage, CASE_SCRIPT, path);
	}
}

static int visible(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

/* Cases lie in the folder of their stage or one below. */
static void add_folder(struct driver *d, const struct stage *stage, const char *dir, int depth)
{
	struct dirent **names;
	int n = scandir(dir, &names, visible, alphasort);

	for (int i = 0; i < n; i++) {
		char *path = gu_format("%s/%s", dir, names[i]->d_name);

		if (names[i]->d_type == DT_DIR && depth)
			add_folder(d, stage, path, depth - 1);
		else
			add_file(d, stage, path);
		free(path);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
}

/* The examples of a page become files of a temporary folder. */
static void add_page(struct driver *d, const struct stage *stage, const char *page)
{
	char *dir = gu_format("%s/%s", d->suite.tmp, stage->name);

	if (gu_mkdirs(dir) < 0 || page_extract(page, dir) < 0)
		exit(2);
	add_folder(d, stage, dir, 0);
	free(dir);
}

static void add_stage(struct driver *d, const struct stage *stage)
{
	char *dir = stage->dir ? gu_format("%s/%s", d->suite.srcdir, stage->dir)
			       : gu_format("%s/testsuite/unit", d->suite.builddir);

	if (stage->dir && strstr(stage->dir, ".md"))
		add_page(d, stage, dir);
	else
		add_folder(d, stage, dir, stage->dir != NULL);
	free(dir);
}

/* ---- Running and telling ---- */

static double seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

static void start_worker(const struct suite *s, struct task *t)
{
	pid_t parent = getpid();

	t->pid = fork();
	if (t->pid)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == parent)
		host_work(s, t);
	_exit(0);
}

static void wait_worker(struct suite *s)
{
	pid_t pid = wait(NULL);

	for (int i = 0; i < s->n; i++)
		if (s->tasks[i].pid == pid && pid > 0) {
			s->tasks[i].pid = 0;
			host_collect(&s->tasks[i]);
		}
}

/* Do the part of tasks [from, to) that happens on this machine. */
static void run_on_host(struct suite *s, int from, int to, int jobs)
{
	int running = 0;

	fflush(NULL);
	for (int i = from; i < to; i++) {
		if (running == jobs) {
			wait_worker(s);
			running--;
		}
		start_worker(s, &s->tasks[i]);
		running++;
	}
	while (running--)
		wait_worker(s);
}

static void tell_failure(const struct task *t)
{
	const char *at = t->detail ? t->detail : "";

	printf("FAILED %s%s%s\n", t->c->name, *t->c->title ? ": " : "", t->c->title);
	while (*at) {
		size_t n = strcspn(at, "\n");

		printf("    %.*s\n", (int)n, at);
		at += n + (at[n] == '\n');
	}
}

static void tell_stage(struct driver *d, const char *name, int from, double start)
{
	int count[SKIPPED + 1] = { 0 };
	struct suite *s = &d->suite;

	for (int i = from; i < s->n; i++) {
		struct task *t = &s->tasks[i];

		count[t->verdict]++;
		if (t->verdict == FAILED)
			tell_failure(t);
		if (t->verdict == SKIPPED)
			printf("skipped %s: %.*s\n", t->c->name, (int)strcspn(t->detail ? t->detail : "", "\n"),
			       t->detail ? t->detail : "");
	}
	printf("%-9s %d passed, %d failed, %d skipped (%.1f s)\n", name, count[PASSED], count[FAILED], count[SKIPPED],
	       seconds() - start);
	fflush(stdout);
	d->passed += count[PASSED];
	d->failed += count[FAILED];
	d->skipped += count[SKIPPED];
}

static void run_stage(struct driver *d, const struct stage *stage)
{
	struct suite *s = &d->suite;
	double start = seconds();
	int from = s->n;

	add_stage(d, stage);
	if (s->n == from)
		return;
	run_on_host(s, from, s->n, d->jobs);
	batch_run_all(s);
	tell_stage(d, stage->name, from, start);
}

/* ---- Set-up ---- */

static int take_options(struct driver *d, int argc, char **argv)
{
	enum { STAGE = 256, KERNEL, JOBS, KEEP, BLESS, HELP };
	static const struct option options[] = {
		{ "stage", required_argument, NULL, STAGE }, { "kernel", required_argument, NULL, KERNEL },
		{ "jobs", required_argument, NULL, JOBS }, { "keep", no_argument, NULL, KEEP },
		{ "bless", no_argument, NULL, BLESS }, { "help", no_argument, NULL, HELP }, { 0 },
	};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == STAGE)
			gu_list_add(&d->stages, "%s", optarg);
		else if (c == KERNEL)
			d->suite.release = optarg;
		else if (c == JOBS)
			d->jobs = atoi(optarg);
		else if (c == KEEP)
			d->keep = true;
		else if (c == BLESS)
			d->suite.bless = true;
		else
			return fputs(usage_text, c == HELP ? stdout : stderr), c == HELP ? 1 : -1;
	}
	for (; optind < argc; optind++)
		gu_list_add(&d->patterns, "%s", argv[optind]);
	return 0;
}

static int check_stages(const struct driver *d)
{
	for (size_t i = 0; i < d->stages.n; i++) {
		int k = 0;

		while (k < N_STAGES && strcmp(stages[k].name, d->stages.v[i]))
			k++;
		if (k == N_STAGES) {
			gu_error("no stage %s; there are:", d->stages.v[i]);
			for (k = 0; k < N_STAGES; k++)
				fprintf(stderr, " %s", stages[k].name);
			fputc('\n', stderr);
			return -1;
		}
	}
	return 0;
}

static int set_up(struct driver *d)
{
	struct suite *s = &d->suite;
	const char *tmp = getenv("TMPDIR"), *stap = getenv("STAP");
	struct guest_kernel k;

	s->srcdir = SRCDIR;
	s->builddir = BUILDDIR;
	s->stap = stap && *stap ? gu_strdup(stap) : paths_program("stap");
	s->staprun = paths_program("staprun");
	s->stapio = paths_program("stapio");
	s->stapdecode = paths_program("stapdecode");
	s->stap_merge = paths_program("stap-merge");
	s->stap_guest = paths_program("stap-guest");
	s->runner = gu_format("%s/testsuite/driver/stap-test-runner", s->builddir);
	s->tmp = gu_format("%s/stap-test.XXXXXX", tmp && *tmp ? tmp : P_tmpdir);
	if (!mkdtemp(s->tmp)) {
		gu_error("cannot make a temporary folder: %s", strerror(errno));
		return -1;
	}
	if (!guest_kernel_find(s->release, &k)) {
		s->has_dwarf = k.debug;
		guest_kernel_free(&k);
	}
	setenv("SRCDIR", s->srcdir, 1);
	setenv("BUILDDIR", s->builddir, 1);
	setenv("STAP", s->stap, 1);
	setenv("STAPRUN", s->staprun, 1);
	setenv("STAPDECODE", s->stapdecode, 1);
	setenv("STAP_MERGE", s->stap_merge, 1);
	setenv("STAP_GUEST", s->stap_guest, 1);
	return 0;
}

int main(int argc, char **argv)
{
	struct driver d = { .suite.release = "", .jobs = 2 };
	int rc = take_options(&d, argc, argv);

	if (rc)
		return rc > 0 ? 0 : 2;
	if (check_stages(&d) < 0 || set_up(&d) < 0)
		return 2;
	for (int i = 0; i < N_STAGES; i++)
		if (!d.stages.n || gu_list_has(&d.stages, stages[i].name))
			run_stage(&d, &stages[i]);
	if (d.keep)
		printf("kept: %s\n", d.suite.tmp);
	else
		gu_remove_tree(d.suite.tmp);
	printf("%d passed, %d failed, %d skipped\n", d.passed, d.failed, d.skipped);
	return d.failed ? 1 : 0;
}
