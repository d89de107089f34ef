/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What did not arrive: records lost and handlers skipped, told while it happens and in the totals. */
#ifndef STAPRUN_LOSS_H
#define STAPRUN_LOSS_H

#include <stdbool.h>

#include "staprun/ring.h"

struct loss {
	stp_u64 lost[STP_LOST__COUNT];
	stp_u64 skipped[STP_SKIP__COUNT];
	stp_u64 told;		/* records lost that were told of */
	long long told_at;	/* when, in ns */
};

/* Adds up the counters of all rings. */
void loss_read(struct loss *l, const struct ring_set *set);
/* Tells of new losses, once a second at most. `now` in ns. */
void loss_tell_progress(struct loss *l, long long now);
/* The totals: a line a cause, with what to do about it. Returns whether anything was lost. */
bool loss_tell_totals(const struct loss *l, const struct ring_set *set, bool quiet);
/* Records lost, of all causes. */
stp_u64 loss_sum(const struct loss *l);
/* Handlers skipped while the session ran. */
stp_u64 loss_skipped(const struct loss *l);
/* A line a cause of skipping. */
void loss_tell_skipped(const struct loss *l);

#endif
