// SPDX-License-Identifier: GPL-2.0-or-later
/* runtime/pure/hist.c and variance.h against naive models, over random inputs. */
#include <stdint.h>
#include <stdlib.h>

#include "runtime/pure/hist.h"
#include "runtime/pure/variance.h"
#include "testsuite/unit/reader_check.h"

static stp_s64 random_value(unsigned long long *state)
{
	stp_u64 n = check_random(state) >> check_random(state) % 64;

	return (stp_s64)(check_random(state) & 1 ? 0 - n : n);
}

/* ---- buckets --------------------------------------------------------------------------------------------------- */

/* The row whose range [from, to] holds the value; ranges by doubling. */
static unsigned int naive_log_bucket(stp_s64 v)
{
	__int128 from = 1, n = v < 0 ? -(__int128)v : v;
	unsigned int steps = 1;

	if (!v)
		return 64;
	for (; n >= 2 * from; from *= 2)
		steps++;
	return v > 0 ? 64 + steps : 64 - steps;
}

static unsigned int naive_linear_bucket(stp_s64 v, stp_s64 low, stp_s64 step, unsigned int buckets)
{
	unsigned int i;

	if (v < low)
		return 0;
	for (i = 1; i + 1 < buckets; i++)
		if (v < (__int128)low + (__int128)i * step)
			return i;
	return buckets - 1;
}

static void test_log_buckets(struct check *c)
{
	unsigned long long state = 88172645463325252;
	const stp_s64 edges[] = { 0, 1, -1, 2, -2, 3, 4, INT64_MAX, INT64_MIN, INT64_MIN + 1, 1ll << 62, -(1ll << 62) };

	for (unsigned int i = 0; i < sizeof(edges) / sizeof(*edges); i++)
		CHECK(c, hist_log_bucket(edges[i]) == naive_log_bucket(edges[i]), "%lld", edges[i]);
	for (int i = 0; i < 100000; i++) {
		stp_s64 v = random_value(&state);

		CHECK(c, hist_log_bucket(v) == naive_log_bucket(v) && hist_log_bucket(v) < 128, "%lld", v);
	}
}

static void test_linear_buckets(struct check *c)
{
	unsigned long long state = 1181783497276652981;

	for (int i = 0; i < 100000; i++) {
		stp_s64 low = random_value(&state), v = random_value(&state), step = random_value(&state) & INT64_MAX;
		unsigned int buckets = 3 + check_random(&state) % 126;

		if (i % 2)
			v = (stp_s64)((stp_u64)low + (stp_u64)(random_value(&state) % 1000));
		if (i % 4 < 2)
			step = 1 + (step & 15);
		if (!step)
			step = 1;
		CHECK(c, hist_linear_bucket(v, low, step, buckets) == naive_linear_bucket(v, low, step, buckets),
		      "%lld in %lld step %lld, %u buckets", v, low, step, buckets);
	}
	CHECK(c, hist_linear_buckets(0, 125, 1) == 128, "126 buckets and the outer ones");
	CHECK(c, hist_linear_buckets(0, 126, 1) > 128, "too many");
	CHECK(c, hist_linear_buckets(INT64_MIN, INT64_MAX, 1) > 128, "all numbers");
	CHECK(c, hist_linear_buckets(INT64_MIN, INT64_MAX, INT64_MAX) == 5, "three");
	CHECK(c, hist_linear_buckets(7, 7, 9) == 3, "one");
}

/* ---- charts ---------------------------------------------------------------------------------------------------- */

static void naive_label(char *text, const struct hist *h, int row)
{
	int last = (int)h->buckets - 1;

	if (h->kind == HIST_LINEAR) {
		int i = row == 0 ? 0 : row == last ? last - 2 : row - 1;

		sprintf(text, "%s%lld", row == 0 ? "<" : row == last ? ">" : "",
			(stp_s64)((stp_u64)h->low + (stp_u64)i * (stp_u64)h->step));
	} else if (row == 64) {
		strcpy(text, "0");
	} else if (row > 64) {
		sprintf(text, "%llu", 1ull << (row - 65));
	} else {
		sprintf(text, "-%llu", 1ull << (63 - row));
	}
}

