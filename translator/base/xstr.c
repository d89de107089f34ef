// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/base/xstr.h"

#include <ctype.h>
#include <string.h>

#include "translator/base/buf.h"

int xstr_version_compare(const char *a, const char *b)
{
	return strverscmp(a, b);
}

bool xstr_starts(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

bool xstr_ends(const char *s, const char *suffix)
{
	size_t n = strlen(s), m = strlen(suffix);

	return n >= m && !strcmp(s + n - m, suffix);
}

void xstr_escape_c(struct buf *out, const char *bytes, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (c == '\n')
			buf_puts(out, "\\n");
		else if (c == '\t')
			buf_puts(out, "\\t");
		else if (c == '\\' || c == '"')
			buf_printf(out, "\\%c", c);
		else if (c < 0x20 || c >= 0x7f)
			buf_printf(out, "\\%03o", c);
		else
			buf_putc(out, (char)c);
	}
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Digits of the base, at most max; -1 when there is none. */
static int digits(const char *text, size_t len, unsigned int base, size_t max, size_t *used)
{
	int value = 0;
	size_t i;

	for (i = 0; i < len && i < max; i++) {
		int d = hex_digit(text[i]);

		if (d < 0 || (unsigned int)d >= base)
			break;
		value = value * (int)base + d;
	}
	*used = i;
	return i ? value : -1;
}

/* The escape behind a backslash: its value goes to out, the number of bytes it takes comes back. */
static size_t unescape_one(struct buf *out, const char *text, size_t len, bool hex)
{
	static const char letters[] = "abtnvfr\\";
	static const char values[] = "\a\b\t\n\v\f\r\\";
	const char *letter;
	size_t used;
	int value;

	if (!len)
		return 0;
	letter = *text ? strchr(letters, *text) : NULL;
	if (letter) {
		buf_putc(out, values[letter - letters]);
		return 1;
	}
	value = digits(text, len, 8, 3, &used);
	if (value >= 0) {
		buf_putc(out, (char)value);
		return used;
	}
	value = hex && *text == 'x' ? digits(text + 1, len - 1, 16, 2, &used) : -1;
	if (value >= 0) {
		buf_putc(out, (char)value);
		return used + 1;
	}
	buf_putc(out, *text);
	return 1;
}

void xstr_unescape_c(struct buf *out, const char *text, size_t len, bool hex)
{
	size_t i = 0;

	while (i < len) {
		const char *backslash = memchr(text + i, '\\', len - i);
		size_t plain = backslash ? (size_t)(backslash - text) - i : len - i;

		buf_write(out, text + i, plain);
		i += plain;
		if (backslash) {
			i++;
			i += unescape_one(out, text + i, len - i, hex);
		}
	}
}

/* Length of the valid UTF-8 sequence that starts here, 0 when it is not valid. */
static size_t utf8_length(const unsigned char *s, size_t len)
{
	static const unsigned int least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t i, n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 :
		      s[0] < 0xf5 ? 4 : 0;
	unsigned int code;

	if (n < 2 || n > len)
		return n == 1;
	code = s[0] & (0xffu >> (n + 1));
	for (i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (s[i] & 0x3f);
	}
	if (code < least[n] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return 0;
	return n;
}

void xstr_escape_json(struct buf *out, const char *bytes, size_t len)
{
	size_t i = 0, n;

	while (i < len) {
		unsigned char c = (unsigned char)bytes[i];

		n = utf8_length((const unsigned char *)bytes + i, len - i);
		if (!n)
			buf_puts(out, "\\ufffd");
		else if (c == '"' || c == '\\')
			buf_printf(out, "\\%c", c);
		else if (c == '\n')
			buf_puts(out, "\\n");
		else if (c == '\t')
			buf_puts(out, "\\t");
		else if (c < 0x20 || c == 0x7f)
			buf_printf(out, "\\u%04x", c);
		else
			buf_write(out, bytes + i, n);
		i += n ? n : 1;
	}
}

bool xstr_number(const char *text, size_t len, uint64_t *value)
{
	unsigned int base = 10;
	uint64_t n = 0;
	size_t i = 0;

	if (len > 2 && text[0] == '0' && (text[1] | 0x20) == 'x') {
		base = 16;
		i = 2;
	} else if (len > 1 && text[0] == '0') {
		base = 8;
		i = 1;
	}
	if (!len)
		return false;
	for (; i < len; i++) {
		int d = hex_digit(text[i]);

		if (d < 0 || (unsigned int)d >= base)
			return false;
		if (__builtin_mul_overflow(n, base, &n) ||
		    __builtin_add_overflow(n, (unsigned int)d, &n))
			return false;
	}
	*value = n;
	return true;
}

/* Levenshtein distance of short names, case ignored; names that are too long are far apart. */
static unsigned int distance(const char *a, const char *b)
{
	enum { MAX = 64 };
	unsigned int row[MAX + 1];
	size_t i, j, n = strlen(a), m = strlen(b);

	if (n > MAX || m > MAX)
		return MAX;
	for (j = 0; j <= m; j++)
		row[j] = (unsigned int)j;
	for (i = 1; i <= n; i++) {
		unsigned int corner = row[0];

		row[0] = (unsigned int)i;
		for (j = 1; j <= m; j++) {
			int x = tolower((unsigned char)a[i - 1]);
			int y = tolower((unsigned char)b[j - 1]);
			unsigned int best = corner + (x != y);

			corner = row[j];
			if (corner + 1 < best)
				best = corner + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[m];
}

unsigned int xstr_similar(const char *name, const char *const *candidates, unsigned int n,
			  unsigned int *best, unsigned int max)
{
	unsigned int far[16], found = 0, limit = 1 + (unsigned int)strlen(name) / 3;
	unsigned int i, k;

	if (max > 16)
		max = 16;
	for (i = 0; i < n; i++) {
		unsigned int d = distance(name, candidates[i]);

		if (d > limit)
			continue;
		for (k = found < max ? found++ : max; k > 0 && far[k - 1] > d; k--) {
			if (k < max) {
				far[k] = far[k - 1];
				best[k] = best[k - 1];
			}
		}
		if (k < max) {
			far[k] = d;
			best[k] = i;
		}
	}
	return found;
}
