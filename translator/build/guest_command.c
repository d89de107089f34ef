// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/build/guest_command.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "translator/base/buf.h"
#include "translator/base/proc.h"
#include "translator/base/xstr.h"
#include "translator/session.h"

/* Does busybox bring the program to the guest? */
static bool is_applet(const char *name)
{
	static const char *const argv[] = { "busybox", "--list", NULL };
	struct buf list = BUF_INIT;
	const struct proc p = { .argv = argv, .out = PROC_CAPTURE, .err = PROC_DISCARD, .out_buf = &list };
	bool found = false;

	if (!strcmp(name, "busybox"))
		return true;
	if (proc_run(&p) == 0) {
		const char *at = buf_text(&list);
		size_t len = strlen(name);

		for (; *at && !found; at += strcspn(at, "\n"), at += *at == '\n')
			found = strcspn(at, "\n") == len && !strncmp(at, name, len);
	}
	buf_free(&list);
	return found;
}

/* Where the host has the program; NULL when it has none. */
static const char *find_on_host(struct session *s, const char *word)
{
	const char *path = getenv("PATH");

	if (strchr(word, '/'))
		return access(word, X_OK) ? NULL : word;
	for (path = path ? path : ""; *path; path += *path == ':') {
		size_t len = strcspn(path, ":");
		const char *file = arena_printf(s->arena, "%.*s/%s", (int)len, path, word);

		if (len && !access(file, X_OK))
			return file;
		path += len;
	}
	return NULL;
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

const char *guest_command(struct session *s, const char *command, const char **exe)
{
	size_t skip = strspn(command, " \t"), len = strcspn(command + skip, " \t\n;&|<>()$`\\\"'*?[#~=%");
	const char *word = arena_strndup(s->arena, command + skip, len), *host;
	bool in_bin = xstr_starts(word, "/bin/") || xstr_starts(word, "/usr/bin/");

	*exe = NULL;
	if (!len || ((in_bin || !strchr(word, '/')) && is_applet(last_part(word))))
		return command;
	host = find_on_host(s, word);
	if (!host)
		return command;
	*exe = arena_printf(s->arena, "%s:/bin/%s", host, last_part(word));
	return arena_printf(s->arena, "/bin/%s%s", last_part(word), command + skip + len);
}