/* Distance in rows to the nearest row with data. */
static int distance(const struct hist *h, const stp_u64 *counts, int row)
{
	int least = 1000;

	for (int i = 0; i < (int)h->buckets; i++)
		if (counts[i] && abs(i - row) < least)
			least = abs(i - row);
	return least;
}

/* Is an empty row part of the chart at all? Outside of the data only near it, and not across these edges. */
static int naive_has_row(const struct hist *h, const stp_u64 *counts, int row, int near)
{
	int below = 0, above = 0, negative = 0;

	if (counts[row])
		return 1;
	for (int i = 0; i < (int)h->buckets; i++) {
		below += i < row && counts[i];
		above += i > row && counts[i];
		negative += i < 64 && counts[i];
	}
	if (below && above)
		return 1;
	if (h->kind == HIST_LINEAR && (row == 0 || row == (int)h->buckets - 1))
		return 0;
	if (h->kind == HIST_LOG && !negative && row < 64)
		return 0;
	return (below || above) && distance(h, counts, row) <= near;
}

static size_t naive_draw(char *out, const struct hist *h, const stp_u64 *counts, const struct hist_look *look)
{
	int near = look->elision < 0 ? 2 : look->elision, label_width = 5, count_width = 0, n, elided = 0;
	stp_u64 most = 0, scale;
	char text[64], *p = out;

	for (int i = 0; i < (int)h->buckets; i++) {
		if (!naive_has_row(h, counts, i, near))
			continue;
		naive_label(text, h, i);
		label_width = (int)strlen(text) > label_width ? (int)strlen(text) : label_width;
		n = sprintf(text, "%llu", counts[i]);
		count_width = n > count_width ? n : count_width;
		most = counts[i] > most ? counts[i] : most;
	}
	for (scale = 1; (most + scale - 1) / scale > look->width; )
		scale = scale > 1000 ? most / look->width + 1 : scale + 1;
	while (scale > 1 && (unsigned __int128)(scale - 1) * look->width >= most)
		scale--;
	p += sprintf(p, "%*s |", label_width, "value");
	for (unsigned int i = 0; i < look->width; i++)
		*p++ = '-';
	p += sprintf(p, " count\n");
	for (int i = 0; i < (int)h->buckets; i++) {
		if (!naive_has_row(h, counts, i, near))
			continue;
		if (look->elision >= 0 && distance(h, counts, i) > near) {
			p += elided ? 0 : sprintf(p, "%*s ~\n", label_width, "");
			elided = 1;
			continue;
		}
		elided = 0;
		naive_label(text, h, i);
		p += sprintf(p, "%*s |", label_width, text);
		for (unsigned int k = 0; k < look->width; k++)
			*p++ = k < counts[i] / scale ? '@' : ' ';
		p += sprintf(p, " %*llu\n", count_width, counts[i]);
	}
	*p++ = '\n';
	return p - out;
}

static void random_chart(unsigned long long *state, struct hist *h, stp_u64 *counts, struct hist_look *look)
{
	unsigned int few = check_random(state) % 3;

	h->kind = check_random(state) & 1 ? HIST_LOG : HIST_LINEAR;
	h->buckets = h->kind == HIST_LOG ? 128 : 3 + check_random(state) % 126;
	h->low = random_value(state) / 4;
	h->step = 1 + (random_value(state) & INT64_MAX) / 512;
	look->width = 1 + check_random(state) % 90;
	look->elision = (int)(check_random(state) % 8) - 1;
	for (unsigned int i = 0; i < 128; i++)
		counts[i] = check_random(state) % (few ? 2 + few * 20 : 2) ? 0
			  : 1 + (check_random(state) >> (1 + check_random(state) % 63));
	counts[check_random(state) % h->buckets] = 1 + check_random(state) % 100;
}

static void test_charts(struct check *c)
{
	static char want[200000], got[200000];
	unsigned long long state = 2685821657736338717;
	stp_u64 counts[128];
	struct hist_look look;
	struct hist h;

	for (int i = 0; i < 20000; i++) {
		size_t wanted, drawn;

		random_chart(&state, &h, counts, &look);
		wanted = naive_draw(want, &h, counts, &look);
		drawn = hist_draw(got, sizeof(got), &h, counts, &look);
		CHECK_BYTES(c, got, drawn, want, wanted);
		CHECK(c, drawn <= hist_room(&h, &look), "%zu of %u bytes", drawn, hist_room(&h, &look));
	}
}

