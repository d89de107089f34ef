/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A script array, included once for each by generated code (header-free). Parameters, undefined again at the end:
 *
 *   STP_MAP		name: functions are NAME_get ..., the map itself is `static struct stp_map NAME_map`
 *   STP_MAP_KEYS	number of keys, 1 to 16
 *   STP_MAP_KEY0 ...	key types: STP_LONG or STP_STRING (tokens 1 and 2)
 *   STP_MAP_VALUE	value type: STP_LONG or STP_STRING
 *   STP_MAP_STRING	bytes of a string key or value (MAXSTRINGLEN)
 *   STP_MAP_SORTS	number of links, for as many orders that loops inside each other walk in; not defined: none
 *   STP_MAP_STAT_WORDS, STP_MAP_STAT_AT	an array of statistics: see stat_tmpl.h; its value type is STP_LONG
 *
 * KEYS below stands for one parameter for each key: stp_s64 or const char *.
 *   stp_s64 NAME_get(KEYS)			value, 0 when absent    (long values)
 *   const char *NAME_get(KEYS)			value, "" when absent; valid while the lock is held (string values)
 *   int NAME_set(c, at, KEYS, v)		0, or -1 after stp_error(c, at, "Array overflow, check ...")
 *   int NAME_add(c, at, &result, KEYS, n)	adds n to a long value, creating it; result is the new value
 *   int NAME_in(KEYS)				1 when present
 *   void NAME_del(KEYS)			silent when absent
 *   void NAME_clear()				delete array
 *   struct stp_node *NAME_first()		insertion order; NULL at the end
 *   struct stp_node *NAME_next(node)		the node may not have been deleted in between
 *   stp_s64 / const char *NAME_keyN(node), NAME_value(node)
 *   struct stp_node *NAME_sort(column, descending, link)	the first in this order: column 0 = value, N = key N; stable
 *   struct stp_node *NAME_sorted(node, link)	the next one in it. An order is kept until its link is sorted again
 * The caller holds the global's lock, or is a session handler. No function sleeps or allocates; nodes are preallocated
 * by the runtime from the script's stp_map_desc table, whose node_size is NAME_NODE_SIZE.
 */

#include "map.h"

/* ---- made from the parameters ---------------------------------------------------------------------------------- */

#define STP_MAP__CAT2(a, b)	a##b
#define STP_MAP__CAT(a, b)	STP_MAP__CAT2(a, b)
#define STP_MAP__(suffix)	STP_MAP__CAT(STP_MAP, suffix)	/* NAME_suffix */
#define STP_MAP__FN		static __attribute__((__unused__))

/* X(n) for each key, in a row or as a list */
#define STP_MAP__COUNTED2(a, n)	a##n
#define STP_MAP__COUNTED(a, n)	STP_MAP__COUNTED2(a, n)
#define STP_MAP__EACH(X)	STP_MAP__COUNTED(STP_EACH_, STP_MAP_KEYS)(X)
#define STP_MAP__LIST(X)	STP_MAP__COUNTED(STP_LIST_, STP_MAP_KEYS)(X)

