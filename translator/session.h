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
#include "translator/sema/program.h"
#include "translator/options.h"

struct kernel;		/* build/kernel.h: the kernel that the module is for */
struct library;		/* sema/library.h: the tapset index */
struct debuginfo;	/* debuginfo/debuginfo.h */

struct session {
	struct arena *arena;
	struct atom_table *atoms;
	struct source_table *sources;
	struct diag_queue *diags;
	struct options options;
	struct kernel *kernel;		/* release, build folder, config, symbols; opened before pass 1 */
	struct library *library;	/* opened by pass `library`'s first use */
	struct debuginfo *debuginfo;	/* NULL until a pass asks; see debuginfo_open() */
	struct program program;
	char *tmpdir;			/* work folder under TMPDIR, made at the first use; removed unless -k */
	char *module_name;		/* stap_<hash> or -m NAME; known before pass 3 writes */
	char *module_path;		/* pass 4: the .ko */
};

#endif
