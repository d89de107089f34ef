/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What library functions do with strings: quoting, dates, tokens, UTF-8. As fmt.h, this includes no kernel and no libc
 * header and touches no memory but what it is given, so that the same source runs in the module and in a test program.
 */
#ifndef STP_PURE_TEXT_H
#define STP_PURE_TEXT_H

#ifndef STP_WIRE_H
#include "../wire.h"
#endif

/*
 * Quoting writes bytes as C source would: printable ASCII as it is, the rest as \n or \ooo, quotes and backslashes with
 * a backslash. The result has at most `most` bytes (at least 5); no escape is cut, and what does not fit is told by "..."
 * at the end. dst has most + 1 bytes.
 */
struct text_quoter {
	char *dst;
	stp_u32 most;
	stp_u32 at;
	stp_u32 safe;		/* the last place from which the long ending still fits */
	int marks;		/* 1: in double quotes */
	int full;		/* something did not fit: adding more is in vain */
};
void text_quote_begin(struct text_quoter *q, char *dst, stp_u32 most, int marks);
void text_quote_add(struct text_quoter *q, const char *s, stp_u32 n);
/* `more`: what was given is not all there is, so end as if it had not fit. Adds a NUL; returns the length before it. */
stp_u32 text_quote_end(struct text_quoter *q, int more);

/* "Thu Jan  1 00:00:00 1970" for 0, by the Gregorian calendar, in UTC; 24 bytes and a NUL for the years 0 to 9999.
 * Returns 0, or -1 (nothing written) for other years. */
int text_ctime(char dst[25], stp_s64 seconds);

/* The code point's UTF-8 bytes into dst; returns how many, or 0 when there is no such character. */
stp_u32 text_utf8(char dst[4], stp_u32 code);

/* The first token of s: bytes that are not in `delim`, after any that are. Sets *start to where it begins and returns its length;
 * 0 when there is none. */
stp_u32 text_token(const char *s, const char *delim, stp_u32 *start);

/* Where s2 begins in s1, or -1. */
stp_s64 text_find(const char *s1, const char *s2);

/* The number that s begins with, as strtoll() reads it, but that what is out of range wraps. */
stp_s64 text_number(const char *s, stp_s64 base);

#endif
