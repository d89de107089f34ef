// SPDX-License-Identifier: GPL-2.0-or-later
/* runtime/map.c and map_tmpl.h against a plain list of pairs: random operations, wrap, overflow, sorting. */
#include "kernel.h"
#include "stp.h"

#include "testsuite/unit/base_check.h"

static const struct stp_config config = { .string_size = 16 };
const struct stp_script stp_script = { .config = &config };
static char error[100];

void stp_error(struct stp_ctx *c, stp_u32 at, const char *fmt, ...)
{
	va_list args;

	(void)c;
	(void)at;
	va_start(args, fmt);
	vsnprintf(error, sizeof(error), fmt, args);
	va_end(args);
}

static void session_note_cut(void)
{
}

#include "str.c"
#include "map.h"
#include "map.c"

#define STP_MAP		plain
#define STP_MAP_KEYS	1
#define STP_MAP_KEY0	STP_LONG
#define STP_MAP_VALUE	STP_LONG
#define STP_MAP_STRING	16
#define STP_MAP_SORTS	2
#include "map_tmpl.h"

#define STP_MAP		mixed
#define STP_MAP_KEYS	9
#define STP_MAP_KEY0	STP_STRING
#define STP_MAP_KEY1	STP_LONG
#define STP_MAP_KEY2	STP_LONG
#define STP_MAP_KEY3	STP_LONG
#define STP_MAP_KEY4	STP_LONG
#define STP_MAP_KEY5	STP_LONG
#define STP_MAP_KEY6	STP_LONG
#define STP_MAP_KEY7	STP_LONG
#define STP_MAP_KEY8	STP_STRING
#define STP_MAP_VALUE	STP_STRING
#define STP_MAP_STRING	16
#define STP_MAP_SORTS	1
#include "map_tmpl.h"

/* ---- against a list -------------------------------------------------------------------------------------------- */

#define ENTRIES	37

struct pair { s64 key, value; };
static struct pair model[ENTRIES], unsorted[ENTRIES];
static int sort_column, sort_descending;
static bool walk_sorted;		/* compare() follows the sorted order */
static int model_n;

static int model_find(s64 key)
{
	int i;

	for (i = 0; i < model_n; i++)
		if (model[i].key == key)
			return i;
	return -1;
}

static void model_remove(int i)
{
	memmove(&model[i], &model[i + 1], (--model_n - i) * sizeof(*model));
}

/* Returns 0 when the array is full. */
static int model_set(s64 key, s64 value, bool wrap)
{
	int i = model_find(key);

	if (i < 0 && model_n == ENTRIES) {
		if (!wrap)
			return 0;
		model_remove(0);
	}
	if (i < 0) {
		i = model_n++;
		model[i].key = key;
	}
	model[i].value = value;
	return 1;
}

static void compare(void)
{
	struct stp_node *n = walk_sorted ? plain_sort(sort_column, sort_descending, 1) : plain_first();
	int i;

	CHECK(plain_map.count == (u32)model_n);
	for (i = 0; i < model_n; i++, n = walk_sorted ? plain_sorted(n, 1) : plain_next(n)) {
		CHECK(n && plain_key0(n) == model[i].key && plain_value(n) == model[i].value);
		if (!n)
			return;
	}
	CHECK(!n);
}

static void random_operation(bool wrap)
{
	s64 key = rand() % 50 - 25, value = rand() % 10, result;
	int i = model_find(key), ok;

	*error = 0;
	switch (rand() % 8) {
	case 0:
		plain_del(key);
		if (i >= 0)
			model_remove(i);
		break;
	case 1:
		CHECK(plain_get(key) == (i < 0 ? 0 : model[i].value));
		CHECK(plain_in(key) == (i >= 0));
		break;
	case 2: case 3: case 4:
		ok = plain_add(NULL, 0, &result, key, value) == 0;
		CHECK(ok == model_set(key, i < 0 ? value : model[i].value + value, wrap));
		CHECK(!ok || result == model[model_find(key)].value);
		CHECK(ok || !strcmp(error, "Array overflow, check MAXMAPENTRIES"));
		break;
	default:
		ok = plain_set(NULL, 0, key, value) == 0;
		CHECK(ok == model_set(key, value, wrap));
	}
	if (!(rand() % 500)) {
		plain_clear();
		model_n = 0;
	}
}

