/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the library's functions on strings and memory call (pragma:stp). Each may be called from any handler. A name with
 * _fault raises a soft error where the memory cannot be read; the translator looks for that word.
 */
#ifndef STP_TEXT_H
#define STP_TEXT_H

/* ---- strings ------------------------------------------------------------------------------------------------- */

/* s as C source would write it, in at most `most` bytes (0 or too many: MAXSTRINGLEN - 1), with "..." behind what is
 * cut; marks: in double quotes. */
void stp_quote(char *dst, const char *s, stp_s64 most, int marks);
stp_s64 stp_find(const char *s1, const char *s2);		/* where s2 begins in s1, or -1 */
stp_s64 stp_strtol(const char *s, stp_s64 base);
void stp_str_replace(char *dst, const char *s, const char *from, const char *to);	/* cut */
/* The next token of what was given last (input NULL), or the first of `input`; "" when there is none. */
void stp_tokenize(struct stp_ctx *c, char *dst, const char *input, const char *delim);
/* As ctime(3) in UTC, without the newline. Raises an error outside the years 0 to 9999. */
void stp_ctime_or_fault(struct stp_ctx *c, char *dst, stp_s64 seconds);

/* ---- memory; user: 0 kernel, 1 the current process ----------------------------------------------------------- */

enum stp_number { STP_S8 = -1, STP_S16 = -2, STP_S32 = -4, STP_U8 = 1, STP_U16 = 2, STP_U32 = 4, STP_64 = 8 };

/* 0, or -1 without an error when the number at addr cannot be read. */
int stp_number(stp_s64 *value, stp_u64 addr, enum stp_number type, int user);
/* The same, raising "WHAT copy fault at ADDR"; the value is 0 then. */
stp_s64 stp_number_or_fault(struct stp_ctx *c, stp_u64 addr, enum stp_number type, int user, const char *what);
/* At most n bytes up to the NUL. 0, or -errno without an error. */
int stp_string_n(char *dst, stp_u64 addr, stp_s64 n, int user);
/* n bytes at addr, whatever they are, quoted in at most `most` bytes. 0, or -errno. string 1: up to a NUL,
 * and "..." when there is none among them; 2: up to a NUL, and they are all that there is. */
int stp_quote_memory(char *dst, stp_u64 addr, stp_s64 n, stp_s64 most, int string, int user);
/* The kernel's string at addr, at most n bytes of it (0: any number), quoted; 0x0 without quotes for address 0, ERROR where
 * it cannot be read. For pretty-printing, which goes on with the next member. */
void stp_quote_string(char *dst, stp_u64 addr, stp_s64 n);
/* n in decimal. */
void stp_number_text(char *dst, stp_s64 n);
/* A string of 16- or 32-bit characters (unit 2, 4) as UTF-8. 0, or -1 after the error was raised. */
int stp_wide_string_or_fault(struct stp_ctx *c, char *dst, stp_u64 addr, int unit, int user);
/* Writing, for guru mode: an error is raised when it cannot be done. */
void stp_store_or_fault(struct stp_ctx *c, stp_u64 addr, stp_s64 value, int size, int user, const char *what);
/* The string with its NUL, or (n >= 0) its first n bytes, padded with NULs. */
void stp_store_string_or_fault(struct stp_ctx *c, stp_u64 addr, const char *s, stp_s64 n, int user);

/* ---- floating point: 64 bits of a double; see pure/softfp.h --------------------------------------------------- */

stp_u64 stp_fp_add(stp_u64 a, stp_u64 b);
stp_u64 stp_fp_sub(stp_u64 a, stp_u64 b);
stp_u64 stp_fp_mul(stp_u64 a, stp_u64 b);
stp_u64 stp_fp_div(stp_u64 a, stp_u64 b);
stp_u64 stp_fp_rem(stp_u64 a, stp_u64 b);
stp_u64 stp_fp_sqrt(stp_u64 a);
int stp_fp_compare(char how, stp_u64 a, stp_u64 b);	/* '<' 'l' (<=) '=' */
stp_u64 stp_fp_from_long(stp_s64 n);
stp_u64 stp_fp_from_float(stp_u32 a);
stp_u64 stp_fp_from_text(const char *s);
stp_s64 stp_fp_to_long(stp_u64 a, stp_s64 round);
void stp_fp_to_text(char *dst, stp_u64 a, stp_s64 precision);

/* ---- numbers ------------------------------------------------------------------------------------------------- */

stp_u64 stp_random(void);			/* not for secrets */
stp_s64 stp_local_clock(void);
stp_s64 stp_cpu_clock(stp_s64 cpu);	/* 0 for a CPU that there is not */
stp_s64 stp_mono_ns(void);			/* ktime_get_mono_fast_ns */
stp_s64 stp_hz(void);
stp_s64 stp_loadavg(stp_s64 i);		/* times 2048; 0 but for i = 0, 1, 2 */
/* Seconds west of UTC, and the name of the time zone, where the reader is. */
stp_s64 stp_tz_gmtoff(void);
const char *stp_tz_name(void);

#endif
