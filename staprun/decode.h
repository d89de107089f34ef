/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stapdecode's work: records of a binary stream, laid out as a list of fields says, into text. */
#ifndef STAPRUN_DECODE_H
#define STAPRUN_DECODE_H

#include <stdbool.h>
#include <stddef.h>

#include "runtime/pure/fmt.h"
#include "staprun/output.h"

enum { DECODE_MAX = 128 };

struct decode {
	struct fmt_op fields[DECODE_MAX];	/* %Nb, %Ns, %0s, %c; literal bytes must be there as they are */
	int nfields;
	struct fmt_op format[2 * DECODE_MAX];	/* how to print them */
	int nformat;
	char *field_text, *format_text;		/* what the operations point into */
	size_t minimum;				/* bytes that a record has at least */
	unsigned long long record, byte;	/* of the record being decoded: number from 1, place in the stream from 0 */
	char stop[200];				/* why decoding stopped */
};

/* `fields` and `format` as on the command line, with C escapes; without a format: each record on a line, fields
 * separated by blanks, numbers signed or not. `skip` is the place of the first record. Returns 0, or -1 with the reason
 * in d->stop. */
int decode_open(struct decode *d, const char *fields, const char *format, bool is_unsigned, unsigned long long skip);
void decode_close(struct decode *d);
/* Decodes the whole records among `size` bytes. Returns how many bytes they take, or -1 when the stream makes no sense
 * (d->stop says why). */
long decode_bytes(struct decode *d, const char *bytes, size_t size, struct output *out);
/* The stream ended with `size` bytes left. Returns 0, or -1 with d->stop set. */
int decode_end(struct decode *d, size_t size);

#endif
