// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/build/digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "translator/base/buf.h"

static uint64_t rotate(uint64_t x, int n)
{
	return x << n | x >> (64 - n);
}

/* The round of SipHash (Aumasson and Bernstein, 2012). */
static void mix(uint64_t v[4], int rounds)
{
	while (rounds--) {
		v[0] += v[1];
		v[2] += v[3];
		v[1] = rotate(v[1], 13) ^ v[0];
		v[3] = rotate(v[3], 16) ^ v[2];
		v[0] = rotate(v[0], 32);
		v[2] += v[1];
		v[0] += v[3];
		v[1] = rotate(v[1], 17) ^ v[2];
		v[3] = rotate(v[3], 21) ^ v[0];
		v[2] = rotate(v[2], 32);
	}
}

static void add_word(struct digest *d, uint64_t word)
{
	d->v[3] ^= word;
	mix(d->v, 2);
	d->v[0] ^= word;
}

void digest_init(struct digest *d)
{
	*d = (struct digest){
		.v = { 0x736f6d6570736575, 0x646f72616e646f6d ^ 0xee, 0x6c7967656e657261, 0x7465646279746573 },
	};
}

void digest_bytes(struct digest *d, const void *bytes, size_t len)
{
	const unsigned char *p = bytes;

	for (; len && d->len % 8; len--, p++) {
		d->tail |= (uint64_t)*p << (d->len++ % 8 * 8);
		if (d->len % 8 == 0) {
			add_word(d, d->tail);
			d->tail = 0;
		}
	}
	for (; len >= 8; len -= 8, p += 8, d->len += 8) {
		uint64_t word;

		memcpy(&word, p, 8);
		add_word(d, word);
	}
	for (; len; len--, p++)
		d->tail |= (uint64_t)*p << (d->len++ % 8 * 8);
}

void digest_string(struct digest *d, const char *s)
{
	digest_bytes(d, s ? s : "", s ? strlen(s) + 1 : 1);
}

int digest_file(struct digest *d, const char *path)
{
	struct buf text = BUF_INIT;
	int rc = buf_read_file(&text, path);

	digest_bytes(d, &text.len, sizeof(text.len));
	digest_bytes(d, buf_text(&text), text.len);
	buf_free(&text);
	return rc;
}

void digest_stat(struct digest *d, const char *path)
{
	char *real = realpath(path, NULL);
	struct stat st;

	digest_string(d, real);
	if (real && !stat(real, &st)) {
		digest_bytes(d, &st.st_size, sizeof(st.st_size));
		digest_bytes(d, &st.st_mtim, sizeof(st.st_mtim));
	}
	free(real);
}

void digest_end(struct digest *d, char text[DIGEST_TEXT])
{
	uint64_t low;

	add_word(d, d->tail | d->len << 56);
	d->v[2] ^= 0xee;
	mix(d->v, 4);
	low = d->v[0] ^ d->v[1] ^ d->v[2] ^ d->v[3];
	d->v[1] ^= 0xdd;
	mix(d->v, 4);
	snprintf(text, DIGEST_TEXT, "%016llx%016llx", (unsigned long long)low,
		 (unsigned long long)(d->v[0] ^ d->v[1] ^ d->v[2] ^ d->v[3]));
}
