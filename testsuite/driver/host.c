// SPDX-License-Identifier: GPL-2.0-or-later
/* What happens on this machine: stap with an early end, builds for the guest, shell and unit tests. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "testsuite/driver/judge.h"
#include "testsuite/driver/suite.h"

#define BUILD_S 300	/* compilers share the machine with other cases; the case's own limit is for its run */

/* ---- Running things ---- */

int host_shell(const char *command, int timeout)
{
	char *limit = gu_format("%d", timeout);
	pid_t pid = fork();
	int status = 0;

	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);	/* timeout hands it on */
		execlp("timeout", "timeout", "-k", "3", limit, "sh", "-c", command, NULL);
		_exit(126);
	}
	free(limit);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	/* timeout made a process group of its own; whoever is left in it shall not outlive the test */
	if (pid > 0)
		kill(-pid, SIGKILL);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static char *in_dir(const struct task *t, const char *name, size_t *size)
{
	char *path = gu_format("%s/%s", t->dir, name), *text = gu_read_file(path, size);

	free(path);
	return text ? text : gu_strdup("");
}

/* Run a command, a shell's text, in the folder of the case's file, and fill a result from what it left. */
static void run(const struct task *t, const char *command, int limit, struct result *r)
{
	const char *path = t->c->path;
	char *all = gu_format("cd '%.*s' && { %s\n} >'%s/out' 2>'%s/err' </dev/null",
			      (int)(strrchr(path, '/') - path), path, command, t->dir, t->dir);

	*r = (struct result){ 0 };
	r->status = host_shell(all, limit);
	r->timed_out = r->status == 124;
	r->out = in_dir(t, "out", &r->out_size);
	r->err = in_dir(t, "err", &r->err_size);
	free(all);
}

static void result_free(struct result *r)
{
	free(r->out);
	free(r->err);
}

/* ---- Outcomes travel from the worker in a file: verdict, newline, text ---- */

static void leave(const struct task *t, enum verdict verdict, const char *detail)
{
	char *path = gu_format("%s/outcome", t->dir);
	char *text = gu_format("%d\n%s", verdict, detail ? detail : "");

	gu_write_file(path, text, strlen(text));
	free(text);
	free(path);
}

void host_collect(struct task *t)
{
	char *text = in_dir(t, "outcome", NULL), *detail = strchr(text, '\n');

	if (!detail) {
		task_settle(t, FAILED, gu_strdup("the test driver's worker died"));
	} else if (atoi(text) == PENDING) {
		t->module = gu_strdup(detail + 1);
		t->module[strcspn(t->module, "\n")] = 0;
	} else {
		task_settle(t, atoi(text), gu_strdup(detail + 1));
	}
	free(text);
}

/* ---- Kinds of cases ---- */

/* What a failed program said, from its end. */
static char *tail_of(const char *status, const struct result *r)
{
	const char *text = r->err_size ? r->err : r->out;
	size_t n = strlen(text);

	return gu_format("%s\n%s", status, text + (n > 3000 ? n - 3000 : 0));
}

static void settle_program(const struct task *t, const struct result *r)
{
	char *status = r->timed_out ? gu_format("not done within %d s", t->c->timeout)
				    : gu_format("exit status %d", r->status);
	char *detail = tail_of(status, r);

	if (r->status == 0)
		leave(t, PASSED, NULL);
	else if (r->status == 77)
		leave(t, SKIPPED, r->out_size ? r->out : r->err);
	else
		leave(t, FAILED, detail);
	free(detail);
	free(status);
}

static void work_program(const struct task *t, const char *how)
{
	char *command = gu_format("%s'%s'", how, t->c->path);
	struct result r;

	run(t, command, t->c->timeout, &r);
	settle_program(t, &r);
	result_free(&r);
	free(command);
}

static const char *base_name(const struct test_case *c)
{
	return strrchr(c->path, '/') + 1;
}

