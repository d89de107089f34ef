/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What map_tmpl.h adds to an array of statistics. Two more parameters:
 *
 *   STP_MAP_STAT_WORDS	64-bit words of one cell
 *   STP_MAP_STAT_AT	the first element's first word in a CPU's block
 *
 *   stp_u64 *NAME_cell(c, at, KEYS)	the cell to update, of an element that is created when it is not there; NULL after
 *					an error: the array is full
 *   stp_u32 NAME_index(KEYS)		an element's index, or STP_STAT_ABSENT
 *
 * Several CPUs look for elements at once, each under its own stat_lock: nothing is removed then, and a new element
 * joins its bucket only when its keys are there. Elements are inserted one at a time, under NAME_insert. The generated
 * code defines `static const struct stp_stat NAME_stat` behind this.
 */

static const struct stp_stat STP_MAP__(_stat);
static char *STP_MAP__(_nodes);
static struct stp_lock STP_MAP__(_insert);

STP_INLINE stp_u32 STP_MAP__(_index_of)(const void *node)
{
	return (stp_u32)((unsigned long)((const char *)node - STP_MAP__(_nodes)) / ((STP_MAP__(_NODE_SIZE) + 7u) & ~7u));
}

STP_MAP__FN stp_u32 STP_MAP__(_index)(STP_MAP__PARAMS)
{
	struct STP_MAP__(_node) *node = STP_MAP__(_find)(STP_MAP__(_hash)(STP_MAP__ARGS), STP_MAP__ARGS);

	return node ? STP_MAP__(_index_of)(node) : STP_STAT_ABSENT;
}

/* The insertion lock is held. Another CPU may have been faster. */
STP_INLINE struct STP_MAP__(_node) *
STP_MAP__(_find_or_insert)(struct stp_ctx *c, stp_u32 at, stp_u32 hash, STP_MAP__PARAMS)
{
	struct STP_MAP__(_node) *node = STP_MAP__(_find)(hash, STP_MAP__ARGS);

	if (node)
		return node;
	node = (struct STP_MAP__(_node) *)stp_map_take(&STP_MAP__(_map), c, at, hash);
	if (node) {
		STP_MAP__EACH(STP_MAP__STORE)
		stp_stat_clear_element(&STP_MAP__(_stat), STP_MAP__(_index_of)(node));
		stp_map_link(&STP_MAP__(_map), &node->node);
	}
	return node;
}

static __attribute__((__unused__, __noinline__)) struct STP_MAP__(_node) *
STP_MAP__(_new)(struct stp_ctx *c, stp_u32 at, stp_u32 hash, STP_MAP__PARAMS)
{
	struct STP_MAP__(_node) *node;

	if (!stp_stat_lock_insert(c, &STP_MAP__(_insert), at))
		return (struct STP_MAP__(_node) *)0;
	node = STP_MAP__(_find_or_insert)(c, at, hash, STP_MAP__ARGS);
	stp_unlock(&STP_MAP__(_insert));
	return node;
}

STP_INLINE stp_u64 *STP_MAP__(_cell)(struct stp_ctx *c, stp_u32 at, STP_MAP__PARAMS)
{
	stp_u32 hash = STP_MAP__(_hash)(STP_MAP__ARGS);
	struct STP_MAP__(_node) *node = STP_MAP__(_find)(hash, STP_MAP__ARGS);

	if (STP_UNLIKELY(!node)) {
		node = STP_MAP__(_new)(c, at, hash, STP_MAP__ARGS);
		if (!node)
			return (stp_u64 *)0;
	}
	return c->cpu->stats + STP_MAP_STAT_AT + (stp_u64)STP_MAP__(_index_of)(node) * STP_MAP_STAT_WORDS;
}
