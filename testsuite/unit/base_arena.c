// SPDX-License-Identifier: GPL-2.0-or-later
/* Arenas: zeroed, aligned, released in order; vectors that grow in them. */
#include "translator/base/arena.h"

#include <stdint.h>

#include "testsuite/unit/base_check.h"
#include "translator/base/vec.h"

VEC_TYPE(numbers, int);

static int is_zero(const unsigned char *p, size_t n)
{
	while (n--)
		if (*p++)
			return 0;
	return 1;
}

static void test_alloc(struct arena *a)
{
	size_t size;

	for (size = 0; size < 300; size += 7) {
		unsigned char *p = arena_alloc(a, size);

		CHECK((uintptr_t)p % sizeof(long double) == 0);
		CHECK(is_zero(p, size));
		memset(p, 0xff, size);
	}
	for (size = 1; size < 20000000; size *= 11) {
		unsigned char *p = arena_alloc(a, size);

		CHECK(is_zero(p, size));
		memset(p, 0xff, size);
	}
}

static void test_release(struct arena *a)
{
	unsigned int round, i;

	for (round = 0; round < 20; round++) {
		char *before = arena_strdup(a, "kept");
		struct arena_mark m = arena_mark(a);

		for (i = 0; i < 200; i++) {
			unsigned char *p = arena_alloc(a, i * 37);

			CHECK(is_zero(p, i * 37));
			memset(p, 0xaa, i * 37);
		}
		arena_release(a, m);
		CHECK_STR(before, "kept");
	}
}

static void test_strings(struct arena *a)
{
	CHECK_STR(arena_strndup(a, "abcdef", 3), "abc");
	CHECK_STR(arena_printf(a, "%d-%s", 42, "x"), "42-x");
	CHECK_STR(arena_printf(a, "%s", ""), "");
	CHECK(!memcmp(arena_memdup(a, "a\0b", 3), "a\0b\0", 4));
}

static void test_vec(struct arena *a)
{
	struct numbers n = { NULL, 0, 0 };
	int i, sum = 0;

	for (i = 0; i < 1000; i++)
		vec_push(a, &n, i);
	CHECK(n.n == 1000 && vec_last(&n) == 999);
	vec_each(x, &n)
		sum += *x;
	CHECK(sum == 499500);
	vec_remove(&n, 0);
	vec_remove(&n, 998);
	CHECK(n.n == 998 && n.v[0] == 1 && vec_last(&n) == 998);
	vec_reserve(a, &n, 5000);
	CHECK(n.cap >= 5000 && n.v[997] == 998);
}

int main(void)
{
	struct arena *a = arena_new();

	test_alloc(a);
	test_release(a);
	test_strings(a);
	test_vec(a);
	CHECK(arena_used(a) > 20000);
	arena_free(a);
	arena_free(NULL);
	return check_result();
}
