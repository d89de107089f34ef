// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "staprun/tell.h"

static void fail(struct raw_writer *w, const struct raw_file *f)
{
	if (w->error)
		return;
	w->error = errno;
	w->error_name = f->name;
}

static void put_bytes(struct raw_writer *w, struct raw_file *f, const char *p, size_t size)
{
	while (size && !w->error) {
		ssize_t n = write(f->fd, p, size);

		if (n < 0 && errno != EINTR)
			fail(w, f);
		if (n <= 0)
			continue;
		w->written += n;
		p += n;
		size -= n;
	}
}

/* A block that could not be written whole is the last one of its file. */
static void put(struct raw_writer *w, struct raw_file *f, const void *head, size_t head_size, const void *data, size_t size)
{
	put_bytes(w, f, head, head_size);
	put_bytes(w, f, data, size);
}

static char *file_name(const struct raw_writer *w, unsigned int ring)
{
	char *name;
	const char *prefix = w->output ? w->output : ring ? "stpd_cpu" : "stpd";
	const char *between = w->output || !ring ? "_" : "";
	int n = ring ? asprintf(&name, "%s%s%u", prefix, between, ring - 1) : asprintf(&name, "%s%ssession", prefix, between);

	if (n >= 0)
		return name;
	tell_error("out of memory");
	_exit(1);
}

static int open_file(struct raw_writer *w, unsigned int ring)
{
	static const char padding[8];
	struct raw_file *f = &w->files[ring];
	struct raw_header h = {
		.version = RAW_VERSION, .ring = ring, .size = sizeof(h), .events_size = w->events_size, .info = w->set->info,
	};

	memcpy(h.magic, RAW_MAGIC, sizeof(h.magic));
	f->name = file_name(w, ring);
	f->since = w->set->info.start_clock;
	f->fd = open(f->name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (f->fd < 0) {
		fail(w, f);
		return -1;
	}
	put(w, f, &h, sizeof(h), w->events, w->events_size);
	put(w, f, padding, -w->events_size & 7, NULL, 0);
	return 0;
}

int raw_open(struct raw_writer *w, struct ring_set *set, const char *output, const char *events, size_t events_size)
{
	*w = (struct raw_writer){ .set = set, .output = output, .events = events, .events_size = events_size };
	w->files = calloc(set->info.nrings, sizeof(*w->files));
	if (!w->files) {
		tell_error("out of memory");
		return -1;
	}
	for (unsigned int i = 0; i < set->info.nrings; i++)
		w->files[i].fd = -1;
	for (unsigned int i = 0; i < set->info.nrings; i++)
		if (ring_is_mapped(&set->rings[i]) && open_file(w, i)) {
			tell_error("cannot write to %s: %s", w->error_name, strerror(w->error));
			return -1;
		}
	return 0;
}

static stp_u64 lost_on(const struct ring *r)
{
	stp_u64 sum = 0;

	for (int i = 0; i < STP_LOST__COUNT; i++)
		sum += __atomic_load_n(&r->ctl->lost[i], __ATOMIC_RELAXED);
	return sum;
}

static void write_lost(struct raw_writer *w, struct raw_file *f, const struct ring *r, stp_u64 now)
{
	struct raw_block b = { .type = RAW_LOST, .size = lost_on(r), .since = f->since, .until = now };

	if (b.size == f->lost)
		return;
	f->lost = b.size;
	put(w, f, &b, sizeof(b), NULL, 0);
}

static stp_u64 write_ring(struct raw_writer *w, struct raw_file *f, struct ring *r)
{
	struct ring_span span;
	struct raw_block b = { .type = RAW_DATA, .since = f->since };

	if (ring_take(w->set, r, &span))
		return 0;
	b.flags = span.nested ? RAW_NESTED : 0;
	b.size = span.size;
	b.until = span.clock;
	if (span.size)
		put(w, f, &b, sizeof(b), span.data, span.size);
	ring_taken(r);
	write_lost(w, f, r, span.clock);
	if (span.quiet)
		f->since = span.clock - w->set->info.slack;
	return span.size;
}

stp_u64 raw_round(struct raw_writer *w)
{
	stp_u64 taken = 0;

	for (unsigned int i = 0; i < w->set->info.nrings; i++) {
		struct ring *r = &w->set->rings[i];

		if (!ring_is_mapped(r) || (w->files[i].fd < 0 && open_file(w, i)))
			continue;
		taken += write_ring(w, &w->files[i], r);
	}
	return taken;
}

void raw_close(struct raw_writer *w)
{
	for (unsigned int i = 0; w->files && i < w->set->info.nrings; i++) {
		struct raw_file *f = &w->files[i];
		struct raw_block b = { .type = RAW_END, .size = f->lost, .since = f->since, .until = f->since };

		if (f->fd < 0)
			continue;
		put(w, f, &b, sizeof(b), NULL, 0);
		if (close(f->fd))
			fail(w, f);
		f->fd = -1;
	}
}