/* Rejected input may be anything but crash the translator, loop, or be taken. */
static void work_bogus(const struct suite *s, const struct task *t)
{
	char *command = gu_format("'%s' -p1 '%s'", s->stap, base_name(t->c));
	struct result r;

	run(t, command, t->c->timeout, &r);
	if (r.status == 1 && r.err_size && !strstr(r.err, "Sanitizer")) {
		leave(t, PASSED, NULL);
	} else {
		char *status = gu_format("exit status %d, expected 1 and a message", r.status);
		char *detail = tail_of(status, &r);

		leave(t, FAILED, detail);
		free(detail);
		free(status);
	}
	result_free(&r);
	free(command);
}

static char *stap_command(const struct suite *s, const struct test_case *c, int pass, const char *file)
{
	char *guest = pass < 2 ? gu_strdup("") : gu_format(" --guest%s%s", *s->release ? "=" : "", s->release);
	char *text = gu_format("'%s' --diag-tags%s -p%d %s '%s' %s", s->stap, guest, pass, c->options, file, c->args);

	free(guest);
	return text;
}

/* What -p1 prints parses again, to the same. */
static char *round_trip(const struct suite *s, const struct task *t, const char *first)
{
	char *path = gu_format("%s/again.stp", t->dir), *command = stap_command(s, t->c, 1, path), *detail = NULL;
	struct result r;

	gu_write_file(path, first, strlen(first));
	run(t, command, t->c->timeout, &r);
	if (r.status)
		detail = gu_format("what -p1 printed does not parse\n%s\nprinted:\n%s", r.err, first);
	else if (strcmp(first, r.out))
		detail = gu_format("what -p1 printed parses to something else\nfirst:\n%s\nthen:\n%s", first, r.out);
	result_free(&r);
	free(command);
	free(path);
	return detail;
}

static void work_passes(const struct suite *s, const struct task *t)
{
	char *command = stap_command(s, t->c, t->c->pass, base_name(t->c)), *complaint;
	struct result r;
	bool blessed;

	run(t, command, t->c->timeout, &r);
	blessed = s->bless && !r.status && case_bless(t->c, r.out, r.out_size) > 0;
	complaint = blessed ? NULL : judge(t->c, &r);
	if (!complaint && t->c->pass == 1 && !t->c->n_diags && !r.status)
		complaint = round_trip(s, t, r.out);
	leave(t, complaint ? FAILED : PASSED, complaint);
	free(complaint);
	result_free(&r);
	free(command);
}

static void work_build(const struct suite *s, const struct task *t)
{
	char *command = stap_command(s, t->c, 4, base_name(t->c));
	struct result r;

	run(t, command, BUILD_S, &r);
	if (r.status == 0) {
		leave(t, PENDING, r.out);
	} else {
		char *detail = tail_of("the module was not built", &r);

		leave(t, FAILED, detail);
		free(detail);
	}
	result_free(&r);
	free(command);
}

/* A need that nobody knows is a fault of the case, not a reason to skip it for ever. */
static bool needs_met(const struct suite *s, const struct task *t)
{
	char *needs = gu_strdup(t->c->needs ? t->c->needs : ""), *save = NULL;
	bool met = true;

	for (char *word = strtok_r(needs, " \t", &save); word && met; word = strtok_r(NULL, " \t", &save)) {
		char *why = NULL;

		if (!strcmp(word, "dwarf") && !s->has_dwarf)
			why = gu_strdup("needs dwarf: stap-guest fetch --dbg");
		else if (strcmp(word, "dwarf"))
			why = gu_format("unknown need: %s", word);
		if (why)
			leave(t, strcmp(word, "dwarf") ? FAILED : SKIPPED, why);
		met = !why;
		free(why);
	}
	free(needs);
	return met;
}

void host_work(const struct suite *s, const struct task *t)
{
	const struct test_case *c = t->c;

	if (c->fault)
		leave(t, FAILED, c->fault);
	else if (!needs_met(s, t))
		return;
	else if (c->kind == CASE_PROGRAM)
		work_program(t, "");
	else if (c->kind == CASE_SHELL)
		work_program(t, "sh ");
	else if (c->kind == CASE_BOGUS)
		work_bogus(s, t);
	else if (c->pass < 5)
		work_passes(s, t);
	else if (c->n_diags && c->exit < 0)
		leave(t, FAILED, "an expected diagnostic needs //: pass 1 to 4");
	else
		work_build(s, t);
}
