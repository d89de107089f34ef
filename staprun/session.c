// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The reader's main loop. It sleeps in poll() until there is a message, a ring is half full, the command of -c ended or
 * a short time is over; then it writes out what the rings hold. All reasons to end lead to one place: STOP is asked
 * for, and when the module says that it has stopped, the rings are emptied for the last time.
 */
#include "staprun/session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "staprun/command.h"
#include "staprun/control.h"
#include "staprun/loss.h"
#include "staprun/merge.h"
#include "staprun/procfile.h"
#include "staprun/raw.h"
#include "staprun/tell.h"

/* How long to sleep: short while records arrive, longer and longer while none do. */
enum { SLEEP_MIN_MS = 10, SLEEP_MAX_MS = 100 };

enum session_state { SESSION_STARTING, SESSION_RUNNING, SESSION_ENDED };

struct session {
	const struct run_options *o;
	const char *module;
	struct control control;
	int ring_fd;
	struct ring_set set;
	struct event_table events;
	char *events_text;
	size_t events_size;
	struct output out;
	struct raw_writer raw;		/* --bulk: in place of out and merge */
	struct merge merge;
	struct loss loss;
	struct command command;
	struct system_commands system;
	enum session_state state;
	bool failed;			/* exit status 1 */
	bool command_ended;
	bool output_failed;		/* told, and the session is ending */
	bool watch_output;		/* stdout is a pipe: poll() tells when its reader has gone */
	bool orphan;			/* staprun died */
	bool error_told;		/* the module has given a reason */
	stp_s64 soft_errors;
	long long end_at;		/* for -T; 0: no limit */
	int sleep_ms;
};

static long long now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* ---- opening --------------------------------------------------------------------------------------------------- */

static int read_events(struct session *s)
{
	int fd = procfile_open(s->module, "events", O_RDONLY);
	size_t size = 0, room = 0;
	char *text = NULL;
	ssize_t n = 0;
	int rc;

	if (fd < 0)
		return -1;
	do {
		size += n;
		if (room - size < 4096)
			text = realloc(text, room = 2 * room + 65536);
	} while (text && (n = read(fd, text + size, room - size)) > 0);
	close(fd);
	if (!text || n < 0) {
		tell_error("cannot read the module's table of events: %s", strerror(errno));
		free(text);
		return -1;
	}
	rc = events_parse(&s->events, text, size);
	s->events_text = text;
	s->events_size = size;
	return rc;
}

static bool is_pipe(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode));
}

static int open_output(struct session *s)
{
	if (output_open(&s->out, s->o->bulk ? "/dev/null" : s->o->output))
		return -1;
	if (s->o->bulk)
		return raw_open(&s->raw, &s->set, s->o->output ? output_expand(s->o->output) : NULL, s->events_text,
				s->events_size);
	return merge_open(&s->merge, &s->set, &s->events, &s->out);
}

static int open_all(struct session *s)
{
	int control = procfile_open(s->module, "control", O_RDWR | O_NONBLOCK);

	if (control < 0)
		return -1;
	s->control.fd = control;
	s->ring_fd = procfile_open(s->module, "ring", O_RDWR);
	if (s->ring_fd < 0 || ring_set_open(&s->set, s->ring_fd) || read_events(s))
		return -1;
	if (open_output(s))
		return -1;
	s->watch_output = is_pipe(s->out.fd);
	if (s->o->command && command_start(&s->command, s->o->command))
		return -1;
	return control_open(&s->control, control, s->o->command ? s->command.pid : s->o->target);
}

static void tell_buffers(const struct session *s)
{
	const struct stp_ring_info *i = &s->set.info;
	unsigned int mapped = 0;

	for (unsigned int n = 1; n < i->nrings; n++)
		mapped += ring_is_mapped(&s->set.rings[n]);
	tell("stapio", "%u buffers of %llu KiB, %llu KiB in all; clock: %s", mapped, i->ring_size >> 10,
	     (mapped * i->ring_size + i->session_size) >> 10,
	     i->clock == STP_CLOCK_TSC ? "time stamp counter" : "CLOCK_MONOTONIC (order across CPUs is best effort)");
}

/* ---- output ---------------------------------------------------------------------------------------------------- */

