// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/raw_print.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "staprun/events.h"
#include "staprun/tell.h"

/* ---- a table of events that prints names ----------------------------------------------------------------------- */

/* Behind a quoted text that begins at p; `end` when it does not end. */
static const char *after_quoted(const char *p, const char *end)
{
	for (p++; p < end && *p != '"'; p++)
		p += *p == '\\';
	return p < end ? p + 1 : end;
}

/* Appends a quoted text's inside as a part of a format. */
static void put_name(FILE *f, const char *quoted, const char *after)
{
	for (const char *p = quoted + 1; p < after - 1; p++) {
		if (*p == '%')
			putc('%', f);
		putc(*p, f);
	}
}

static const char *conversion(const char *type, size_t length)
{
	static const char *const table[][2] = {
		{ "l", "=%d" }, { "b1", "=%d" }, { "b2", "=%d" }, { "b4", "=%d" }, { "b8", "=%d" },
		{ "s", "=\\\"%s\\\"" }, { "m", "=%M" },
	};

	if (length > 1 && *type == 'h')
		return ":\\n%s";	/* a histogram: its chart in the lines below */
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (strlen(table[i][0]) == length && !strncmp(table[i][0], type, length))
			return table[i][1];
	return NULL;
}

/* " NAME=%d NAME=\"%s\"" for the fields TYPE:"NAME" of [p, end). False when one is of an unknown type. */
static bool put_format(FILE *f, const char *p, const char *end)
{
	while (p < end && *p == ' ') {
		const char *type = ++p, *after, *how;
		size_t length = 0;

		while (p < end && *p != ':')
			p++, length++;
		how = conversion(type, length);
		if (!how || end - p < 3)
			return false;
		after = after_quoted(++p, end);
		putc(' ', f);
		put_name(f, p, after);
		fputs(how, f);
		p = after;
	}
	return true;
}

/* "E NUMBER KIND "FORMAT" FIELDS" with another format. A line of another kind stays as it is. */
static void put_line(FILE *f, const char *line, const char *end)
{
	const char *format = memchr(line, '"', end - line), *fields;
	char *text = NULL;
	size_t size;
	FILE *made;

	if (*line == 'E' && format && (made = open_memstream(&text, &size))) {
		bool known;

		fields = after_quoted(format, end);
		known = put_format(made, fields, end);
		fclose(made);
		if (known) {
			fprintf(f, "%.*s\"%s\\n\"%.*s\n", (int)(format - line), line, text, (int)(end - fields), fields);
			free(text);
			return;
		}
		free(text);
	}
	fprintf(f, "%.*s\n", (int)(end - line), line);
}

static int parse_with_names(struct event_table *t, const char *text, size_t size)
{
	const char *end = text + size;
	char *named = NULL;
	size_t named_size;
	FILE *f = open_memstream(&named, &named_size);
	int rc;

	if (!f)
		return -1;
	while (text < end) {
		const char *newline = memchr(text, '\n', end - text);

		if (!newline)
			newline = end;
		put_line(f, text, newline);
		text = newline + 1;
	}
	fclose(f);
	rc = events_parse(t, named, named_size);
	free(named);
	return rc;
}

/* ---- lines ----------------------------------------------------------------------------------------------------- */

struct printer {
	const struct event_table *events;
	struct output *out;
};

/* Nanoseconds since the session's start. The 48 bits of the header are near the clock at which the block was taken. */
static stp_u64 since_start(const struct raw_input *in, stp_u64 header)
{
	const struct stp_ring_info *i = &in->header.info;
	long long back = (long long)((in->until << 16) - (header & ~0xffffull)) >> 16;
	stp_u64 ticks = in->until - back - i->start_clock;

	if (i->clock != STP_CLOCK_TSC || !i->tsc_khz)
		return ticks;
	return (stp_u64)((unsigned __int128)ticks * 1000000 / i->tsc_khz);
}

static void put_place(struct printer *w, const struct raw_input *in, stp_u64 header)
{
	stp_u64 ns = since_start(in, header);

	output_room(w->out, 64);
	w->out->at += sprintf(w->out->at, "%6llu.%09llu", ns / 1000000000, ns % 1000000000);
	if (in->header.ring)
		w->out->at += sprintf(w->out->at, " cpu %-3u #%u", in->header.ring - 1, stp_header_event(header));
	else
		w->out->at += sprintf(w->out->at, " session #%u", stp_header_event(header));
}

static const char *print_records(void *context, const struct raw_input *in, stp_u64 bound)
{
	struct printer *w = context;
	const char *p = in->p;

	while (p < in->end && (long long)(*(const stp_u64 *)p - bound) <= 0) {
		stp_u32 size = events_record_size(w->events, p, in->end - p);
		struct events_run run = { .table = w->events };

		if (size < 8)
			break;
		put_place(w, in, *(const stp_u64 *)p);
		do {
			output_room(w->out, run.need);
			run.out = w->out->at;
			run.out_end = w->out->end;
			events_run(&run, p, p + size, *(const stp_u64 *)p);
			w->out->at = run.out;
		} while (run.need && !run.bad);
		if (run.bad)
			break;
		p += size;
	}
	return p;
}

int raw_print(struct raw_set *set, struct output *out)
{
	struct event_table events;
	struct printer w = { .events = &events, .out = out };

	if (parse_with_names(&events, set->events, set->events_size))
		return 1;
	raw_merge(set, &events, print_records, &w);
	raw_set_tell(set);
	events_free(&events);
	return set->damaged;
}
