/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * proc - runs a child program. No shell is involved.
 */
#ifndef BASE_PROC_H
#define BASE_PROC_H

#include <stdbool.h>
#include <stddef.h>

struct buf;

enum proc_output {
	PROC_INHERIT,		/* goes where ours goes */
	PROC_CAPTURE,		/* appended to the buffer */
	PROC_DISCARD,		/* /dev/null */
};

struct proc {
	const char *const *argv;	/* NULL-terminated; argv[0] is looked up in PATH */
	const char *const *env;		/* "NAME=VALUE" added, "NAME" removed; may be NULL */
	const char *dir;		/* working directory; may be NULL */
	const char *input;		/* what its standard input holds; NULL: /dev/null */
	size_t input_len;
	enum proc_output out, err;
	struct buf *out_buf, *err_buf;	/* for PROC_CAPTURE; may be the same buffer */
	bool inherit_input;		/* standard input is ours; `input` is not used */
};

/*
 * Runs the child to its end. Returns its exit status 0..255, 128 + N when signal N ended it, or -1
 * with errno set when it could not be started (ENOENT: no such program).
 */
int proc_run(const struct proc *p);

#endif
