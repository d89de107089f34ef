// SPDX-License-Identifier: GPL-2.0
/*
 * Start and stop. Part of runtime.c.
 *
 * Start: begin handlers, then functions, then all CPUs are armed at once, then timers. Stop, in the reverse: CPUs are
 * disarmed, so that no handler starts; timers and functions are unregistered, which waits for those that run; then
 * end or error handlers have the globals for themselves.
 */

static int session_alloc_maps(void)
{
	const struct stp_map_desc *d = stp_script.maps, *end = d + stp_script.nmaps;
	u64 bytes = 0;
	char *p;

	for (; d < end; d++)
		bytes += ALIGN(stp_map_bytes(d), 8);
	if (!bytes)
		return 0;
	if (bytes >> PAGE_SHIFT > (u64)si_mem_available() / 2)
		return -ENOMEM;
	p = stp_session.map_memory = vzalloc(bytes);
	if (!p)
		return -ENOMEM;
	for (d = stp_script.maps; d < end; d++) {
		stp_map_init(d, p, get_random_u32());
		p += ALIGN(stp_map_bytes(d), 8);
	}
	return 0;
}

static int session_init(void)
{
	struct stp_session *s = &stp_session;

	mutex_init(&s->lock);
	mutex_init(&s->ring_lock);
	init_waitqueue_head(&s->wait);
	init_irq_work(&s->wake_work, session_wake_work);
	atomic64_set(&s->random, get_random_u64());
	if (session_alloc_maps())
		return -ENOMEM;
	rearm_init();
	stats_init();
	return 0;
}

static void session_exit(void)
{
	irq_work_sync(&stp_session.wake_work);
	irq_work_sync(&stp_session.rearm_irq);
	cancel_work_sync(&stp_session.rearm_work);
	vfree(stp_session.map_memory);
}

/* Ends all probing. When it returns no handler runs and none will start. */
static void session_disarm_all(void)
{
	session_disarm();
	rearm_stop();
	timers_stop();
	functions_unregister();
	synchronize_rcu();	/* handlers run with preemption off */
	stp_session.armed = 0;
}

static int session_arm_all(void)
{
	int rc = functions_register();

	if (rc)
		return rc;
	session_arm();
	rc = timers_start();
	if (!rc)
		rearm_start();
	return rc;
}

/* STP_CMD_START. Returns 0, or -errno after undoing all. Context: process. */
static int session_start(s64 target)
{
	struct stp_session *s = &stp_session;
	int rc = 0;

	if (s->state != STP_STATE_LOADED)
		return -EBUSY;
	s->state = STP_STATE_STARTING;
	if (target)
		s->target = target;
	if (stp_script.init)
		stp_script.init();
	session_run(STP_BEGIN);
	if (!READ_ONCE(s->over))
		rc = session_arm_all();
	if (rc)
		session_disarm_all();
	s->state = rc ? STP_STATE_STOPPED : STP_STATE_RUNNING;
	msg_send(STP_MSG_STARTED, rc, NULL);
	return rc;
}

/* Once a session: a script that cuts strings on purpose must not drown in warnings. */
static void session_tell_cut(void)
{
	unsigned int n = atomic_read(&stp_session.cut), size = stp_script.config->string_size;
	const char *were = n == 1 ? " was" : "s were";

	if (n && size < STP_STRING_MAX)
		msg_send(STP_MSG_WARN, 0, "%u string%s cut to %u bytes: -DMAXSTRINGLEN=%u keeps more", n, were, size - 1,
			 min(size * 2, STP_STRING_MAX));
	else if (n)
		msg_send(STP_MSG_WARN, 0, "%u string%s cut to %u bytes, the most that there can be", n, were, size - 1);
}

/* STP_CMD_STOP, or the end without it (`handlers` false). Does nothing when the session has ended. */
static void session_stop(bool handlers)
{
	struct stp_session *s = &stp_session;
	int was = s->state;

	if (was == STP_STATE_STOPPED)
		return;
	s->state = STP_STATE_STOPPING;
	session_disarm_all();
	if (handlers && was == STP_STATE_RUNNING)
		session_run(READ_ONCE(s->failed) ? STP_ERROR : STP_END);
	s->state = STP_STATE_STOPPED;
	if (handlers)
		session_tell_cut();
	if (handlers)
		msg_send(STP_MSG_STOPPED, atomic_read(&s->errors), NULL);
}
