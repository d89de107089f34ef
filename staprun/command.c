// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/command.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "staprun/control.h"
#include "staprun/tell.h"

extern char **environ;

enum { MAX_WORDS = 256 };

/* ---- -c -------------------------------------------------------------------------------------------------------- */

static bool needs_shell(const char *text)
{
	static const char *const builtins[] = { "exec ", "cd ", "exit", "export ", "ulimit ", "set ", "." , ":" };

	if (strpbrk(text, "|&;<>()$`\\\"'*?[]#~=%{}!\n"))
		return true;
	text += strspn(text, " \t");
	for (size_t i = 0; i < sizeof(builtins) / sizeof(builtins[0]); i++)
		if (!strncmp(text, builtins[i], strlen(builtins[i])) && strncmp(text, "./", 2) && strncmp(text, "../", 3))
			return true;
	return !*text;
}

/* The file that a command's name stands for, so that the child makes one execve and no failing ones that a script
 * would see. Caller frees; NULL: not found. */
static char *find_program(const char *name)
{
	const char *path = getenv("PATH");
	char *file;

	if (strchr(name, '/'))
		return strdup(name);
	for (const char *p = path ? path : "/usr/bin:/bin"; *p; p += strspn(p, ":")) {
		int n = strcspn(p, ":");

		if (asprintf(&file, "%.*s/%s", n, p, name) < 0)
			return NULL;
		if (!access(file, X_OK))
			return file;
		free(file);
		p += n;
	}
	return NULL;
}

struct held_command {
	char *file;
	char *words[MAX_WORDS + 1];
	char *copy;		/* what words point into */
};

static void split(struct held_command *h, const char *text)
{
	char *next;
	int n = 0;

	h->copy = strdup(text);
	for (char *w = strtok_r(h->copy, " \t", &next); w && n < MAX_WORDS; w = strtok_r(NULL, " \t", &next))
		h->words[n++] = w;
	h->words[n] = NULL;
}

static int prepare(struct held_command *h, const char *text)
{
	if (needs_shell(text)) {
		h->copy = strdup(text);
		h->file = strdup("/bin/sh");
		h->words[0] = "sh";
		h->words[1] = "-c";
		h->words[2] = h->copy;
		h->words[3] = NULL;
		return 0;
	}
	split(h, text);
	h->file = find_program(h->words[0]);
	if (h->file && !access(h->file, X_OK))
		return 0;
	tell_error("cannot run the command '%s': %s", h->words[0], h->file ? strerror(errno) : "not found in PATH");
	free(h->file);
	free(h->copy);
	return -1;
}

static void __attribute__((__noreturn__)) run_held(const struct held_command *h, int hold)
{
	sigset_t mask;
	char byte;

	control_child_mask(&mask);
	if (read(hold, &byte, 1) != 1)
		_exit(127);	/* the session is gone before it began */
	signal(SIGPIPE, SIG_DFL);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	execve(h->file, h->words, environ);
	tell_error("cannot run the command '%s': %s", h->file, strerror(errno));
	_exit(127);
}

int command_start(struct command *c, const char *text)
{
	struct held_command h;
	int hold[2];

	*c = (struct command){ .pidfd = -1 };
	if (prepare(&h, text))
		return -1;
	if (pipe2(hold, O_CLOEXEC)) {
		tell_error("cannot make a pipe: %s", strerror(errno));
		return -1;
	}
	c->pid = fork();
	if (!c->pid) {
		close(hold[1]);
		run_held(&h, hold[0]);
	}
	close(hold[0]);
	free(h.file);
	free(h.copy);
	c->hold = hold[1];
	if (c->pid > 0)
		c->pidfd = syscall(SYS_pidfd_open, c->pid, 0);
	if (c->pidfd >= 0)
		return 0;
	tell_error("cannot start the command: %s", strerror(errno));
	return -1;
}

void command_release(struct command *c)
{
	if (c->pid && !c->released && write(c->hold, "G", 1) == 1)
		c->released = true;
}

int command_finish(struct command *c, bool ended)
{
	int status = 0;

	if (!c->pid)
		return 0;
	if (!c->released)
		kill(c->pid, SIGKILL);
	else if (!ended)
		kill(c->pid, SIGTERM);
	if (c->released && !ended)
		return 0;
	while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
		;
	return c->released ? status : 0;
}

void command_tell(int status)
{
	const char *name = WIFSIGNALED(status) ? sigabbrev_np(WTERMSIG(status)) : NULL;

	if (WIFEXITED(status))
		tell_warning("child process exited with status %d", WEXITSTATUS(status));
	else
		tell_warning("child process killed by signal %d (SIG%s)", WTERMSIG(status), name ? name : "?");
}

/* ---- system() -------------------------------------------------------------------------------------------------- */

static pid_t spawn_shell(const char *text)
{
	char *const words[] = { "sh", "-c", (char *)text, NULL };
	posix_spawnattr_t attr;
	sigset_t mask, defaults;
	pid_t pid;
	int error;

	control_child_mask(&mask);
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setsigmask(&attr, &mask);
	posix_spawnattr_setsigdefault(&attr, &defaults);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	error = posix_spawn(&pid, "/bin/sh", NULL, &attr, words, environ);
	posix_spawnattr_destroy(&attr);
	if (!error)
		return pid;
	tell_error("system(): cannot run /bin/sh: %s", strerror(error));
	return -1;
}

void system_run(struct system_commands *s, const char *text, unsigned int length)
{
	char *copy = strndup(text, length);
	pid_t pid = copy ? spawn_shell(copy) : -1;

	free(copy);
	if (pid < 0)
		return;
	if (s->count == s->room) {
		pid_t *pids = realloc(s->pids, (2 * s->room + 8) * sizeof(*pids));

		if (!pids)
			return;
		s->pids = pids;
		s->room = 2 * s->room + 8;
	}
	s->pids[s->count++] = pid;
}

void system_reap(struct system_commands *s)
{
	for (unsigned int i = 0; i < s->count; )
		if (waitpid(s->pids[i], NULL, WNOHANG))
			s->pids[i] = s->pids[--s->count];
		else
			i++;
}

void system_finish(struct system_commands *s)
{
	for (int i = 0; i < 100; i++) {
		system_reap(s);
		if (!s->count)
			break;
		poll(NULL, 0, 10);
	}
	free(s->pids);
	*s = (struct system_commands){ 0 };
}
