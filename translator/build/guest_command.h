/* SPDX-License-Identifier: GPL-2.0-or-later */
/* guest_command - makes the program of -c CMD available in a guest. */
#ifndef BUILD_GUEST_COMMAND_H
#define BUILD_GUEST_COMMAND_H

struct session;

/* The command as the guest shall run it. When its program is one of the host's, *exe gets the "HOST:GUEST" pair that
 * stap-guest takes; it stays as it is for programs that busybox has and for commands of the shell. Arena text. */
const char *guest_command(struct session *s, const char *command, const char **exe);

#endif
