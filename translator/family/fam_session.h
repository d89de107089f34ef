/* SPDX-License-Identifier: GPL-2.0-or-later */
/* begin, end, error: what the family keeps of one probe (derived_probe.instance). `never` has no instance and no code. */
#ifndef FAM_SESSION_H
#define FAM_SESSION_H

#include <stdint.h>

enum session_variant { SESSION_BEGIN, SESSION_END, SESSION_ERROR };	/* as enum stp_session_kind */

struct session_instance {
	enum session_variant kind;
	int64_t order;
};

#endif
