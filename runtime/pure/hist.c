// SPDX-License-Identifier: GPL-2.0
/* The chart of a histogram. See hist.h. */
#include "hist.h"

/* ---- text of bounded size -------------------------------------------------------------------------------------- */

struct hist_out {
	char *text;
	stp_u32 size, used;		/* `used` goes on counting beyond `size` */
};

static void hist_put(struct hist_out *o, char c, stp_u64 n)
{
	for (; n; n--) {
		if (o->used < o->size)
			o->text[o->used] = c;
		o->used++;
	}
}

static void hist_puts(struct hist_out *o, const char *s)
{
	for (; *s; s++)
		hist_put(o, *s, 1);
}

enum { HIST_DIGITS = 24 };	/* a mark, a sign, 20 digits, and the NUL */

/* Decimal digits at the end of text[HIST_DIGITS]; returns where they begin. */
static char *hist_digits(char *text, stp_u64 n)
{
	char *p = text + HIST_DIGITS - 1;

	*p = 0;
	do {
		*--p = (char)('0' + n % 10);
		n /= 10;
	} while (n);
	return p;
}

static stp_u32 hist_length(const char *s)
{
	stp_u32 n = 0;

	while (s[n])
		n++;
	return n;
}

static void hist_put_right(struct hist_out *o, const char *s, stp_u32 width)
{
	stp_u32 n = hist_length(s);

	hist_put(o, ' ', n < width ? width - n : 0);
	hist_puts(o, s);
}

/* ---- which rows ------------------------------------------------------------------------------------------------ */

stp_u64 hist_linear_buckets(stp_s64 low, stp_s64 high, stp_s64 step)
{
	stp_u64 inner = ((stp_u64)high - (stp_u64)low) / (stp_u64)step;

	return inner > HIST_BUCKETS_MAX ? HIST_BUCKETS_MAX + 1 : inner + 3;
}

struct hist_rows {
	int first, last;	/* rows of the chart; first > last: none */
	stp_u64 most;
	int margin;		/* rows from data within which an empty row is shown */
};

/* Empty rows beside the data are shown, but not those of under- and overflow, and none below zero for data above it. */
static struct hist_rows hist_rows(const struct hist *h, const stp_u64 *counts, int elision)
{
	struct hist_rows r = { 0, -1, 0, elision };
	int n = (int)h->buckets, edge, i;

	if (elision < 0)
		r.margin = 2;
	if (r.margin > n)
		r.margin = n;
	for (i = 0; i < n; i++) {
		if (!counts[i])
			continue;
		if (!r.most)
			r.first = i;
		r.last = i;
		if (counts[i] > r.most)
			r.most = counts[i];
	}
	if (!r.most)
		return r;
	edge = h->kind == HIST_LINEAR ? 1 : r.first >= HIST_LOG_ZERO ? HIST_LOG_ZERO : 0;
	for (i = 0; i < r.margin && r.first > edge; i++)
		r.first--;
	edge = h->kind == HIST_LINEAR ? n - 2 : n - 1;
	for (i = 0; i < r.margin && r.last < edge; i++)
		r.last++;
	return r;
}

static int hist_is_near_data(const struct hist *h, const stp_u64 *counts, int row, int margin)
{
	int from = row > margin ? row - margin : 0, i;

	for (i = from; i <= row + margin && i < (int)h->buckets; i++)
		if (counts[i])
			return 1;
	return 0;
}

/* ---- one row --------------------------------------------------------------------------------------------------- */

/* The number that a row begins at; for under- and overflow the first and last row's. */
static stp_s64 hist_row_value(const struct hist *h, int row)
{
	if (h->kind == HIST_LINEAR) {
		if (row > 0)
			row--;
		if (row > (int)h->buckets - 3)
			row = (int)h->buckets - 3;
		return (stp_s64)((stp_u64)h->low + (stp_u64)row * (stp_u64)h->step);
	}
	if (row == HIST_LOG_ZERO)
		return 0;
	if (row > HIST_LOG_ZERO)
		return (stp_s64)(1ull << (row - HIST_LOG_ZERO - 1));
	return (stp_s64)-(1ull << (HIST_LOG_ZERO - row - 1));
}

/* The text in front of a row, at the end of text[HIST_DIGITS]. */
static const char *hist_label(const struct hist *h, int row, char *text)
{
	stp_s64 v = hist_row_value(h, row);
	char *p = hist_digits(text, v < 0 ? -(stp_u64)v : (stp_u64)v);

	if (v < 0)
		*--p = '-';
	if (h->kind == HIST_LINEAR && row == 0)
		*--p = '<';
	if (h->kind == HIST_LINEAR && row == (int)h->buckets - 1)
		*--p = '>';
	return p;
}

struct hist_columns {
	stp_u32 value, bar, count;
	stp_u64 scale;			/* values for one character of a bar */
};

static void hist_row(struct hist_out *o, const struct hist *h, const struct hist_columns *col, int row, stp_u64 count)
{
	char text[HIST_DIGITS];
	stp_u64 bar = count / col->scale;

	hist_put_right(o, hist_label(h, row, text), col->value);
	hist_puts(o, " |");
	hist_put(o, '@', bar);
	hist_put(o, ' ', col->bar - bar + 1);
	hist_put_right(o, hist_digits(text, count), col->count);
	hist_puts(o, "\n");
}

/* ---- the chart ------------------------------------------------------------------------------------------------- */

static struct hist_columns hist_columns(const struct hist *h, const struct hist_rows *rows, stp_u32 width)
{
	struct hist_columns col = { 5, width, 0, rows->most / width + !!(rows->most % width) };
	char text[HIST_DIGITS];
	int i;

	for (i = rows->first; i <= rows->last; i++) {
		stp_u32 n = hist_length(hist_label(h, i, text));

		if (n > col.value)
			col.value = n;
	}
	col.count = hist_length(hist_digits(text, rows->most));
	if (!col.scale)
		col.scale = 1;
	return col;
}

stp_u32 hist_draw(char *out, stp_u32 size, const struct hist *h, const stp_u64 *counts, const struct hist_look *look)
{
	struct hist_out o = { out, size, 0 };
	struct hist_rows rows = hist_rows(h, counts, look->elision);
	struct hist_columns col = hist_columns(h, &rows, look->width);
	int i, elided = 0;

	hist_put_right(&o, "value", col.value);
	hist_puts(&o, " |");
	hist_put(&o, '-', col.bar);
	hist_puts(&o, " count\n");
	for (i = rows.first; i <= rows.last; i++) {
		if (look->elision < 0 || hist_is_near_data(h, counts, i, rows.margin)) {
			hist_row(&o, h, &col, i, counts[i]);
			elided = 0;
		} else if (!elided) {
			hist_put(&o, ' ', col.value);
			hist_puts(&o, " ~\n");
			elided = 1;
		}
	}
	hist_puts(&o, "\n");
	return o.used;
}

stp_u32 hist_room(const struct hist *h, const struct hist_look *look)
{
	return (h->buckets + 2) * (look->width + 2 * HIST_DIGITS + 8);
}
