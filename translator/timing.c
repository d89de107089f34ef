// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/timing.h"

#include <stdbool.h>

#include "translator/base/buf.h"
#include "translator/session.h"

void timing_read(struct timing_clock *c)
{
	clock_gettime(CLOCK_MONOTONIC, &c->real);
	getrusage(RUSAGE_SELF, &c->self);
	getrusage(RUSAGE_CHILDREN, &c->children);
}

static long us_between(const struct timeval *a, const struct timeval *b)
{
	return (b->tv_sec - a->tv_sec) * 1000000 + b->tv_usec - a->tv_usec;
}

struct timing_cost timing_since(const struct timing_clock *start)
{
	struct timing_clock now;

	timing_read(&now);
	return (struct timing_cost){
		.user_us = us_between(&start->self.ru_utime, &now.self.ru_utime) +
			   us_between(&start->children.ru_utime, &now.children.ru_utime),
		.system_us = us_between(&start->self.ru_stime, &now.self.ru_stime) +
			     us_between(&start->children.ru_stime, &now.children.ru_stime),
		.real_us = (now.real.tv_sec - start->real.tv_sec) * 1000000 +
			   (now.real.tv_nsec - start->real.tv_nsec) / 1000,
	};
}

struct timing_step timing_begin(struct session *s, const char *name)
{
	struct timing_step step = { .name = name };

	(void)s;
	timing_read(&step.start);
	return step;
}

void timing_end(struct session *s, const struct timing_step *step)
{
	struct timing_row row = { .name = step->name, .cost = timing_since(&step->start) };

	vec_push(s->arena, &s->timing, row);
}

void timing_pass(struct session *s, int number, const char *name, const struct timing_clock *start)
{
	struct timing_row row = { .name = name, .pass = number, .is_pass = true, .cost = timing_since(start) };

	vec_each(step, &s->timing)
		if (!step->pass)
			step->pass = number;
	vec_push(s->arena, &s->timing, row);
}

void timing_print_steps(struct session *s, int number, struct buf *out)
{
	vec_each(row, &s->timing)
		if (row->pass == number && !row->is_pass && (row->cost.real_us >= 1000 || s->options.verbose > 1))
			buf_printf(out, "    %s: %ldusr/%ldsys/%ldreal ms\n", row->name, row->cost.user_us / 1000,
				   row->cost.system_us / 1000, row->cost.real_us / 1000);
}

static void print_row(const struct timing_row *row, struct buf *out)
{
	const struct timing_cost *c = &row->cost;

	if (row->is_pass)
		buf_printf(out, "pass %d  %-22s", row->pass, row->name);
	else
		buf_printf(out, "          %-20s", row->name);
	buf_printf(out, " %8ld.%03ld %8ld.%03ld %8ld.%03ld\n", c->user_us / 1000, c->user_us % 1000, c->system_us / 1000,
		   c->system_us % 1000, c->real_us / 1000, c->real_us % 1000);
}

void timing_print_table(struct session *s, struct buf *out)
{
	buf_printf(out, "%-30s %12s %12s %12s\n", "milliseconds", "user", "system", "real");
	for (int pass = 1; pass <= 5; pass++) {
		vec_each(row, &s->timing)
			if (row->pass == pass && row->is_pass)
				print_row(row, out);
		vec_each(row, &s->timing)
			if (row->pass == pass && !row->is_pass)
				print_row(row, out);
	}
}
