// SPDX-License-Identifier: GPL-2.0-or-later
#include "guest/cpio.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void cpio_begin(struct cpio *c, int fd)
{
	*c = (struct cpio){ .fd = fd };
}

static void put(struct cpio *c, const void *data, size_t size)
{
	if (!c->failed && gu_write_all(c->fd, data, size) < 0) {
		gu_error("cannot write the initramfs: %s", strerror(errno));
		c->failed = true;
	}
}

/* Names and contents are padded to a multiple of four. */
static void pad(struct cpio *c, size_t size)
{
	put(c, "\0\0\0", -size & 3);
}

static void entry(struct cpio *c, const char *name, unsigned int mode, const void *data, size_t size)
{
	char head[111];
	size_t len = strlen(name) + 1;

	snprintf(head, sizeof(head), "070701%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X", ++c->ino,
		 mode, 0, 0, 1, 0, (unsigned int)size, 0, 0, 0, 0, (unsigned int)len, 0);
	put(c, head, 110);
	put(c, name, len);
	pad(c, 110 + len);
	put(c, data, size);
	pad(c, size);
}

/* Enter a name (without its first slash) unless it is there. Returns true when it is new. */
static bool enter(struct cpio *c, const char *name)
{
	char *up, *slash;

	if (!*name || gu_list_has(&c->names, name))
		return false;
	up = gu_strdup(name);
	slash = strrchr(up, '/');
	if (slash) {
		*slash = 0;
		if (enter(c, up))
			entry(c, up, S_IFDIR | 0755, "", 0);
	}
	free(up);
	gu_list_add(&c->names, "%s", name);
	return true;
}

void cpio_add_bytes(struct cpio *c, const char *path, unsigned int mode, const void *data, size_t size)
{
	if (enter(c, path + 1))
		entry(c, path + 1, S_IFREG | mode, data, size);
}

void cpio_add_link(struct cpio *c, const char *path, const char *target)
{
	if (enter(c, path + 1))
		entry(c, path + 1, S_IFLNK | 0777, target, strlen(target));
}

void cpio_add_dir(struct cpio *c, const char *path, unsigned int mode)
{
	if (enter(c, path + 1))
		entry(c, path + 1, S_IFDIR | mode, "", 0);
}

int cpio_add_file(struct cpio *c, const char *path, unsigned int mode, const char *host_path)
{
	size_t size;
	char *data = gu_read_file(host_path, &size);

	if (!data || size > UINT32_MAX) {
		gu_error("cannot take %s into the guest: %s", host_path, strerror(data ? EFBIG : errno));
		free(data);
		return -1;
	}
	cpio_add_bytes(c, path, mode, data, size);
	free(data);
	return 0;
}

int cpio_end(struct cpio *c)
{
	entry(c, "TRAILER!!!", 0, "", 0);
	gu_list_free(&c->names);
	return c->failed ? -1 : 0;
}
