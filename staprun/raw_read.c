// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "staprun/events.h"
#include "staprun/tell.h"

/* ---- opening --------------------------------------------------------------------------------------------------- */

static int refuse(const struct raw_input *in, const char *why)
{
	tell_error("%s: %s", in->name, why);
	return -1;
}

static int map_file(struct raw_input *in)
{
	int fd = open(in->name, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *map = MAP_FAILED;

	if (fd >= 0 && !fstat(fd, &st)) {
		if (!S_ISREG(st.st_mode) || !st.st_size) {
			close(fd);
			return refuse(in, "not a file that stap -b wrote");
		}
		in->map_size = st.st_size;
		map = mmap(NULL, in->map_size, PROT_READ, MAP_PRIVATE, fd, 0);
	}
	if (map == MAP_FAILED)
		refuse(in, strerror(errno));
	if (fd >= 0)
		close(fd);
	in->map = map == MAP_FAILED ? NULL : map;
	return in->map ? 0 : -1;
}

static int check_header(struct raw_input *in)
{
	const struct raw_header *h = &in->header;

	if (in->map_size < sizeof(*h) || memcmp(in->map, RAW_MAGIC, sizeof(h->magic)))
		return refuse(in, "not a file that stap -b wrote");
	memcpy(&in->header, in->map, sizeof(in->header));
	if (h->version != RAW_VERSION || h->info.version != STP_WIRE_VERSION)
		return refuse(in, "written by another version of stap, or on a machine of another byte order");
	in->at = h->size + (((size_t)h->events_size + 7) & ~(size_t)7);
	if (h->size < sizeof(*h) || in->at > in->map_size)
		return refuse(in, "cut off inside its header");
	return 0;
}

/* Files of one session have one start and one event table. */
static int check_session(const struct raw_set *s, const struct raw_input *in)
{
	const struct stp_ring_info *a = &s->inputs[0].header.info, *b = &in->header.info;

	if (a->start_clock != b->start_clock || a->start_real_ns != b->start_real_ns ||
	    in->header.events_size != s->events_size || memcmp(in->map + in->header.size, s->events, s->events_size))
		return refuse(in, "from another session than the first file");
	for (const struct raw_input *other = s->inputs; other < in; other++)
		if (other->header.ring == in->header.ring)
			return refuse(in, "the same buffer as in another of the files");
	return 0;
}

int raw_set_open(struct raw_set *s, char **names, int n)
{
	*s = (struct raw_set){ .inputs = calloc(n, sizeof(*s->inputs)) };
	for (s->n = 0; s->n < n; s->n++) {
		struct raw_input *in = &s->inputs[s->n];

		in->name = names[s->n];
		if (map_file(in) || check_header(in))
			return -1;
		if (!s->n) {
			s->events_size = in->header.events_size;
			s->events = calloc(1, s->events_size + 1);	/* a damaged one may have a NUL inside */
			if (!s->events) {
				tell_error("out of memory");
				return -1;
			}
			memcpy(s->events, in->map + in->header.size, s->events_size);
		}
		if (check_session(s, in))
			return -1;
	}
	return 0;
}

void raw_set_close(struct raw_set *s)
{
	for (int i = 0; s->inputs && i < s->n; i++) {
		free(s->inputs[i].loaded);
		munmap((void *)s->inputs[i].map, s->inputs[i].map_size);
	}
	free(s->inputs);
	free(s->events);
}

/* ---- blocks ---------------------------------------------------------------------------------------------------- */

static void damage(struct raw_set *s, struct raw_input *in, const char *what)
{
	if (!in->ended)
		tell_error("%s: %s at byte %zu; the rest of it is left out", in->name, what, in->at);
	s->damaged = 1;
	in->ended = 1;
	in->at = in->map_size;
}

/* The next data block; notes what stands between. False at the end. */
static bool next_block(struct raw_set *s, struct raw_input *in, struct raw_block *b)
{
	while (!in->ended && in->at < in->map_size) {
		if (in->map_size - in->at < sizeof(*b)) {
			damage(s, in, "cut off inside a block's header");
			return false;
		}
		memcpy(b, in->map + in->at, sizeof(*b));
		if (b->type == RAW_DATA)
			return true;
		in->at += sizeof(*b);
		in->lost = b->size;
		if (b->type == RAW_END)
			in->ended = 1;
		else if (b->type != RAW_LOST)
			damage(s, in, "no block");
	}
	return false;
}

struct place {
	stp_u64 header;
	const char *p;
	stp_u32 size;
};

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	long long d = (long long)((x->header & ~0xffffull) - (y->header & ~0xffffull));

	if (d)
		return d < 0 ? -1 : 1;
	return x->p < y->p ? -1 : x->p > y->p;
}

static void *allocate(size_t size)
{
	void *p = malloc(size);

	if (!p) {
		tell_error("out of memory");
		_exit(1);
	}
	return p;
}

