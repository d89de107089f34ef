// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * proc - fork, exec, and a poll loop that feeds and drains the child's pipes. A close-on-exec pipe
 * carries errno back when exec fails, so that "no such program" is told from an exit status.
 */
#include "translator/base/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "translator/base/buf.h"

/* Our ends of the child's pipes; -1 when closed or not wanted. */
struct pipes {
	int in[2], out[2], err[2], exec[2];
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void close_pair(int pair[2])
{
	close_fd(&pair[0]);
	close_fd(&pair[1]);
}

static void close_all(struct pipes *p)
{
	close_pair(p->in);
	close_pair(p->out);
	close_pair(p->err);
	close_pair(p->exec);
}

static int open_pipes(const struct proc *p, struct pipes *pipes)
{
	memset(pipes, -1, sizeof(*pipes));
	if (pipe2(pipes->exec, O_CLOEXEC) ||
	    (p->input && !p->inherit_input && pipe2(pipes->in, O_CLOEXEC)) ||
	    (p->out == PROC_CAPTURE && pipe2(pipes->out, O_CLOEXEC)) ||
	    (p->err == PROC_CAPTURE && pipe2(pipes->err, O_CLOEXEC))) {
		close_all(pipes);
		return -1;
	}
	return 0;
}

static void redirect(int from, int to, bool discard)
{
	if (discard)
		from = open("/dev/null", O_RDWR);
	if (from >= 0)
		dup2(from, to);
}

static void change_environment(const char *const *env)
{
	for (; env && *env; env++) {
		if (strchr(*env, '='))
			putenv((char *)*env);
		else
			unsetenv(*env);
	}
}

/* In the child. Only returns when exec failed, with errno set. */
static void exec_child(const struct proc *p, const struct pipes *pipes)
{
	if (!p->inherit_input)
		redirect(pipes->in[0], STDIN_FILENO, !p->input);
	redirect(pipes->out[1], STDOUT_FILENO, p->out == PROC_DISCARD);
	redirect(pipes->err[1], STDERR_FILENO, p->err == PROC_DISCARD);
	signal(SIGPIPE, SIG_DFL);
	if (p->dir && chdir(p->dir))
		return;
	change_environment(p->env);
	execvp(p->argv[0], (char *const *)p->argv);
}

/* One read into the buffer; closes the pipe at its end. */
static void drain(int *fd, struct buf *to)
{
	ssize_t got = read(*fd, buf_reserve(to, 65536), 65536);

	if (got > 0) {
		to->len += (size_t)got;
		to->data[to->len] = '\0';
	} else if (got == 0 || errno != EINTR) {
		close_fd(fd);
	}
}

static void feed(int *fd, const char *input, size_t len, size_t *done)
{
	ssize_t put = write(*fd, input + *done, len - *done);

	if (put > 0)
		*done += (size_t)put;
	if (*done == len || (put < 0 && errno != EINTR && errno != EAGAIN))
		close_fd(fd);
}

/* Until the child has closed its outputs. poll ignores negative descriptors. */
static void pump(const struct proc *p, struct pipes *pipes)
{
	size_t done = 0;

	if (pipes->in[1] >= 0)
		fcntl(pipes->in[1], F_SETFL, O_NONBLOCK);
	if (pipes->in[1] >= 0 && !p->input_len)
		close_fd(&pipes->in[1]);
	while (pipes->in[1] >= 0 || pipes->out[0] >= 0 || pipes->err[0] >= 0) {
		struct pollfd fds[] = {
			{ pipes->in[1], POLLOUT, 0 },
			{ pipes->out[0], POLLIN, 0 },
			{ pipes->err[0], POLLIN, 0 },
		};

		if (poll(fds, 3, -1) < 0 && errno != EINTR)
			break;
		if (fds[0].revents)
			feed(&pipes->in[1], p->input, p->input_len, &done);
		if (fds[1].revents)
			drain(&pipes->out[0], p->out_buf);
		if (fds[2].revents)
			drain(&pipes->err[0], p->err_buf);
	}
}

static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* errno of a failed exec, 0 when the program is running. */
static int exec_error(int fd)
{
	int err = 0;
	ssize_t got;

	do {
		got = read(fd, &err, sizeof(err));
	} while (got < 0 && errno == EINTR);
	return got == sizeof(err) ? err : 0;
}

static int run_parent(const struct proc *p, struct pipes *pipes, pid_t pid)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
	int err, status;

	close_fd(&pipes->in[0]);
	close_fd(&pipes->out[1]);
	close_fd(&pipes->err[1]);
	close_fd(&pipes->exec[1]);
	sigaction(SIGPIPE, &ignore, &before);	/* a child may end before it has read its input */
	err = exec_error(pipes->exec[0]);
	if (!err)
		pump(p, pipes);
	close_all(pipes);
	status = wait_for(pid);
	sigaction(SIGPIPE, &before, NULL);
	if (err) {
		errno = err;
		return -1;
	}
	return status;
}

int proc_run(const struct proc *p)
{
	struct pipes pipes;
	pid_t pid;
	int err;

	if (open_pipes(p, &pipes))
		return -1;
	pid = fork();
	if (pid < 0) {
		err = errno;
		close_all(&pipes);
		errno = err;
		return -1;
	}
	if (pid == 0) {
		exec_child(p, &pipes);
		err = errno;
		if (write(pipes.exec[1], &err, sizeof(err)) < 0)
			_exit(126);
		_exit(127);
	}
	return run_parent(p, &pipes, pid);
}
