/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options - what the command line asks for. options.def is the list of options; everything here is plain data after
 * options_parse(), and strings live as long as argv or the arena.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "translator/base/arena.h"
#include "translator/base/vec.h"

struct diag_queue;

VEC_TYPE(option_list, const char *);

enum option_color { COLOR_AUTO, COLOR_NEVER, COLOR_ALWAYS };

struct options {
	/* the script: exactly one of script_file ("-": standard input) and script_text is set */
	const char *script_file;
	const char *script_text;		/* -e */
	struct option_list extra_scripts;	/* -E */
	struct option_list args;		/* $1 @1 ... */
	struct option_list tapset_dirs;		/* -I */
	struct option_list macros;		/* -D, "NAME" or "NAME=VALUE"; see options_macro() */
	struct option_list globals;		/* -G, "VAR=VALUE", form checked */
	bool guru;
	bool unoptimized;
	const char *compatible;			/* "5.6" unless --compatible */
	bool suppress_time_limits;
	bool skip_badvars;
	bool keep_going;
	bool suppress_handler_errors;
	bool no_global_display;

	/* listing, without a script */
	const char *list;			/* -l */
	const char *list_variables;		/* -L */
	bool dump_functions, dump_probe_types, dump_probe_aliases;

	/* running */
	const char *command;			/* -c */
	long target_pid;			/* -x, 0: none */
	long time_limit_ms;			/* -T, 0: none */
	const char *output;			/* -o */
	long buffer_mb;				/* -s, 0: the default */
	bool strict_loss;
	bool bulk;
	const char *guest;			/* --guest: NULL no guest, "" the default release */

	/* kernel and build */
	long last_pass;				/* 1..5 */
	const char *release;			/* -r: release, or a folder when it has a '/' */
	const char *module_name;		/* -m */
	struct option_list build_vars;		/* -B */
	const char *runtime_dir;		/* -R */
	bool kbuild;				/* --kbuild */
	bool keep_tmpdir;			/* -k or --tmpdir */
	const char *tmpdir;
	bool disable_cache;			/* --disable-cache or -m */
	bool poison_cache;
	bool clean_cache;

	/* messages */
	int verbose;
	bool timing;				/* -t */
	bool no_warnings;
	bool warnings_are_errors;
	enum option_color color;
	const char *explain;
	bool diag_tags;
	const char *dump;			/* --dump: name of a pass */
	bool no_line;
	bool help;
	bool version;
};

/* Fills `o` with the defaults and what argv says. Returns 0, or -1 with every fault of the command line reported. */
int options_parse(struct options *o, int argc, char **argv, struct arena *arena, struct diag_queue *diags);

/* The value that -D gave NAME last ("1" when it gave none), or NULL when it is not defined. */
const char *options_macro(const struct options *o, const char *name);

/* The same as a number: *value is set when NAME is defined and a number (base as in C). Returns 1 then, 0 when it is not
 * defined, -1 when its value is no number (not reported). */
int options_macro_number(const struct options *o, const char *name, int64_t *value);

/* --help: usage and the list of options, by section. */
void options_help(FILE *out);

#endif
