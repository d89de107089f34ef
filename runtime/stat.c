// SPDX-License-Identifier: GPL-2.0
/* Statistics: memory, reading, locks. stat.h tells the idea. Part of runtime.c. */

/* ---- memory ---------------------------------------------------------------------------------------------------- */

/* Bytes of a CPU's block; 0 when the script has no statistics. */
static u64 stat_block_bytes(void)
{
	const struct stp_stats *s = stp_script.stats;

	return s ? 8ull * ((u64)s->level_words * STP_LEVEL__COUNT + s->array_words) : 0;
}

static u64 *stat_of_level(u64 *block, unsigned int level)
{
	return block ? block + level * stp_script.stats->level_words : NULL;
}

/* Where the nodes of each array lie, so that a node tells its index. Call after the maps are made. */
static void stats_init(void)
{
	const struct stp_stats *s = stp_script.stats;
	struct stp_node *node;
	u32 i;

	for (i = 0; s && i < s->nstats; i++) {
		const struct stp_stat *stat = s->stats[i];
		char *first = NULL;

		if (!stat->map)
			continue;
		for (node = stat->map->free; node; node = node->chain)
			if (!first || (char *)node < first)
				first = (char *)node;
		*stat->nodes = first;
	}
}

/* ---- cells ----------------------------------------------------------------------------------------------------- */

/* All cells of one element or scalar, one after the other. */
struct stat_walk {
	const struct stp_stat *s;
	u32 index, ring;
	u32 level;			/* of the next cell */
	u64 *block;
};

static struct stat_walk stat_walk(const struct stp_stat *s, u32 index)
{
	return (struct stat_walk){ .s = s, .index = index, .level = STP_LEVEL__COUNT };
}

static u64 *stat_next_block(struct stat_walk *w)
{
	while (w->ring < stp_session.nrings) {
		struct stp_ring *ring = READ_ONCE(stp_session.rings[w->ring++]);

		if (ring)
			return ring->cpu->stats;
	}
	return NULL;
}

static u64 *stat_next(struct stat_walk *w)
{
	if (w->index == STP_STAT_ABSENT)
		return NULL;
	if (w->s->map) {
		w->block = stat_next_block(w);
		return w->block ? w->block + w->s->at + (u64)w->index * w->s->words : NULL;
	}
	if (w->level == STP_LEVEL__COUNT) {
		w->block = stat_next_block(w);
		w->level = 0;
	}
	return w->block ? stat_of_level(w->block, w->level++) + w->s->at : NULL;
}

static u64 stat_total(const struct stp_stat *s, u32 index, int word)
{
	struct stat_walk w = stat_walk(s, index);
	u64 *cell, total = 0;

	while ((cell = stat_next(&w)))
		total += cell[word];
	return total;
}

static s64 stat_least(const struct stp_stat *s, u32 index)
{
	struct stat_walk w = stat_walk(s, index);
	s64 least = S64_MAX;
	u64 *cell;

	while ((cell = stat_next(&w)))
		least = min(least, (s64)(cell[s->min] ^ STP_STAT_MIN_XOR));
	return least;
}

static s64 stat_most(const struct stp_stat *s, u32 index)
{
	struct stat_walk w = stat_walk(s, index);
	s64 most = S64_MIN;
	u64 *cell;

	while ((cell = stat_next(&w)))
		most = max(most, (s64)(cell[s->max] ^ STP_STAT_MAX_XOR));
	return most;
}

