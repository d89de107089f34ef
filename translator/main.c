// SPDX-License-Identifier: GPL-2.0-or-later
/* stap: from a probe script to its output. This file only orders the large steps; see pass.c for those of a script. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config.h"
#include "translator/base/buf.h"
#include "translator/base/stop.h"
#include "translator/build/cache.h"
#include "translator/build/kernel.h"
#include "translator/listing.h"
#include "translator/pass.h"
#include "translator/session.h"

static bool want_color(const struct options *o)
{
	const char *term = getenv("TERM");

	if (o->color != COLOR_AUTO)
		return o->color == COLOR_ALWAYS;
	return isatty(STDERR_FILENO) && term && strcmp(term, "dumb");
}

static void configure_diags(struct session *s)
{
	const struct options *o = &s->options;
	struct diag_options *d = diag_options(s->diags);

	d->verbose = o->verbose > 0;
	d->no_warnings = o->no_warnings;
	d->warnings_are_errors = o->warnings_are_errors;
	d->color = want_color(o);
	d->show_tags = o->diag_tags;
}

static void configure_parser(struct session *s)
{
	const struct options *o = &s->options;

	s->parse_env = (struct parse_env){
		.arena = s->arena, .atoms = s->atoms, .sources = s->sources, .diags = s->diags,
		.facts = {
			.kernel_release = s->kernel->release,
			.arch = s->kernel->arch,
			.runtime = "kernel",
			.config = kernel_config,
			.config_ctx = s->kernel,
		},
		.args = o->args.v,
		.n_args = o->args.n,
		.args_used = arena_new_array(s->arena, bool, o->args.n),
		.guru = o->guru,
		.compatible = o->compatible,
	};
}

static int explain(struct session *s)
{
	const struct diag_info *info = diag_lookup(s->options.explain);

	if (!info) {
		diag(s->diags, D_EXPLAIN_TAG, SPAN_NONE, s->options.explain);
		return 1;
	}
	printf("%s: %s\n%s\n", info->tag, info->text, info->explain);
	return 0;
}

static void print_timing(struct session *s)
{
	struct buf out = BUF_INIT;

	timing_print_table(s, &out);
	diag_flush(s->diags, stderr);
	fputs(buf_text(&out), stderr);
	buf_free(&out);
}

static int run(struct session *s, int argc, char **argv)
{
	struct options *o = &s->options;
	int rc = options_parse(o, argc, argv, s->arena, s->diags);

	configure_diags(s);
	if (rc < 0)
		return 1;
	if (o->help) {
		options_help(stdout);
		return 0;
	}
	if (o->version) {
		printf("Sonde translator/driver (version %s, %s)\n", SYSTEMTAP_VERSION, PACKAGE_STRING);
		return 0;
	}
	if (o->explain)
		return explain(s);
	if (o->clean_cache)
		return cache_clean(s) < 0;
	stop_watch();
	if (kernel_open(s) < 0)
		return 1;
	configure_parser(s);
	if (listing_wanted(o))
		return listing_run(s);
	rc = pass_run_all(s);
	if (o->timing)
		print_timing(s);
	return rc;
}

int main(int argc, char **argv)
{
	struct session *s = session_open();
	int rc = run(s, argc, argv);

	diag_flush(s->diags, stderr);
	session_close(s);
	return rc;
}
