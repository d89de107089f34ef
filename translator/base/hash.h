/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hash - one hash function for bytes (FNV-1a with a final mix), the same on every machine.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint32_t hash_bytes(const void *bytes, size_t len)
{
	const unsigned char *p = bytes;
	uint32_t h = 2166136261u;

	while (len--)
		h = (h ^ *p++) * 16777619u;
	h ^= h >> 15;
	h *= 0x2c1b3c6du;
	return h ^ h >> 13;
}

#endif
