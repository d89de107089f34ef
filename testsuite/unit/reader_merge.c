// SPDX-License-Identifier: GPL-2.0-or-later
/* The reader on a fake ring: wrapping, ordering, nesting, the watermark, loss, damage. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "staprun/merge.h"
#include "testsuite/unit/reader_check.h"
#include "testsuite/unit/reader_fake.h"

static const char table_text[] =
	"sonde-events 1\n"
	"E 1 f \"%d\\n\" l:\"n\"\n"
	"E 2 f \"%4b%4b\" b4:\"a\" b4:\"b\"\n"
	"E 3 v \"<%s>\" s:\"text\"\n"
	"E 4 f \"hello\\n\"\n"
	"E 5 f \"%d %d\\n\" l:\"cpu\" l:\"n\"\n"
	"E 6 v \"%*s|%x|%.*M\\n\" l:\"w\" s:\"text\" l:\"n\" l:\"p\" m:\"memory\"\n"
	"E 7 f \"%1b\" b1:\"a\"\n"
	"E 8 f \"%8b%8b%8b%8b%8b\" b8:\"a\" b8:\"b\" b8:\"c\" b8:\"d\" b8:\"e\"\n"
	"E 9 f \"%1b%1b:%3.1b%3d\" b1:\"a\" b1:\"b\" b1:\"c\" l:\"d\"\n"
	"# a line of a kind not known yet\n";

/* A reader on a fake module, and what it has written. */
struct bed {
	struct fake fake;
	struct ring_set set;
	struct event_table table;
	struct output out;
	struct merge merge;
	char text[1 << 20];
	size_t length;
};

static struct bed *bed_open(size_t ring_size)
{
	struct bed *b = calloc(1, sizeof(*b));

	fake_open(&b->fake, ring_size);
	if (!b || ring_set_open(&b->set, b->fake.fd) || events_parse(&b->table, table_text, sizeof(table_text) - 1) ||
	    output_open(&b->out, NULL) || merge_open(&b->merge, &b->set, &b->table, &b->out))
		exit(99);
	b->set.clock = fake_clock;
	b->out.fd = memfd_create("output", MFD_CLOEXEC);
	return b;
}

static void bed_close(struct bed *b)
{
	merge_close(&b->merge);
	ring_set_close(&b->set);
	events_free(&b->table);
	output_close(&b->out);
	output_free(&b->out);
	fake_close(&b->fake);
	free(b);
}

static void bed_collect(struct bed *b)
{
	output_flush(&b->out);
	b->length = pread(b->out.fd, b->text, sizeof(b->text), 0);
}

static void bed_round(struct bed *b, enum merge_mode mode)
{
	merge_round(&b->merge, mode);
	bed_collect(b);
}

#define WANT(c, b, wanted)	CHECK_BYTES(c, (b)->text, (b)->length, wanted, sizeof(wanted) - 1)

static void print(struct bed *b, int ring, stp_u64 time, int64_t n)
{
	fake_fixed(&b->fake.rings[ring], time, 1, &n, 8);
}

static void print_commit(struct bed *b, int ring, stp_u64 time, int64_t n)
{
	print(b, ring, time, n);
	fake_commit(&b->fake.rings[ring]);
}

static void test_one_ring(struct check *c)
{
	struct bed *b = bed_open(4096);

	print_commit(b, 1, 100, 1);
	print_commit(b, 1, 200, -22);
	fake_fixed(&b->fake.rings[1], 300, 4, "", 0);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "1\n-22\n");
	CHECK(c, b->fake.rings[1].pos->tail == 32, "tail %llu", b->fake.rings[1].pos->tail);
	fake_commit(&b->fake.rings[1]);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "1\n-22\nhello\n");
	CHECK(c, b->fake.rings[1].pos->tail == 40, "tail %llu", b->fake.rings[1].pos->tail);
	bed_close(b);
}

