// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * diag - the queue of messages and the table of their kinds. diag_print.c knows what they look
 * like.
 */
#include "translator/base/diag.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "translator/base/arena.h"
#include "translator/base/buf.h"
#include "translator/base/diag_queue.h"

static const struct diag_info table[DIAG__COUNT] = {
#define DIAG(tag, severity, text, explain) [tag] = { #tag, severity, text, explain },
#include "translator/base/diag.def"
#undef DIAG
};

const struct diag_info *diag_info(enum diag_tag tag)
{
	return &table[tag];
}

const struct diag_info *diag_lookup(const char *name)
{
	unsigned int i;

	for (i = 0; i < DIAG__COUNT; i++)
		if (!strcasecmp(table[i].tag, name) || !strcasecmp(table[i].tag + 2, name))
			return &table[i];
	return NULL;
}

struct diag_queue *diag_queue_new(struct arena *a, struct source_table *sources)
{
	struct diag_queue *q = arena_new_object(a, struct diag_queue);

	q->arena = a;
	q->sources = sources;
	map_init(&q->seen, a);
	return q;
}

struct diag_options *diag_options(struct diag_queue *q)
{
	return &q->options;
}

struct source_table *diag_sources(struct diag_queue *q)
{
	return q->sources;
}

static void count(struct diag_queue *q, const struct message *m, int by)
{
	if (m->severity == DIAG_WARNING)
		q->warnings += (unsigned int)by;
	if (diag_is_error(q, m))
		q->errors += (unsigned int)by;
	if (m->severity == DIAG_PARSE || m->severity == DIAG_EXPECT)
		q->parse_errors += (unsigned int)by;
}

/* Parse errors repeat when they are at one place, the others when they read the same. */
static const char *make_key(struct diag_queue *q, const struct message *m)
{
	size_t len;
	const char *token = source_text(q->sources, m->at, &len);

	if (m->severity == DIAG_PARSE || m->severity == DIAG_EXPECT)
		return arena_printf(q->arena, "%d:%u:%u:%s", m->tag, m->at.file, m->at.begin,
				    m->text);
	return arena_printf(q->arena, "%d:%s:%.*s", m->tag, m->text, (int)(len < 200 ? len : 200),
			    token);
}

static bool is_repeated(struct diag_queue *q, struct message *m)
{
	m->key = make_key(q, m);
	if (!map_has(&q->seen, m->key)) {
		map_put(&q->seen, m->key, q);
		return false;
	}
	if (q->options.verbose)
		return false;
	if (m->severity == DIAG_WARNING)
		q->same_warnings++;
	else
		q->same_errors++;
	return true;
}

static int report(struct diag_queue *q, enum diag_tag tag, struct span at, const char *token,
		  va_list ap)
{
	struct message m = { .tag = tag, .severity = table[tag].severity, .at = at };

	q->last = NULL;
	if (m.severity == DIAG_WARNING && q->options.no_warnings)
		return -1;
	m.text = arena_vprintf(q->arena, table[tag].text, ap);
	if (token)
		m.token = arena_strdup(q->arena, token);
	if (is_repeated(q, &m))
		return -1;
	count(q, &m, 1);
	vec_push(q->arena, &q->all, m);
	q->last = &vec_last(&q->all);
	return -1;
}

int diag(struct diag_queue *q, enum diag_tag tag, struct span at, ...)
{
	va_list ap;

	va_start(ap, at);
	report(q, tag, at, NULL, ap);
	va_end(ap);
	return -1;
}

int diag_token(struct diag_queue *q, enum diag_tag tag, struct span at, const char *token, ...)
{
	va_list ap;

	va_start(ap, token);
	report(q, tag, at, token, ap);
	va_end(ap);
	return -1;
}

static void add_part(struct diag_queue *q, enum part_kind kind, enum diag_tag tag, struct span at,
		     const char *fmt, va_list ap)
{
	struct part p = { .kind = kind, .tag = tag, .at = at };

	if (!q->last)
		return;
	p.text = arena_vprintf(q->arena, fmt, ap);
	vec_push(q->arena, &q->last->parts, p);
}

void diag_note(struct diag_queue *q, struct span at, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_part(q, PART_NOTE, DIAG__COUNT, at, fmt, ap);
	va_end(ap);
}

void diag_cause(struct diag_queue *q, enum diag_tag tag, struct span at, ...)
{
	va_list ap;

	va_start(ap, at);
	add_part(q, PART_CAUSE, tag, at, table[tag].text, ap);
	va_end(ap);
}

void diag_second(struct diag_queue *q, struct span at)
{
	struct part p = { .kind = PART_SECOND, .at = at, .text = "" };

	if (q->last)
		vec_push(q->arena, &q->last->parts, p);
}

unsigned int diag_mark(const struct diag_queue *q)
{
	return q->all.n;
}

void diag_forget(struct diag_queue *q, unsigned int mark)
{
	while (q->all.n > mark && q->all.n > q->printed) {
		struct message *m = &vec_last(&q->all);

		count(q, m, -1);
		map_del(&q->seen, m->key);
		q->all.n--;
	}
	q->last = NULL;
}

/* Where the message's text was asked for in a file: through all macros and aliases. */
static struct span outermost(const struct diag_queue *q, struct span at)
{
	const struct source *s = source_get(q->sources, at.file);

	for (; s && s->how != VIA_NOTHING; s = source_get(q->sources, at.file))
		at = s->via;
	return at;
}

/* Insertion sort: stable, and nearly all is in order already. */
void diag_sort(struct diag_queue *q, unsigned int mark)
{
	unsigned int i, k;

	for (i = mark + 1; i < q->all.n; i++) {
		struct message m = q->all.v[i];
		struct span at = outermost(q, m.at);

		for (k = i; k > mark; k--) {
			struct span before = outermost(q, q->all.v[k - 1].at);

			if (before.file != at.file || before.begin <= at.begin)
				break;
			q->all.v[k] = q->all.v[k - 1];
		}
		q->all.v[k] = m;
	}
	q->last = NULL;
}

void diag_downgrade(struct diag_queue *q, unsigned int mark)
{
	unsigned int i, kept = mark;

	for (i = mark; i < q->all.n; i++) {
		struct message m = q->all.v[i];

		count(q, &m, -1);
		m.severity = DIAG_WARNING;
		if (q->options.no_warnings)
			continue;
		count(q, &m, 1);
		q->all.v[kept++] = m;
	}
	if (mark < q->all.n)
		q->all.n = kept;
	q->last = NULL;
}

unsigned int diag_errors(const struct diag_queue *q)
{
	return q->errors;
}

unsigned int diag_parse_errors(const struct diag_queue *q)
{
	return q->parse_errors;
}

unsigned int diag_warnings(const struct diag_queue *q)
{
	return q->warnings;
}

void diag_each(const struct diag_queue *q, diag_visit visit, void *ctx)
{
	vec_each(m, &q->all)
		visit(&table[m->tag], m->at, m->text, ctx);
}

void diag_bug(const struct source_table *t, struct span at, const char *file, int line,
	      const char *fmt, ...)
{
	struct buf b = BUF_INIT;
	va_list ap;

	buf_printf(&b, "BUG at %s:%d: ", file, line);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	if (t && !span_is_none(at)) {
		buf_puts(&b, ": ");
		diag_print_token(t, at, &b);
	}
	fprintf(stderr, "%s\n", buf_text(&b));
	abort();
}
