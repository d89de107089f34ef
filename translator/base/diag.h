/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * diag - queued, tagged, located messages.
 *
 * Every message of the translator is a row of diag.def. A function that finds a fault reports it
 * once, where the cause is known, and returns -1 or NULL; the driver prints the queue between
 * passes (diag_flush) and stops when diag_errors() grew. Nothing here ends the program.
 *
 *	diag(q, D_TYPE_MISMATCH, e->at, "long", "string");
 *	diag_note(q, var->type_span, "'%s' became a string here", var->name);
 *
 * The printed form, with the file name always present:
 *
 *	parse error: expected statement
 *	        saw: operator ')' at demo.stp:3:7
 *	     source: 	x = 1 )
 *	             	      ^
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stdio.h>

#include "translator/base/source.h"

struct arena;
struct buf;
struct diag_queue;

/* What a message says about the run, and so which form it prints in. */
enum diag_severity {
	DIAG_PARSE,		/* "parse error: MSG" + "at: TOKEN" */
	DIAG_EXPECT,		/* "parse error: MSG" + "saw: TOKEN" */
	DIAG_SEMANTIC,		/* "semantic error: MSG: TOKEN" */
	DIAG_ERROR,		/* "ERROR: MSG": build, run and command line */
	DIAG_WARNING,		/* "WARNING: MSG: TOKEN" */
};

enum diag_tag {
#define DIAG(tag, severity, text, explain) tag,
#include "translator/base/diag.def"
#undef DIAG
	DIAG__COUNT
};

/* One row of diag.def. */
struct diag_info {
	const char *tag;		/* "D_TYPE_MISMATCH" */
	enum diag_severity severity;
	const char *text;		/* printf format of the message */
	const char *explain;		/* what `stap --explain TAG` says */
};

struct diag_options {
	bool verbose;			/* all of them, duplicates too */
	bool no_warnings;		/* -w */
	bool warnings_are_errors;	/* -W */
	bool color;			/* decided by the driver: terminal or --color */
	bool show_tags;			/* append [D_TAG] to the message line */
	const char *colors;		/* SYSTEMTAP_COLORS, or NULL */
};

/* The queue lives in the arena. Options may be changed until the first flush. */
struct diag_queue *diag_queue_new(struct arena *a, struct source_table *sources);
struct diag_options *diag_options(struct diag_queue *q);
struct source_table *diag_sources(struct diag_queue *q);

/*
 * Queues one message; the arguments fill the row's text. `at` is the span of the token to blame
 * (SPAN_NONE if there is none). An identical message (same tag, same text, same token) is counted,
 * not queued again. Returns -1 so that a caller may `return diag(...)`.
 */
int diag(struct diag_queue *q, enum diag_tag tag, struct span at, ...);

/* As diag(), but a parse error about a token whose source text is not the text to show. */
int diag_token(struct diag_queue *q, enum diag_tag tag, struct span at, const char *token, ...);

/*
 * These add to the message that the last diag() reported (nothing, if that was a duplicate).
 * diag_note: a hint line, with its own source block underlined by ~ when `at` is somewhere.
 * diag_second: a second token with its block. diag_cause: a chained message of its own tag.
 */
void diag_note(struct diag_queue *q, struct span at, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void diag_second(struct diag_queue *q, struct span at);
void diag_cause(struct diag_queue *q, enum diag_tag tag, struct span at, ...);

/*
 * A position in the queue. diag_forget drops what was queued since (and was not printed), for a
 * pass that tries something which may fail.
 */
unsigned int diag_mark(const struct diag_queue *q);
void diag_forget(struct diag_queue *q, unsigned int mark);

/* Brings what was queued since the mark into the order of the text (of each file). */
void diag_sort(struct diag_queue *q, unsigned int mark);

/*
 * From the mark on, errors become warnings: how a broken library file is reported and skipped.
 */
void diag_downgrade(struct diag_queue *q, unsigned int mark);

/* How many were reported since the queue was made, duplicates not counted. */
unsigned int diag_errors(const struct diag_queue *q);
unsigned int diag_parse_errors(const struct diag_queue *q);
unsigned int diag_warnings(const struct diag_queue *q);

/*
 * Prints what is queued and not yet printed, in order. At most ten errors unless verbose; what was
 * held back or suppressed is counted in a last line. diag_flush writes to a stream, diag_print to a
 * buffer.
 */
void diag_flush(struct diag_queue *q, FILE *out);
void diag_print(struct diag_queue *q, struct buf *out);

/* "KIND 'text' at FILE:LINE:COL" of a token, as messages show it. */
void diag_print_token(const struct source_table *t, struct span at, struct buf *out);

/* For tests and --language-server: calls back for each queued message. */
typedef void (*diag_visit)(const struct diag_info *info, struct span at, const char *message,
			   void *ctx);
void diag_each(const struct diag_queue *q, diag_visit visit, void *ctx);

/* The row of a tag; by name (with or without "D_", any case), NULL when there is none. */
const struct diag_info *diag_info(enum diag_tag tag);
const struct diag_info *diag_lookup(const char *name);

/* A fault of the translator itself: says where in a script it was met, and aborts. */
#define BUG(sources, at, ...) diag_bug((sources), (at), __FILE__, __LINE__, __VA_ARGS__)
void diag_bug(const struct source_table *t, struct span at, const char *file, int line,
	      const char *fmt, ...) __attribute__((noreturn, format(printf, 5, 6)));

#endif
