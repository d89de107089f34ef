// SPDX-License-Identifier: GPL-2.0
#include "text.h"

/* ---- quoting --------------------------------------------------------------------------------------------------- */

/* One byte of a C string literal; returns the length, 1 to 4. */
static stp_u32 text_quote_byte(char out[4], stp_u8 c)
{
	static const char named[] = "\aa\bb\ff\nn\rr\tt\vv\"\"\\\\";
	int i;

	out[0] = '\\';
	for (i = 0; named[i]; i += 2) {
		if ((stp_u8)named[i] == c) {
			out[1] = named[i + 1];
			return 2;
		}
	}
	if (c >= ' ' && c < 127) {
		out[0] = c;
		return 1;
	}
	out[1] = '0' + (c >> 6);
	out[2] = '0' + (c >> 3 & 7);
	out[3] = '0' + (c & 7);
	return 4;
}

void text_quote_begin(struct text_quoter *q, char *dst, stp_u32 most, int marks)
{
	const struct text_quoter begun = { .dst = dst, .most = most, .at = marks, .safe = marks, .marks = marks };

	*q = begun;
	if (marks)
		dst[0] = '"';
}

void text_quote_add(struct text_quoter *q, const char *s, stp_u32 n)
{
	stp_u32 i, k, bytes;
	char one[4];

	for (i = 0; i < n && !q->full; i++) {
		bytes = text_quote_byte(one, (stp_u8)s[i]);
		q->full = q->at + bytes + q->marks > q->most;
		for (k = 0; k < bytes && !q->full; k++)
			q->dst[q->at++] = one[k];
		if (q->at + q->marks + 3 <= q->most)
			q->safe = q->at;
	}
}

stp_u32 text_quote_end(struct text_quoter *q, int more)
{
	int i;

	if (q->full || more)
		q->at = q->safe;
	if (q->marks)
		q->dst[q->at++] = '"';
	for (i = 0; i < 3 && (q->full || more); i++)
		q->dst[q->at++] = '.';
	q->dst[q->at] = 0;
	return q->at;
}

/* ---- dates ----------------------------------------------------------------------------------------------------- */

struct date { stp_s64 year; int month, day, weekday; };

/* Days since 1970 to a date. Years begin in March here, so that leap days come last; 400 years have 146097 days. */
static void date_of_days(struct date *d, stp_s64 days)
{
	stp_s64 n = days + 719468;			/* since 0000-03-01 */
	stp_s64 era = (n >= 0 ? n : n - 146096) / 146097;
	int of_era = (int)(n - era * 146097);
	int year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
	int of_year = of_era - (365 * year + year / 4 - year / 100);
	int month = (5 * of_year + 2) / 153;		/* 0 is March */

	d->day = of_year - (153 * month + 2) / 5 + 1;
	d->month = month < 10 ? month + 2 : month - 10;	/* 0 is January */
	d->year = year + era * 400 + (d->month < 2);
	d->weekday = (int)((days % 7 + 7 + 4) % 7);	/* 1970 began on a Thursday */
}

static char *text_put_two(char *p, int n, char pad)
{
	p[0] = n < 10 ? pad : '0' + n / 10;
	p[1] = '0' + n % 10;
	return p + 2;
}

static char *text_put_name(char *p, const char *names, int n)
{
	int i;

	for (i = 0; i < 3; i++)
		p[i] = names[3 * n + i];
	p[3] = ' ';
	return p + 4;
}

int text_ctime(char dst[25], stp_s64 seconds)
{
	stp_s64 days = seconds / 86400 - (seconds % 86400 < 0);
	int second = (int)(seconds - days * 86400);
	struct date d;
	char *p;

	if (seconds < -62167219200ll || seconds > 253402300799ll)
		return -1;
	date_of_days(&d, days);
	p = text_put_name(dst, "SunMonTueWedThuFriSat", d.weekday);
	p = text_put_name(p, "JanFebMarAprMayJunJulAugSepOctNovDec", d.month);
	p = text_put_two(p, d.day, ' ');
	*p++ = ' ';
	p = text_put_two(p, second / 3600, '0');
	*p++ = ':';
	p = text_put_two(p, second / 60 % 60, '0');
	*p++ = ':';
	p = text_put_two(p, second % 60, '0');
	*p++ = ' ';
	p = text_put_two(p, (int)d.year / 100, '0');
	p = text_put_two(p, (int)d.year % 100, '0');
	*p = 0;
	return 0;
}

/* ---- the rest -------------------------------------------------------------------------------------------------- */

stp_u32 text_utf8(char dst[4], stp_u32 code)
{
	if (code < 0x80) {
		dst[0] = code;
		return 1;
	}
	if (code < 0x800) {
		dst[0] = 0xc0 | code >> 6;
		dst[1] = 0x80 | (code & 63);
		return 2;
	}
	if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return 0;
	if (code < 0x10000) {
		dst[0] = 0xe0 | code >> 12;
		dst[1] = 0x80 | (code >> 6 & 63);
		dst[2] = 0x80 | (code & 63);
		return 3;
	}
	dst[0] = 0xf0 | code >> 18;
	dst[1] = 0x80 | (code >> 12 & 63);
	dst[2] = 0x80 | (code >> 6 & 63);
	dst[3] = 0x80 | (code & 63);
	return 4;
}

static int text_is_in(const char *set, char c)
{
	while (*set && *set != c)
		set++;
	return *set != 0;
}

stp_u32 text_token(const char *s, const char *delim, stp_u32 *start)
{
	stp_u32 begin = 0, end;

	while (s[begin] && text_is_in(delim, s[begin]))
		begin++;
	for (end = begin; s[end] && !text_is_in(delim, s[end]); end++)
		;
	*start = begin;
	return end - begin;
}

/* By the first byte, then the others: s1 is short, and no table is worth it. */
stp_s64 text_find(const char *s1, const char *s2)
{
	stp_u32 at, n;

	for (at = 0;; at++) {
		for (n = 0; s2[n] && s1[at + n] == s2[n]; n++)
			;
		if (!s2[n])
			return at;
		if (!s1[at])
			return -1;
	}
}

static stp_u32 text_digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'z' ? (stp_u32)(c - 'a' + 10) : 99;
}

stp_s64 text_number(const char *s, stp_s64 base)
{
	stp_u64 value = 0;
	int negative;

	while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
		s++;
	negative = *s == '-';
	s += *s == '-' || *s == '+';
	if ((base == 0 || base == 16) && s[0] == '0' && (s[1] | 32) == 'x' && text_digit_value(s[2]) < 16) {
		base = 16;
		s += 2;
	}
	if (base == 0)
		base = *s == '0' ? 8 : 10;
	if (base < 2 || base > 36)
		return 0;
	for (; text_digit_value(*s) < (stp_u64)base; s++)
		value = value * (stp_u64)base + text_digit_value(*s);
	return (stp_s64)(negative ? 0 - value : value);
}