/* A closed pipe is how `| head` says that it has enough; everything else is an error. */
static void check_output(struct session *s)
{
	if (s->raw.error && !s->out.error) {
		s->out.error = s->raw.error;
		free(s->out.name);
		s->out.name = strdup(s->raw.error_name);
	}
	if (!s->out.error || s->output_failed)
		return;
	s->output_failed = true;
	control_stop(&s->control);
	if (s->out.error == EPIPE)
		return;
	tell_error("cannot write to %s: %s", s->out.name, strerror(s->out.error));
	s->failed = true;
}

/* Returns whether anything came. */
static bool write_out(struct session *s, enum merge_mode mode)
{
	stp_u64 taken = s->o->bulk ? raw_round(&s->raw) : merge_round(&s->merge, mode);

	output_flush(&s->out);
	check_output(s);
	loss_read(&s->loss, &s->set);
	if (!s->o->no_warnings)
		loss_tell_progress(&s->loss, now_ns());
	return taken > 0;
}

/* ---- messages -------------------------------------------------------------------------------------------------- */

static void on_started(struct session *s, stp_s64 value)
{
	if (value) {
		if (!s->error_told)
			tell_error("the probes could not be started: %s", strerror(-value));
		s->failed = true;
		s->state = SESSION_ENDED;
		return;
	}
	s->state = SESSION_RUNNING;
	if (s->control.stop_requested)
		return;		/* exit() in a begin handler: the command never runs */
	command_release(&s->command);
	if (s->o->duration_ns)
		s->end_at = now_ns() + s->o->duration_ns;
}

static void on_exit_request(struct session *s, stp_s64 value)
{
	if (value)
		s->failed = true;
	control_stop(&s->control);
}

static void on_error(struct session *s, const struct control_msg *m)
{
	tell_text("ERROR", m->text, m->length);
	s->error_told = true;
}

static void on_message(struct session *s, const struct control_msg *m)
{
	switch (m->type) {
	case STP_MSG_STARTED:
		on_started(s, m->value);
		break;
	case STP_MSG_STOPPED:
		s->soft_errors = m->value;
		s->state = SESSION_ENDED;
		break;
	case STP_MSG_EXIT:
		on_exit_request(s, m->value);
		break;
	case STP_MSG_RING:
		if (ring_map(&s->set, m->value))
			s->failed = true;
		break;
	case STP_MSG_DROPPED:
		if (!s->o->no_warnings)
			tell_warning("%lld messages lost (too many at once)", m->value);
		break;
	case STP_MSG_WARN:
		write_out(s, MERGE_RUNNING);	/* what was printed before comes before */
		if (!s->o->no_warnings)
			tell_text("WARNING", m->text, m->length);
		break;
	case STP_MSG_ERROR:
		write_out(s, MERGE_RUNNING);
		on_error(s, m);
		break;
	case STP_MSG_SYSTEM:
		write_out(s, MERGE_RUNNING);
		system_run(&s->system, m->text, m->length);
		break;
	}
}

static void read_messages(struct session *s)
{
	struct control_msg m;
	int rc;

	while ((rc = control_read(&s->control, &m)) > 0)
		on_message(s, &m);
	if (rc == 0)
		return;
	tell_error("the module %s went away", s->module);
	s->failed = true;
	s->state = SESSION_ENDED;
}

/* A command could not be written. When START has failed the module's messages, read before, have told why. */
static void on_failure(struct session *s)
{
	struct control_failure f = control_read_failure(&s->control);

	if (s->state == SESSION_ENDED)
		return;
	tell_error("the module did not %s: %s", f.command == STP_CMD_START ? "start" : "stop", strerror(f.error));
	s->failed = true;
	s->state = SESSION_ENDED;
}

/* ---- the loop -------------------------------------------------------------------------------------------------- */

static int sleep_time(const struct session *s)
{
	long long left;

	if (!s->end_at || s->control.stop_requested)
		return s->sleep_ms;
	left = (s->end_at - now_ns()) / 1000000 + 1;
	if (left < 0)
		return 0;
	return left < s->sleep_ms ? (int)left : s->sleep_ms;
}

static void on_life(struct session *s)
{
	s->orphan = true;
	control_stop(&s->control);
}

static void on_command_end(struct session *s)
{
	s->command_ended = true;
	control_stop(&s->control);
}