/* Copies the records of [p, p + size) to `to` in the order of time. Returns the bytes that were records. */
static size_t copy_sorted(const struct event_table *events, const char *p, size_t size, char *to)
{
	struct place *list = allocate((size / 8 + 1) * sizeof(*list));
	const char *end = p + size;
	size_t n = 0, done = 0;

	while (p < end) {
		stp_u32 bytes = events_record_size(events, p, end - p);

		if (bytes < 8)
			break;
		list[n++] = (struct place){ *(const stp_u64 *)p, p, bytes };
		p += bytes;
	}
	if (n)
		qsort(list, n, sizeof(*list), compare_places);
	for (size_t i = 0; i < n; done += list[i++].size)
		memcpy(to + done, list[i].p, list[i].size);
	free(list);
	return done;
}

/* Appends the block's records to those that are loaded. */
static void load(struct raw_set *s, struct raw_input *in, const struct raw_block *b, const struct event_table *events)
{
	const char *data = in->map + in->at + sizeof(*b);
	size_t left = in->map_size - in->at - sizeof(*b), size = b->size < left ? b->size : left;
	size_t kept = in->end - in->p;
	char *loaded = allocate(kept + size + 1);
	size_t records = size;

	if (kept)
		memcpy(loaded, in->p, kept);
	/* Of one that is damaged, the whole records: who writes them looks at 8 bytes of each first. */
	if (b->flags & RAW_NESTED || b->size > left || size & 7)
		records = copy_sorted(events, data, size, loaded + kept);
	else
		memcpy(loaded + kept, data, size);
	free(in->loaded);
	in->p = in->loaded = loaded;
	in->end = loaded + kept + records;
	in->until = b->until;
	if (b->size > left)
		damage(s, in, "cut off inside a block");
	else if (records < size)
		damage(s, in, "a block with something else than records");
	else
		in->at += sizeof(*b) + b->size;
}

/* ---- merging --------------------------------------------------------------------------------------------------- */

static stp_u64 header_at(const struct raw_input *in)
{
	return *(const stp_u64 *)in->p;
}

static bool is_after(stp_u64 header, stp_u64 bound)
{
	return (long long)(header - bound) > 0;
}

/* The input with the oldest record not beyond `bound`; *next is the last header that may be written before another's. */
static struct raw_input *oldest(struct raw_set *s, stp_u64 bound, stp_u64 *next)
{
	struct raw_input *best = NULL;

	*next = bound;
	for (int i = 0; i < s->n; i++) {
		struct raw_input *in = &s->inputs[i];

		if (in->p == in->end || is_after(header_at(in), bound))
			continue;
		if (!best || is_after(header_at(best), header_at(in))) {
			if (best)
				*next = header_at(best) | 0xffff;
			best = in;
		} else if (is_after(*next, header_at(in) | 0xffff)) {
			*next = header_at(in) | 0xffff;
		}
	}
	if (is_after(*next, bound))
		*next = bound;
	return best;
}

static void write_until(struct raw_set *s, stp_u64 bound, raw_write write, void *context)
{
	struct raw_input *in;
	stp_u64 next;

	while ((in = oldest(s, bound, &next))) {
		const char *p = write(context, in, next);

		if (p == in->p) {
			tell_error("%s: a record of unknown event %u; the rest of it is left out", in->name,
				   stp_header_event(header_at(in)));
			s->damaged = 1;
			in->end = p;
			in->at = in->map_size;
			in->ended = 1;
		}
		in->p = p;
	}
}

/* The input whose next block begins first. Older records than that block's `since` are in no block that is not loaded. */
static struct raw_input *next_to_load(struct raw_set *s, struct raw_block *block)
{
	struct raw_input *best = NULL;

	for (int i = 0; i < s->n; i++) {
		struct raw_block b;

		if (!next_block(s, &s->inputs[i], &b) || (best && b.since >= block->since))
			continue;
		best = &s->inputs[i];
		*block = b;
	}
	return best;
}

void raw_merge(struct raw_set *s, const struct event_table *events, raw_write write, void *context)
{
	stp_u64 newest = s->n ? s->inputs[0].header.info.start_clock : 0;
	struct raw_block block;
	struct raw_input *in;

	while ((in = next_to_load(s, &block))) {
		write_until(s, (block.since << 16) - 1, write, context);
		load(s, in, &block, events);
		if (block.until > newest)
			newest = block.until;
	}
	write_until(s, (newest << 16) + (1ull << 62), write, context);
}

void raw_set_tell(const struct raw_set *s)
{
	stp_u64 lost = 0;

	for (int i = 0; i < s->n; i++) {
		lost += s->inputs[i].lost;
		if (!s->inputs[i].ended)
			tell_warning("%s: no end mark: the session was cut off, and what followed is not there", s->inputs[i].name);
	}
	if (lost)
		tell_warning("%llu records were lost when this was recorded (a larger buffer helps: stap -s MB)", lost);
}
