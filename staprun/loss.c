// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/loss.h"

#include "staprun/tell.h"

#define TELL_EVERY_NS	1000000000ll

#define LOSS_TEXT(name, text) [STP_LOST_##name] = text,
static const char *const loss_texts[] = { STP_LOSS_CAUSES(LOSS_TEXT) };
#define SKIP_TEXT(name, text) [STP_SKIP_##name] = text,
static const char *const skip_texts[] = { STP_SKIP_CAUSES(SKIP_TEXT) };

void loss_read(struct loss *l, const struct ring_set *set)
{
	for (int i = 0; i < STP_LOST__COUNT; i++)
		l->lost[i] = 0;
	for (int i = 0; i < STP_SKIP__COUNT; i++)
		l->skipped[i] = 0;
	for (unsigned int n = 0; n < set->info.nrings; n++) {
		const struct stp_ring_ctl *ctl = set->rings[n].ctl;

		if (!ctl)
			continue;
		for (int i = 0; i < STP_LOST__COUNT; i++)
			l->lost[i] += __atomic_load_n(&ctl->lost[i], __ATOMIC_RELAXED);
		for (int i = 0; i < STP_SKIP__COUNT; i++)
			l->skipped[i] += __atomic_load_n(&ctl->skipped[i], __ATOMIC_RELAXED);
	}
}

stp_u64 loss_sum(const struct loss *l)
{
	stp_u64 sum = 0;

	for (int i = 0; i < STP_LOST__COUNT; i++)
		sum += l->lost[i];
	return sum;
}

static const char *main_cause(const struct loss *l)
{
	int cause = 0;

	for (int i = 1; i < STP_LOST__COUNT; i++)
		if (l->lost[i] > l->lost[cause])
			cause = i;
	return loss_texts[cause];
}

void loss_tell_progress(struct loss *l, long long now)
{
	stp_u64 lost = loss_sum(l);

	if (lost == l->told || (l->told && now - l->told_at < TELL_EVERY_NS))
		return;
	tell_warning("%llu records lost so far (%s)", lost, main_cause(l));
	l->told = lost;
	l->told_at = now;
}

static void tell_cause(enum stp_loss_cause cause, stp_u64 lost, const struct ring_set *set)
{
	stp_u64 mb = set->info.ring_size >> 20;
	stp_u64 more = mb ? 4 * mb : 4;

	if (cause == STP_LOST_FULL || cause == STP_LOST_TOO_LARGE)
		tell_warning("%llu records lost (%s). Try a larger buffer: -s %llu", lost, loss_texts[cause],
			     more < 4095 ? more : 4095);
	else
		tell_warning("%llu records lost (%s)", lost, loss_texts[cause]);
}

bool loss_tell_totals(const struct loss *l, const struct ring_set *set, bool quiet)
{
	for (int i = 0; i < STP_LOST__COUNT && !quiet; i++)
		if (l->lost[i])
			tell_cause(i, l->lost[i], set);
	return loss_sum(l) > 0;
}

stp_u64 loss_skipped(const struct loss *l)
{
	stp_u64 sum = 0;

	for (int i = 0; i < STP_SKIP__COUNT; i++)
		if (i != STP_SKIP_STATE)	/* hits before the start and after the end are no fault */
			sum += l->skipped[i];
	return sum;
}

void loss_tell_skipped(const struct loss *l)
{
	for (int i = 0; i < STP_SKIP__COUNT; i++)
		if (l->skipped[i] && i != STP_SKIP_STATE)
			tell_warning("%llu probes skipped: %s", l->skipped[i], skip_texts[i]);
}