static void wait_and_handle(struct session *s)
{
	enum { CONTROL, FAILURE, COMMAND, LIFE, OUTPUT, COUNT };
	struct pollfd p[COUNT] = {
		[CONTROL] = { .fd = s->control.fd, .events = POLLIN | POLLPRI },
		[FAILURE] = { .fd = s->control.failure[0], .events = POLLIN },
		[COMMAND] = { .fd = s->command.pid && !s->command_ended ? s->command.pidfd : -1, .events = POLLIN },
		[LIFE] = { .fd = s->orphan ? -1 : s->o->life, .events = POLLIN },
		[OUTPUT] = { .fd = s->watch_output && !s->output_failed ? s->out.fd : -1, .events = 0 },
	};

	if (poll(p, COUNT, sleep_time(s)) < 0)
		return;
	if (p[OUTPUT].revents & POLLERR) {
		s->out.error = EPIPE;
		check_output(s);
	}
	if (p[LIFE].revents)
		on_life(s);
	if (p[COMMAND].revents)
		on_command_end(s);
	if (p[CONTROL].revents)
		read_messages(s);
	if (p[FAILURE].revents)
		on_failure(s);
	if (s->end_at && now_ns() >= s->end_at)
		control_stop(&s->control);
}

static void run(struct session *s)
{
	s->sleep_ms = SLEEP_MIN_MS;
	while (s->state != SESSION_ENDED) {
		wait_and_handle(s);
		if (write_out(s, MERGE_RUNNING))
			s->sleep_ms = SLEEP_MIN_MS;
		else
			s->sleep_ms = s->sleep_ms * 2 < SLEEP_MAX_MS ? s->sleep_ms * 2 : SLEEP_MAX_MS;
		system_reap(&s->system);
	}
	while (write_out(s, MERGE_FINAL))
		;
}

/* ---- ending ---------------------------------------------------------------------------------------------------- */

static void tell_totals(struct session *s)
{
	stp_u64 skipped = loss_skipped(&s->loss);
	bool lost = loss_tell_totals(&s->loss, &s->set, s->o->no_warnings);

	if (lost && s->o->strict_loss)
		s->failed = true;
	if (s->o->verbose && s->o->bulk)
		tell("stapio", "%llu records lost; %llu bytes written", loss_sum(&s->loss), s->raw.written);
	else if (s->o->verbose)
		tell("stapio", "records: %llu received, %llu lost; %llu bytes written", s->merge.records,
		     loss_sum(&s->loss), s->out.written);
	if (s->o->no_warnings)
		return;
	if (s->soft_errors || skipped)
		tell_warning("Number of errors: %lld, skipped probes: %llu", s->soft_errors, skipped);
	if (s->o->verbose)
		loss_tell_skipped(&s->loss);
}

static void finish_command(struct session *s)
{
	int status = command_finish(&s->command, s->command_ended);

	if (!status || (WIFSIGNALED(status) && control_was_interrupted(&s->control)))
		return;		/* ^C ended both */
	s->failed = true;
	if (!s->o->no_warnings)
		command_tell(status);
}

/* staprun cannot remove the module any more: another one does. */
static void remove_module(const struct session *s)
{
	if (!s->orphan || !s->o->remover)
		return;
	execl(s->o->remover, s->o->remover, "-d", s->module, NULL);
	tell_error("cannot run %s to remove the module %s: %s", s->o->remover, s->module, strerror(errno));
}

static void close_all(struct session *s)
{
	output_close(&s->out);
	raw_close(&s->raw);
	check_output(s);
	if (s->merge.damaged)
		s->failed = true;
	tell_totals(s);
	finish_command(s);
	system_finish(&s->system);
	output_free(&s->out);
	merge_close(&s->merge);
	ring_set_close(&s->set);
	events_free(&s->events);
	free(s->events_text);
	close(s->ring_fd);
	control_close(&s->control);
}

int session_run(const struct run_options *o, const char *module)
{
	struct session s = { .o = o, .module = module, .ring_fd = -1, .control.fd = -1 };

	signal(SIGPIPE, SIG_IGN);
	control_block_signals();
	if (o->life >= 0)
		fcntl(o->life, F_SETFD, FD_CLOEXEC);
	if (open_all(&s)) {
		command_finish(&s.command, false);
		return 1;
	}
	if (o->verbose)
		tell_buffers(&s);
	run(&s);
	close_all(&s);
	remove_module(&s);
	return s.failed ? 1 : 0;
}
