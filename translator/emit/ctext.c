// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/ctext.h"

#include <ctype.h>
#include <string.h>

#include "translator/base/buf.h"
#include "translator/base/xstr.h"

/* ---- tokens ---------------------------------------------------------------------------------- */

enum token_kind { TOKEN_END, TOKEN_BLANK, TOKEN_WORD, TOKEN_STRING, TOKEN_OTHER };

struct token {
	enum token_kind kind;
	size_t begin, end;
};

struct reader {
	const char *text;
	size_t len;
};

static bool starts(const struct reader *r, size_t at, const char *what)
{
	size_t n = strlen(what);

	return r->len - at >= n && !memcmp(r->text + at, what, n);
}

static size_t skip_until(const struct reader *r, size_t at, const char *end)
{
	while (at < r->len && !starts(r, at, end))
		at++;
	return at < r->len ? at + strlen(end) : at;
}

static size_t skip_quoted(const struct reader *r, size_t at)
{
	char quote = r->text[at++];

	while (at < r->len && r->text[at] != quote)
		at += r->text[at] == '\\' && at + 1 < r->len ? 2 : 1;
	return at < r->len ? at + 1 : at;
}

/* To the end of a line that no backslash continues. */
static size_t skip_directive(const struct reader *r, size_t at)
{
	while (at < r->len && (r->text[at] != '\n' || r->text[at - 1] == '\\'))
		at++;
	return at;
}

static bool first_on_line(const struct reader *r, size_t at)
{
	while (at && (r->text[at - 1] == ' ' || r->text[at - 1] == '\t'))
		at--;
	return !at || r->text[at - 1] == '\n';
}

static bool word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static size_t skip_word(const struct reader *r, size_t at)
{
	while (at < r->len && word_char(r->text[at]))
		at++;
	return at;
}

static struct token next_token(const struct reader *r, size_t at)
{
	struct token t = { .begin = at, .kind = TOKEN_OTHER, .end = at + 1 };

	if (at >= r->len) {
		t.kind = TOKEN_END;
		t.end = at;
	} else if (isspace((unsigned char)r->text[at])) {
		t.kind = TOKEN_BLANK;
	} else if (starts(r, at, "/*")) {
		t.kind = TOKEN_BLANK;
		t.end = skip_until(r, at + 2, "*/");
	} else if (starts(r, at, "//")) {
		t.kind = TOKEN_BLANK;
		t.end = skip_until(r, at, "\n");
	} else if (r->text[at] == '#' && first_on_line(r, at)) {
		t.kind = TOKEN_BLANK;
		t.end = skip_directive(r, at + 1);
	} else if (r->text[at] == '"') {
		t.kind = TOKEN_STRING;
		t.end = skip_quoted(r, at);
	} else if (r->text[at] == '\'') {
		t.end = skip_quoted(r, at);
	} else if (word_char(r->text[at])) {
		t.kind = TOKEN_WORD;
		t.end = skip_word(r, at);
	}
	return t;
}

static struct token next_solid(const struct reader *r, size_t at)
{
	struct token t = next_token(r, at);

	while (t.kind == TOKEN_BLANK)
		t = next_token(r, t.end);
	return t;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void end_argument(struct arena *a, struct ctext_call *call, struct ctext_piece *piece)
{
	if (piece->end > piece->begin)
		vec_push(a, &call->args, *piece);
	piece->begin = piece->end = 0;
}

static int nesting(char c)
{
	if (c == '(' || c == '[' || c == '{')
		return 1;
	return c == ')' || c == ']' || c == '}' ? -1 : 0;
}

/* Splits what is behind the `(` at its commas. false when the `)` is missing. */
static bool read_arguments(struct arena *a, const struct reader *r, size_t at,
			   struct ctext_call *call)
{
	struct ctext_piece piece = { 0, 0 };
	int depth = 1;

	for (struct token t = next_solid(r, at); t.kind != TOKEN_END; t = next_solid(r, t.end)) {
		char c = t.kind == TOKEN_OTHER ? r->text[t.begin] : 0;

		depth += nesting(c);
		if (!depth) {
			end_argument(a, call, &piece);
			call->end = t.end;
			return true;
		}
		if (c == ',' && depth == 1) {
			end_argument(a, call, &piece);
			continue;
		}
		if (piece.end == piece.begin)
			piece.begin = t.begin;
		piece.end = t.end;
	}
	return false;
}

bool ctext_next_call(struct arena *a, const char *text, size_t len, size_t *from,
		     bool (*wanted)(const char *name, size_t len), struct ctext_call *call)
{
	struct reader r = { text, len };
	struct token t, paren;

	for (t = next_token(&r, *from); t.kind != TOKEN_END; t = next_token(&r, t.end)) {

		if (t.kind != TOKEN_WORD || !wanted(text + t.begin, t.end - t.begin))
			continue;
		paren = next_solid(&r, t.end);
		if (paren.kind != TOKEN_OTHER || text[paren.begin] != '(')
			continue;
		*call = (struct ctext_call){ .begin = t.begin, .name_len = t.end - t.begin };
		if (!read_arguments(a, &r, paren.end, call))
			return false;
		*from = call->end;
		return true;
	}
	return false;
}

bool ctext_mentions(const char *text, size_t len, const char *name)
{
	struct reader r = { text, len };
	size_t n = strlen(name);

	for (struct token t = next_token(&r, 0); t.kind != TOKEN_END; t = next_token(&r, t.end))
		if (t.kind == TOKEN_WORD && t.end - t.begin == n &&
		    !memcmp(text + t.begin, name, n))
			return true;
	return false;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

const char *ctext_literal(struct arena *a, const char *text, struct ctext_piece piece, size_t *len)
{
	struct reader r = { text, piece.end };
	struct buf value = BUF_INIT;
	const char *result = NULL;

	for (struct token t = next_solid(&r, piece.begin); ; t = next_solid(&r, t.end)) {
		if (t.kind == TOKEN_STRING) {
			xstr_unescape_c(&value, text + t.begin + 1, t.end - t.begin - 2, true);
			continue;
		}
		if (t.kind == TOKEN_END) {
			result = arena_strndup(a, buf_text(&value), value.len);
			*len = value.len;
		}
		break;
	}
	buf_free(&value);
	return result;
}

const char *ctext_line(struct arena *a, const char *text, struct ctext_piece piece)
{
	struct reader r = { text, piece.end };
	struct buf line = BUF_INIT;
	const char *result;
	bool blank = false;
	struct token t;

	for (t = next_token(&r, piece.begin); t.kind != TOKEN_END; t = next_token(&r, t.end)) {
		if (t.kind != TOKEN_BLANK) {
			if (blank)
				buf_putc(&line, ' ');
			buf_write(&line, text + t.begin, t.end - t.begin);
		}
		blank = t.kind == TOKEN_BLANK;
	}
	result = arena_strndup(a, buf_text(&line), line.len);
	buf_free(&line);
	return result;
}
