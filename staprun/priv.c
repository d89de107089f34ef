// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/priv.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "staprun/tell.h"

static void __attribute__((__noreturn__)) give_up(const char *what)
{
	tell_error("%s: %s", what, strerror(errno));
	_exit(1);
}

/* Files opened later must not land on 0, 1 or 2, where messages would be written into them. */
static void fill_standard_fds(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDWR);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd < 0)
		_exit(1);
	close(fd);
}

static void clean_environment(void)
{
	static const char *const kept[] = { "TERM", "LANG", "LC_ALL", "HOME", "TZ" };
	char *values[sizeof(kept) / sizeof(kept[0])];

	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
		const char *value = getenv(kept[i]);

		values[i] = value ? strdup(value) : NULL;
	}
	if (clearenv() || setenv("PATH", "/usr/bin:/bin:/usr/sbin:/sbin", 1))
		give_up("cannot clean the environment");
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		if (values[i] && setenv(kept[i], values[i], 1))
			give_up("cannot clean the environment");
}

void priv_init(struct priv *p)
{
	*p = (struct priv){ .uid = getuid(), .gid = getgid() };
	p->setuid = getauxval(AT_SECURE) || geteuid() != p->uid;
	fill_standard_fds();
	if (!p->setuid)
		return;
	if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0u, 0) && errno != ENOSYS)
		give_up("cannot close inherited files");
	clean_environment();
	if (setegid(p->gid) || seteuid(p->uid))
		give_up("cannot lower privilege");
}

void priv_raise(const struct priv *p)
{
	if (p->setuid && seteuid(0))
		give_up("cannot raise privilege");
}

void priv_lower(const struct priv *p)
{
	if (p->setuid && seteuid(p->uid))
		give_up("cannot lower privilege");
}

void priv_drop(const struct priv *p)
{
	if (!p->setuid)
		return;
	if (setresgid(p->gid, p->gid, p->gid) || setresuid(p->uid, p->uid, p->uid))
		give_up("cannot drop privilege");
	if (p->uid && !seteuid(0)) {
		tell_error("cannot drop privilege");
		_exit(1);
	}
}
