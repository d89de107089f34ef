/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The control file of a module. START and STOP block while the script's begin and end handlers run, and those wait for
 * the reader when a ring is full: a thread of its own writes them. Another one waits for signals, so that the first ^C
 * stops the probes and the second one ends the program even while the reader is stuck in writing its output.
 */
#ifndef STAPRUN_CONTROL_H
#define STAPRUN_CONTROL_H

#include <signal.h>
#include <stdbool.h>

#include "runtime/wire.h"

struct control {
	int fd;
	int stop[2];		/* pipe: a byte asks for STOP */
	int failure[2];		/* pipe: struct control_failure, when a command could not be written */
	stp_s64 target;
	bool stop_requested;	/* by this thread */
	int interrupted;	/* a signal asked for the end; read by control_was_interrupted() */
	char buffer[8192];	/* messages read but not handed out */
	unsigned int at, filled;
};

struct control_failure {
	int command;		/* enum stp_cmd_type */
	int error;		/* errno */
};

struct control_msg {
	enum stp_msg_type type;
	stp_s64 value;
	const char *text;	/* valid until the next control_read() */
	unsigned int length;
};

/* Blocks the signals that end a session, in this thread and all that it starts. A child needs control_unblock(). */
void control_block_signals(void);
/* The mask without them, for children. */
void control_child_mask(sigset_t *mask);

/* Starts both threads; START is written at once. `fd` is closed by control_close(). Returns 0, or -1 after a message. */
int control_open(struct control *c, int fd, stp_s64 target);
/* Asks for STOP, once. */
void control_stop(struct control *c);
/* Next message: 1; none waits: 0; the module is gone: -1. */
int control_read(struct control *c, struct control_msg *m);
/* Has a signal asked for the end? */
bool control_was_interrupted(const struct control *c);
/* What control.failure[0] has when it can be read. */
struct control_failure control_read_failure(struct control *c);
/* The session ends now, if it has not before. */
void control_close(struct control *c);

#endif
