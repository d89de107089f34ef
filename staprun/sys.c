// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/sys.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "runtime/wire.h"

int sys_load_module(int fd, const char *settings)
{
	return syscall(SYS_finit_module, fd, settings, 0) ? -errno : 0;
}

int sys_delete_module(const char *name)
{
	return syscall(SYS_delete_module, name, O_NONBLOCK) ? -errno : 0;
}

int sys_read_line(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = -1;
	int error;

	text[0] = 0;
	if (fd >= 0)
		n = read(fd, text, size - 1);
	error = errno;
	if (fd >= 0)
		close(fd);
	if (n < 0)
		return -error;
	text[n] = 0;
	text[strcspn(text, "\n")] = 0;
	return 0;
}

bool sys_exists(const char *path)
{
	return !access(path, F_OK);
}

void sys_release(char *text, size_t size)
{
	struct utsname u;

	snprintf(text, size, "%s", uname(&u) ? "" : u.release);
}

int sys_for_each(const char *folder, const char *prefix, int (*each)(const char *name, void *arg), void *arg)
{
	size_t n = strlen(prefix);
	DIR *dir = opendir(folder);
	struct dirent *d;
	int rc = 0;

	while (dir && !rc && (d = readdir(dir)))
		if (!strncmp(d->d_name, prefix, n))
			rc = each(d->d_name + n, arg);
	if (dir)
		closedir(dir);
	return rc;
}

static int open_file(const char *name, const char *file)
{
	char path[256];

	snprintf(path, sizeof(path), STP_PROC_DIR "%s/%s", name, file);
	return open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
}

int sys_control_is_free(const char *name)
{
	int fd = open_file(name, "control");

	if (fd < 0)
		return errno == EBUSY ? 0 : -errno;
	close(fd);
	return 1;
}

unsigned long long sys_module_age(const char *name)
{
	int fd = open_file(name, "ring");
	struct timespec now;
	struct stp_ring_info *info;
	unsigned long long t, start = 0;

	if (fd < 0)
		return 0;
	info = mmap(NULL, sizeof(*info), PROT_READ, MAP_SHARED, fd, STP_MMAP(0, STP_REGION_INFO));
	close(fd);
	if (info == MAP_FAILED)
		return 0;
	if (info->magic == STP_WIRE_MAGIC)
		start = info->start_mono_ns;
	munmap(info, sizeof(*info));
	clock_gettime(CLOCK_MONOTONIC, &now);
	t = now.tv_sec * 1000000000ull + now.tv_nsec;
	return start && t > start ? t - start : 0;
}

int sys_log_open(void)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd >= 0)
		lseek(fd, 0, SEEK_END);
	return fd;
}

/* A record is "prefix;text\n" and maybe more lines, which are not text. */
void sys_log_find(int fd, const char *word, char *text, size_t size)
{
	char record[8192];
	ssize_t n;

	text[0] = 0;
	if (fd < 0)
		return;
	while ((n = read(fd, record, sizeof(record) - 1)) > 0 || (n < 0 && errno == EPIPE)) {
		char *line;

		if (n < 0)
			continue;	/* overwritten before it was read: the next one is there */
		record[n] = 0;
		record[strcspn(record, "\n")] = 0;
		line = strchr(record, ';');
		if (line && strstr(line + 1, word))
			snprintf(text, size, "%s", line + 1);
	}
	close(fd);
}

void sys_sleep(int ms)
{
	poll(NULL, 0, ms);
}
