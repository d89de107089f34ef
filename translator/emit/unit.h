/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit - what the writers of one function or handler share: numbered temporaries, string slots,
 * labels, the way out.
 *
 * A unit is written three times with the same calls (unit_write). The first, whose text is thrown
 * away, tells which locals are read at all; the second, which temporaries and slots are needed; the
 * third is for good, below their declarations.
 */
#ifndef EMIT_UNIT_H
#define EMIT_UNIT_H

#include <stdbool.h>

#include "translator/base/cwriter.h"
#include "translator/base/map.h"
#include "translator/emit/limits.h"
#include "translator/session.h"

VEC_TYPE(texts, const char *);
VEC_TYPE(formats, struct format *);

/* The module while it is written. */
struct emitter {
	struct session *s;
	struct limits limits;
	struct cwriter script;		/* script.c */
	struct cwriter embedded;	/* embedded.c */
	struct texts positions;		/* tokens that errors point to; N is element N - 1 */
	struct map position_numbers;	/* the same by text */
	struct map format_numbers;	/* tables for sprintf, by the format */
	unsigned n_formats;
	unsigned stat_array_words;	/* of a CPU's statistics: for arrays so far */
	unsigned n_codes;		/* embedded expressions and statements so far */
};

enum temp_kind { TEMP_LONG, TEMP_POINTER, TEMP_NODE, TEMP_CELL };
VEC_TYPE(temps, enum temp_kind);

/* An embedded expression of that type, or a statement (TYPE_UNKNOWN). */
struct unit_code {
	struct embedded_code *code;
	enum ast_type type;
};
VEC_TYPE(unit_codes, struct unit_code);

struct unit {
	struct emitter *m;
	struct cwriter *w;
	struct derived_probe *probe;	/* NULL in a function */
	struct function *function;	/* NULL in a handler */
	struct variables locals;	/* of handler or function; parameters too */
	struct temps temps;
	void (*write)(struct unit *u);	/* writes the statements */
	bool counted;			/* the first time is over: local->id says if it is read */
	struct formats formats;		/* for sprintf, that this unit is the first to use */
	struct unit_codes codes;	/* that it calls: x_N, N = m->n_codes + index + 1 */
	unsigned strings;		/* string locals: the first slots of the frame */
	unsigned slots, max_slots;	/* temporaries in use behind them, and at most */
	unsigned frame_slots;		/* all strings of the frame, before the last writing */
	unsigned labels;
	const char *fail;		/* label that an error goes to: "out", or that of a catch */
	bool failed;			/* something went to the label `fail` */
	bool uses_out;			/* something went to "out" */
	const char *continue_to;	/* label for `continue`, or NULL: the C statement does */
	bool continued;			/* ... and it was used */
	const struct stmt *last;	/* a jump to `out` is not needed behind it */
};

/* Calls u->write twice without effect, then `declare` and u->write for good. */
void unit_write(struct unit *u, struct cwriter *w, void (*declare)(struct unit *u));

/* One line of C. */
void unit_line(struct unit *u, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Arena text. */
const char *unit_text(struct unit *u, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A new temporary "t_1" (a node: "n_1"), declared at the top of the unit. Never used for two
 * values. */
const char *unit_temp(struct unit *u, enum temp_kind kind);

/* A string slot "s_1" of MAXSTRINGLEN bytes; in use until unit_release() to a mark taken before. */
const char *unit_slot(struct unit *u);
unsigned unit_mark(const struct unit *u);
void unit_release(struct unit *u, unsigned mark);

/* A label that is unique in the unit: "next_1"; and the line where it stands. */
const char *unit_label(struct unit *u, const char *stem);
void unit_write_label(struct unit *u, const char *label);

/* Number of a token in the position table. */
unsigned unit_position(struct unit *u, struct span at);

/* `goto out;` or to the catch; and the same as the branch of an `if` written before. */
void unit_fail(struct unit *u);
void unit_fail_if(struct unit *u, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The way out without error. */
void unit_leave(struct unit *u, const struct stmt *from);

/* Behind a call that may have failed: leaves if it did. */
void unit_check(struct unit *u, struct span at);

/* A local's value is wanted; what is never read is neither stored nor declared. */
void unit_read(struct unit *u, struct variable *local);
bool unit_is_read(const struct unit *u, const struct variable *local);

#endif
