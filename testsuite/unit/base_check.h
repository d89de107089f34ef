/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * base_check - for unit tests: a failed check is told and counted, the test goes on.
 */
#ifndef UNIT_BASE_CHECK_H
#define UNIT_BASE_CHECK_H

#include <stdio.h>
#include <string.h>

static int check_failures;

#define CHECK(cond)									\
	do {										\
		if (!(cond)) {								\
			check_failures++;						\
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #cond);	\
		}									\
	} while (0)

#define CHECK_STR(got, want)								\
	do {										\
		const char *got_ = (got), *want_ = (want);				\
		if (strcmp(got_, want_)) {						\
			check_failures++;						\
			fprintf(stderr, "%s:%d: %s is\n%s\nnot\n%s\n", __FILE__, __LINE__,	\
				#got, got_, want_);					\
		}									\
	} while (0)

/* Exit status of the test. */
static inline int check_result(void)
{
	return check_failures ? 1 : 0;
}

#endif
