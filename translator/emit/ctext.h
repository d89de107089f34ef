/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ctext - finds calls in the C text that scripts embed. Comments, literals and preprocessor lines
 * are passed over; macros are not expanded, so a call inside one is not found (the runtime's slow
 * path serves it).
 */
#ifndef EMIT_CTEXT_H
#define EMIT_CTEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "translator/base/vec.h"

struct ctext_piece {
	size_t begin, end;		/* byte offsets in the text, blanks at both ends left out */
};
VEC_TYPE(ctext_pieces, struct ctext_piece);

struct ctext_call {
	size_t begin, end;		/* from the name to behind the `)` */
	size_t name_len;
	struct ctext_pieces args;	/* what stands between the commas */
};

/* The next call, at or behind *from, of a function that `wanted` knows by its name. Moves *from
 * behind it. */
bool ctext_next_call(struct arena *a, const char *text, size_t len, size_t *from,
		     bool (*wanted)(const char *name, size_t len), struct ctext_call *call);

/* Whether the identifier stands anywhere in the code. */
bool ctext_mentions(const char *text, size_t len, const char *name);

/* The value of a piece that holds nothing but string literals: arena text of *len bytes. NULL
 * when it holds anything else. */
const char *ctext_literal(struct arena *a, const char *text, struct ctext_piece piece, size_t *len);

/* A piece as one line, each run of blanks and comments one blank. Arena text. */
const char *ctext_line(struct arena *a, const char *text, struct ctext_piece piece);

#endif
