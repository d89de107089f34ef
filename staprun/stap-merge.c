// SPDX-License-Identifier: GPL-2.0-or-later
/* stap-merge: the files of stap -b, one for each CPU, into the output that the script would have had without -b. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "staprun/events.h"
#include "staprun/output.h"
#include "staprun/raw.h"
#include "staprun/tell.h"

static const char help[] =
	"Usage: stap-merge [-v] [-o OUTPUT] FILE...\n"
	"Merges the files that stap -b wrote for one session into one output, in the order of time.\n"
	"\n"
	"  -o OUTPUT  write there instead of standard output\n"
	"  -v         tell how many records there were\n"
	"  -h, -V     this text; the version\n";

struct options {
	const char *output;
	bool verbose;
};

/* 0; 1: the program is done; -1 after a message. */
static int parse_options(struct options *o, int argc, char **argv)
{
	static const struct option long_options[] = {
		{ "help", no_argument, NULL, 'h' }, { "version", no_argument, NULL, 'V' }, { NULL, 0, NULL, 0 }
	};
	int c;

	while ((c = getopt_long(argc, argv, "o:vhV", long_options, NULL)) != -1) {
		switch (c) {
		case 'o': o->output = optarg; break;
		case 'v': o->verbose = true; break;
		case 'h':
			fputs(help, stdout);
			return 1;
		case 'V':
			printf("stap-merge (%s) %s\n", PACKAGE_NAME, PACKAGE_VERSION);
			return 1;
		default:
			return -1;	/* getopt has told */
		}
	}
	if (optind < argc)
		return 0;
	tell_error("no file is named: stap-merge FILE... (stap-merge -h tells more)");
	return -1;
}

struct writer {
	const struct event_table *events;
	struct output *out;
	stp_u64 records;
};

static const char *write_records(void *context, const struct raw_input *in, stp_u64 bound)
{
	struct writer *w = context;
	const char *p = in->p;

	for (;;) {
		struct events_run run = { .table = w->events, .out = w->out->at, .out_end = w->out->end };

		p = events_run(&run, p, in->end, bound);
		w->out->at = run.out;
		w->records += run.records;
		if (run.bad || !run.need)
			return p;
		output_room(w->out, run.need);
	}
}

static int merge(struct raw_set *set, const struct options *o)
{
	struct event_table events;
	struct output out;
	struct writer w = { .events = &events, .out = &out };
	int failed;

	if (events_parse(&events, set->events, set->events_size) || output_open(&out, o->output))
		return 1;
	raw_merge(set, &events, write_records, &w);
	output_close(&out);
	failed = set->damaged || (out.error && out.error != EPIPE);
	if (out.error && out.error != EPIPE)
		tell_error("cannot write to %s: %s", out.name, strerror(out.error));
	raw_set_tell(set);
	if (o->verbose)
		tell("stap-merge", "%llu records of %d files; %llu bytes written", w.records, set->n, out.written);
	output_free(&out);
	events_free(&events);
	return failed;
}

int main(int argc, char **argv)
{
	struct options o = { 0 };
	struct raw_set set;
	int rc = parse_options(&o, argc, argv);

	if (rc)
		return rc < 0;
	signal(SIGPIPE, SIG_IGN);
	rc = raw_set_open(&set, argv + optind, argc - optind) ? 1 : merge(&set, &o);
	raw_set_close(&set);
	return rc;
}
