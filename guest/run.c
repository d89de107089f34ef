// SPDX-License-Identifier: GPL-2.0-or-later
#include "guest/run.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "guest/image.h"
#include "guest/proto.h"
#include "guest/qemu.h"

#define BOOT_LIMIT_MS 120000
#define SILENCE_LIMIT_MS 60000
#define CLOSED_LIMIT_MS 10000	/* how long a command may go on when nobody reads its stdout */
#define TAIL_LINES 15
#define CAUSE_LINES 6

/* stdout or stderr, on its way from a port to our own descriptor. */
struct stream {
	int port, to;
	size_t chunk;		/* most that one write takes without blocking, once poll says ready */
	bool closed;		/* our reader is gone: bytes are dropped */
	uint64_t got;
	size_t off, len;
	char buf[65536];
};

/* stdin, on its way to a port. */
struct input {
	bool open;
	uint64_t sent;
	size_t off, len;
	char buf[65536];
};

struct run {
	const struct guest_job *job;
	struct qemu qemu;
	int sigfd;
	struct stream out, err;
	struct input in;
	bool ready, exited, failed;
	bool down;			/* QEMU closed the control port */
	bool lossy;			/* output could not be written, and not because nobody wants it */
	struct guest_msg last;		/* GUEST_EXIT or GUEST_FAIL */
	int signals;			/* how many INT, TERM, QUIT came */
	int rc;				/* decided when the loop ends */
	long long start, heard, closed_at;	/* ms; closed_at 0: not closed */
	char msg[sizeof(struct guest_msg)];
	size_t msg_len;
};

static long long now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000LL + ts.tv_nsec / 1000000;
}

static void send_msg(struct run *r, struct guest_msg m)
{
	/* 24 bytes into a socket that holds 200 KB and is read all the time; a dead QEMU is seen elsewhere */
	ssize_t ignored = send(r->qemu.port[GUEST_PORT_CTL], &m, sizeof(m), MSG_NOSIGNAL);

	(void)ignored;
}

/* ---- What the user is told when there is no status of the command's own ---- */

static char *klog_text(const struct run *r)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", r->qemu.klog);
	return gu_read_file(r->job->klog ? r->job->klog : path, NULL);
}

/* Firmware and the serial port add bytes that no terminal wants. */
static void print_lines(const char *p, const char *end)
{
	while (p < end) {
		fputs("  ", stderr);
		for (; p < end && *p != '\n'; p++)
			if (isprint((unsigned char)*p) || *p == '\t')
				fputc(*p, stderr);
		fputc('\n', stderr);
		p++;
	}
}

/* Where the last n lines begin. */
static const char *last_lines(const char *text, int n)
{
	const char *p = text + strlen(text);

	for (; p > text; p--)
		if (p[-1] == '\n' && *p && n-- == 1)
			break;
	return p;
}

static const char *skip_lines(const char *p, int n)
{
	while (n-- && *p) {
		p += strcspn(p, "\n");
		p += *p == '\n';
	}
	return p;
}

/* The first line that tells of a dying kernel, NULL when none does. */
static const char *death(const char *log)
{
	static const char *const marks[] = { "BUG: ", "Oops: ", "Kernel panic", "general protection fault" };
	const char *first = NULL, *at;

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		at = strstr(log, marks[i]);
		if (at && (!first || at < first))
			first = at;
	}
	while (first && first > log && first[-1] != '\n')
		first--;
	return first;
}

/* The cause, when the kernel died, and the last lines. */
static void print_log(const char *log)
{
	const char *cause = death(log), *tail = last_lines(log, TAIL_LINES);

	if (!*log) {
		fprintf(stderr, "(the kernel logged nothing; --append 'earlyprintk=ttyS0 loglevel=7' shows more)\n");
		return;
	}
	fprintf(stderr, "The last lines of the guest's kernel log:\n");
	if (cause && cause < tail) {
		const char *end = skip_lines(cause, CAUSE_LINES);

		print_lines(cause, end < tail ? end : tail);
		if (end < tail)
			fprintf(stderr, "  ...\n");
	}
	print_lines(tail, tail + strlen(tail));
}

static void tell_with_log(struct run *r, const char *what)
{
	char *log = klog_text(r);

	gu_error("%s", what);
	if (log)
		print_log(log);
	free(log);
}

static int tell_no_boot(struct run *r, int status)
{
	char path[64], *said;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", r->qemu.messages);
	said = gu_read_file(path, NULL);
	if (status != 0 && said && *said) {
		said[strcspn(said, "\n")] = 0;
		gu_error("QEMU could not run the guest: %s", said);
	} else {
		tell_with_log(r, "the guest's kernel did not boot: it never reached its first program");
	}
	free(said);
	return GUEST_RC_NO_BOOT;
}