static void test_random(bool wrap)
{
	struct stp_map_desc desc = { .map = &plain_map, .node_size = plain_NODE_SIZE, .entries = ENTRIES, .wrap = wrap };
	void *memory = calloc(1, stp_map_bytes(&desc));
	int i;

	stp_map_init(&desc, memory, 0x1234567);
	model_n = 0;
	for (i = 0; i < 100000 && !check_failures; i++) {
		random_operation(wrap);
		compare();
	}
	free(memory);
}

/* ---- sorting --------------------------------------------------------------------------------------------------- */


static int by_column(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;
	s64 l = sort_column ? x->key : x->value, r = sort_column ? y->key : y->value;
	int order = l < r ? -1 : l > r;

	if (order)
		return sort_descending ? -order : order;
	return 0;
}

/* Insertion sort of the model: stable, and not what is tested. */
static void model_sort(void)
{
	int i, j;

	for (i = 1; i < model_n; i++)
		for (j = i; j && by_column(&model[j - 1], &model[j]) > 0; j--) {
			struct pair t = model[j];

			model[j] = model[j - 1];
			model[j - 1] = t;
		}
}

static void test_sort(int n)
{
	struct stp_map_desc desc = { .map = &plain_map, .node_size = plain_NODE_SIZE, .entries = ENTRIES };
	void *memory = calloc(1, stp_map_bytes(&desc));
	int i;

	stp_map_init(&desc, memory, 0);
	model_n = 0;
	for (i = 0; i < n; i++) {
		s64 key = (i * 7919) % 10007, value = rand() % 5;

		plain_set(NULL, 0, key, value);
		model_set(key, value, false);
	}
	memcpy(unsorted, model, sizeof(model));
	for (i = 0; i < 4; i++) {
		sort_column = i & 1;
		sort_descending = i >> 1;
		model_sort();
		walk_sorted = true;
		compare();
		walk_sorted = false;
		memcpy(model, unsorted, sizeof(model));
		compare();		/* the order of insertion is as it was */
	}
	free(memory);
}

/* ---- nine keys, strings ---------------------------------------------------------------------------------------- */

static void test_mixed(void)
{
	struct stp_map_desc desc = { .map = &mixed_map, .node_size = mixed_NODE_SIZE, .entries = 2, .declared = 1 };
	void *memory = calloc(1, stp_map_bytes(&desc));

	stp_map_init(&desc, memory, 99);
	CHECK(!mixed_set(NULL, 0, "a", 1, 2, 3, 4, 5, 6, 7, "b", "first"));
	CHECK(!mixed_set(NULL, 0, "a", 1, 2, 3, 4, 5, 6, 8, "b", "a value longer than the string"));
	CHECK(mixed_set(NULL, 0, "z", 1, 2, 3, 4, 5, 6, 8, "b", "x"));
	CHECK_STR(error, "Array overflow, check size limit (2)");
	CHECK_STR(mixed_get("a", 1, 2, 3, 4, 5, 6, 7, "b"), "first");
	CHECK_STR(mixed_get("a", 1, 2, 3, 4, 5, 6, 8, "b"), "a value longer ");
	CHECK_STR(mixed_get("a", 1, 2, 3, 4, 5, 6, 7, "c"), "");
	CHECK(mixed_in("a", 1, 2, 3, 4, 5, 6, 7, "b") && !mixed_in("", 1, 2, 3, 4, 5, 6, 7, "b"));
	CHECK_STR(mixed_value(mixed_sort(0, 0, 0)), "a value longer ");
	CHECK(mixed_key7(mixed_sort(8, 1, 0)) == 8);
	CHECK_STR(mixed_key8(mixed_sort(8, 1, 0)), "b");
	mixed_del("a", 1, 2, 3, 4, 5, 6, 7, "b");
	CHECK(!mixed_next(mixed_first()));
	free(memory);
}

int main(void)
{
	int n;

	test_random(false);
	test_random(true);
	for (n = 0; n <= ENTRIES; n++)
		test_sort(n);
	test_mixed();
	return check_result();
}
