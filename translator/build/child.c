// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/build/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const int passed[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
#define N_PASSED (sizeof(passed) / sizeof(*passed))

/* In the child: exec, or errno into the pipe. The child ends when we are killed. */
static void become(const char *const *argv, int out_fd, int error_pipe, const sigset_t *mask)
{
	int error;

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	sigprocmask(SIG_SETMASK, mask, NULL);
	if (out_fd < 0 || dup2(out_fd, STDOUT_FILENO) >= 0)
		execvp(argv[0], (char *const *)argv);
	error = errno;
	if (write(error_pipe, &error, sizeof(error)) < 0)
		_exit(126);
	_exit(127);
}

/* A terminal's signals reach the child too. So may those of a process group, but the reader takes equal signals that
 * come together for one. */
static void pass_on(pid_t pid, const siginfo_t *info)
{
	if (info->si_code != SI_KERNEL)
		kill(pid, info->si_signo);
}

static int wait_for(pid_t pid, const sigset_t *wanted)
{
	int status;

	for (;;) {
		siginfo_t info;

		if (waitpid(pid, &status, WNOHANG) == pid)
			return status;
		if (sigwaitinfo(wanted, &info) > 0 && info.si_signo != SIGCHLD)
			pass_on(pid, &info);
	}
}

/* The child's pid once it runs its program, or -1 with errno. */
static pid_t start(const char *const *argv, int out_fd, const sigset_t *mask)
{
	int pipe_fd[2], error = 0;
	pid_t pid;

	if (pipe2(pipe_fd, O_CLOEXEC) < 0)
		return -1;
	pid = fork();
	if (!pid)
		become(argv, out_fd, pipe_fd[1], mask);
	close(pipe_fd[1]);
	if (pid > 0 && read(pipe_fd[0], &error, sizeof(error)) == sizeof(error)) {
		waitpid(pid, NULL, 0);
		errno = error;
		pid = -1;
	}
	close(pipe_fd[0]);
	return pid;
}

int child_run(const char *const *argv, int out_fd)
{
	sigset_t wanted, before;
	int status = -1;
	pid_t pid;

	sigemptyset(&wanted);
	for (size_t i = 0; i < N_PASSED; i++)
		sigaddset(&wanted, passed[i]);
	sigaddset(&wanted, SIGCHLD);
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_BLOCK, &wanted, &before);
	pid = start(argv, out_fd, &before);
	if (pid > 0)
		status = wait_for(pid, &wanted);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return status;
}
