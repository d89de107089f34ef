// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/ring.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "staprun/events.h"
#include "staprun/tell.h"

/* How often a ring is looked at anew when a handler was writing into it just then: it takes a fraction of a
 * microsecond mostly, and a quiet look gives a better watermark. */
enum { LOOKS = 8 };

/* ---- clocks ---------------------------------------------------------------------------------------------------- */

static stp_u64 clock_mono(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

#if defined(__x86_64__)
static stp_u64 clock_tsc(void)
{
	stp_u64 t = __rdtsc();

	_mm_lfence();	/* the look at the ring comes after the clock */
	return t;
}
#else
#define clock_tsc NULL
#endif

/* ---- mapping --------------------------------------------------------------------------------------------------- */

static void *map_region(int fd, unsigned int ring, enum stp_region region, size_t size, int prot)
{
	return mmap(NULL, size, prot, MAP_SHARED, fd, STP_MMAP(ring, region));
}

static bool is_power_of_two(stp_u64 n)
{
	return n && !(n & (n - 1));
}

static int check_info(struct ring_set *s)
{
	const struct stp_ring_info *i = &s->info;

	if (i->magic != STP_WIRE_MAGIC || i->version != STP_WIRE_VERSION) {
		tell_error("the module speaks another version of the protocol (%u, not %u): build it anew with this stap",
			   i->version, STP_WIRE_VERSION);
		return -1;
	}
	s->clock = i->clock == STP_CLOCK_TSC ? clock_tsc : clock_mono;
	if (!s->clock || !is_power_of_two(i->ring_size) || !is_power_of_two(i->session_size) || !i->nrings) {
		tell_error("the module describes its buffers in a way that this program cannot use");
		return -1;
	}
	return 0;
}

int ring_set_open(struct ring_set *s, int fd)
{
	size_t page = sysconf(_SC_PAGESIZE);
	void *info = map_region(fd, 0, STP_REGION_INFO, page, PROT_READ);

	*s = (struct ring_set){ .fd = fd };
	if (info == MAP_FAILED) {
		tell_error("cannot map the module's buffers: %s", strerror(errno));
		return -1;
	}
	memcpy(&s->info, info, sizeof(s->info));
	munmap(info, page);
	if (check_info(s))
		return -1;
	s->rings = calloc(s->info.nrings, sizeof(*s->rings));
	if (!s->rings) {
		tell_error("out of memory");
		return -1;
	}
	for (unsigned int i = 0; i < s->info.nrings; i++)
		if (ring_map(s, i))
			return -1;
	return 0;
}

int ring_map(struct ring_set *s, unsigned int number)
{
	size_t page = sysconf(_SC_PAGESIZE);
	stp_u64 size = number ? s->info.ring_size : s->info.session_size;
	struct ring *r = &s->rings[number];
	void *ctl, *pos, *data;

	if (number >= s->info.nrings || ring_is_mapped(r))
		return 0;
	ctl = map_region(s->fd, number, STP_REGION_CTL, page, PROT_READ);
	if (ctl == MAP_FAILED && errno == ENODEV)
		return 0;
	pos = map_region(s->fd, number, STP_REGION_POS, page, PROT_READ | PROT_WRITE);
	data = map_region(s->fd, number, STP_REGION_DATA, 2 * size, PROT_READ);
	if (ctl == MAP_FAILED || pos == MAP_FAILED || data == MAP_FAILED) {
		tell_error("cannot map buffer %u of the module: %s", number, strerror(errno));
		return -1;
	}
	r->ctl = ctl;
	r->pos = pos;
	r->data = data;
	r->mask = size - 1;
	r->ready = r->ctl->tail;
	r->watermark = s->info.start_clock << 16;
	r->p = r->end = r->data + (r->ready & r->mask);
	return 0;
}

void ring_set_close(struct ring_set *s)
{
	size_t page = sysconf(_SC_PAGESIZE);

	for (unsigned int i = 0; s->rings && i < s->info.nrings; i++) {
		struct ring *r = &s->rings[i];

		if (!ring_is_mapped(r))
			continue;
		munmap((void *)r->ctl, page);
		munmap(r->pos, page);
		munmap((void *)r->data, 2 * (r->mask + 1));
		free(r->spill);
	}
	free(s->rings);
	s->rings = NULL;
}

const char *ring_name(const struct ring_set *s, const struct ring *r, char text[32])
{
	if (r == s->rings)
		return "the session's buffer";
	snprintf(text, 32, "the buffer of CPU %d", (int)(r - s->rings) - 1);
	return text;
}

/* ---- looking --------------------------------------------------------------------------------------------------- */

struct look {
	stp_u64 clock, head, commit;
	stp_u64 nested_before, nested_after;
};

static stp_u64 acquire(const stp_u64 *p)
{
	return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}

static void take_look(const struct ring_set *s, const struct ring *r, struct look *l)
{
	l->nested_before = acquire(&r->ctl->nested);
	l->clock = s->clock();
	l->head = acquire(&r->ctl->head);
	l->commit = acquire(&r->ctl->commit);
	l->nested_after = acquire(&r->ctl->nested);
}

static bool is_quiet(const struct look *l)
{
	return l->head == l->commit;
}

/* A record in the range that is sorted. */
struct entry {
	stp_u64 header;
	const char *p;
	stp_u32 size;
};

static int compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	/* Only the times count, and modulo 2^48 (wire.h); equal ones are one run and keep their order. */
	long long d = (long long)((x->header & ~0xffffull) - (y->header & ~0xffffull));

	if (d)
		return d < 0 ? -1 : 1;
	return x->p < y->p ? -1 : x->p > y->p;
}

