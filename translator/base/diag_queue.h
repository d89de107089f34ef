/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * diag_queue - what diag.c (the queue) and diag_print.c (its printed form) share; nobody else.
 */
#ifndef BASE_DIAG_QUEUE_H
#define BASE_DIAG_QUEUE_H

#include "translator/base/diag.h"
#include "translator/base/map.h"
#include "translator/base/vec.h"

enum part_kind { PART_NOTE, PART_SECOND, PART_CAUSE };

/* What is attached to a message and printed behind it. */
struct part {
	enum part_kind kind;
	enum diag_tag tag;		/* of a cause */
	struct span at;
	const char *text;
};
VEC_TYPE(parts, struct part);

struct message {
	enum diag_tag tag;
	enum diag_severity severity;	/* of the row, or lowered by diag_downgrade */
	struct span at;
	const char *token;		/* text to show instead of the source's, or NULL */
	const char *text;
	const char *key;		/* what makes it a duplicate */
	struct parts parts;
};
VEC_TYPE(messages, struct message);

struct diag_queue {
	struct arena *arena;
	struct source_table *sources;
	struct diag_options options;
	struct messages all;
	struct map seen;		/* key -> anything */
	struct message *last;		/* target of notes; NULL after a duplicate */
	unsigned int printed;		/* messages behind us */
	unsigned int errors_shown, errors_held;
	unsigned int errors, parse_errors, warnings;
	unsigned int same_errors, same_warnings;	/* suppressed duplicates */
};

static inline bool diag_is_error(const struct diag_queue *q, const struct message *m)
{
	return m->severity != DIAG_WARNING || q->options.warnings_are_errors;
}

#endif
