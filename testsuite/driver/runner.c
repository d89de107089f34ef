// SPDX-License-Identifier: GPL-2.0-or-later
/* The guest's side of the test driver: runs each case's commands in turn and writes a framed report on stdout.
 *
 *   START N                                         before case N, so that a crash has an owner
 *   END N STATUS TIMED-OUT OUT ERR KLOG LEFT        then that many bytes of each, in this order
 *
 * N is the name of a folder below /tests that holds `cmd` (for sh) and `timeout` (seconds). Linked statically. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TESTS "/tests"

struct text {
	char *s;
	size_t n;
};

static long long now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000LL + ts.tv_nsec / 1000000;
}

static void add(struct text *t, const char *data, size_t n)
{
	t->s = realloc(t->s, t->n + n + 1);
	if (!t->s)
		exit(1);
	memcpy(t->s + t->n, data, n);
	t->n += n;
	t->s[t->n] = 0;
}

static struct text read_path(const char *path)
{
	struct text t = { 0 };
	char buf[65536];
	ssize_t n;
	int fd = open(path, O_RDONLY);

	add(&t, "", 0);
	while (fd >= 0 && (n = read(fd, buf, sizeof(buf))) > 0)
		add(&t, buf, n);
	if (fd >= 0)
		close(fd);
	return t;
}

/* The kernel's records since the last call. */
static struct text read_klog(int fd)
{
	struct text t = { 0 };
	char record[8192];
	ssize_t n;

	add(&t, "", 0);
	/* EPIPE: some were overwritten before they were read; go on with the next */
	while ((n = read(fd, record, sizeof(record))) > 0 || (n < 0 && errno == EPIPE))
		if (n > 0)
			add(&t, record, n);
	return t;
}

static bool is_known(const struct text *before, const char *name, size_t n)
{
	for (const char *line = before->s; *line; line += strcspn(line, "\n"), line += *line == '\n')
		if (!strncmp(line, name, n) && line[n] == ' ')
			return true;
	return false;
}

/* Names of modules that were not there at the start. */
static struct text new_modules(const struct text *before)
{
	struct text now = read_path("/proc/modules"), names = { 0 };

	add(&names, "", 0);
	for (const char *line = now.s; *line; line += strcspn(line, "\n"), line += *line == '\n') {
		size_t n = strcspn(line, " ");

		if (is_known(before, line, n))
			continue;
		add(&names, line, n);
		add(&names, " ", 1);
	}
	free(now.s);
	return names;
}

/* A case that fails must not make the next ones fail: take away what it left. */
static void remove_modules(const struct text *left)
{
	char *names = strdup(left->s), *save = NULL;

	for (char *name = strtok_r(names, " ", &save); name; name = strtok_r(NULL, " ", &save))
		syscall(SYS_delete_module, name, O_NONBLOCK);
	free(names);
}

/* A module may still be on its way out when its program has ended. */
static struct text modules_left(const struct text *before)
{
	for (int i = 0; ; i++) {
		struct text left = new_modules(before);

		if (!left.n || i == 20)
			return left;
		free(left.s);
		poll(NULL, 0, 50);
	}
}

static pid_t start_case(const char *dir)
{
	char path[300];
	pid_t pid = fork();

	if (pid)
		return pid;
	setsid();
	snprintf(path, sizeof(path), "%s/.stdout", dir);
	dup2(open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644), 1);
	snprintf(path, sizeof(path), "%s/.stderr", dir);
	dup2(open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644), 2);
	if (chdir(dir) < 0)
		_exit(126);
	execl("/bin/sh", "sh", "cmd", NULL);
	_exit(126);
}

/* Wait for the case, and end it when its time is over: an interrupt first, as a user would. */
static int wait_case(pid_t pid, int timeout_s, bool *timed_out)
{
	long long end = now_ms() + timeout_s * 1000LL;
	int status, step = 5;

	while (waitpid(pid, &status, WNOHANG) != pid) {
		poll(NULL, 0, step);
		step = step < 50 ? step + 5 : 50;
		if (now_ms() < end)
			continue;
		kill(-pid, *timed_out ? SIGKILL : SIGINT);
		*timed_out = true;
		end = now_ms() + 3000;
	}
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void put(const struct text *t)
{
	fwrite(t->s, 1, t->n, stdout);
	free(t->s);
}

static void run_case(const char *name, int klog, const struct text *modules)
{
	char dir[280], path[300];
	struct text timeout, out, err, log, left;
	bool timed_out = false;
	int status;

	printf("START %s\n", name);
	fflush(stdout);
	snprintf(dir, sizeof(dir), TESTS "/%s", name);
	snprintf(path, sizeof(path), "%s/timeout", dir);
	timeout = read_path(path);
	status = wait_case(start_case(dir), atoi(timeout.s), &timed_out);
	free(timeout.s);
	left = modules_left(modules);
	kill(-1, SIGKILL);	/* all but init and this process */
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
	remove_modules(&left);
	snprintf(path, sizeof(path), "%s/.stdout", dir);
	out = read_path(path);
	unlink(path);
	snprintf(path, sizeof(path), "%s/.stderr", dir);
	err = read_path(path);
	unlink(path);
	log = read_klog(klog);
	printf("END %s %d %d %zu %zu %zu %zu\n", name, status, timed_out, out.n, err.n, log.n, left.n);
	put(&out);
	put(&err);
	put(&log);
	put(&left);
	fflush(stdout);
}

static int by_number(const struct dirent **a, const struct dirent **b)
{
	return atoi((*a)->d_name) - atoi((*b)->d_name);
}

static int not_hidden(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

int main(void)
{
	struct text modules = read_path("/proc/modules");
	int klog = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
	struct dirent **cases;
	int n = scandir(TESTS, &cases, not_hidden, by_number);

	if (klog < 0 || n < 0) {
		perror(klog < 0 ? "/dev/kmsg" : TESTS);
		return 1;
	}
	lseek(klog, 0, SEEK_END);
	for (int i = 0; i < n; i++)
		run_case(cases[i]->d_name, klog, &modules);
	return 0;
}
