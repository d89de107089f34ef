// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * diag_print - messages as text. A message is a head line, one source block for its token, a block
 * for each expansion that the token came through, and what was attached to it. The left margin of a
 * block depends on the severity, so that "source:" lines up under the words above it.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "translator/base/buf.h"
#include "translator/base/diag_queue.h"

#define ERRORS_SHOWN 10
#define CHAIN_SHOWN 6

/* How a severity is written. */
static const struct form {
	const char *head;
	unsigned int align;
	const char *color;
} forms[] = {
	[DIAG_PARSE] = { "parse error:", 5, "error" },
	[DIAG_EXPECT] = { "parse error:", 5, "error" },
	[DIAG_SEMANTIC] = { "semantic error:", 8, "error" },
	[DIAG_ERROR] = { "ERROR:", 1, "error" },
	[DIAG_WARNING] = { "WARNING:", 1, "warning" },
};

static const char default_colors[] = "error=01;31:warning=00;33:source=00;34:caret=01:token=01";

/* The escape parameters of one key of a colour list, "" when it is not there. */
static size_t find_color(const char *list, const char *key, const char **value)
{
	size_t n = strlen(key);

	while (list && *list) {
		size_t len = strcspn(list, ":");

		if (len > n && list[n] == '=' && !strncmp(list, key, n)) {
			*value = list + n + 1;
			return len - n - 1;
		}
		list += len + (list[len] == ':');
	}
	return 0;
}

static void put_colored(const struct diag_queue *q, const char *key, const char *text, size_t len,
			struct buf *out)
{
	const char *value = NULL;
	size_t n = 0;

