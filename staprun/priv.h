/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Privilege. An installed staprun may be setuid root; it then works as the user who called it, except between
 * priv_raise() and priv_lower(). Called by root, these change nothing.
 */
#ifndef STAPRUN_PRIV_H
#define STAPRUN_PRIV_H

#include <stdbool.h>
#include <sys/types.h>

struct priv {
	uid_t uid;		/* who called */
	gid_t gid;
	bool setuid;		/* more than the caller's privilege is at hand */
};

/* First thing in main: makes descriptors 0 to 2 valid, and in a setuid program closes all others, clears the
 * environment but for a few variables, and lays the privilege down. Exits when that fails. */
void priv_init(struct priv *p);
void priv_raise(const struct priv *p);
void priv_lower(const struct priv *p);
/* Becomes the caller for good; in a child before it runs another program. Exits when that fails. */
void priv_drop(const struct priv *p);

#endif