/* What a key needs by its type: a member, a parameter, a step of hashing, and so on. */
#define STP_MAP__BY(what, n)	STP_MAP__CAT(STP_MAP__##what##_, STP_MAP_KEY##n)(n)
#define STP_MAP__MEMBER(n)	STP_MAP__BY(MEMBER, n)
#define STP_MAP__MEMBER_1(n)	stp_s64 k##n;
#define STP_MAP__MEMBER_2(n)	char k##n[STP_MAP_STRING];
#define STP_MAP__PARAM(n)	STP_MAP__BY(PARAM, n)
#define STP_MAP__PARAM_1(n)	stp_s64 k##n
#define STP_MAP__PARAM_2(n)	const char *k##n
#define STP_MAP__ARG(n)		k##n
#define STP_MAP__HASH(n)	STP_MAP__BY(HASH, n)
#define STP_MAP__HASH_1(n)	hash = stp_map_hash_long(hash, k##n);
#define STP_MAP__HASH_2(n)	hash = stp_map_hash_string(hash, k##n);
#define STP_MAP__SAME(n)	&& STP_MAP__BY(SAME, n)
#define STP_MAP__SAME_1(n)	node->k##n == k##n
#define STP_MAP__SAME_2(n)	stp_map_same_string(node->k##n, k##n)
#define STP_MAP__STORE(n)	STP_MAP__BY(STORE, n)
#define STP_MAP__STORE_1(n)	node->k##n = k##n;
#define STP_MAP__STORE_2(n)	stp_map_copy_string(node->k##n, k##n, STP_MAP_STRING);
#define STP_MAP__ORDER(n)	case n + 1: return STP_MAP__BY(ORDER, n);
#define STP_MAP__ORDER_1(n)	a->k##n < b->k##n ? -1 : a->k##n > b->k##n
#define STP_MAP__ORDER_2(n)	stp_strcmp(a->k##n, b->k##n)
#define STP_MAP__KEY(n)		STP_MAP__FN STP_MAP__BY(KEY, n)(struct stp_node *node) \
				{ return ((struct STP_MAP__(_node) *)node)->k##n; }
#define STP_MAP__KEY_1(n)	stp_s64 STP_MAP__(_key##n)
#define STP_MAP__KEY_2(n)	const char *STP_MAP__(_key##n)

#define STP_MAP__PARAMS		STP_MAP__LIST(STP_MAP__PARAM)
#define STP_MAP__ARGS		STP_MAP__LIST(STP_MAP__ARG)

#if STP_MAP_VALUE == STP_LONG
#define STP_MAP__RESULT		stp_s64
#define STP_MAP__ABSENT		0
#else
#define STP_MAP__RESULT		const char *
#define STP_MAP__ABSENT		""
#endif

/* ---- the array ------------------------------------------------------------------------------------------------- */

struct STP_MAP__(_node) {
	struct stp_node node;
#ifdef STP_MAP_SORTS
	struct stp_node *sorted[STP_MAP_SORTS];
#endif
	STP_MAP__EACH(STP_MAP__MEMBER)
#if STP_MAP_VALUE == STP_LONG
	stp_s64 value;
#else
	char value[STP_MAP_STRING];
#endif
};

static struct stp_map STP_MAP__(_map);
enum { STP_MAP__(_NODE_SIZE) = sizeof(struct STP_MAP__(_node)) };

STP_INLINE stp_u32 STP_MAP__(_hash)(STP_MAP__PARAMS)
{
	stp_u32 hash = STP_MAP__(_map).seed;

	STP_MAP__EACH(STP_MAP__HASH)
	return hash;
}

STP_INLINE struct STP_MAP__(_node) *STP_MAP__(_find)(stp_u32 hash, STP_MAP__PARAMS)
{
	struct stp_node *n = STP_MAP__(_map).buckets[hash >> STP_MAP__(_map).shift];

	for (; n; n = n->chain) {
		struct STP_MAP__(_node) *node = (struct STP_MAP__(_node) *)n;

		if (n->hash == hash STP_MAP__EACH(STP_MAP__SAME))
			return node;
	}
	return (struct STP_MAP__(_node) *)0;
}

/* A node for keys that are not there. Apart from the hot paths: it is rare beside their use. */
static __attribute__((__unused__, __noinline__)) struct STP_MAP__(_node) *
STP_MAP__(_create)(struct stp_ctx *c, stp_u32 at, stp_u32 hash, STP_MAP__PARAMS)
{
	struct STP_MAP__(_node) *node =
		(struct STP_MAP__(_node) *)stp_map_take(&STP_MAP__(_map), c, at, hash);

	if (node) {
		STP_MAP__EACH(STP_MAP__STORE)
		stp_map_link(&STP_MAP__(_map), &node->node);
	}
	return node;
}

STP_MAP__FN STP_MAP__RESULT STP_MAP__(_get)(STP_MAP__PARAMS)
{
	struct STP_MAP__(_node) *node = STP_MAP__(_find)(STP_MAP__(_hash)(STP_MAP__ARGS), STP_MAP__ARGS);

	return node ? node->value : STP_MAP__ABSENT;
}

STP_MAP__FN int STP_MAP__(_in)(STP_MAP__PARAMS)
{
	return !!STP_MAP__(_find)(STP_MAP__(_hash)(STP_MAP__ARGS), STP_MAP__ARGS);
}

STP_MAP__FN void STP_MAP__(_del)(STP_MAP__PARAMS)
{
	struct STP_MAP__(_node) *node = STP_MAP__(_find)(STP_MAP__(_hash)(STP_MAP__ARGS), STP_MAP__ARGS);

	if (node)
		stp_map_remove(&STP_MAP__(_map), &node->node);
}

STP_MAP__FN int STP_MAP__(_set)(struct stp_ctx *c, stp_u32 at, STP_MAP__PARAMS, STP_MAP__RESULT v)
{
	stp_u32 hash = STP_MAP__(_hash)(STP_MAP__ARGS);
	struct STP_MAP__(_node) *node = STP_MAP__(_find)(hash, STP_MAP__ARGS);

	if (STP_UNLIKELY(!node)) {
		node = STP_MAP__(_create)(c, at, hash, STP_MAP__ARGS);
		if (!node)
			return -1;
	}
#if STP_MAP_VALUE == STP_LONG
	node->value = v;
#else
	stp_map_copy_string(node->value, v, STP_MAP_STRING);
#endif
	return 0;
}

#if STP_MAP_VALUE == STP_LONG
STP_MAP__FN int STP_MAP__(_add)(struct stp_ctx *c, stp_u32 at, stp_s64 *result, STP_MAP__PARAMS, stp_s64 n)
{
	stp_u32 hash = STP_MAP__(_hash)(STP_MAP__ARGS);
	struct STP_MAP__(_node) *node = STP_MAP__(_find)(hash, STP_MAP__ARGS);

	if (STP_UNLIKELY(!node)) {
		node = STP_MAP__(_create)(c, at, hash, STP_MAP__ARGS);
		if (!node)
			return -1;
		node->value = 0;
	}
	node->value = (stp_s64)((stp_u64)node->value + (stp_u64)n);
	*result = node->value;
	return 0;
}
#endif

STP_MAP__FN void STP_MAP__(_clear)(void)
{
	stp_map_clear(&STP_MAP__(_map));
}

/* ---- walking and sorting --------------------------------------------------------------------------------------- */

STP_MAP__FN struct stp_node *STP_MAP__(_next)(struct stp_node *node)
{
	return node->next == &STP_MAP__(_map).list ? (struct stp_node *)0 : node->next;
}

STP_MAP__FN struct stp_node *STP_MAP__(_first)(void)
{
	return STP_MAP__(_next)(&STP_MAP__(_map).list);
}

STP_MAP__FN STP_MAP__RESULT STP_MAP__(_value)(struct stp_node *node)
{
	return ((struct STP_MAP__(_node) *)node)->value;
}

STP_MAP__EACH(STP_MAP__KEY)

#ifdef STP_MAP_SORTS
#define STP_MAP__SORTED(node)	((struct STP_MAP__(_node) *)(node))->sorted[link]

STP_MAP__FN struct stp_node *STP_MAP__(_sorted)(struct stp_node *node, int link)
{
	return STP_MAP__SORTED(node);
}

/* <0, 0, >0: a before, like, after b, by column. */
STP_MAP__FN int STP_MAP__(_order)(const struct STP_MAP__(_node) *a, const struct STP_MAP__(_node) *b, int column)
{
	switch (column) {
	STP_MAP__EACH(STP_MAP__ORDER)
	}
#if STP_MAP_VALUE == STP_LONG
	return a->value < b->value ? -1 : a->value > b->value;
#else
	return stp_strcmp(a->value, b->value);
#endif
}

/* Merges two sorted chains (through the link, ended by NULL); of equal nodes those of `a` come first. */
STP_MAP__FN struct stp_node *STP_MAP__(_merge)(struct stp_node *a, struct stp_node *b, int column, int descending, int link)
{
	struct stp_node *head, **end = &head;

	while (a && b) {
		int order = STP_MAP__(_order)((void *)a, (void *)b, column);
		struct stp_node **least = (descending ? order >= 0 : order <= 0) ? &a : &b;

		*end = *least;
		end = &STP_MAP__SORTED(*least);
		*least = *end;
	}
	*end = a ? a : b;
	return head;
}

/* Bottom-up merge sort: run[i] holds a sorted chain of 2^i nodes or nothing, as the bits of a counter. No recursion,
 * and n log2 n comparisons at most. */
STP_MAP__FN struct stp_node *STP_MAP__(_sort)(int column, int descending, int link)
{
	struct stp_node *run[32] = { (struct stp_node *)0 }, *node, *next;
	int i;

	for (next = STP_MAP__(_first)(); next; next = STP_MAP__(_next)(next)) {
		node = next;
		STP_MAP__SORTED(node) = (struct stp_node *)0;
		for (i = 0; run[i]; i++) {
			node = STP_MAP__(_merge)(run[i], node, column, descending, link);
			run[i] = (struct stp_node *)0;
		}
		run[i] = node;
	}
	node = (struct stp_node *)0;
	for (i = 0; i < 32; i++)
		if (run[i])
			node = STP_MAP__(_merge)(run[i], node, column, descending, link);
	return node;
}
#undef STP_MAP__SORTED
#undef STP_MAP_SORTS
#endif

#ifdef STP_MAP_STAT_WORDS
#include "stat_tmpl.h"
#endif

#undef STP_MAP__CAT2
#undef STP_MAP__CAT
#undef STP_MAP__
#undef STP_MAP__FN
#undef STP_MAP__COUNTED2
#undef STP_MAP__COUNTED
#undef STP_MAP__EACH
#undef STP_MAP__LIST
#undef STP_MAP__BY
#undef STP_MAP__MEMBER
#undef STP_MAP__MEMBER_1
#undef STP_MAP__MEMBER_2
#undef STP_MAP__PARAM
#undef STP_MAP__PARAM_1
#undef STP_MAP__PARAM_2
#undef STP_MAP__ARG
#undef STP_MAP__HASH
#undef STP_MAP__HASH_1
#undef STP_MAP__HASH_2
#undef STP_MAP__SAME
#undef STP_MAP__SAME_1
#undef STP_MAP__SAME_2
#undef STP_MAP__STORE
#undef STP_MAP__STORE_1
#undef STP_MAP__STORE_2
#undef STP_MAP__ORDER
#undef STP_MAP__ORDER_1
#undef STP_MAP__ORDER_2
#undef STP_MAP__KEY
#undef STP_MAP__KEY_1
#undef STP_MAP__KEY_2
#undef STP_MAP__PARAMS
#undef STP_MAP__ARGS
#undef STP_MAP__RESULT
#undef STP_MAP__ABSENT
#undef STP_MAP
#undef STP_MAP_KEYS
#undef STP_MAP_KEY0
#undef STP_MAP_KEY1
#undef STP_MAP_KEY2
#undef STP_MAP_KEY3
#undef STP_MAP_KEY4
#undef STP_MAP_KEY5
#undef STP_MAP_KEY6
#undef STP_MAP_KEY7
#undef STP_MAP_KEY8
#undef STP_MAP_KEY9
#undef STP_MAP_KEY10
#undef STP_MAP_KEY11
#undef STP_MAP_KEY12
#undef STP_MAP_KEY13
#undef STP_MAP_KEY14
#undef STP_MAP_KEY15
#undef STP_MAP_VALUE
#undef STP_MAP_STRING
#undef STP_MAP_STAT_WORDS
#undef STP_MAP_STAT_AT
