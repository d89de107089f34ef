/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cwriter - writes indented, readable C.
 *
 * Text goes in with its newlines; each line is indented by the current depth (preprocessor lines
 * and empty lines are not). A template literal may be indented in place in our own source:
 * cw_template strips the indentation that all its lines share and the blank first and last line.
 * The writer knows the line it is on, so that code of the script can carry `#line` and code of our
 * own can go back to its true line.
 */
#ifndef BASE_CWRITER_H
#define BASE_CWRITER_H

#include <stdbool.h>

#include "translator/base/buf.h"
#include "translator/base/source.h"

struct cwriter {
	struct buf out;			/* the text; owned, freed by cw_free */
	const struct source_table *sources;
	const char *file_name;		/* name of the C file itself, for going back to it */
	bool no_line;			/* --no-line: no #line at all */
	unsigned int depth;		/* tabs before a line */
	unsigned int line;		/* line being written, from 1 */
	const char *shown_file;		/* what the compiler believes of the next line */
	unsigned int shown_line;
};

/* sources may be NULL when cw_at is never called. file_name is kept, not copied. */
void cw_init(struct cwriter *w, const struct source_table *sources, const char *file_name,
	     bool no_line);
void cw_free(struct cwriter *w);

/* Appends text; newlines inside are fine. */
void cw_puts(struct cwriter *w, const char *text);
void cw_printf(struct cwriter *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* One whole line (a newline is added). */
void cw_line(struct cwriter *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A block of lines written in place, see above. */
void cw_template(struct cwriter *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* cw_open writes "TEXT {" and goes one deeper; cw_close writes "}" plus what follows, one up. */
void cw_open(struct cwriter *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void cw_close(struct cwriter *w, const char *after);

/* An empty line; and the brace that opens a block or a function's body, on a line of its own. */
void cw_blank(struct cwriter *w);
void cw_brace(struct cwriter *w);

/*
 * The next line comes from this place of the script: writes `#line` if the compiler thinks
 * otherwise.
 */
void cw_at(struct cwriter *w, struct span at);

/* The next line is our own again. */
void cw_own(struct cwriter *w);

/* "text" as a C string literal, byte-exact, deterministic, safe before any following digit. */
void cw_string(struct cwriter *w, const char *bytes, size_t len);

#endif
