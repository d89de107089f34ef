/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What all parts of the driver share: where things are, and what became of each case. */
#ifndef DRIVER_SUITE_H
#define DRIVER_SUITE_H

#include <sys/types.h>

#include "guest/kernel.h"
#include "testsuite/driver/case.h"

enum verdict { PENDING, PASSED, FAILED, SKIPPED };

/* One case in this run. */
struct task {
	struct test_case *c;
	enum verdict verdict;
	char *detail;		/* of a failure or skip; owned, NULL when there is none */
	char *module;		/* path of a module that was built and waits for its guest; owned */
	char *dir;		/* folder for its files; owned */
	pid_t pid;		/* of the worker that has it, 0 when none has */
};

struct suite {
	const char *srcdir;	/* top of the source tree */
	const char *builddir;
	const char *release;	/* kernel for --guest, "" for the default */
	char *tmp;
	char *stap, *staprun, *stapio, *stapdecode, *stap_merge, *stap_guest, *runner;
	bool bless;
	bool has_dwarf;
	struct task *tasks;
	int n;
};

/* Settle a task: take over the text, turn known failures into skips. */
void task_settle(struct task *t, enum verdict verdict, char *detail);

/* host.c: everything of a task that happens on this machine; runs in a worker process and leaves its outcome in the
 * task's folder, where host_collect reads it. */
void host_work(const struct suite *s, const struct task *t);
void host_collect(struct task *t);

/* Run a shell command with time limit in its own process group, stdin empty. Returns its exit status; 124: time is up.
 * It ends when this process ends. */
int host_shell(const char *command, int timeout);

/* batch.c: run the tasks whose modules wait, in as few boots as possible. */
void batch_run_all(struct suite *s);

#endif
