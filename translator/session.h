/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All state of one run of stap. Created in main, handed to every pass; there are no globals. Members are owned by the
 * session and freed by session_close() unless a comment says otherwise.
 */
#ifndef SESSION_H
#define SESSION_H

#include "translator/base/arena.h"
#include "translator/base/atom.h"
#include "translator/base/diag.h"
#include "translator/base/source.h"
#include "translator/options.h"
#include "translator/sema/program.h"
#include "translator/syntax/parse.h"
#include "translator/timing.h"

struct kernel;		/* build/kernel.h: the kernel that the module is for */
struct library;		/* sema/library.h: the tapset index */
struct symbol_table;	/* sema/symtab.h: declarations of all files reached so far */
struct symbols;		/* debuginfo/symbols.h */
struct debuginfo;	/* debuginfo/debuginfo.h */
struct emitted;		/* emit/emit.h: the generated texts */

struct session {
	struct arena *arena;
	struct atom_table *atoms;
	struct source_table *sources;
	struct diag_queue *diags;
	struct options options;
	struct parse_env parse_env;	/* main fills it before pass parse; library files are parsed with it too */
	struct kernel *kernel;		/* release, build folder, config, paths; opened before pass 1 */
	struct library *library;	/* pass library */
	struct symbol_table *symbols;	/* pass library */
	struct symbols *ksyms;		/* the kernel's function names; never NULL after kernel_open() */
	struct debuginfo *debuginfo;	/* by session_debuginfo() */
	struct program program;
	struct emitted *emitted;	/* pass 3 */
	struct timing_rows timing;	/* passes and steps that have ended */
	char *tmpdir;			/* work folder, NULL until session_tmpdir(); removed unless -k */
	const char *module_name;	/* stap_<hash> or -m NAME; pass 3 */
	const char *module_path;	/* pass 4: the .ko ... */
	bool module_cached;		/* ... which the cache had already */
	bool cache_told;		/* that the cache cannot be written was said once */
};

/* A session with empty tables. The caller closes it; never NULL. */
struct session *session_open(void);

/* Frees everything, and removes the work folder unless it is to be kept (then says where it is). */
void session_close(struct session *s);

/* The work folder, made at the first call below --tmpdir, $TMPDIR or /tmp. NULL when it cannot be made (reported). */
const char *session_tmpdir(struct session *s);

/* The kernel's debug information, looked for at the first call. NULL when there is none; that is reported, blaming the
 * token at `at`, with all places that were looked at and the command that brings it. */
struct debuginfo *session_debuginfo(struct session *s, struct span at);

#endif