	if (q->options.color)
		n = find_color(q->options.colors ? q->options.colors : default_colors, key, &value);
	if (n)
		buf_printf(out, "\033[%.*sm", (int)n, value);
	buf_write(out, text, len);
	if (n)
		buf_puts(out, "\033[m");
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static bool is_keyword(const char *text, size_t len)
{
	static const char *const words[] = {
		"probe", "global", "private", "function", "if", "else", "for", "foreach", "in",
		"limit", "return", "delete", "while", "break", "continue", "next", "string", "long",
		"try", "catch",
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strlen(words[i]) == len && !strncmp(words[i], text, len))
			return true;
	return false;
}

static const char *token_kind(const char *text, size_t len)
{
	if (!len)
		return "operator";
	if (isdigit((unsigned char)*text))
		return "number";
	if (*text == '"')
		return len > 1 && text[len - 1] == '"' ? "string" : "junk";
	if (len > 1 && !memcmp(text, "%{", 2))
		return "embedded-code";
	if (isalpha((unsigned char)*text) || *text == '_' || *text == '$')
		return is_keyword(text, len) ? "keyword" : "identifier";
	return ispunct((unsigned char)*text) ? "operator" : "junk";
}

/* 'text', unprintable bytes as ?, cut where a reader has seen enough. */
static void put_quoted(const struct diag_queue *q, const char *text, size_t len, struct buf *out)
{
	struct buf clean = BUF_INIT;
	size_t i;

	if (*text == '"' && len > 1 && text[len - 1] == '"') {
		text++;
		len -= 2;
	}
	for (i = 0; i < len && i < 120; i++)
		buf_putc(&clean, isprint((unsigned char)text[i]) ? text[i] : '?');
	if (i < len)
		buf_puts(&clean, "...");
	buf_putc(out, '\'');
	if (q)
		put_colored(q, "token", buf_text(&clean), clean.len, out);
	else
		buf_write(out, buf_text(&clean), clean.len);
	buf_putc(out, '\'');
	buf_free(&clean);
}

static void put_place(const struct source_table *t, struct span at, struct buf *out)
{
	const struct source *s = source_get(t, at.file);
	struct source_pos pos = source_pos(t, at);

	buf_printf(out, "%s:%u:%u", s ? s->name : "?", pos.line, pos.col);
}

static void put_token(const struct diag_queue *q, const struct source_table *t, struct span at,
		      const char *shown, struct buf *out)
{
	size_t len;
	const char *text = source_text(t, at, &len);
	const char *kind;

	if (shown) {
		text = shown;
		len = strlen(shown);
	}
	kind = token_kind(text, len);
	buf_puts(out, kind);
	if (strcmp(kind, "keyword") && strcmp(kind, "embedded-code")) {
		buf_putc(out, ' ');
		put_quoted(q, text, len, out);
	}
	buf_puts(out, " at ");
	put_place(t, at, out);
}

void diag_print_token(const struct source_table *t, struct span at, struct buf *out)
{
	put_token(NULL, t, at, NULL, out);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Blanks up to the column, tabs kept so that the mark stands under its text. */
static void put_margin(const char *line, size_t col, unsigned int align, struct buf *out)
{
	size_t i;

	buf_fill(out, ' ', align + 8);
	for (i = 0; i + 1 < col; i++)
		buf_putc(out, line[i] == '\t' ? '\t' : ' ');
}

static void put_block(const struct diag_queue *q, struct span at, unsigned int align, char mark,
		      struct buf *out)
{
	size_t len, room, width = 1;
	const char *line = source_line(q->sources, at, &len);
	struct source_pos pos = source_pos(q->sources, at);
	struct buf marks = BUF_INIT;

	if (!line)
		return;
	buf_fill(out, ' ', align);
	buf_puts(out, "source: ");
	put_colored(q, "source", line, len, out);
	buf_putc(out, '\n');
	put_margin(line, pos.col, align, out);
	room = len + 1 - (pos.col - 1);
	if (mark == '~' && at.end > at.begin)
		width = at.end - at.begin < room ? at.end - at.begin : room;
	buf_fill(&marks, mark, width);
	put_colored(q, "caret", buf_text(&marks), marks.len, out);
	buf_free(&marks);
	buf_putc(out, '\n');
}

/* Where the text was asked for: macros and aliases, innermost first. */
static void put_chain(const struct diag_queue *q, struct span at, unsigned int align,
		      struct buf *out)
{
	const struct source *s = source_get(q->sources, at.file);
	unsigned int shown = 0;

	for (; s && s->how != VIA_NOTHING; s = source_get(q->sources, at.file)) {
		at = s->via;
		if (shown++ == CHAIN_SHOWN && !q->options.verbose) {
			buf_puts(out, "\t... and so on\n");
			return;
		}
		buf_puts(out, s->how == VIA_MACRO ? "\tin expansion of macro: "
						  : "\tin synthesized code from: ");
		put_token(q, q->sources, at, NULL, out);
		buf_putc(out, '\n');
		put_block(q, at, align, '^', out);
	}
}

static void put_note(const struct diag_queue *q, const struct part *p, unsigned int align,
		     struct buf *out)
{
	buf_fill(out, ' ', align + 2);
	buf_printf(out, "note: %s", p->text);
	if (!span_is_none(p->at)) {
		buf_puts(out, " at ");
		put_place(q->sources, p->at, out);
	}
	buf_putc(out, '\n');
	put_block(q, p->at, align, '~', out);
}

/* ---- messages -------------------------------------------------------------------------------- */

static void put_head(const struct diag_queue *q, const struct form *form, enum diag_tag tag,
		     const char *text, struct buf *out)
{
	put_colored(q, form->color, form->head, strlen(form->head), out);
	buf_printf(out, " %s", text);
	if (q->options.show_tags)
		buf_printf(out, " [%s]", diag_info(tag)->tag);
}

static bool at_end(const struct diag_queue *q, const struct message *m)
{
	const struct source *s = source_get(q->sources, m->at.file);

	return s && !m->token && m->at.begin >= s->len &&
	       (m->severity == DIAG_PARSE || m->severity == DIAG_EXPECT);
}

/* A parse error says on a line of its own which token it met. */
static void put_parse_token(const struct diag_queue *q, const struct message *m, struct buf *out)
{
	const struct source *s = source_get(q->sources, m->at.file);

	buf_puts(out, m->severity == DIAG_PARSE ? "\n         at: " : "\n        saw: ");
	if (at_end(q, m))
		buf_printf(out, "%s EOF", s->name);
	else
		put_token(q, q->sources, m->at, m->token, out);
}

static void put_located(const struct diag_queue *q, const struct form *form, struct span at,
			struct buf *out)
{
	buf_putc(out, '\n');
	put_block(q, at, form->align, '^', out);
	put_chain(q, at, form->align, out);
}

static void put_cause(const struct diag_queue *q, const struct form *form, const struct part *p,
		      struct buf *out)
{
	put_head(q, form, p->tag, p->text, out);
	if (!span_is_none(p->at)) {
		buf_puts(out, ": ");
		put_token(q, q->sources, p->at, NULL, out);
	}
	put_located(q, form, p->at, out);
}

static void put_part(const struct diag_queue *q, const struct form *form, const struct part *p,
		     struct buf *out)
{
	switch (p->kind) {
	case PART_NOTE:
		put_note(q, p, form->align, out);
		break;
	case PART_SECOND:
		buf_fill(out, ' ', 8);
		put_token(q, q->sources, p->at, NULL, out);
		put_located(q, form, p->at, out);
		break;
	case PART_CAUSE:
		put_cause(q, form, p, out);
		break;
	}
}

static void put_message(const struct diag_queue *q, const struct message *m, struct buf *out)
{
	const struct form *form = &forms[m->severity];

	put_head(q, form, m->tag, m->text, out);
	if (m->severity == DIAG_PARSE || m->severity == DIAG_EXPECT) {
		if (!span_is_none(m->at))
			put_parse_token(q, m, out);
	} else if (!span_is_none(m->at)) {
		buf_puts(out, ": ");
		put_token(q, q->sources, m->at, m->token, out);
	}
	put_located(q, form, at_end(q, m) ? SPAN_NONE : m->at, out);
	vec_each(p, &m->parts)
		put_part(q, form, p, out);
	if (m->severity != DIAG_WARNING && m->severity != DIAG_ERROR)
		buf_putc(out, '\n');
}

static void put_counts(struct diag_queue *q, struct buf *out)
{
	bool hint = q->errors_held || q->same_errors || q->same_warnings;

	if (q->errors_held)
		buf_printf(out, "Number of further errors not shown: %u.\n", q->errors_held);
	if (q->same_errors)
		buf_printf(out, "Number of similar error messages suppressed: %u.\n",
			   q->same_errors);
	if (q->same_warnings)
		buf_printf(out, "Number of similar warning messages suppressed: %u.\n",
			   q->same_warnings);
	if (hint)
		buf_puts(out, "Rerun with -v to see them.\n");
	q->errors_held = q->same_errors = q->same_warnings = 0;
}

void diag_print(struct diag_queue *q, struct buf *out)
{
	for (; q->printed < q->all.n; q->printed++) {
		const struct message *m = &q->all.v[q->printed];

		if (diag_is_error(q, m) && !q->options.verbose && q->errors_shown >= ERRORS_SHOWN) {
			q->errors_held++;
			continue;
		}
		q->errors_shown += diag_is_error(q, m);
		put_message(q, m, out);
	}
	put_counts(q, out);
}

void diag_flush(struct diag_queue *q, FILE *out)
{
	struct buf b = BUF_INIT;

	diag_print(q, &b);
	fwrite(buf_text(&b), 1, b.len, out);
	fflush(out);
	buf_free(&b);
}
