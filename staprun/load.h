/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loading and removing modules, with messages that tell causes. */
#ifndef STAPRUN_LOAD_H
#define STAPRUN_LOAD_H

#include "staprun/options.h"
#include "staprun/policy.h"
#include "staprun/priv.h"

struct load_request {
	const char *path;		/* for messages */
	int fd;				/* of the file */
	const struct policy_facts *facts;	/* decided upon: POLICY_OK */
	const struct run_options *options;	/* buffer size, settings (words[1...]) */
};

/* Loads it. Returns 0, or -1 after a message. */
int load_module(const struct load_request *r, const struct priv *p);
/* Removes a module that no session uses any more, trying for a bounded time while the kernel still holds it. Returns 0,
 * also when it is not there; or -1 after a message. */
int load_remove(const char *name, const struct priv *p);
/* Removes the modules of ours that lost both staprun and stapio. `min_age`: only when loaded for so many nanoseconds
 * (a younger one may be about to get its reader). Returns how many are left because they could not be removed. */
int load_remove_unused(unsigned long long min_age, const struct priv *p, bool tell_each);

#endif
