/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * xstr - small things done to strings.
 */
#ifndef BASE_XSTR_H
#define BASE_XSTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

/* Order of version strings ("5.9" < "5.10"), <0, 0 or >0. */
int xstr_version_compare(const char *a, const char *b);

/*
 * Appends the bytes as they stand inside a C (and script) string literal: \n \t \\ \" by name,
 * other non-printables as three octal digits, so that any text may follow. No quotes are added.
 */
void xstr_escape_c(struct buf *out, const char *bytes, size_t len);

/*
 * Appends the value of the text between the quotes of a script string literal: \a \b \t \n \v \f \r
 * \\, octal up to three digits, \xH or \xHH (if hex is set); any other backslash is dropped.
 */
void xstr_unescape_c(struct buf *out, const char *text, size_t len, bool hex);

/* Appends the bytes as a JSON string's inside: \" \\ \n .. \u00XX; invalid UTF-8 becomes \ufffd. */
void xstr_escape_json(struct buf *out, const char *bytes, size_t len);

/*
 * Like strtoull with base 0 over exactly len bytes: false when a byte is left over or out of range.
 */
bool xstr_number(const char *text, size_t len, uint64_t *value);

bool xstr_starts(const char *s, const char *prefix);
bool xstr_ends(const char *s, const char *suffix);

/*
 * The candidates nearest to a mistyped name, best first: at most `max` indices written to `best`,
 * returns how many are near enough to be worth a "(similar: ...)".
 */
unsigned int xstr_similar(const char *name, const char *const *candidates, unsigned int n,
			  unsigned int *best, unsigned int max);

#endif
