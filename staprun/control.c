// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/control.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "staprun/tell.h"

/* One ^C can arrive twice: from the terminal, and passed on by a parent. A second one counts from this time on. */
#define SAME_SIGNAL_NS	250000000ll

/* ---- signals --------------------------------------------------------------------------------------------------- */

static void ending_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGHUP);
}

void control_block_signals(void)
{
	sigset_t set;

	ending_signals(&set);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
}

void control_child_mask(sigset_t *mask)
{
	sigset_t set;

	pthread_sigmask(SIG_BLOCK, NULL, mask);
	ending_signals(&set);
	for (int i = 1; i < NSIG; i++)
		if (sigismember(&set, i) == 1)
			sigdelset(mask, i);
}

static long long now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void ask_stop(struct control *c)
{
	/* The pipe holds far more than the few bytes that are ever written. */
	if (write(c->stop[1], "S", 1) < 0)
		tell_error("cannot stop the session: %s", strerror(errno));
}

static void *wait_for_signals(void *arg)
{
	struct control *c = arg;
	long long first = 0;
	sigset_t set;
	int signal;

	ending_signals(&set);
	for (;;) {
		if (sigwait(&set, &signal))
			continue;
		if (!first) {
			first = now_ns();
			__atomic_store_n(&c->interrupted, 1, __ATOMIC_RELAXED);
			ask_stop(c);
		} else if (now_ns() - first >= SAME_SIGNAL_NS) {
			tell_warning("interrupted twice: left at once, without the rest of the output");
			_exit(128 + signal);
		}
	}
	return NULL;
}

/* ---- commands -------------------------------------------------------------------------------------------------- */

static void write_command(struct control *c, enum stp_cmd_type type, stp_s64 value)
{
	struct stp_cmd cmd = { .size = sizeof(cmd), .type = type, .value = value };
	struct control_failure failure = { .command = type };
	ssize_t n;

	do
		n = write(c->fd, &cmd, sizeof(cmd));
	while (n < 0 && errno == EINTR);
	if (n == sizeof(cmd))
		return;
	failure.error = n < 0 ? errno : EIO;
	if (write(c->failure[1], &failure, sizeof(failure)) < 0)
		tell_error("cannot command the module: %s", strerror(failure.error));
}

static void *write_commands(void *arg)
{
	struct control *c = arg;
	char byte;

	write_command(c, STP_CMD_START, c->target);
	while (read(c->stop[0], &byte, 1) < 0 && errno == EINTR)
		;
	write_command(c, STP_CMD_STOP, 0);
	return NULL;
}

static int start_thread(void *(*body)(void *), struct control *c)
{
	pthread_t thread;
	int error = pthread_create(&thread, NULL, body, c);

	if (!error)
		return pthread_detach(thread);
	tell_error("cannot start a thread: %s", strerror(error));
	return -1;
}

int control_open(struct control *c, int fd, stp_s64 target)
{
	*c = (struct control){ .fd = fd, .target = target };
	if (pipe2(c->stop, O_CLOEXEC) || pipe2(c->failure, O_CLOEXEC)) {
		tell_error("cannot make a pipe: %s", strerror(errno));
		return -1;
	}
	return start_thread(wait_for_signals, c) || start_thread(write_commands, c) ? -1 : 0;
}

void control_stop(struct control *c)
{
	if (!c->stop_requested)
		ask_stop(c);
	c->stop_requested = true;
}

bool control_was_interrupted(const struct control *c)
{
	return __atomic_load_n(&c->interrupted, __ATOMIC_RELAXED);
}

/* ---- messages -------------------------------------------------------------------------------------------------- */

/* Fills the empty buffer. As control_read(). */
static int read_some(struct control *c)
{
	ssize_t n;

	do
		n = read(c->fd, c->buffer, sizeof(c->buffer));
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		return n < 0 && errno == EAGAIN ? 0 : -1;
	c->at = 0;
	c->filled = n;
	return 1;
}

int control_read(struct control *c, struct control_msg *m)
{
	struct stp_msg head;
	int rc = c->at < c->filled ? 1 : read_some(c);

	if (rc <= 0)
		return rc;
	if (c->filled - c->at < sizeof(head))
		return -1;
	memcpy(&head, c->buffer + c->at, sizeof(head));
	if (head.size < sizeof(head) || head.size > c->filled - c->at)
		return -1;
	m->type = head.type;
	m->value = head.value;
	m->text = c->buffer + c->at + sizeof(head);
	m->length = head.size - sizeof(head);
	c->at += head.size;
	return 1;
}

struct control_failure control_read_failure(struct control *c)
{
	struct control_failure failure = { 0 };

	if (read(c->failure[0], &failure, sizeof(failure)) != sizeof(failure))
		failure.error = EIO;
	return failure;
}

void control_close(struct control *c)
{
	close(c->fd);
}
