// SPDX-License-Identifier: GPL-2.0-or-later
/* The first program in a guest: mounts, loads the virtio drivers, runs one command with its three streams
 * on virtio ports, and powers off once the host has everything. Linked statically: a guest has no libc. */
#include <errno.h>
#include <fcntl.h>
#include <linux/reboot.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/klog.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "guest/proto.h"

/* Bytes on their way from one descriptor to another. A closed side is -1. */
struct relay {
	int from, to;
	bool ends;		/* a read of 0 bytes is its end (a port says 0 while the host connects) */
	uint64_t bytes;		/* taken from `from` so far */
	uint64_t limit;		/* no more than that is taken */
	size_t off, len;	/* what of buf is still to be written */
	char buf[65536];
};

struct init {
	int port[GUEST_PORT__COUNT];
	int sigfd;
	pid_t child;		/* 0 once it has been reaped */
	int status;		/* its exit status */
	bool with_stdin, beat, bye;
	time_t beaten;		/* seconds of the monotonic clock at the last beat */
	uint64_t stdin_end;	/* bytes of stdin in all, UINT64_MAX while unknown */
	char **argv;
	struct relay in, out, err;
	char msg[sizeof(struct guest_msg)];
	size_t msg_len;
};

static void power_off(void)
{
	reboot(LINUX_REBOOT_CMD_POWER_OFF);
	for (;;)
		pause();
}

/* Before the ports are up the kernel log is the only way to say something. */
static void fatal(const char *what)
{
	char line[200];
	int fd = open("/dev/kmsg", O_WRONLY);
	int n = snprintf(line, sizeof(line), "<2>stap-guest: init: %s: %s\n", what, strerror(errno));

	if (fd < 0 || write(fd, line, n) < 0)
		perror(what);
	power_off();
}

static void mount_all(void)
{
	static const struct { const char *type, *dir, *data; } table[] = {
		{ "proc", "/proc", NULL },
		{ "sysfs", "/sys", NULL },
		{ "devtmpfs", "/dev", NULL },
		{ "devpts", "/dev/pts", "ptmxmode=0666" },
		{ "tmpfs", "/dev/shm", "mode=1777" },
		{ "tmpfs", "/tmp", "mode=1777,size=75%" },
		{ "tmpfs", "/run", "mode=0755" },
		{ "debugfs", "/sys/kernel/debug", NULL },
		{ "tracefs", "/sys/kernel/tracing", NULL },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		/* The job's own files may lie there: a mount would hide them, and the root is in memory as well. */
		if (mkdir(table[i].dir, 0755) < 0 && !strcmp(table[i].type, "tmpfs")) {
			chmod(table[i].dir, 01777);
			continue;
		}
		/* A kernel without debugfs is still a guest: whoever needs it says so. */
		mount(table[i].type, table[i].dir, table[i].type, 0, table[i].data);
	}
}

static void loopback_up(void)
{
	struct ifreq ifr = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return;
	ioctl(fd, SIOCSIFFLAGS, &ifr);
	close(fd);
}

static void load_modules(void)
{
	FILE *list = fopen(GUEST_MODULES_PATH, "re");
	char path[512];

	if (!list)
		fatal(GUEST_MODULES_PATH);
	while (fgets(path, sizeof(path), list)) {
		int fd;

		path[strcspn(path, "\n")] = 0;
		fd = open(path, O_RDONLY | O_CLOEXEC);
		if (fd < 0 || (syscall(SYS_finit_module, fd, "", 0) < 0 && errno != EEXIST))
			fatal(path);
		close(fd);
	}
	fclose(list);
}

/* The ports come up one after the other on a work queue after the driver has loaded. */
static int open_port(int n)
{
	char path[32];

	snprintf(path, sizeof(path), "/dev/vport0p%d", n);
	for (int tries = 0; tries < 10000; tries++) {
		int fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);

		if (fd >= 0)
			return fd;
		usleep(1000);
	}
	fatal(path);
	return -1;
}