/* QEMU ended before the command did. */
static int tell_machine_down(struct run *r, int status)
{
	char *log = klog_text(r);

	if (log && death(log))
		tell_with_log(r, r->ready ? "kernel panic in the guest" : "kernel panic while the guest booted");
	else if (!r->ready)
		tell_no_boot(r, status);
	else
		tell_with_log(r, "the guest went down before its command ended");
	free(log);
	return r->ready ? GUEST_RC_PANIC : GUEST_RC_NO_BOOT;
}

static int tell_init_failed(struct run *r)
{
	int err = r->last.arg;

	if (r->last.a == GUEST_STEP_EXEC) {
		gu_error("cannot run %s in the guest: %s", r->job->argv[0], strerror(err));
		return err == ENOENT ? 127 : GUEST_RC_NO_BOOT;
	}
	gu_error("the guest cannot read its job: %s", strerror(err));
	return GUEST_RC_NO_BOOT;
}

/* ---- The loop ---- */

static void stream_closed(struct run *r, struct stream *s, int err)
{
	if (err != EPIPE) {
		gu_error("cannot write %s: %s", s->to == 1 ? "stdout" : "stderr", strerror(err));
		r->lossy = true;
	}
	s->closed = true;
	s->len = 0;
	if (s->to == 1)
		r->closed_at = now_ms();
	send_msg(r, (struct guest_msg){ .kind = GUEST_CLOSE, .arg = s->to });
}

/* Returns true when there was something. */
static bool stream_read(struct stream *s)
{
	ssize_t n;

	if (s->len)
		return false;
	n = recv(s->port, s->buf, sizeof(s->buf), 0);
	if (n <= 0)
		return false;
	s->got += n;
	s->off = 0;
	s->len = s->closed ? 0 : n;
	return true;
}

static void stream_write(struct run *r, struct stream *s)
{
	size_t want = s->len < s->chunk ? s->len : s->chunk;
	ssize_t n;

	if (!want)
		return;
	n = write(s->to, s->buf + s->off, want);
	if (n < 0 && errno != EINTR && errno != EAGAIN)
		stream_closed(r, s, errno);
	if (n > 0) {
		s->off += n;
		s->len -= n;
	}
}

static void input_read(struct run *r)
{
	struct input *in = &r->in;
	ssize_t n = read(0, in->buf, sizeof(in->buf));

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		in->open = false;
		send_msg(r, (struct guest_msg){ .kind = GUEST_STDIN_END, .a = in->sent });
		return;
	}
	in->off = 0;
	in->len = n;
}

static void input_write(struct run *r)
{
	struct input *in = &r->in;
	ssize_t n = send(r->qemu.port[GUEST_PORT_IN], in->buf + in->off, in->len, MSG_NOSIGNAL);

	if (n <= 0)
		return;
	in->off += n;
	in->len -= n;
	in->sent += n;
}

static void handle_msg(struct run *r, const struct guest_msg *m)
{
	switch (m->kind) {
	case GUEST_READY:
		r->ready = true;
		break;
	case GUEST_EXIT:
		r->exited = true;
		r->last = *m;
		break;
	case GUEST_FAIL:
		r->failed = true;
		r->last = *m;
		break;
	}
}

static void read_ctl(struct run *r)
{
	ssize_t n;

	while ((n = recv(r->qemu.port[GUEST_PORT_CTL], r->msg + r->msg_len, sizeof(r->msg) - r->msg_len, 0)) > 0) {
		struct guest_msg m;

		r->heard = now_ms();
		r->msg_len += n;
		if (r->msg_len < sizeof(r->msg))
			continue;
		memcpy(&m, r->msg, sizeof(m));
		r->msg_len = 0;
		handle_msg(r, &m);
	}
}

/* Hand signals on to the command. Returns false when the guest is to be ended at once: nothing runs in it yet, or
 * the user insists. */
static bool take_signals(struct run *r)
{
	struct signalfd_siginfo si;

	while (read(r->sigfd, &si, sizeof(si)) == sizeof(si)) {
		if (si.ssi_signo == SIGCHLD)
			continue;
		if (!r->ready || ++r->signals >= 3) {
			r->rc = 128 + si.ssi_signo;
			return false;
		}
		send_msg(r, (struct guest_msg){ .kind = GUEST_SIGNAL, .arg = si.ssi_signo });
	}
	return true;
}

/* Did something take too long? Returns true, with its message told, when it did. */
static bool too_long(struct run *r)
{
	long long now = now_ms();
	char text[100];

	if (r->closed_at && now - r->closed_at > CLOSED_LIMIT_MS) {
		r->rc = 128 + SIGPIPE;
		return true;
	}
	r->rc = GUEST_RC_TIMEOUT;
	if (r->job->timeout && now - r->start > r->job->timeout * 1000LL) {
		snprintf(text, sizeof(text), "time limit: the guest was ended after %d s", r->job->timeout);
		tell_with_log(r, text);
		return true;
	}
	if (!r->ready && now - r->start > BOOT_LIMIT_MS) {
		snprintf(text, sizeof(text), "the guest's kernel did not boot within %d s", BOOT_LIMIT_MS / 1000);
		tell_with_log(r, text);
		r->rc = GUEST_RC_NO_BOOT;
		return true;
	}
	if (r->ready && !r->job->icount && now - r->heard > SILENCE_LIMIT_MS) {
		snprintf(text, sizeof(text), "the guest hangs: no sign of life for %d s", SILENCE_LIMIT_MS / 1000);
		tell_with_log(r, text);
		return true;
	}
	return false;
}