static void test_fields(struct check *c)
{
	static const struct { uint64_t width; uint32_t n; char text[3]; uint64_t x, precision; uint32_t m; char memory[2]; }
		__attribute__((packed)) six = { 5, 3, "abc", 255, 2, 2, "AB" };
	struct bed *b = bed_open(4096);
	struct fake_ring *r = &b->fake.rings[1];

	fake_fixed(r, 1, 2, "abcdefgh", 8);
	fake_variable(r, 2, 3, "\5\0\0\0words", 9);
	fake_variable(r, 2, 3, "\0\0\0\0", 4);
	fake_variable(r, 2, STP_EVENT_TEXT, "\3\0\0\0one", 7);
	fake_variable(r, 2, STP_EVENT_TIME, "12345678", 8);
	fake_fixed(r, 2, STP_EVENT_LOST, "12345678", 8);
	fake_variable(r, 2, 6, &six, sizeof(six));
	fake_fixed(r, 3, 7, "Z", 1);
	fake_fixed(r, 3, 7, "Y", 1);
	fake_fixed(r, 3, 8, "0123456701234567012345670123456701234567", 40);
	fake_fixed(r, 3, 9, "abc\7\0\0\0\0\0\0\0", 11);
	fake_commit(r);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "abcdefgh<words><>one  abc|ff|4142\nZY0123456701234567012345670123456701234567ab:\0\0c  7");
	CHECK(c, !b->merge.damaged, "damaged");
	bed_close(b);
}

/* Far more than the ring holds, in portions of changing size, so that records end and begin at every place. */
static void test_wrap(struct check *c)
{
	struct bed *b = bed_open(4096);
	struct fake_ring *r = &b->fake.rings[2];
	stp_u64 time = 1000, sent = 0;
	char want[32], *p;

	for (int round = 0; round < 500; round++) {
		for (int i = 0; i < round % 100; i++) {
			print(b, 2, ++time, sent++);
			if (i % 3)
				fake_variable(r, time, 3, "\5\0\0\0abcde", 9);
			else
				fake_variable(r, time, 3, "\0\0\0\0", 4);
		}
		fake_commit(r);
		fake_set_clock(time + 100);
		merge_round(&b->merge, MERGE_RUNNING);
	}
	bed_collect(b);
	CHECK(c, r->ctl->head > 20 * r->size && !r->ctl->lost[0], "head %llu", r->ctl->head);
	p = b->text;
	for (stp_u64 i = 0; i < sent; i++) {
		int n = sprintf(want, "%llu\n<", i);

		CHECK(c, !strncmp(p, want, n), "at %llu: '%.20s'", i, p);
		p = strchr(p, '>') + 1;
	}
	CHECK(c, p == b->text + b->length, "%zu bytes more", b->text + b->length - p);
	bed_close(b);
}

static void test_order_of_rings(struct check *c)
{
	struct bed *b = bed_open(4096);

	print_commit(b, 0, 10, 1);
	print_commit(b, 1, 30, 3);
	print_commit(b, 1, 40, 4);
	print_commit(b, 2, 20, 2);
	print_commit(b, 2, 50, 5);
	print_commit(b, 3, 45, 45);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "1\n2\n3\n4\n45\n5\n");
	bed_close(b);
}

/* Two handlers that began at the same instant on two CPUs. */
static void test_runs_stay_whole(struct check *c)
{
	struct bed *b = bed_open(4096);

	for (int ring = 1; ring <= 2; ring++) {
		print(b, ring, 100, ring);
		fake_fixed(&b->fake.rings[ring], 100, 4, "", 0);
		print(b, ring, 100, ring);
		fake_commit(&b->fake.rings[ring]);
	}
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "1\nhello\n1\n2\nhello\n2\n");
	bed_close(b);
}