static void send_msg(struct init *in, struct guest_msg m)
{
	struct pollfd p = { .fd = in->port[GUEST_PORT_CTL], .events = POLLOUT };

	while (write(p.fd, &m, sizeof(m)) < 0 && (errno == EAGAIN || errno == EINTR))
		poll(&p, 1, 100);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Move what can be moved without waiting. Returns true when it made progress. */
static bool relay_step(struct relay *r)
{
	bool moved = false;
	ssize_t n;

	if (!r->len && r->from >= 0 && r->bytes < r->limit) {
		n = read(r->from, r->buf, sizeof(r->buf));
		if (n == 0 && r->ends)
			close_fd(&r->from);
		if (n > 0) {
			r->off = 0;
			r->len = n;
			r->bytes += n;
			moved = true;
		}
	}
	if (r->len && r->to >= 0) {
		n = write(r->to, r->buf + r->off, r->len);
		if (n > 0) {
			r->off += n;
			r->len -= n;
			moved = true;
		} else if (n < 0 && errno == EPIPE) {
			close_fd(&r->to);
		}
	}
	if (r->to < 0)
		r->len = 0;
	return moved;
}

/* As on a terminal, an interrupt goes to the whole process group; SIGTERM to the command alone. */
static void pass_signal(struct init *in, int sig)
{
	if (!in->child)
		return;
	kill(sig == SIGINT || sig == SIGQUIT ? -in->child : in->child, sig);
}

static void handle_msg(struct init *in, const struct guest_msg *m)
{
	switch (m->kind) {
	case GUEST_SIGNAL:
		pass_signal(in, m->arg);
		break;
	case GUEST_STDIN_END:
		in->stdin_end = m->a;
		break;
	case GUEST_CLOSE:
		close_fd(m->arg == 1 ? &in->out.from : &in->err.from);
		(m->arg == 1 ? &in->out : &in->err)->len = 0;
		break;
	case GUEST_BYE:
		in->bye = true;
		break;
	}
}

static void read_ctl(struct init *in)
{
	ssize_t n;

	while ((n = read(in->port[GUEST_PORT_CTL], in->msg + in->msg_len,
			 sizeof(in->msg) - in->msg_len)) > 0) {
		struct guest_msg m;

		in->msg_len += n;
		if (in->msg_len < sizeof(in->msg))
			continue;
		memcpy(&m, in->msg, sizeof(m));
		in->msg_len = 0;
		handle_msg(in, &m);
	}
}

/* What the command wrote is still to come; what its orphans go on writing is not waited for. */
static void limit_to_pending(struct relay *r)
{
	int pending = 0;

	if (r->from >= 0)
		ioctl(r->from, FIONREAD, &pending);
	r->limit = r->bytes + pending;
}

static void reap(struct init *in)
{
	struct signalfd_siginfo si;
	int status;
	pid_t pid;

	while (read(in->sigfd, &si, sizeof(si)) > 0)
		;
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid != in->child)
			continue;
		in->child = 0;
		in->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
		limit_to_pending(&in->out);
		limit_to_pending(&in->err);
	}
}

/* By the clock, not by how quiet it is: a command that prints all the time is alive too. */
static void beat(struct init *in)
{
	struct timespec now;

	if (!in->beat)
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (now.tv_sec - in->beaten < GUEST_BEAT_MS / 1000)
		return;
	in->beaten = now.tv_sec;
	send_msg(in, (struct guest_msg){ .kind = GUEST_BEAT });
}

static void wait_for_events(struct init *in)
{
	struct pollfd p[] = {
		{ .fd = in->port[GUEST_PORT_CTL], .events = POLLIN },
		{ .fd = in->sigfd, .events = POLLIN },
		{ .fd = in->out.len ? -1 : in->out.from, .events = POLLIN },
		{ .fd = in->err.len ? -1 : in->err.from, .events = POLLIN },
		{ .fd = in->out.len ? in->out.to : -1, .events = POLLOUT },
		{ .fd = in->err.len ? in->err.to : -1, .events = POLLOUT },
		{ .fd = in->in.len ? in->in.to : -1, .events = POLLOUT },
		{ .fd = in->in.len ? -1 : in->in.from, .events = POLLIN },
	};

	poll(p, sizeof(p) / sizeof(p[0]), in->beat ? GUEST_BEAT_MS : -1);
	beat(in);
}

static void wait_for_bye(struct init *in)
{
	in->in.from = in->out.from = in->err.from = -1;
	while (!in->bye) {
		wait_for_events(in);
		reap(in);
		read_ctl(in);
	}
}

static void fail(struct init *in, enum guest_init_step step, int err)
{
	send_msg(in, (struct guest_msg){ GUEST_FAIL, err, step, 0 });
	wait_for_bye(in);
	power_off();
}

