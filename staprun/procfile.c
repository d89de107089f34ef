// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/procfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "runtime/wire.h"
#include "staprun/tell.h"

int procfile_open(const char *module, const char *file, int flags)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), STP_PROC_DIR "%s/%s", module, file);
	fd = open(path, flags | O_CLOEXEC);
	if (fd >= 0)
		return fd;
	if (errno == EBUSY)
		tell_error("the module %s has a reader already", module);
	else if (errno == ENOENT)
		tell_error("the module %s is not loaded, or was not made by stap (no %s)", module, path);
	else
		tell_error("cannot open %s: %s", path, strerror(errno));
	return -1;
}