static s64 stat_variance(const struct stp_stat *s, u32 index, int word, unsigned int shift)
{
	struct stat_walk w = stat_walk(s, index);
	struct variance all = { 0 };
	u64 *cell, count = 0;

	while ((cell = stat_next(&w))) {
		struct variance part = { (s64)cell[word], (s64)cell[word + 1] };

		variance_merge(&all, count, &part, cell[s->count]);
		count += cell[s->count];
	}
	return variance_of(&all, count, shift);
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

static int stat_empty(struct stp_ctx *c, u32 at)
{
	stp_error(c, at, "empty aggregate");
	return -1;
}

/* Of a cell that is not empty, or a count or sum. */
static s64 stat_value(const struct stp_stat *s, u32 index, int what)
{
	s64 count;

	switch (what) {
	case STP_STAT_COUNT:
		return (s64)stat_total(s, index, s->count);
	case STP_STAT_SUM:
		return (s64)stat_total(s, index, s->sum);
	case STP_STAT_MIN:
		return stat_least(s, index);
	case STP_STAT_MAX:
		return stat_most(s, index);
	case STP_STAT_AVG:
		count = (s64)stat_total(s, index, s->count);
		return count > 0 ? (s64)stat_total(s, index, s->sum) / count : 0;
	default:
		return stat_variance(s, index, s->variance, 0);
	}
}

int stp_stat_get(struct stp_ctx *c, s64 *value, const struct stp_stat *s, u32 index, int what, int strict, u32 at)
{
	if ((strict || (what != STP_STAT_COUNT && what != STP_STAT_SUM)) && !stat_total(s, index, s->count))
		return stat_empty(c, at);
	*value = stat_value(s, index, what);
	return 0;
}

int stp_stat_get_variance(struct stp_ctx *c, s64 *value, const struct stp_stat *s, u32 index, int word,
			  unsigned int shift, u32 at)
{
	if (!stat_total(s, index, s->count))
		return stat_empty(c, at);
	*value = stat_variance(s, index, word, shift);
	return 0;
}

static void stat_sum_buckets(u64 *counts, const struct stp_stat *s, u32 index, int word, u32 n)
{
	struct stat_walk w = stat_walk(s, index);
	u64 *cell;
	u32 i;

	memset(counts, 0, n * sizeof(*counts));
	while ((cell = stat_next(&w)))
		for (i = 0; i < n; i++)
			counts[i] += cell[word + i];
}

int stp_stat_buckets(struct stp_ctx *c, u64 *counts, const struct stp_stat *s, u32 index, int word, u32 n, u32 at)
{
	if (!stat_total(s, index, s->count))
		return stat_empty(c, at);
	stat_sum_buckets(counts, s, index, word, n);
	return 0;
}

int stp_stat_bucket(struct stp_ctx *c, s64 *value, const struct stp_stat *s, u32 index, int word, u32 n, s64 i, u32 at)
{
	if (!stat_total(s, index, s->count))
		return stat_empty(c, at);
	if (i < 0 || i >= n) {
		stp_error(c, at, "histogram index out of range");
		return -1;
	}
	*value = (s64)stat_total(s, index, word + (int)i);
	return 0;
}

static bool hist_is_before(const u64 *counts, s64 a, s64 b, int descending)
{
	if (counts[a] != counts[b])
		return descending ? counts[a] > counts[b] : counts[a] < counts[b];
	return a < b;
}

/* Looks through all buckets each time, which needs no memory that outlives the statement. */
static s64 hist_next_by_count(const u64 *counts, u32 n, int descending, s64 last)
{
	s64 next = n, i;

	for (i = 0; i < n; i++) {
		if (last >= 0 && !hist_is_before(counts, last, i, descending))
			continue;
		if (next == n || hist_is_before(counts, i, next, descending))
			next = i;
	}
	return next;
}

s64 stp_hist_next(struct stp_ctx *c, const struct stp_stat *s, u32 index, int word, u32 n, int by_count, int descending,
		  s64 last)
{
	u64 *counts = c->stats + stp_script.stats->scalar_words;

	if (!by_count && !descending)
		return last + 1;
	if (!by_count)
		return last == 0 ? n : last < 0 ? n - 1 : last - 1;
	stat_sum_buckets(counts, s, index, word, n);
	return hist_next_by_count(counts, n, descending, last);
}

void stp_hist_text(char *dst, const struct hist *h, const u64 *counts, const struct hist_look *look)
{
	u32 most = stp_script.config->string_size - 1;
	u32 n = hist_draw(dst, most, h, counts, look);

	dst[min(n, most)] = 0;
}

/* ---- changing -------------------------------------------------------------------------------------------------- */

static void stat_clear_cells(const struct stp_stat *s, u32 index)
{
	struct stat_walk w = stat_walk(s, index);
	u64 *cell;

	while ((cell = stat_next(&w)))
		memset(cell, 0, s->words * sizeof(*cell));
}

void stp_stat_clear(const struct stp_stat *s)
{
	stat_clear_cells(s, 0);
}

void stp_stat_clear_element(const struct stp_stat *s, u32 index)
{
	stat_clear_cells(s, index);
}

void stp_stat_sort_by(const struct stp_stat *s, int what)
{
	struct stp_node *node;

	for (node = s->map->list.next; node != &s->map->list; node = node->next) {
		u32 index = (u32)(((char *)node - *s->nodes) / s->node_size);

		*(s64 *)((char *)node + s->value_at) = stat_value(s, index, what);
	}
}

/* ---- locks ----------------------------------------------------------------------------------------------------- */

/* What stp_lock.held is when taken together with all others. A CPU that comes online meanwhile has another value, so
 * that stat_unlock() leaves it alone; and there is one such holder at a time, because all begin with ring 0. */
#define STAT_HELD_ALL	2u

static void stat_unlock(u32 rings)
{
	while (rings--) {
		struct stp_ring *ring = READ_ONCE(stp_session.rings[rings]);

		if (ring && READ_ONCE(ring->cpu->stat_lock.held) == STAT_HELD_ALL)
			stp_unlock(&ring->cpu->stat_lock);
	}
}

int stp_stat_lock_all(struct stp_ctx *c)
{
	u32 i;

	for (i = 0; i < stp_session.nrings; i++) {
		struct stp_ring *ring = READ_ONCE(stp_session.rings[i]);

		if (!ring)
			continue;
		if (!stp_trylock(c, &ring->cpu->stat_lock)) {
			stat_unlock(i);
			return 0;
		}
		WRITE_ONCE(ring->cpu->stat_lock.held, STAT_HELD_ALL);
	}
	return 1;
}

void stp_stat_unlock_all(struct stp_ctx *c)
{
	stat_unlock(stp_session.nrings);
}

/* Whoever holds the locks of all CPUs holds that of ring 0 first. */
static void stat_lock_readers(void)
{
	local_irq_disable();
	while (stp_xchg_acquire(&stp_session.rings[0]->cpu->stat_lock.held, 1))
		cpu_relax();
}

static void stat_unlock_readers(void)
{
	stp_unlock(&stp_session.rings[0]->cpu->stat_lock);
	local_irq_enable();
}

#define STAT_INSERT_PATIENCE_NS	1000000000u	/* of a guest whose other processor does not run just now */

/* The holder is on another CPU, for this one's stat_lock is ours, and inserts a single element. */
int stp_stat_lock_insert(struct stp_ctx *c, struct stp_lock *lock, u32 at)
{
	u64 end = 0;

	while (stp_xchg_acquire(&lock->held, 1)) {
		if (!end)
			end = ktime_get_mono_fast_ns() + STAT_INSERT_PATIENCE_NS;
		if (ktime_get_mono_fast_ns() > end) {
			stp_error(c, at, "the array is being changed by another processor for too long");
			return 0;
		}
		cpu_relax();
	}
	return 1;
}
