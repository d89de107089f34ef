// SPDX-License-Identifier: GPL-2.0
/* Timer probes: an hrtimer for times, a timer_list for jiffies. Each fires on one CPU. Part of runtime.c. */

struct stp_timer {
	const struct stp_timer_probe *probe;
	u64 seed;			/* of the random part */
	union {
		struct hrtimer hr;
		struct timer_list list;
	};
};

/* The next interval: the period, more or less up to `random`. xorshift64. */
static u64 timer_interval(struct stp_timer *t)
{
	const struct stp_timer_probe *p = t->probe;
	u64 period = p->jiffies ? p->jiffies : p->period_ns;
	u64 span;

	if (!p->random)
		return period;
	t->seed ^= t->seed << 13;
	t->seed ^= t->seed >> 7;
	t->seed ^= t->seed << 17;
	period += t->seed % (2 * p->random + 1);
	span = p->random;
	return period > span ? period - span : 1;
}

static enum hrtimer_restart timer_hr(struct hrtimer *hr)
{
	struct stp_timer *t = container_of(hr, struct stp_timer, hr);

	t->probe->entry(get_irq_regs());
	hrtimer_forward_now(hr, ns_to_ktime(timer_interval(t)));
	return HRTIMER_RESTART;
}

static void timer_jiffies(struct timer_list *list)
{
	struct stp_timer *t = container_of(list, struct stp_timer, list);

	t->probe->entry(get_irq_regs());
	mod_timer(list, jiffies + timer_interval(t));
}

static void timer_init(struct stp_timer *t)
{
	t->seed = get_random_u64() | 1;
	if (t->probe->jiffies)
		timer_setup(&t->list, timer_jiffies, 0);
	else
		stp_hrtimer_setup(&t->hr, timer_hr);
}

static void timer_start(struct stp_timer *t)
{
	if (t->probe->jiffies)
		mod_timer(&t->list, jiffies + timer_interval(t));
	else
		hrtimer_start(&t->hr, ns_to_ktime(timer_interval(t)), HRTIMER_MODE_REL);
}

/* Its handler does not run any more when this returns. */
static void timer_stop(struct stp_timer *t)
{
	if (t->probe->jiffies)
		stp_timer_delete_sync(&t->list);
	else
		hrtimer_cancel(&t->hr);
}

/* Context: process. */
static void timer_arm(struct stp_timer *t, int armed)
{
	if (armed)
		timer_start(t);
	else
		timer_stop(t);
}

/* Returns 0 or -ENOMEM. Context: process. */
static int timers_start(void)
{
	u32 i;

	if (!stp_script.ntimers)
		return 0;
	stp_session.timers = kvcalloc(stp_script.ntimers, sizeof(*stp_session.timers), GFP_KERNEL);
	if (!stp_session.timers)
		return -ENOMEM;
	for (i = 0; i < stp_script.ntimers; i++) {
		stp_session.timers[i].probe = &stp_script.timers[i];
		timer_init(&stp_session.timers[i]);
		if (arming_at_start(stp_script.timers[i].wanted, stp_script.timers[i].armed))
			timer_start(&stp_session.timers[i]);
	}
	return 0;
}

/* No handler runs any more when this returns. */
static void timers_stop(void)
{
	u32 i;

	for (i = 0; stp_session.timers && i < stp_script.ntimers; i++)
		timer_stop(&stp_session.timers[i]);
	kvfree(stp_session.timers);
	stp_session.timers = NULL;
}
