/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One test case: a script with its expectations in comments (testsuite/README.md lists the directives). */
#ifndef DRIVER_CASE_H
#define DRIVER_CASE_H

#include <stdbool.h>

#include "guest/util.h"

enum case_kind {
	CASE_SCRIPT,	/* .stp with directives */
	CASE_SHELL,	/* .sh, run on this machine: exit 0 passes, 77 skips */
	CASE_PROGRAM,	/* a unit test's program: likewise */
	CASE_BOGUS,	/* rejected input: `stap -p1` must exit 1 and must not crash */
};

/* A diagnostic that must appear. */
struct case_diag {
	char *tag;
	unsigned int line, col;		/* 0: anywhere */
};

struct test_case {
	enum case_kind kind;
	const char *stage;
	char *path;
	char *name;			/* STAGE/FILE without its suffix */
	char *title;
	int pass;			/* stap -pN; 5: run in a guest */
	char *options;			/* of stap, as shell words; "" when none */
	char *args;			/* words behind the script */
	char *run_options;		/* of staprun */
	char *workload;			/* command for staprun -c, NULL when none */
	char *guest;			/* options of `stap-guest run`; cases with equal ones share a boot */
	char *shell;			/* commands to run in the guest instead of staprun, NULL when none */
	char *needs;			/* words; NULL when none */
	char *xfail;			/* why it is known to fail */
	struct case_diag *diags;
	unsigned int n_diags, n_located;
	struct gu_list expect_re, stderr_re, klog_re;	/* extended regular expressions, each for some line */
	char *expect;			/* exact stdout, NULL when not given */
	long bytes;			/* size of stdout, -1 when not given */
	bool golden;			/* stdout is that of FILE.out */
	int exit;			/* -1: 0, or 1 when a diagnostic is expected */
	int timeout;			/* seconds */
	char *fault;			/* a directive that is not understood */
};

/* Read a case. Returns one that the caller frees by case_free; a fault in it is told by its `fault`. */
struct test_case *case_read(const char *stage, enum case_kind kind, const char *path);
void case_free(struct test_case *c);

/* Replace the //| lines of a case's file, or its .out file, by what it printed. Returns 1; 0 when the case expects no
 * exact output; -1 with a message. */
int case_bless(const struct test_case *c, const char *out, size_t size);

/* The path of the file that holds the expected stdout of a golden case. The caller frees it. */
char *case_golden_path(const struct test_case *c);

#endif
