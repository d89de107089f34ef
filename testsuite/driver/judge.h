/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comparing what a case did with what it should do. */
#ifndef DRIVER_JUDGE_H
#define DRIVER_JUDGE_H

#include <stdbool.h>

#include "testsuite/driver/case.h"

/* What a run left. Texts belong to whoever made the result; each has a NUL behind it. */
struct result {
	int status;		/* exit status, 128 + N for signal N */
	bool timed_out;
	char *out, *err;
	size_t out_size, err_size;
	char *klog;		/* records of /dev/kmsg, NULL for a run on this machine */
	char *left;		/* modules that stayed loaded, NULL or "" when none */
	const char *module;	/* name of the case's module, NULL when none */
};

/* Returns NULL when everything is as expected, else a text, owned by the caller, that says what is not. */
char *judge(const struct test_case *c, const struct result *r);

#endif
