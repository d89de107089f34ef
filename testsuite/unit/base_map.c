// SPDX-License-Identifier: GPL-2.0-or-later
/* Interned names and the map from names. */
#include "translator/base/map.h"

#include <stdlib.h>

#include "testsuite/unit/base_check.h"
#include "translator/base/arena.h"
#include "translator/base/atom.h"

static void test_atoms(struct arena *a)
{
	struct atom_table *t = atom_table_new(a);
	atom_t kept[5000];
	char name[32];
	int i;

	for (i = 0; i < 5000; i++) {
		snprintf(name, sizeof(name), "name%d", i);
		CHECK(!atom_find(t, name, strlen(name)));
		kept[i] = atom_intern(t, name);
	}
	for (i = 0; i < 5000; i++) {
		snprintf(name, sizeof(name), "name%d-", i);
		CHECK(atom_intern_len(t, name, strlen(name) - 1) == kept[i]);
		CHECK(atom_find(t, name, strlen(name) - 1) == kept[i]);
	}
	CHECK_STR(kept[77], "name77");
	CHECK(atom_len(kept[77]) == 6);
	CHECK(atom_hash(kept[77]) != atom_hash(kept[78]));
	CHECK(atom_intern(t, "") == atom_intern_len(t, "x", 0));
}

static void test_order(struct arena *a)
{
	struct map *m = map_new(a);
	static const char *const keys[] = { "zeta", "alpha", "mid", "beta" };
	int i = 0;

	for (i = 0; i < 4; i++)
		CHECK(!map_put(m, keys[i], (void *)keys[i]));
	CHECK(map_put(m, "mid", "other") == keys[2]);
	CHECK(map_put(m, "mid", (void *)keys[2]));
	i = 0;
	map_each(e, m)
		CHECK(e->value == keys[i++]);
	CHECK(i == 4);
	CHECK(map_del(m, "alpha") == keys[1]);
	CHECK(!map_del(m, "alpha"));
	CHECK(!map_has(m, "alpha") && map_has(m, "beta") && m->live == 3);
	map_put(m, "alpha", NULL);
	CHECK(map_has(m, "alpha") && !map_get(m, "alpha"));
	CHECK_STR(map_next(m, NULL)->key, "zeta");
}

/* Random puts and deletes against a plain array. */
static void test_random(struct arena *a)
{
	struct map m;
	static char keys[300][8];
	static void *values[300];
	unsigned int seed = 7, round, live = 0;
	int i;

	map_init(&m, a);
	for (i = 0; i < 300; i++)
		snprintf(keys[i], sizeof(keys[i]), "k%d", i);
	for (round = 0; round < 20000; round++) {
		i = rand_r(&seed) % 300;
		if (rand_r(&seed) % 3) {
			live += !values[i];
			CHECK(map_put(&m, keys[i], &keys[round % 300]) == values[i]);
			values[i] = &keys[round % 300];
		} else {
			live -= values[i] != NULL;
			CHECK(map_del(&m, keys[i]) == values[i]);
			values[i] = NULL;
		}
		CHECK(m.live == live);
	}
	for (i = 0; i < 300; i++)
		CHECK(map_get(&m, keys[i]) == values[i]);
	CHECK(!map_get(&m, "absent"));
}

int main(void)
{
	struct arena *a = arena_new();

	test_atoms(a);
	test_order(a);
	test_random(a);
	arena_free(a);
	return check_result();
}