/* Read the job file: flags, then the arguments. */
static void read_job(struct init *in)
{
	int fd = open(GUEST_JOB_PATH, O_RDONLY | O_CLOEXEC);
	struct stat st = { 0 };
	size_t argc = 0;
	char *text;
	ssize_t n;

	if (fd < 0 || fstat(fd, &st) < 0)
		fail(in, GUEST_STEP_JOB, errno);
	text = calloc(st.st_size + 1, 1);
	n = read(fd, text, st.st_size);
	if (n <= 0)
		fail(in, GUEST_STEP_JOB, errno);
	close(fd);
	in->with_stdin = strchr(text, GUEST_JOB_STDIN);
	in->beat = !strchr(text, GUEST_JOB_QUIET);
	in->argv = calloc(n + 1, sizeof(*in->argv));
	for (char *p = text + strlen(text) + 1; p < text + n; p += strlen(p) + 1)
		in->argv[argc++] = p;
}

static void child_run(struct init *in, int sin, int sout, int serr, int report)
{
	sigset_t none;
	int err;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	setsid();
	dup2(sin, 0);
	dup2(sout, 1);
	dup2(serr, 2);
	execvp(in->argv[0], in->argv);
	err = errno;
	if (write(report, &err, sizeof(err)) < 0)
		_exit(126);
	_exit(127);
}

static void start_child(struct init *in)
{
	int sin[2] = { open("/dev/null", O_RDONLY | O_CLOEXEC), -1 };
	int sout[2], serr[2], report[2], err;

	if ((in->with_stdin && pipe2(sin, O_CLOEXEC) < 0) || pipe2(sout, O_CLOEXEC) < 0 ||
	    pipe2(serr, O_CLOEXEC) < 0 || pipe2(report, O_CLOEXEC) < 0)
		fatal("pipe");
	in->child = fork();
	if (in->child < 0)
		fatal("fork");
	if (!in->child)
		child_run(in, sin[0], sout[1], serr[1], report[1]);
	close(sin[0]);
	close(sout[1]);
	close(serr[1]);
	close(report[1]);
	if (read(report[0], &err, sizeof(err)) == sizeof(err))
		fail(in, GUEST_STEP_EXEC, err);
	close(report[0]);
	in->in.from = in->with_stdin ? in->port[GUEST_PORT_IN] : -1;
	in->in.to = sin[1];
	in->out.ends = in->err.ends = true;
	in->in.limit = in->out.limit = in->err.limit = UINT64_MAX;
	in->out.from = sout[0];
	in->out.to = in->port[GUEST_PORT_OUT];
	in->err.from = serr[0];
	in->err.to = in->port[GUEST_PORT_ERR];
	if (in->in.to >= 0)
		fcntl(in->in.to, F_SETFL, O_NONBLOCK);
	fcntl(in->out.from, F_SETFL, O_NONBLOCK);
	fcntl(in->err.from, F_SETFL, O_NONBLOCK);
}

/* Pass bytes, signals and ends of streams until the command is gone and its output is out. */
static void relay_all(struct init *in)
{
	bool moved;

	for (;;) {
		reap(in);
		read_ctl(in);
		moved = relay_step(&in->out);
		moved |= relay_step(&in->err);
		moved |= relay_step(&in->in);
		if (in->in.bytes >= in->stdin_end && !in->in.len)
			close_fd(&in->in.to);
		if (in->in.to < 0)
			in->in.from = -1;
		if (moved)
			continue;
		if (!in->child && !in->out.len && !in->err.len)
			return;
		wait_for_events(in);
	}
}

int main(void)
{
	static struct init in = { .stdin_end = UINT64_MAX };
	sigset_t chld;

	mount_all();
	load_modules();
	loopback_up();
	for (int i = GUEST_PORT_CTL; i < GUEST_PORT__COUNT; i++)
		in.port[i] = open_port(i);
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	sigprocmask(SIG_BLOCK, &chld, NULL);
	in.sigfd = signalfd(-1, &chld, SFD_NONBLOCK | SFD_CLOEXEC);
	setenv("PATH", "/bin:/sbin:/usr/bin:/usr/sbin", 1);
	setenv("HOME", "/root", 1);
	klogctl(8, NULL, 7);	/* boot is quiet; from here on the console log has everything */

	send_msg(&in, (struct guest_msg){ .kind = GUEST_READY });
	read_job(&in);
	start_child(&in);
	relay_all(&in);
	send_msg(&in, (struct guest_msg){ GUEST_EXIT, in.status, in.out.bytes, in.err.bytes });
	wait_for_bye(&in);
	power_off();
}
