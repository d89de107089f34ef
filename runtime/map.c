// SPDX-License-Identifier: GPL-2.0
/* The parts of a script array that do not depend on its keys. Part of runtime.c; also built in user space. */

static stp_u32 map_bucket_bits(stp_u32 entries)
{
	stp_u32 bits = 1;

	while (bits < 30 && (1u << bits) < entries)
		bits++;
	return bits;
}

static stp_u64 map_bucket_bytes(stp_u32 entries)
{
	return sizeof(struct stp_node *) << map_bucket_bits(entries);
}

static stp_u64 map_node_bytes(const struct stp_map_desc *desc)
{
	return (desc->node_size + 7ull) & ~7ull;
}

stp_u64 stp_map_bytes(const struct stp_map_desc *desc)
{
	return map_bucket_bytes(desc->entries) + map_node_bytes(desc) * desc->entries;
}

void stp_map_init(const struct stp_map_desc *desc, void *memory, stp_u32 seed)
{
	struct stp_map *map = desc->map;
	char *nodes = (char *)memory + map_bucket_bytes(desc->entries);
	stp_u32 i;

	map->desc = desc;
	map->buckets = memory;
	map->shift = 32 - map_bucket_bits(desc->entries);
	map->seed = seed;
	map->count = 0;
	map->list.next = map->list.prev = &map->list;
	map->free = (struct stp_node *)0;
	for (i = desc->entries; i--; ) {	/* the first node is used first */
		struct stp_node *node = (struct stp_node *)(nodes + i * map_node_bytes(desc));

		node->chain = map->free;
		map->free = node;
	}
}

static void map_unchain(struct stp_map *map, struct stp_node *node)
{
	struct stp_node **p = &map->buckets[node->hash >> map->shift];

	while (*p != node)
		p = &(*p)->chain;
	*p = node->chain;
}

void stp_map_remove(struct stp_map *map, struct stp_node *node)
{
	map_unchain(map, node);
	node->prev->next = node->next;
	node->next->prev = node->prev;
	node->chain = map->free;
	map->free = node;
	map->count--;
}

void stp_map_clear(struct stp_map *map)
{
	while (map->list.next != &map->list)
		stp_map_remove(map, map->list.next);
}

static void map_overflow(struct stp_map *map, struct stp_ctx *c, stp_u32 at)
{
	if (map->desc->declared)
		stp_error(c, at, "Array overflow, check size limit (%u)", map->desc->entries);
	else
		stp_error(c, at, "Array overflow, check MAXMAPENTRIES");
}

struct stp_node *stp_map_take(struct stp_map *map, struct stp_ctx *c, stp_u32 at, stp_u32 hash)
{
	struct stp_node *node;

	if (!map->free && map->desc->wrap && map->count)
		stp_map_remove(map, map->list.next);
	node = map->free;
	if (!node) {
		map_overflow(map, c, at);
		return (struct stp_node *)0;
	}
	map->free = node->chain;
	node->hash = hash;
	return node;
}

void stp_map_link(struct stp_map *map, struct stp_node *node)
{
	struct stp_node **bucket = &map->buckets[node->hash >> map->shift];

	node->next = &map->list;
	node->prev = map->list.prev;
	node->prev->next = node;
	map->list.prev = node;
	map->count++;
	node->chain = *bucket;
	__atomic_store_n(bucket, node, __ATOMIC_RELEASE);	/* statistics are looked up without a lock */
}