/* Never writes beyond the size that it was given, and tells what it would have taken. */
static void test_cut(struct check *c)
{
	unsigned long long state = 3935559000370003845;
	char all[100000];
	stp_u64 counts[128];
	struct hist_look look;
	struct hist h;

	for (int i = 0; i < 2000; i++) {
		stp_u32 size = check_random(&state) % 3000, needed;
		char *text = malloc(size + 1);

		random_chart(&state, &h, counts, &look);
		needed = hist_draw(all, sizeof(all), &h, counts, &look);
		text[size] = 'X';
		CHECK(c, hist_draw(text, size, &h, counts, &look) == needed, "size %u", size);
		CHECK(c, text[size] == 'X' && !memcmp(text, all, size < needed ? size : needed), "size %u", size);
		free(text);
	}
}

static void test_empty(struct check *c)
{
	const struct hist h = { HIST_LOG, 128, 0, 0 };
	const struct hist_look look = { 5, 2 };
	const stp_u64 counts[128] = { 0 };
	char text[100];
	stp_u32 n = hist_draw(text, sizeof(text), &h, counts, &look);

	CHECK_BYTES(c, text, n, "value |----- count\n\n", 20);
}

/* ---- variance -------------------------------------------------------------------------------------------------- */

static void test_muldiv(struct check *c)
{
	unsigned long long state = 88172645463393265;

	for (int i = 0; i < 20000; i++) {
		stp_u64 a = random_value(&state), b = random_value(&state), d = random_value(&state);

		if (!d)
			d = 1;
		CHECK(c, variance_muldiv(a, b, d) == (stp_u64)((unsigned __int128)a * b / d), "%llu * %llu / %llu", a, b, d);
	}
}

/* Values that do not overflow: against the definition, with doubles. */
static void test_variance(struct check *c)
{
	unsigned long long state = 1442695040888963407;

	for (int i = 0; i < 500; i++) {
		int n = 2 + check_random(&state) % 300, parts = 1 + check_random(&state) % 4;
		struct variance part[4] = { 0 }, all = { 0 };
		stp_u64 count[4] = { 0 }, total = 0;
		double sum = 0, squares = 0, want;

		for (int k = 0; k < n; k++) {
			int where = check_random(&state) % parts;
			stp_s64 v = (stp_s64)(check_random(&state) % 2000) - 1000;

			variance_add(&part[where], ++count[where], v, 12);
			sum += v;
			squares += (double)v * v;
		}
		for (int k = 0; k < parts; k++) {
			variance_merge(&all, total, &part[k], count[k]);
			total += count[k];
		}
		want = (squares - sum * sum / n) / (n - 1);
		CHECK(c, total == (stp_u64)n, "%llu", total);
		CHECK(c, variance_of(&all, total, 12) >= want - 2 && variance_of(&all, total, 12) <= want + 2,
		      "%lld, want %f", variance_of(&all, total, 12), want);
	}
}

/* Nothing traps, whatever the values: the sanitizers and the processor are the judges. */
static void test_variance_wraps(struct check *c)
{
	unsigned long long state = 6364136223846793005;
	struct variance a = { 0 }, b = { 0 };

	for (unsigned int i = 1; i < 50000; i++) {
		unsigned int shift = check_random(&state) % 63;

		variance_add(&a, i, random_value(&state), shift);
		variance_add(&b, i, i % 2 ? INT64_MIN : INT64_MAX, shift);
		if (i % 100 == 0)
			variance_merge(&b, i, &a, check_random(&state) >> check_random(&state) % 64);
		variance_of(&b, i, shift);
	}
	CHECK(c, variance_of(&a, 0, 0) == -1 && variance_of(&a, 1, 62) == -1, "fewer than two");
}

int main(void)
{
	struct check c = { 0 };

	RUN(&c, test_log_buckets);
	RUN(&c, test_linear_buckets);
	RUN(&c, test_charts);
	RUN(&c, test_cut);
	RUN(&c, test_empty);
	RUN(&c, test_muldiv);
	RUN(&c, test_variance);
	RUN(&c, test_variance_wraps);
	return check_end(&c);
}
