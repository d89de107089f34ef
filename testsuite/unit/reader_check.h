/* SPDX-License-Identifier: GPL-2.0-or-later */
/* TAP for the unit tests of runtime/pure and staprun: each test is a function; a failed CHECK ends it. */
#ifndef READER_CHECK_H
#define READER_CHECK_H

#include <stdio.h>
#include <string.h>

struct check {
	int failed;
	int number;
	int failures;
};

#define CHECK(c, cond, ...) do { \
	if (!(cond)) { \
		printf("# %s:%d: %s: ", __FILE__, __LINE__, #cond); \
		printf(__VA_ARGS__); \
		printf("\n"); \
		(c)->failed = 1; \
		return; \
	} \
} while (0)

#define CHECK_BYTES(c, got_bytes, got_length, want_bytes, want_length) do { \
	const char *got_b = (got_bytes), *want_b = (want_bytes); \
	size_t got_n = (got_length), want_n = (want_length); \
	CHECK(c, got_n == want_n && !memcmp(got_b, want_b, want_n), "got %zu bytes '%.*s', want %zu '%.*s'", \
	      got_n, (int)(got_n < 300 ? got_n : 300), got_b, want_n, (int)(want_n < 300 ? want_n : 300), want_b); \
} while (0)

static inline void check_run(struct check *c, const char *name, void (*test)(struct check *c))
{
	c->failed = 0;
	test(c);
	c->failures += c->failed;
	printf("%s %d - %s\n", c->failed ? "not ok" : "ok", ++c->number, name);
	fflush(stdout);
}
#define RUN(c, test) check_run(c, #test, test)

static inline int check_end(const struct check *c)
{
	printf("1..%d\n", c->number);
	return c->failures ? 1 : 0;
}

/* A generator with a fixed start: a failure can be repeated. */
static inline unsigned long long check_random(unsigned long long *state)
{
	unsigned long long x = *state;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return *state = x;
}

#endif
