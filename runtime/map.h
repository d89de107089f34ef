/* SPDX-License-Identifier: GPL-2.0 */
/* What every script array has in common; map_tmpl.h adds the functions that know its keys. No kernel header. */
#ifndef STP_MAP_H
#define STP_MAP_H

#define STP_LONG	1
#define STP_STRING	2

/* X(0) X(1) ..., and X(0), X(1), ...: as many as an array may have keys (ARRAY_KEYS_MAX of the translator). */
#define STP_EACH_1(X)	X(0)
#define STP_EACH_2(X)	STP_EACH_1(X) X(1)
#define STP_EACH_3(X)	STP_EACH_2(X) X(2)
#define STP_EACH_4(X)	STP_EACH_3(X) X(3)
#define STP_EACH_5(X)	STP_EACH_4(X) X(4)
#define STP_EACH_6(X)	STP_EACH_5(X) X(5)
#define STP_EACH_7(X)	STP_EACH_6(X) X(6)
#define STP_EACH_8(X)	STP_EACH_7(X) X(7)
#define STP_EACH_9(X)	STP_EACH_8(X) X(8)
#define STP_EACH_10(X)	STP_EACH_9(X) X(9)
#define STP_EACH_11(X)	STP_EACH_10(X) X(10)
#define STP_EACH_12(X)	STP_EACH_11(X) X(11)
#define STP_EACH_13(X)	STP_EACH_12(X) X(12)
#define STP_EACH_14(X)	STP_EACH_13(X) X(13)
#define STP_EACH_15(X)	STP_EACH_14(X) X(14)
#define STP_EACH_16(X)	STP_EACH_15(X) X(15)
#define STP_LIST_1(X)	X(0)
#define STP_LIST_2(X)	STP_LIST_1(X), X(1)
#define STP_LIST_3(X)	STP_LIST_2(X), X(2)
#define STP_LIST_4(X)	STP_LIST_3(X), X(3)
#define STP_LIST_5(X)	STP_LIST_4(X), X(4)
#define STP_LIST_6(X)	STP_LIST_5(X), X(5)
#define STP_LIST_7(X)	STP_LIST_6(X), X(6)
#define STP_LIST_8(X)	STP_LIST_7(X), X(7)
#define STP_LIST_9(X)	STP_LIST_8(X), X(8)
#define STP_LIST_10(X)	STP_LIST_9(X), X(9)
#define STP_LIST_11(X)	STP_LIST_10(X), X(10)
#define STP_LIST_12(X)	STP_LIST_11(X), X(11)
#define STP_LIST_13(X)	STP_LIST_12(X), X(12)
#define STP_LIST_14(X)	STP_LIST_13(X), X(13)
#define STP_LIST_15(X)	STP_LIST_14(X), X(14)
#define STP_LIST_16(X)	STP_LIST_15(X), X(15)

/* Begins every node; the keys and the value follow. */
struct stp_node {
	struct stp_node *next, *prev;	/* insertion order, a ring through stp_map.list */
	struct stp_node *chain;		/* the next in the same bucket, or the next free one */
	stp_u32 hash;			/* of the keys; high bits choose the bucket */
};

struct stp_map {
	struct stp_node **buckets;	/* a power of two of them */
	stp_u32 shift;			/* hash >> shift is the bucket */
	stp_u32 seed;			/* makes the hash unpredictable */
	struct stp_node *free;
	struct stp_node list;		/* next: oldest, prev: newest */
	stp_u32 count;
	const struct stp_map_desc *desc;
};

/* Bytes that a map's buckets and nodes take. */
stp_u64 stp_map_bytes(const struct stp_map_desc *desc);
/* Makes desc->map empty, in `memory` of that size (zeroed, lives as long as the map). */
void stp_map_init(const struct stp_map_desc *desc, void *memory, stp_u32 seed);
/* A node for a new key with this hash; its keys and value are undefined, and it belongs to nothing until
 * stp_map_link(). NULL after an error: the map is full and does not wrap. The rest of these cannot fail. */
struct stp_node *stp_map_take(struct stp_map *map, struct stp_ctx *c, stp_u32 at, stp_u32 hash);
/* Makes it the newest in the list, and puts it in its bucket as the last step. */
void stp_map_link(struct stp_map *map, struct stp_node *node);
void stp_map_remove(struct stp_map *map, struct stp_node *node);
void stp_map_clear(struct stp_map *map);

#define STP_MAP_MIX	0x9e3779b97f4a7c15ull	/* 2^64 / golden ratio: multiplicative hashing */

/* Hash so far, of a further key; the upper half of the product depends on all its bits. */
STP_INLINE stp_u32 stp_map_hash_long(stp_u32 hash, stp_s64 key)
{
	return (((stp_u64)key ^ hash) * STP_MAP_MIX) >> 32;
}

STP_INLINE stp_u32 stp_map_hash_string(stp_u32 hash, const char *key)
{
	stp_u64 h = hash;

	for (; *key; key++)
		h = (h ^ (unsigned char)*key) * 0x100000001b3ull;	/* FNV-1a, and mixed like a number */
	return stp_map_hash_long(0, (stp_s64)h);
}

STP_INLINE int stp_map_same_string(const char *a, const char *b)
{
	while (*a == *b) {
		if (!*a)
			return 1;
		a++;
		b++;
	}
	return 0;
}

/* Copies with the NUL, cut to fit in `size` bytes. */
STP_INLINE void stp_map_copy_string(char *dst, const char *s, stp_u32 size)
{
	stp_u32 i;

	for (i = 0; i + 1 < size && s[i]; i++)
		dst[i] = s[i];
	dst[i] = 0;
}

#endif
