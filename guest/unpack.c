// SPDX-License-Identifier: GPL-2.0-or-later
/* A bzImage is a boot sector, a few real-mode sectors, a loader, and the payload: the ELF kernel, packed, with its
 * unpacked size in the last four bytes. The boot protocol's header says where (Documentation/x86/boot.rst in the
 * kernel's sources). In emulation half of a boot goes into unpacking, so it is done once, here. */
#include "guest/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "guest/util.h"

#define SETUP_SECTS 0x1f1
#define HEADER_MAGIC 0x202
#define PAYLOAD_OFFSET 0x248
#define PAYLOAD_LENGTH 0x24c
#define SIZE_LIMIT (512U << 20)

struct bytes {
	const uint8_t *p;
	size_t n;
};

static uint32_t le32(const uint8_t *p)
{
	return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static int find_payload(struct bytes image, struct bytes *payload)
{
	size_t at;

	if (image.n < 0x260 || memcmp(image.p + HEADER_MAGIC, "HdrS", 4))
		return -1;
	at = (image.p[SETUP_SECTS] + 1) * 512 + (size_t)le32(image.p + PAYLOAD_OFFSET);
	payload->n = le32(image.p + PAYLOAD_LENGTH);
	if (at > image.n || payload->n > image.n - at || payload->n < 8)
		return -1;
	payload->p = image.p + at;
	return 0;
}

/* A length that does not fit its four bits goes on in bytes, 255 meaning "and more". */
static int lz4_length(const uint8_t **in, const uint8_t *end, size_t *len)
{
	uint8_t b;

	if (*len != 15)
		return 0;
	do {
		if (*in >= end)
			return -1;
		b = *(*in)++;
		*len += b;
	} while (b == 255);
	return 0;
}

/* Unpack one LZ4 block at out + *n. Returns 0, or -1 when it is malformed. */
static int lz4_block(const uint8_t *in, const uint8_t *end, uint8_t *out, size_t room, size_t *n)
{
	while (in < end) {
		size_t lit = *in >> 4, match = *in & 15, back;

		in++;
		if (lz4_length(&in, end, &lit) || lit > (size_t)(end - in) || lit > room - *n)
			return -1;
		memcpy(out + *n, in, lit);
		*n += lit;
		in += lit;
		if (in == end)
			return 0;	/* the last sequence has literals only */
		if (end - in < 2)
			return -1;
		back = in[0] | in[1] << 8;
		in += 2;
		if (lz4_length(&in, end, &match))
			return -1;
		match += 4;
		if (!back || back > *n || match > room - *n)
			return -1;
		for (; match; match--, ++*n)
			out[*n] = out[*n - back];
	}
	return 0;
}

/* The "legacy" frame, which the kernel's build uses: magic, then blocks with their packed size in front. */
static uint8_t *lz4_unpack(struct bytes in, size_t size)
{
	uint8_t *out = gu_grow(NULL, size, 1);
	size_t n = 0, at = 4;

	while (n < size && in.n - at > 4) {
		size_t block = le32(in.p + at);

		at += 4;
		if (block > in.n - at || lz4_block(in.p + at, in.p + at + block, out, size, &n))
			break;
		at += block;
	}
	if (n == size)
		return out;
	free(out);
	return NULL;
}

static int unpack_lz4(struct bytes payload, const char *vmlinux)
{
	uint32_t size = le32(payload.p + payload.n - 4);
	uint8_t *out = size <= SIZE_LIMIT ? lz4_unpack(payload, size) : NULL;
	int rc = 1;

	if (out && !memcmp(out, "\177ELF", 4))
		rc = gu_write_file(vmlinux, out, size);
	free(out);
	return rc;
}

/* Leave the work to a program; -f, as some of them take no symbolic link, which /proc has there. The size behind the packed data makes some of them complain after they have written
 * everything, so what counts is the result. */
static int unpack_by(const char *program, struct bytes payload, const char *vmlinux)
{
	int in = memfd_create("payload", MFD_CLOEXEC);
	int out = open(vmlinux, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	char *path = gu_format("/proc/self/fd/%d", in), magic[4] = "";
	char *argv[] = { (char *)program, "-dcqf", path, NULL };
	int rc = 1;

	if (in >= 0 && out >= 0 && !gu_write_all(in, payload.p, payload.n - 4)) {
		fcntl(in, F_SETFD, 0);
		gu_run(argv, out);
		if (pread(out, magic, 4, 0) == 4 && !memcmp(magic, "\177ELF", 4))
			rc = 0;
	}
	if (rc)
		unlink(vmlinux);
	close(in);
	close(out);
	free(path);
	return rc;
}

static int unpack_payload(struct bytes payload, const char *vmlinux)
{
	static const struct { const char *magic; size_t n; const char *program; } packers[] = {
		{ "\xfd" "7zXZ", 5, "xz" },
		{ "\x28\xb5\x2f\xfd", 4, "zstd" },
		{ "\x1f\x8b", 2, "gzip" },
	};

	if (!memcmp(payload.p, "\x02\x21\x4c\x18", 4))
		return unpack_lz4(payload, vmlinux);
	for (size_t i = 0; i < sizeof(packers) / sizeof(packers[0]); i++)
		if (!memcmp(payload.p, packers[i].magic, packers[i].n))
			return unpack_by(packers[i].program, payload, vmlinux);
	return 1;
}

int guest_unpack_vmlinux(const char *vmlinuz, const char *vmlinux)
{
	struct bytes image, payload;
	char *data = gu_read_file(vmlinuz, &image.n);
	int rc = 1;

	if (!data) {
		gu_error("cannot read %s: %s", vmlinuz, strerror(errno));
		return -1;
	}
	image.p = (const uint8_t *)data;
	if (!find_payload(image, &payload))
		rc = unpack_payload(payload, vmlinux);
	free(data);
	return rc;
}
