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
	};
	read_limit(s, "MAXSTRINGLEN", 16, 65536, &l->string_size);
	read_limit(s, "MAXACTION", 1, 2000000000, &l->max_action);
	l->max_action_session = l->max_action > 200000000 ? 2000000000 : l->max_action * 10;
	read_limit(s, "MAXACTION_INTERRUPTIBLE", 1, 2000000000, &l->max_action_session);
	/* A call takes some hundred bytes of a kernel stack of 16 KB. */
	l->count_calls = read_limit(s, "MAXNESTING", 1, 50, &l->max_nesting);
	read_limit(s, "MAXERRORS", 0, 2000000000, &l->max_errors);
	read_limit(s, "MAXSKIPPED", 0, 2000000000, &l->max_skipped);
	read_limit(s, "MAXMAPENTRIES", 1, 2000000000, &l->map_entries);
	read_limit(s, "HIST_WIDTH", 1, HIST_WIDTH_MAX, &l->hist_width);
	read_elision(s, l);
	read_limit(s, "KRETACTIVE", 1, 1000000, &l->max_active);
	return diag_errors(s->diags) > errors ? -1 : 0;
}