static void test_watermark(struct check *c)
{
	struct bed *b = bed_open(4096);

	/* Slack: what is written within the last 10 units may be preceded by what another CPU still stores. */
	fake_set_clock(100);
	print_commit(b, 1, 91, 91);
	print_commit(b, 2, 90, 90);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "90\n");
	/* An open run on ring 3 holds everything back that is newer than what was seen quiet. */
	print(b, 3, 95, 95);
	fake_set_clock(200);
	print_commit(b, 1, 120, 120);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "90\n");
	fake_commit(&b->fake.rings[3]);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "90\n91\n95\n120\n");
	/* ... or newer than the newest committed there. */
	print_commit(b, 3, 195, 195);
	print(b, 3, 197, 197);
	print_commit(b, 1, 194, 194);
	print_commit(b, 1, 196, 196);
	fake_set_clock(300);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "90\n91\n95\n120\n194\n195\n");
	fake_commit(&b->fake.rings[3]);
	bed_round(b, MERGE_FINAL);
	WANT(c, b, "90\n91\n95\n120\n194\n195\n196\n197\n");
	bed_close(b);
}

/* An interrupt's prints between those of the handler that it interrupted: sorted by time, no run split. */
static void test_nesting(struct check *c)
{
	struct bed *b = bed_open(4096);
	struct fake_ring *r = &b->fake.rings[1];

	print(b, 1, 100, 1);
	print(b, 1, 105, 3);
	print(b, 1, 105, 4);
	fake_nested(r);
	print(b, 1, 100, 2);
	print(b, 1, 102, 9);	/* an interrupt between reservation and clock: earlier place, later time */
	fake_nested(r);
	fake_commit(r);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "1\n2\n9\n3\n4\n");
	CHECK(c, r->pos->tail == r->ctl->head, "tail %llu", r->pos->tail);
	/* Nothing nested any more: straight from the mapping again. */
	print_commit(b, 1, 200, 5);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "1\n2\n9\n3\n4\n5\n");
	CHECK(c, !b->set.rings[1].spilled, "still spilled");
	bed_close(b);
}

/* `nested` moves for a run that is not committed yet: the next range must be sorted all the same. */
static void test_nesting_seen_early(struct check *c)
{
	struct bed *b = bed_open(4096);
	struct fake_ring *r = &b->fake.rings[1];

	print_commit(b, 1, 50, 0);
	print(b, 1, 100, 1);
	print(b, 1, 105, 3);
	fake_nested(r);
	bed_round(b, MERGE_RUNNING);
	print(b, 1, 100, 2);
	fake_commit(r);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "0\n1\n2\n3\n");
	bed_close(b);
}

/* Sorted records wait for the watermark while more arrive, sorted and not. */
static void test_nesting_held_back(struct check *c)
{
	struct bed *b = bed_open(4096);
	struct fake_ring *r = &b->fake.rings[1];

	print(b, 2, 1, 0);
	print(b, 1, 100, 1);
	print(b, 1, 105, 3);
	fake_nested(r);
	print(b, 1, 100, 2);
	fake_commit(r);
	bed_round(b, MERGE_RUNNING);
	print_commit(b, 1, 110, 4);
	bed_round(b, MERGE_RUNNING);
	print(b, 1, 120, 5);
	print(b, 1, 121, 7);
	fake_nested(r);
	print(b, 1, 120, 6);
	fake_commit(r);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "");
	CHECK(c, r->pos->tail == r->ctl->head, "tail %llu", r->pos->tail);
	fake_commit(&b->fake.rings[2]);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "0\n1\n2\n3\n4\n5\n6\n7\n");
	bed_close(b);
}

static void test_time_wraps(struct check *c)
{
	const stp_u64 last = (1ull << 48) - 1;
	struct bed *b = bed_open(4096);

	fake_set_clock(last - 5);
	bed_round(b, MERGE_RUNNING);	/* quiet looks keep the watermark close to the clock */
	print_commit(b, 1, last - 3, 1);
	print_commit(b, 2, last, 2);
	print_commit(b, 1, 1, 3);
	print_commit(b, 2, 2, 4);
	fake_set_clock((1ull << 48) + 50);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "1\n2\n3\n4\n");
	bed_close(b);
}

