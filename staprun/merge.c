// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/merge.h"

#include <stdlib.h>

#include "staprun/tell.h"

int merge_open(struct merge *m, struct ring_set *set, const struct event_table *events, struct output *out)
{
	*m = (struct merge){ .set = set, .events = events, .out = out };
	m->heap = calloc(set->info.nrings + 1, sizeof(*m->heap));
	if (m->heap)
		return 0;
	tell_error("out of memory");
	return -1;
}

void merge_close(struct merge *m)
{
	free(m->heap);
	m->heap = NULL;
}

/* ---- the heap -------------------------------------------------------------------------------------------------- */

static stp_u64 next_header(const struct ring *r)
{
	return *(const stp_u64 *)r->p;
}

static bool is_older(const struct ring *a, const struct ring *b)
{
	return (long long)(next_header(a) - next_header(b)) < 0;
}

static void sift_down(struct merge *m, unsigned int i)
{
	struct ring *r = m->heap[i];

	for (;;) {
		unsigned int child = 2 * i;

		if (child > m->nheap)
			break;
		if (child < m->nheap && is_older(m->heap[child + 1], m->heap[child]))
			child++;
		if (!is_older(m->heap[child], r))
			break;
		m->heap[i] = m->heap[child];
		i = child;
	}
	m->heap[i] = r;
}

/* The header up to which the first ring may be written: those of its time are all before the second ring's. */
static stp_u64 bound_of_first(const struct merge *m, stp_u64 bound)
{
	stp_u64 next;

	if (m->nheap < 2)
		return bound;
	next = next_header(m->heap[2]);
	if (m->nheap > 2 && is_older(m->heap[3], m->heap[2]))
		next = next_header(m->heap[3]);
	next |= 0xffff;
	return (long long)(next - bound) < 0 ? next : bound;
}

/* ---- a round --------------------------------------------------------------------------------------------------- */

/* Looks at all rings. Returns the watermark of all. */
static stp_u64 look_at_all(struct merge *m)
{
	stp_u64 bound = 0;
	bool first = true;

	for (unsigned int i = 0; i < m->set->info.nrings; i++) {
		struct ring *r = &m->set->rings[i];

		if (!ring_is_mapped(r))
			continue;
		if (ring_look(m->set, r, m->events))
			m->damaged = 1;
		if (first || (long long)(r->watermark - bound) < 0)
			bound = r->watermark;
		first = false;
	}
	return bound | 0xffff;
}

static void fill_heap(struct merge *m, stp_u64 bound)
{
	m->nheap = 0;
	for (unsigned int i = 0; i < m->set->info.nrings; i++) {
		struct ring *r = &m->set->rings[i];

		if (ring_is_mapped(r) && r->p < r->end && (long long)(next_header(r) - bound) <= 0)
			m->heap[++m->nheap] = r;
	}
	for (unsigned int i = m->nheap / 2; i >= 1; i--)
		sift_down(m, i);
}

static void tell_damage(struct merge *m, struct ring *r)
{
	char name[32];

	if (!m->damaged)
		tell_error("%s holds a record of unknown event %u; %llu bytes skipped", ring_name(m->set, r, name),
			   stp_header_event(next_header(r)), (stp_u64)(r->end - r->p));
	m->damaged = 1;
	ring_skip(r);
}

/* Writes records of ring r up to `bound`, as long as there is room. Returns the bytes taken. */
static stp_u64 write_row(struct merge *m, struct ring *r, stp_u64 bound)
{
	struct events_run run = { .table = m->events, .out = m->out->at, .out_end = m->out->end };
	const char *start = r->p;
	stp_u64 taken;

	r->p = events_run(&run, start, r->end, bound);
	taken = r->p - start;
	m->out->at = run.out;
	m->records += run.records;
	ring_release(r);
	if (run.bad)
		tell_damage(m, r);
	else if (run.need)
		output_room(m->out, run.need);
	return taken;
}

stp_u64 merge_round(struct merge *m, enum merge_mode mode)
{
	stp_u64 bound = look_at_all(m);
	stp_u64 taken = 0;

	if (mode == MERGE_FINAL)
		bound = (m->set->clock() << 16) + (1ull << 62);
	fill_heap(m, bound);
	while (m->nheap) {
		struct ring *r = m->heap[1];

		taken += write_row(m, r, bound_of_first(m, bound));
		if (r->p == r->end || (long long)(next_header(r) - bound) > 0)
			m->heap[1] = m->heap[m->nheap--];
		if (m->nheap)
			sift_down(m, 1);
	}
	return taken;
}
