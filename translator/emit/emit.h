/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * emit - pass 3: the C text of a program. Reads the session's program as the sema passes leave it
 * (sema/program.h) and writes against runtime/stp.h. The text is deterministic: it holds no time,
 * address or path of the build.
 */
#ifndef EMIT_EMIT_H
#define EMIT_EMIT_H

struct buf;
struct session;

/* The generated files, malloc memory until emitted_free(); NULL: not needed. */
struct emitted {
	char *script_c;		/* all that needs no kernel header; always there */
	char *embedded_c;	/* the script's embedded C that does */
};

/* Writes both texts. 0, or -1 with a diagnostic (then nothing is in *out). Adds the events of
 * embedded C to the program. */
int emit_module(struct session *s, struct emitted *out);

/* What -p3 prints. */
void emitted_print(const struct emitted *e, struct buf *out);
void emitted_free(struct emitted *e);

#endif
