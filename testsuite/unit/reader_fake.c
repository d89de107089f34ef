// SPDX-License-Identifier: GPL-2.0-or-later
#include "testsuite/unit/reader_fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static stp_u64 the_clock;	/* what ring_set.clock returns has no argument to find it by */

stp_u64 fake_clock(void)
{
	return the_clock;
}

void fake_set_clock(stp_u64 now)
{
	the_clock = now;
}

static void *map(int fd, unsigned int ring, enum stp_region region, size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, STP_MMAP(ring, region));

	if (p == MAP_FAILED) {
		perror("mmap of the fake ring");
		exit(99);
	}
	return p;
}

void fake_open(struct fake *f, stp_u64 size)
{
	size_t page = sysconf(_SC_PAGESIZE);

	f->fd = memfd_create("fake-ring", MFD_CLOEXEC);
	if (f->fd < 0 || ftruncate(f->fd, STP_MMAP(FAKE_RINGS, 0))) {
		perror("memfd of the fake ring");
		exit(99);
	}
	f->info = map(f->fd, 0, STP_REGION_INFO, page);
	*f->info = (struct stp_ring_info){
		.magic = STP_WIRE_MAGIC, .version = STP_WIRE_VERSION, .nrings = FAKE_RINGS, .page_size = page,
		.ring_size = size, .session_size = size, .clock = STP_CLOCK_MONO, .slack = 10,
	};
	for (unsigned int i = 0; i < FAKE_RINGS; i++) {
		struct fake_ring *r = &f->rings[i];

		r->size = size;
		r->ctl = map(f->fd, i, STP_REGION_CTL, page);
		r->pos = map(f->fd, i, STP_REGION_POS, page);
		r->data = map(f->fd, i, STP_REGION_DATA, 2 * size);
	}
	fake_set_clock(1000);
}

void fake_close(struct fake *f)
{
	size_t page = sysconf(_SC_PAGESIZE);

	for (unsigned int i = 0; i < FAKE_RINGS; i++) {
		struct fake_ring *r = &f->rings[i];

		munmap(r->ctl, page);
		munmap(r->pos, page);
		munmap(r->data, 2 * r->size);
	}
	munmap(f->info, page);
	close(f->fd);
}

static void store(struct fake_ring *r, stp_u64 at, const void *bytes, stp_u32 n)
{
	for (stp_u32 i = 0; i < n; i++) {
		stp_u64 where = (at + i) & (r->size - 1);

		r->data[where] = r->data[where + r->size] = ((const char *)bytes)[i];
	}
}

static int record(struct fake_ring *r, stp_u64 time, stp_u32 event, const void *fields, stp_u32 n, int variable)
{
	stp_u64 header = time << 16 | event;
	stp_u32 bytes = 8 + (variable ? 4 : 0) + n;
	stp_u32 size = (bytes + 7) & ~7u;
	stp_u64 at = r->ctl->head;

	r->ctl->tail = r->pos->tail;
	if (at + size > r->ctl->tail + r->size) {
		r->ctl->lost[STP_LOST_FULL]++;
		r->ctl->lost_bytes += size;
		return 0;
	}
	r->ctl->head += size;
	store(r, at, &header, 8);
	if (variable)
		store(r, at + 8, &bytes, 4);
	store(r, at + bytes - n, fields, n);
	return 1;
}

int fake_fixed(struct fake_ring *r, stp_u64 time, stp_u32 event, const void *fields, stp_u32 n)
{
	return record(r, time, event, fields, n, 0);
}

int fake_variable(struct fake_ring *r, stp_u64 time, stp_u32 event, const void *fields, stp_u32 n)
{
	return record(r, time, event, fields, n, 1);
}

void fake_commit(struct fake_ring *r)
{
	r->ctl->commit = r->ctl->head;
}

void fake_nested(struct fake_ring *r)
{
	r->ctl->nested++;
}
