// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Generated C carries #line, so the compiler speaks of lines of the script:  demo.stp:4:11: error: 'x' undeclared
 * Such a line becomes a diagnostic at that place. Lines about other files are the business of whoever reads the log.
 */
#include "translator/build/compiler_log.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "translator/base/xstr.h"
#include "translator/emit/emit.h"
#include "translator/session.h"

/* Offset of a line and column (from 1) in a text; its end when there is no such place. */
static uint32_t offset_of(const struct source *src, unsigned long line, unsigned long col)
{
	const char *p = src->bytes, *end = src->bytes + src->len;

	while (--line && p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));

		p = newline ? newline + 1 : end;
	}
	for (; --col && p < end && *p != '\n'; p++)
		;
	return (uint32_t)(p - src->bytes);
}

/* The name that begins at an offset, or one character. */
static uint32_t token_end(const struct source *src, uint32_t begin)
{
	uint32_t end = begin;

	while (end < src->len && (isalnum((unsigned char)src->bytes[end]) || src->bytes[end] == '_'))
		end++;
	return end > begin ? end : begin + 1;
}

/* The user's text that "NAME:LINE:COL: " (or "NAME:LINE: ") at the start of `line` is about; NULL when it is about something else. *rest is
 * what follows. */
static const struct source *find_place(struct session *s, const char *line, struct span *at, const char **rest)
{
	const struct source *src;

	for (uint32_t id = 1; (src = source_get(s->sources, id)); id++) {
		size_t len = strlen(src->name);
		unsigned long row, col;
		char *end;

		if (src->base != src || strncmp(line, src->name, len) || line[len] != ':')
			continue;
		row = strtoul(line + len + 1, &end, 10);
		if (!row || *end != ':')
			continue;
		col = end[1] == ' ' ? 1 : strtoul(end + 1, &end, 10);	/* the assembler says no column */
		if (!col || strncmp(end, ": ", 2))
			continue;
		*rest = end + 2;
		at->file = id;
		at->begin = offset_of(src, row, col);
		at->end = token_end(src, at->begin);
		return src;
	}
	return NULL;
}

static const char *after(const char *text, const char *word)
{
	const char *found = strstr(text, word);

	return found ? found + strlen(word) : NULL;
}

/* The message without the name of the option that turned it on. */
static const char *plain(struct session *s, const char *message)
{
	const char *option = strstr(message, " [-W");

	return option ? arena_strndup(s->arena, message, (size_t)(option - message)) : message;
}

/* `open` says whether the last message was one of ours, which a note belongs to. Returns the number of errors. */
static unsigned int report_line(struct session *s, const char *line, bool *open)
{
	struct span at;
	const char *rest, *text;

	if (!find_place(s, line, &at, &rest)) {
		*open = *open && *line == ' ';
		return 0;
	}
	if ((text = after(rest, "error: ")) || (text = after(rest, "Error: "))) {
		diag(s->diags, D_EMBEDDED_C, at, plain(s, text));
		*open = true;
		return 1;
	}
	if ((text = after(rest, "warning: "))) {
		diag(s->diags, D_EMBEDDED_C_WARNING, at, plain(s, text));
		*open = true;
	} else if (*open && (text = after(rest, "note: "))) {
		diag_note(s->diags, at, "%s", text);
	}
	return 0;
}

/* ERROR: modpost: module NAME uses symbol SYMBOL from namespace SPACE, but does not import it. */
static unsigned int report_namespace(struct session *s, const char *line)
{
	const char *symbol = xstr_starts(line, "ERROR: modpost: module ") ? after(line, " uses symbol ") : NULL;
	const char *space = symbol ? after(symbol, " from namespace ") : NULL;

	if (!space)
		return 0;
	symbol = arena_strndup(s->arena, symbol, strcspn(symbol, " "));
	diag(s->diags, D_EMBEDDED_NAMESPACE, SPAN_NONE, symbol, arena_strndup(s->arena, space, strcspn(space, ",")));
	return 1;
}

/* ERROR: modpost: "name" [FILE.ko] undefined! */
static unsigned int report_symbol(struct session *s, const char *line)
{
	const char *quoted = after(line, "ERROR: modpost: \"");
	size_t len = quoted ? strcspn(quoted, "\"") : 0;

	if (!len || !xstr_ends(line, "undefined!"))
		return 0;
	diag(s->diags, D_EMBEDDED_SYMBOL, SPAN_NONE, arena_strndup(s->arena, quoted, len));
	return 1;
}

unsigned int compiler_log_report(struct session *s, const char *log)
{
	unsigned int errors = 0;
	bool open = false;

	while (*log) {
		size_t len = strcspn(log, "\n");
		const char *line = arena_strndup(s->arena, log, len);

		errors += report_line(s, line, &open);
		if (s->emitted->embedded_c)
			errors += report_symbol(s, line) + report_namespace(s, line);
		log += len + (log[len] != 0);
	}
	return errors;
}
