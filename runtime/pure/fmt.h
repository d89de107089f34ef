/* SPDX-License-Identifier: GPL-2.0 */
/*
 * printf of the language: parsing a format into operations, and carrying them out. The same source runs in the module
 * (sprintf), in stapio (everything printed) and in the translator (checking, tables), so it includes no kernel and no
 * libc header and neither allocates nor reads memory that it was not given.
 *
 * Grammar of a conversion (language.md 1.11, widened: any number of flags, as in C):
 *	%  flags(0 + - space #)*  width(digits | *)?  ( . (digits | *)? )?  l{0,2}  [bcdiuoxXpsmM]   or  %%
 */
#ifndef STP_PURE_FMT_H
#define STP_PURE_FMT_H

#ifndef STP_WIRE_H
#include "../wire.h"
#endif

enum fmt_conv {
	FMT_TEXT,		/* literal bytes: text, length */
	FMT_SIGNED,		/* d i */
	FMT_UNSIGNED, FMT_OCTAL, FMT_HEX, FMT_HEX_UPPER,	/* u o x X */
	FMT_POINTER,		/* p */
	FMT_CHAR,		/* c */
	FMT_STRING,		/* s */
	FMT_BINARY,		/* b */
	FMT_MEMORY, FMT_MEMORY_HEX,	/* m M: value is the memory's bytes, read before */
};

enum fmt_flag { FMT_ZERO = 1, FMT_PLUS = 2, FMT_LEFT = 4, FMT_SPACE = 8, FMT_ALT = 16,
		FMT_WIDTH_ARG = 32, FMT_PRECISION_ARG = 64 };	/* `*`: taken from a value before the one shown */

struct fmt_op {
	stp_u8 conv;		/* enum fmt_conv */
	stp_u8 flags;		/* enum fmt_flag */
	stp_u8 bytes;		/* FMT_BINARY: 1 2 4 8, resolved from width and precision */
	stp_u8 longs;		/* how many `l`: changes nothing here, but tells the type of an argument in C */
	int width;		/* -1: none */
	int precision;		/* -1: none */
	const char *text;	/* FMT_TEXT: points into the format given to fmt_parse, or a table */
	stp_u32 length;
};

struct fmt_value {
	stp_s64 number;
	const char *string;	/* FMT_STRING, FMT_MEMORY*: `length` bytes, no NUL needed */
	stp_u32 length;
};

struct fmt_error { stp_u32 at; const char *text; };	/* byte offset in the format; message as in language.md 1.11 */

/* Parses `length` bytes of format (escapes already replaced; %% becomes text). Fills at most `max` operations, returns how many, or -1 with
 * *error set. Text operations point into `format`. */
int fmt_parse(struct fmt_op *ops, int max, const char *format, stp_u32 length, struct fmt_error *error);
/* Number of values that an operation consumes: 0 to 3. */
int fmt_op_values(const struct fmt_op *op);
/* Formats into out[0..size); never writes beyond, returns the bytes that were needed in full (as snprintf; no NUL is added). */
stp_u32 fmt_format(char *out, stp_u32 size, const struct fmt_op *ops, int nops, const struct fmt_value *values);
/* Signed decimal digits of v into out (at least 20 bytes), no NUL; returns how many. The fast path of text output. */
stp_u32 fmt_decimal(char *out, stp_s64 v);

#endif
