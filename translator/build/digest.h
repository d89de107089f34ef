/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * digest - a 128-bit name for content: cache keys and checksums. It tells accidents apart (SipHash with fixed keys), it
 * is no protection against someone who wants two things to look the same; the cache is the user's own.
 */
#ifndef BUILD_DIGEST_H
#define BUILD_DIGEST_H

#include <stddef.h>
#include <stdint.h>

struct digest {
	uint64_t v[4];
	uint64_t tail;		/* bytes of the word in progress */
	uint64_t len;
};

#define DIGEST_TEXT 33		/* 32 hexadecimal digits and a NUL */

void digest_init(struct digest *d);
void digest_bytes(struct digest *d, const void *bytes, size_t len);

/* A string with its end, so that "ab","c" differs from "a","bc". NULL counts as "". */
void digest_string(struct digest *d, const char *s);

/* A file's content with its length; a file that cannot be read counts as absent. Returns 0 or -1 with errno. */
int digest_file(struct digest *d, const char *path);

/* What identifies a file without reading it: where it really lies, size and time of change. */
void digest_stat(struct digest *d, const char *path);

/* The name of all that went in; `d` is used up. */
void digest_end(struct digest *d, char text[DIGEST_TEXT]);

#endif
