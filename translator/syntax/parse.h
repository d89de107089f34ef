/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parse - from the text of a script to its tree.
 *
 *	bytes -- scan --> tokens -- preprocess, macro, cond --> tokens -- finish --> tokens
 *	      -- grammar --> tree
 *
 * The functions here keep no state but what the environment holds: files can be parsed in any
 * order.
 */
#ifndef SYNTAX_PARSE_H
#define SYNTAX_PARSE_H

#include <stdbool.h>

#include "translator/base/map.h"
#include "translator/base/source.h"
#include "translator/syntax/ast.h"

struct arena;
struct atom_table;
struct diag_queue;

#define SYSTEMTAP_VERSION "5.6"

enum privilege { PRIVILEGE_STAPDEV, PRIVILEGE_STAPSYS, PRIVILEGE_STAPUSR };

/* What a conditional may ask about the world. NULL strings compare like "". */
struct parse_facts {
	const char *kernel_release;	/* kernel_vr; kernel_v is the part before the first '-' */
	const char *arch;		/* "x86_64" */
	const char *runtime;		/* "kernel" */
	/*
	 * Value of CONFIG_x as the kernel's .config has it ("y", "m", "100", "\"text\"" without
	 * quotes). NULL: unset.
	 */
	const char *(*config)(void *ctx, const char *name);
	void *config_ctx;
};

struct parse_env {
	/* set by the caller */
	struct arena *arena;		/* owns the trees */
	struct atom_table *atoms;
	struct source_table *sources;
	struct diag_queue *diags;
	struct parse_facts facts;
	const char *const *args;	/* words after the script: $1 is args[0] */
	unsigned int n_args;
	bool *args_used;		/* n_args flags, set by $N and @N; NULL: not wanted */
	bool guru;			/* -g */
	enum privilege privilege;
	const char *compatible;		/* --compatible; NULL is SYSTEMTAP_VERSION */
	/* kept by this layer: library macros by name (parse_library_macros), zero to begin with */
	struct map *library_macros;
};

/*
 * The tree of one file. A tree always comes back and holds what could be understood, so that later
 * passes may report more; diag_errors() tells whether it may be used to build. The source says
 * whether it is a tapset (in_tapset: embedded C is allowed, private names, priority 1; the caller
 * downgrades its errors to warnings with diag_downgrade).
 */
struct ast_file *parse_source(struct parse_env *env, struct source *src);

/*
 * Reads a .stpm file: its macros become visible to all files parsed from now on.
 * 0, or -1 when something in it was reported.
 */
int parse_library_macros(struct parse_env *env, struct source *src);

/* Warns of each word of the command line that no parsed file used. Needs args_used. */
void parse_warn_unused_args(struct parse_env *env);

/* A number like 305 for "3.5", the form that builtin.def has; of env->compatible. */
unsigned int parse_compatible(const struct parse_env *env);

/* The tokens after preprocessing, as text, one space between (for tests and --dump=tokens). */
struct buf;
void parse_dump_tokens(struct parse_env *env, struct source *src, struct buf *out);

#endif
