/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The programs that a session runs: the one of -c, and those of the script's system(). */
#ifndef STAPRUN_COMMAND_H
#define STAPRUN_COMMAND_H

#include <stdbool.h>
#include <sys/types.h>

struct command {
	pid_t pid;		/* 0: there is none */
	int pidfd;		/* readable when it has ended */
	int hold;		/* it waits for a byte in this pipe before it begins */
	bool released;
};

/* Starts `text` held: its process exists, but runs the command only after command_release(). A text without the shell's
 * special characters is run directly, so that target() is the program itself; else by sh -c. Returns 0, or -1 after a
 * message. */
int command_start(struct command *c, const char *text);
void command_release(struct command *c);
/* Waits for a command that has ended (or was never released, and is ended now); one that still runs is told to end
 * (SIGTERM) and not waited for. Returns its wait status, 0 when it ended well or was not waited for. */
int command_finish(struct command *c, bool ended);
/* A warning that says what the status is. */
void command_tell(int status);

/* The commands of system(), running beside the session. */
struct system_commands {
	pid_t *pids;
	unsigned int count, room;
};

void system_run(struct system_commands *s, const char *text, unsigned int length);
/* Collects those that have ended; at the end of a session waits for the rest, a second at most. */
void system_reap(struct system_commands *s);
void system_finish(struct system_commands *s);

#endif