static bool all_arrived(const struct run *r)
{
	return r->exited && r->out.got >= r->last.a && r->err.got >= r->last.b && !r->out.len && !r->err.len;
}

static bool stdin_wanted(const struct guest_job *job)
{
	return job->in == GUEST_STDIN_YES || (job->in == GUEST_STDIN_AUTO && !isatty(0));
}

/* One turn: wait, then move what can be moved. Returns false when QEMU is gone and its last bytes are out. */
static bool turn(struct run *r)
{
	const int *port = r->qemu.port;
	bool in_wait = r->ready && r->in.open && !r->in.len;
	bool more = false;
	struct pollfd p[] = {
		{ .fd = r->down ? -1 : port[GUEST_PORT_CTL], .events = POLLIN },
		{ .fd = r->sigfd, .events = POLLIN },
		{ .fd = r->out.len ? -1 : r->out.port, .events = POLLIN },
		{ .fd = r->err.len ? -1 : r->err.port, .events = POLLIN },
		{ .fd = r->out.closed ? -1 : 1, .events = r->out.len ? POLLOUT : 0 },
		{ .fd = r->err.len ? 2 : -1, .events = POLLOUT },
		{ .fd = in_wait ? 0 : -1, .events = POLLIN },
		{ .fd = r->in.len ? port[GUEST_PORT_IN] : -1, .events = POLLOUT },
	};

	poll(p, sizeof(p) / sizeof(p[0]), 500);
	read_ctl(r);
	if (p[0].revents & POLLHUP)
		r->down = true;
	if (p[2].revents)
		more |= stream_read(&r->out);
	if (p[3].revents)
		more |= stream_read(&r->err);
	if (p[4].revents & POLLERR)
		stream_closed(r, &r->out, EPIPE);
	else if (p[4].revents)
		stream_write(r, &r->out);
	if (p[5].revents)
		stream_write(r, &r->err);
	if (p[6].revents)
		input_read(r);
	if (p[7].revents)
		input_write(r);
	return !r->down || more || r->out.len || r->err.len;
}

static int finish(struct run *r, int status)
{
	if (r->failed)
		return tell_init_failed(r);
	if (!r->exited)
		return tell_machine_down(r, status);
	return r->lossy && !r->last.arg ? 1 : (int)r->last.arg;
}

static int loop(struct run *r)
{
	bool up = true;

	while (up && take_signals(r)) {
		if (too_long(r))
			break;
		up = turn(r);
		if (r->failed || all_arrived(r)) {
			send_msg(r, (struct guest_msg){ .kind = GUEST_BYE });
			break;
		}
	}
	if (r->failed || all_arrived(r) || !up)
		return finish(r, qemu_stop(&r->qemu, 3000));
	qemu_stop(&r->qemu, 0);
	return r->rc;
}

static void stream_init(struct stream *s, int port, int to)
{
	struct stat st;

	s->port = port;
	s->to = to;
	/* only a regular file never blocks; a pipe that polls ready takes a page */
	s->chunk = !fstat(to, &st) && S_ISREG(st.st_mode) ? sizeof(s->buf) : 4096;
}

int guest_run(const struct guest_job *job)
{
	struct run *r = gu_grow(NULL, 1, sizeof(*r));
	sigset_t mask, old;
	int initramfs, rc = GUEST_RC_NO_BOOT;

	memset(r, 0, sizeof(*r));
	r->job = job;
	r->in.open = stdin_wanted(job);
	initramfs = guest_image_make(job, r->in.open);
	sigemptyset(&mask);
	for (int i = 0; i < 5; i++)
		sigaddset(&mask, (int[]){ SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGCHLD }[i]);
	sigprocmask(SIG_BLOCK, &mask, &old);
	signal(SIGPIPE, SIG_IGN);
	r->sigfd = signalfd(-1, &mask, SFD_NONBLOCK | SFD_CLOEXEC);
	r->start = r->heard = now_ms();
	if (initramfs >= 0 && !qemu_start(&r->qemu, job, initramfs)) {
		close(initramfs);
		stream_init(&r->out, r->qemu.port[GUEST_PORT_OUT], 1);
		stream_init(&r->err, r->qemu.port[GUEST_PORT_ERR], 2);
		rc = loop(r);
		qemu_close(&r->qemu);
	}
	close(r->sigfd);
	sigprocmask(SIG_SETMASK, &old, NULL);
	free(r);
	return rc;
}