/* A record that comes too late (it cannot, but for a broken clock) is written at once, not lost. */
static void test_late_record(struct check *c)
{
	struct bed *b = bed_open(4096);

	print_commit(b, 1, 500, 1);
	bed_round(b, MERGE_RUNNING);
	print_commit(b, 2, 400, 2);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "1\n2\n");
	bed_close(b);
}

static void test_ring_comes_later(struct check *c)
{
	struct bed *b = bed_open(4096);
	struct ring *r = &b->set.rings[3];

	munmap((void *)r->ctl, sysconf(_SC_PAGESIZE));
	*r = (struct ring){ 0 };
	print_commit(b, 3, 10, 3);
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "");
	CHECK(c, !ring_map(&b->set, 3) && ring_is_mapped(r), "not mapped");
	CHECK(c, !ring_map(&b->set, 3) && !ring_map(&b->set, 77), "again, and out of range");
	bed_round(b, MERGE_RUNNING);
	WANT(c, b, "3\n");
	bed_close(b);
}

static void test_damage(struct check *c)
{
	struct bed *b = bed_open(4096);
	int saved = dup(STDERR_FILENO);

	freopen("/dev/null", "w", stderr);
	fake_fixed(&b->fake.rings[1], 100, 77, "12345678", 8);	/* no such event */
	print_commit(b, 1, 101, 1);
	print_commit(b, 2, 102, 2);
	fake_variable(&b->fake.rings[3], 103, 3, "\xff\xff\xff\x7f", 4);	/* a string longer than its record */
	fake_commit(&b->fake.rings[3]);
	bed_round(b, MERGE_RUNNING);
	b->fake.rings[1].ctl->head = b->fake.rings[1].ctl->commit = 1 << 20;	/* more than it can hold */
	bed_round(b, MERGE_RUNNING);
	dup2(saved, STDERR_FILENO);
	close(saved);
	WANT(c, b, "2\n");
	CHECK(c, b->merge.damaged, "not noticed");
	bed_close(b);
}

/* A burst from three CPUs, whose writers drop what does not fit: what was sent is what came plus what was lost. */
static void test_burst(struct check *c)
{
	struct bed *b = bed_open(4096);
	int64_t fields[2];
	unsigned long long state = 4711, sent = 0, lost = 0, got = 0;
	int64_t last[FAKE_RINGS] = { 0 };
	stp_u64 time = 1000;

	for (int i = 0; i < 20000; i++) {
		int ring = 1 + check_random(&state) % 3;
		struct fake_ring *r = &b->fake.rings[ring];
		int records = 1 + check_random(&state) % 4;

		time += 1 + check_random(&state) % 3;
		if (r->ctl->head > r->ctl->commit && check_random(&state) % 2)
			fake_commit(r);
		for (int k = 0; k < records; k++) {
			fields[0] = ring;
			fields[1] = time * 4 + k;
			fake_fixed(r, time, 5, fields, 16);
			sent++;
		}
		if (check_random(&state) % 4)
			fake_commit(r);
		fake_set_clock(time);
		if (check_random(&state) % 50 == 0)
			merge_round(&b->merge, MERGE_RUNNING);
	}
	for (int i = 1; i < FAKE_RINGS; i++)
		fake_commit(&b->fake.rings[i]);
	merge_round(&b->merge, MERGE_FINAL);
	bed_collect(b);
	for (char *p = b->text; p < b->text + b->length; p = strchr(p, '\n') + 1) {
		int64_t n;
		int ring;

		CHECK(c, sscanf(p, "%d %ld\n", &ring, &n) == 2, "'%.30s'", p);
		CHECK(c, n >= last[ring], "ring %d: %ld after %ld", ring, n, last[ring]);
		last[ring] = n;
		got++;
	}
	for (int i = 1; i < FAKE_RINGS; i++)
		lost += b->fake.rings[i].ctl->lost[STP_LOST_FULL];
	CHECK(c, lost && got && sent == got + lost, "%llu sent, %llu came, %llu lost", sent, got, lost);
	bed_close(b);
}

