// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/base/cwriter.h"

#include <string.h>

#include "translator/base/xstr.h"

void cw_init(struct cwriter *w, const struct source_table *sources, const char *file_name,
	     bool no_line)
{
	memset(w, 0, sizeof(*w));
	w->sources = sources;
	w->file_name = file_name;
	w->no_line = no_line;
	w->line = 1;
	w->shown_file = file_name;
	w->shown_line = 1;
}

void cw_free(struct cwriter *w)
{
	buf_free(&w->out);
}

static bool at_line_start(const struct cwriter *w)
{
	return !w->out.len || w->out.data[w->out.len - 1] == '\n';
}

/* One line or a part of one, without its newline. */
static void put_piece(struct cwriter *w, const char *text, size_t len)
{
	if (!len)
		return;
	if (at_line_start(w) && *text != '#')
		buf_fill(&w->out, '\t', w->depth);
	buf_write(&w->out, text, len);
}

static void put_newline(struct cwriter *w)
{
	buf_putc(&w->out, '\n');
	w->line++;
	w->shown_line++;
}

static void put(struct cwriter *w, const char *text, size_t len)
{
	while (len) {
		const char *newline = memchr(text, '\n', len);
		size_t piece = newline ? (size_t)(newline - text) : len;

		put_piece(w, text, piece);
		if (!newline)
			return;
		put_newline(w);
		text += piece + 1;
		len -= piece + 1;
	}
}

void cw_puts(struct cwriter *w, const char *text)
{
	put(w, text, strlen(text));
}

static void vput(struct cwriter *w, const char *fmt, va_list ap)
{
	struct buf b = BUF_INIT;

	buf_vprintf(&b, fmt, ap);
	put(w, buf_text(&b), b.len);
	buf_free(&b);
}

void cw_printf(struct cwriter *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vput(w, fmt, ap);
	va_end(ap);
}

void cw_line(struct cwriter *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vput(w, fmt, ap);
	va_end(ap);
	put_newline(w);
}

static size_t line_length(const char *text)
{
	return strcspn(text, "\n");
}

static bool blank(const char *text, size_t len)
{
	return strspn(text, " \t") >= len;
}

/* Tabs that all lines which are not blank begin with. */
static size_t common_indent(const char *text)
{
	size_t least = SIZE_MAX;

	while (*text) {
		size_t len = line_length(text), tabs = strspn(text, "\t");

		if (!blank(text, len) && tabs < least)
			least = tabs;
		text += len + (text[len] == '\n');
	}
	return least == SIZE_MAX ? 0 : least;
}

static void put_template(struct cwriter *w, const char *text)
{
	size_t indent = common_indent(text), len = line_length(text);

	if (blank(text, len) && text[len] == '\n')
		text += len + 1;
	while (*text) {
		len = line_length(text);
		if (blank(text, len) && !text[len])
			return;
		if (!blank(text, len))
			put(w, text + indent, len - indent);
		put_newline(w);
		text += len + (text[len] == '\n');
	}
}

/*
 * The format, not the filled-in text, is what was indented in place, yet stripping after filling is
 * right too as long as arguments hold no line that is indented less.
 */
void cw_template(struct cwriter *w, const char *fmt, ...)
{
	struct buf b = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	put_template(w, buf_text(&b));
	buf_free(&b);
}

void cw_open(struct cwriter *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vput(w, fmt, ap);
	va_end(ap);
	cw_puts(w, *fmt && !at_line_start(w) ? " {\n" : "{\n");
	w->depth++;
}

void cw_close(struct cwriter *w, const char *after)
{
	w->depth--;
	cw_line(w, "}%s", after);
}

void cw_blank(struct cwriter *w)
{
	put_newline(w);
}

void cw_brace(struct cwriter *w)
{
	cw_puts(w, "{\n");
	w->depth++;
}

static void line_directive(struct cwriter *w, unsigned int line, const char *file)
{
	struct buf b = BUF_INIT;

	xstr_escape_c(&b, file, strlen(file));
	if (!at_line_start(w))
		put_newline(w);
	cw_line(w, "#line %u \"%s\"", line, buf_text(&b));
	buf_free(&b);
	w->shown_file = file;
	w->shown_line = line;
}

static bool shown_is(const struct cwriter *w, const char *file, unsigned int line)
{
	return w->shown_line == line && !strcmp(w->shown_file, file);
}

void cw_at(struct cwriter *w, struct span at)
{
	const struct source *s = w->no_line ? NULL : source_get(w->sources, at.file);
	unsigned int line;

	if (!s)
		return;
	line = source_pos(w->sources, at).line;
	if (!shown_is(w, source_short_name(s), line))
		line_directive(w, line, source_short_name(s));
}

void cw_own(struct cwriter *w)
{
	if (!w->no_line && !shown_is(w, w->file_name, w->line))
		line_directive(w, w->line + 1, w->file_name);
}

void cw_string(struct cwriter *w, const char *bytes, size_t len)
{
	struct buf b = BUF_INIT;

	buf_putc(&b, '"');
	xstr_escape_c(&b, bytes, len);
	buf_putc(&b, '"');
	put(w, b.data, b.len);
	buf_free(&b);
}
