// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/limits.h"

#include "runtime/pure/hist.h"
#include "translator/session.h"

/* A setting: leaves *value alone when -D does not name it. Returns whether it did. */
static bool read_limit(struct session *s, const char *name, int64_t min, int64_t max,
		       unsigned *value)
{
	int64_t n = 0;
	int given = options_macro_number(&s->options, name, &n);

	if (!given)
		return false;
	if (given < 0 || n < min || n > max) {
		diag(s->diags, D_LIMIT_RANGE, SPAN_NONE, name, options_macro(&s->options, name),
		     (long long)min,
		     (long long)max);
		return false;
	}
	*value = n;
	return true;
}

/* A negative one keeps all rows. */
static void read_elision(struct session *s, struct limits *l)
{
	unsigned n;

	if (read_limit(s, "HIST_ELISION", -1, HIST_BUCKETS_MAX, &n))
		l->hist_elision = (int)n;
}

static void read_overload(struct session *s, struct limits *l)
{
	l->overload_threshold = 500000000;
	l->overload_interval = 1000000000;
	read_limit(s, "STP_OVERLOAD_THRESHOLD", 1, 4000000000, &l->overload_threshold);
	read_limit(s, "STP_OVERLOAD_INTERVAL", 1, 4000000000, &l->overload_interval);
	if (options_macro(&s->options, "STP_NO_OVERLOAD"))
		l->overload_threshold = 0;
}

static void read_patience(struct session *s, struct limits *l)
{
	unsigned tries = 100, delay_us = 10;

	read_limit(s, "MAXTRYLOCK", 1, 1000000, &tries);
	read_limit(s, "TRYLOCKDELAY", 1, 1000, &delay_us);
	l->lock_patience_us = tries * delay_us;
}

static void lift_time_limits(struct limits *l)
{
	l->no_action_limit = true;
	l->overload_threshold = 0;
	l->lock_patience_us = 0;
}

int limits_read(struct session *s, struct limits *l)
{
	const struct program *p = &s->program;
	unsigned errors = diag_errors(s->diags);

	*l = (struct limits){
		.string_size = 512,
		.max_action = 1000,
		.max_nesting = p->max_depth + 1 + (p->recursive ? 10 : 0),
		.max_skipped = 100,
		.map_entries = 2048,
		.hist_width = 50,
		.hist_elision = 2,
		.stack_space = 1024,
	};
	read_limit(s, "MAXSTRINGLEN", 16, 65536, &l->string_size);
	read_limit(s, "MAXACTION", 1, 2000000000, &l->max_action);
	l->max_action_session = l->max_action > 200000000 ? 2000000000 : l->max_action * 10;
	read_limit(s, "MAXACTION_INTERRUPTIBLE", 1, 2000000000, &l->max_action_session);
	l->count_calls = read_limit(s, "MAXNESTING", 1, 1000000, &l->max_nesting);
	l->always_stack = read_limit(s, "MINSTACKSPACE", 0, 2000000000, &l->stack_space);
	read_patience(s, l);
	read_overload(s, l);
	if (s->options.suppress_time_limits)
		lift_time_limits(l);
	read_limit(s, "MAXERRORS", 0, 2000000000, &l->max_errors);
	read_limit(s, "MAXSKIPPED", 0, 2000000000, &l->max_skipped);
	read_limit(s, "MAXMAPENTRIES", 1, 2000000000, &l->map_entries);
	read_limit(s, "HIST_WIDTH", 1, HIST_WIDTH_MAX, &l->hist_width);
	read_elision(s, l);
	read_limit(s, "KRETACTIVE", 1, 1000000, &l->max_active);
	return diag_errors(s->diags) > errors ? -1 : 0;
}
