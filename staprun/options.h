/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of staprun, which hands most of them on to stapio; so both read them here. */
#ifndef STAPRUN_OPTIONS_H
#define STAPRUN_OPTIONS_H

#include <stdbool.h>

struct run_options {
	const char *command;		/* -c */
	long target;			/* -x; 0: none */
	const char *output;		/* -o */
	unsigned long long duration_ns;	/* -T; 0: no limit */
	int buffer_mb;			/* -b, -s; 0: the module's default */
	int verbose;			/* -v */
	bool no_warnings;		/* -w */
	bool strict_loss;		/* --strict-loss */
	bool bulk;			/* --bulk: raw files, one for each CPU */
	bool remove;			/* -d */
	/* Said by staprun to stapio only. */
	int life;			/* --life: a pipe that ends with staprun; -1: none */
	const char *remover;		/* --remover: the staprun that removes the module if the first one dies */
	char **words;			/* what is no option: module, settings; up to NULL */
	int nwords;
};

enum run_program { RUN_STAPRUN, RUN_STAPIO };

/* Parses argv (and reorders it). Returns 0; 1 when the program is done (help, version); -1 after a message. Results
 * point into argv. */
int options_parse(struct run_options *o, enum run_program program, int argc, char **argv);

/* stapio's arguments that say the same, ended by NULL: at most OPTIONS_MAX, texts owned by the process for good. */
#define OPTIONS_MAX	32
void options_for_stapio(const struct run_options *o, const char *program, const char *module, char *argv[OPTIONS_MAX]);

#endif