/* Lists the records of [*p, end). Returns how many; *p is then the end, or the first thing that is no record. */
static size_t list_entries(const struct event_table *events, const char **p, const char *end, struct entry *list)
{
	size_t n = 0;

	while (*p < end) {
		stp_u32 size = events_record_size(events, *p, end - *p);

		if (size < 8)
			break;
		list[n++] = (struct entry){ *(const stp_u64 *)*p, *p, size };
		*p += size;
	}
	return n;
}

/* Makes room for `size` bytes after those in use. What is ready moves to the start of the spill. */
static char *spill_room(struct ring *r, size_t size)
{
	size_t kept = r->end - r->p;
	size_t need = kept + size;
	char *buffer = r->spill;

	if (need > r->spill_size) {
		buffer = malloc(2 * need);
		if (!buffer) {
			tell_error("out of memory");
			_exit(1);
		}
		r->spill_size = 2 * need;
	}
	memmove(buffer, r->p, kept);
	if (buffer != r->spill) {
		free(r->spill);
		r->spill = buffer;
	}
	r->p = buffer;
	r->end = buffer + kept;
	r->spilled = true;
	return buffer + kept;
}

static void spill_sorted(struct ring *r, const char *p, const char *end, const struct event_table *events)
{
	struct entry *list = malloc((end - p) / 8 * sizeof(*list));
	char *to = spill_room(r, end - p);
	size_t n;

	if (!list) {
		tell_error("out of memory");
		_exit(1);
	}
	n = list_entries(events, &p, end, list);
	qsort(list, n, sizeof(*list), compare_entries);
	for (size_t i = 0; i < n; i++) {
		memcpy(to, list[i].p, list[i].size);
		to += list[i].size;
	}
	free(list);
	memcpy(to, p, end - p);		/* what is no record is told by the merge, which meets it last */
	r->end = to + (end - p);
}

/* Newest time in what is ready, which is sorted; the watermark when nothing is. */
static stp_u64 newest(const struct ring *r, const struct event_table *events)
{
	stp_u64 header = r->watermark;

	for (const char *p = r->p; p < r->end; ) {
		stp_u32 size = events_record_size(events, p, r->end - p);

		if (size < 8)
			break;
		header = *(const stp_u64 *)p;
		p += size;
	}
	return header;
}

static void raise_watermark(struct ring *r, stp_u64 header)
{
	if ((long long)(header - r->watermark) > 0)
		r->watermark = header;
}

/* A span that begins in the second copy of the data continues from the first: else it could leave the mapping. */
static void extend(struct ring *r, size_t size)
{
	if (r->p > r->data + r->mask) {
		r->p -= r->mask + 1;
		r->end -= r->mask + 1;
	}
	r->end += size;
}

static void make_ready(struct ring *r, const struct look *l, const struct event_table *events)
{
	const char *from = r->data + (r->ready & r->mask);
	size_t size = l->commit - r->ready;

	if (l->nested_after != r->sorted) {
		spill_sorted(r, from, from + size, events);
	} else if (r->spilled && r->p < r->end) {
		memcpy(spill_room(r, size), from, size);
		r->end += size;
	} else if (r->spilled || r->p == r->end) {
		r->spilled = false;
		r->p = from;
		r->end = from + size;
	} else {
		extend(r, size);
	}
	r->ready = l->commit;
	if (r->spilled)
		__atomic_store_n(&r->pos->tail, r->ready, __ATOMIC_RELEASE);
}

/* Looks until the ring is quiet, for a while. Returns 0, or -1 after a message when more is committed than fits. */
static int look(struct ring_set *s, struct ring *r, struct look *l)
{
	char name[32];
	int tries = 0;

	do
		take_look(s, r, l);
	while (!is_quiet(l) && ++tries < LOOKS);

	if ((long long)(l->commit - r->ready) <= (long long)(r->mask + 1))
		return 0;
	tell_error("%s is damaged: %llu bytes committed", ring_name(s, r, name), l->commit - r->ready);
	r->ready = l->commit;
	ring_skip(r);
	return -1;
}

int ring_look(struct ring_set *s, struct ring *r, const struct event_table *events)
{
	struct look l;

	if (look(s, r, &l))
		return -1;
	if ((long long)(l.commit - r->ready) > 0)
		make_ready(r, &l, events);
	if (is_quiet(&l)) {
		/* Whatever nested up to the first reading of `nested` lies before `commit`. */
		r->sorted = l.nested_before;
		raise_watermark(r, (l.clock - s->info.slack) << 16);
	} else {
		raise_watermark(r, newest(r, events));
	}
	return 0;
}

int ring_take(struct ring_set *s, struct ring *r, struct ring_span *span)
{
	struct look l;

	if (look(s, r, &l))
		return -1;
	*span = (struct ring_span){
		.data = r->data + (r->ready & r->mask), .clock = l.clock,
		.quiet = is_quiet(&l), .nested = l.nested_after != r->sorted,
	};
	if ((long long)(l.commit - r->ready) > 0) {
		span->size = l.commit - r->ready;
		r->ready = l.commit;
	}
	if (is_quiet(&l))
		r->sorted = l.nested_before;
	return 0;
}

void ring_taken(struct ring *r)
{
	__atomic_store_n(&r->pos->tail, r->ready, __ATOMIC_RELEASE);
}

void ring_release(struct ring *r)
{
	if (!r->spilled)
		__atomic_store_n(&r->pos->tail, r->ready - (r->end - r->p), __ATOMIC_RELEASE);
}

void ring_skip(struct ring *r)
{
	r->p = r->end;
	ring_release(r);
}
