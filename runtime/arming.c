// SPDX-License-Identifier: GPL-2.0
/*
 * Probes with a condition are called only while it holds. A handler that changes the outcome calls stp_rearm(); the
 * work item that follows arms and disarms. Part of runtime.c.
 *
 * `armed` is written before the probe is touched, and the condition looked at again afterwards: a handler that changes
 * it meanwhile either sees the new `armed` and asks for another round, or is seen by the second look. Both sides have a
 * full barrier between their write and their read.
 */

void stp_rearm(void)
{
	if (!READ_ONCE(stp_session.over))
		irq_work_queue(&stp_session.rearm_irq);
}

static void rearm_irq(struct irq_work *work)
{
	schedule_work(&stp_session.rearm_work);
}

/* One probe: returns true when it is not as it should be, with *armed set to that. */
static bool arming_differs(int (*wanted)(void), int *armed)
{
	int now = wanted ? wanted() : 1;

	smp_mb();
	if (!wanted || now == *armed)
		return false;
	WRITE_ONCE(*armed, now);
	smp_mb();
	return true;
}

/* One round over all. Context: process, stp_session.rearm_lock held. */
static bool rearm_round(void)
{
	bool changed = false;
	u32 i;

	for (i = 0; i < stp_script.ntimers; i++) {
		const struct stp_timer_probe *p = &stp_script.timers[i];

		if (!arming_differs(p->wanted, p->armed))
			continue;
		timer_arm(&stp_session.timers[i], *p->armed);
		changed = true;
	}
	for (i = 0; i < stp_script.nfunctions; i++) {
		const struct stp_function_probe *p = &stp_script.functions[i];

		if (!arming_differs(p->wanted, p->armed))
			continue;
		function_arm(&stp_session.functions[i], *p->armed);
		changed = true;
	}
	return changed;
}

/* A script that toggles all the time gets its next round from a work item of its own, so that this one ends. */
static void rearm_work(struct work_struct *work)
{
	mutex_lock(&stp_session.rearm_lock);
	if (stp_session.can_rearm && rearm_round() && rearm_round())
		stp_rearm();
	mutex_unlock(&stp_session.rearm_lock);
}

static void rearm_init(void)
{
	mutex_init(&stp_session.rearm_lock);
	init_irq_work(&stp_session.rearm_irq, rearm_irq);
	INIT_WORK(&stp_session.rearm_work, rearm_work);
}

static bool rearm_needed(void)
{
	u32 i;

	for (i = 0; i < stp_script.ntimers; i++)
		if (stp_script.timers[i].wanted)
			return true;
	for (i = 0; i < stp_script.nfunctions; i++)
		if (stp_script.functions[i].wanted)
			return true;
	return false;
}

/* All probes exist: what begin handlers and the first handlers changed is made up for. Context: process. */
static void rearm_start(void)
{
	if (!rearm_needed())
		return;
	mutex_lock(&stp_session.rearm_lock);
	stp_session.can_rearm = 1;
	mutex_unlock(&stp_session.rearm_lock);
	stp_rearm();
}

/* No round runs or starts after this. The session is over; handlers that began before may still ask. Context: process. */
static void rearm_stop(void)
{
	if (!stp_session.can_rearm)
		return;
	synchronize_rcu();
	irq_work_sync(&stp_session.rearm_irq);
	cancel_work_sync(&stp_session.rearm_work);
	mutex_lock(&stp_session.rearm_lock);
	stp_session.can_rearm = 0;
	mutex_unlock(&stp_session.rearm_lock);
}