static void test_long_string(struct check *c)
{
	enum { LENGTH = 200000 };
	struct bed *b = bed_open(1 << 20);
	char *text = malloc(LENGTH + 4);
	unsigned int n = LENGTH;

	memset(text, 'x', LENGTH + 4);
	memcpy(text, &n, 4);
	fake_variable(&b->fake.rings[1], 10, 3, text, LENGTH + 4);
	fake_commit(&b->fake.rings[1]);
	bed_round(b, MERGE_RUNNING);
	CHECK(c, b->length == LENGTH + 2 && b->text[0] == '<' && b->text[LENGTH + 1] == '>', "%zu bytes", b->length);
	free(text);
	bed_close(b);
}

static void test_tables_refused(struct check *c)
{
	static const char *const bad[] = {
		"", "sonde-events 2\n", "sonde-events 1\nE 1 f \"%d\" l:\"x\"", "sonde-events 1\nE 0 f \"\"\n",
		"sonde-events 1\nE 65520 f \"\"\n", "sonde-events 1\nE 99999999999 f \"\"\n",
		"sonde-events 1\nE 1 x \"\"\n", "sonde-events 1\nE 1 f \"%d\"\n", "sonde-events 1\nE 1 f \"\" l:\"x\"\n",
		"sonde-events 1\nE 1 f \"%s\" l:\"x\"\n", "sonde-events 1\nE 1 v \"%d\" s:\"x\"\n",
		"sonde-events 1\nE 1 f \"%s\" s:\"x\"\n", "sonde-events 1\nE 1 f \"%d\" l:\"x\n",
		"sonde-events 1\nE 1 f \"%d\" q:\"x\"\n", "sonde-events 1\nE 1 f \"%y\" l:\"x\"\n",
		"sonde-events 1\nE 1 f \"%*d\" b4:\"x\" l:\"x\"\n", "sonde-events 1\nE 1 f \"\\\n",
		"sonde-events 1\nE 1 f \"%d\" l:\"x\" \n",
	};
	int saved = dup(STDERR_FILENO);
	size_t accepted = 0;

	freopen("/dev/null", "w", stderr);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct event_table t;

		if (!events_parse(&t, bad[i], strlen(bad[i])))
			accepted = i + 1;
		events_free(&t);
	}
	dup2(saved, STDERR_FILENO);
	close(saved);
	CHECK(c, !accepted, "accepted: %s", bad[accepted - 1]);
}

/* Any change to a table is read or refused, never a crash (run with the sanitizers). */
static void test_tables_damaged(struct check *c)
{
	unsigned long long state = 99;
	char text[sizeof(table_text)];
	int saved = dup(STDERR_FILENO);
	int read = 0;

	freopen("/dev/null", "w", stderr);
	for (int i = 0; i < 2000; i++) {
		struct event_table t;

		memcpy(text, table_text, sizeof(text));
		for (int k = check_random(&state) % 4; k >= 0; k--)
			text[check_random(&state) % sizeof(text)] = check_random(&state) % 96 + 32;
		read += !events_parse(&t, text, check_random(&state) % 2 ? sizeof(text) - 1 :
				      check_random(&state) % sizeof(text));
		events_free(&t);
	}
	dup2(saved, STDERR_FILENO);
	close(saved);
	CHECK(c, read > 0 && read < 2000, "%d read", read);
}

int main(void)
{
	struct check c = { 0 };

	RUN(&c, test_one_ring);
	RUN(&c, test_fields);
	RUN(&c, test_wrap);
	RUN(&c, test_order_of_rings);
	RUN(&c, test_runs_stay_whole);
	RUN(&c, test_watermark);
	RUN(&c, test_nesting);
	RUN(&c, test_nesting_seen_early);
	RUN(&c, test_nesting_held_back);
	RUN(&c, test_time_wraps);
	RUN(&c, test_late_record);
	RUN(&c, test_ring_comes_later);
	RUN(&c, test_damage);
	RUN(&c, test_burst);
	RUN(&c, test_long_string);
	RUN(&c, test_tables_refused);
	RUN(&c, test_tables_damaged);
	return check_end(&c);
}
