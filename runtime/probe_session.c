// SPDX-License-Identifier: GPL-2.0
/* begin, end and error probes: in the thread that writes the command, one after another. Part of runtime.c. */

static void session_run_one(const struct stp_session_probe *p)
{
	struct stp_ctx *c = &stp_session.session_ctx;

	c->probe = p->probe;
	p->handler(c);
	if (c->last_error)
		stp_leave_pending(c);
	c->run = 0;
	stp_commit(c->cpu);
	WRITE_ONCE(stp_session.ring_ready, 1);
	session_wake();
}

/*
 * Runs those of one kind by ascending order, equal ones as they stand in the table: one walk finds the next order, so
 * nothing need be sorted. A begin handler that ends the session is the last one.
 */
static void session_run(enum stp_session_kind kind)
{
	const struct stp_session_probe *p, *end = stp_script.session + stp_script.nsession;
	s64 order = S64_MIN, next;
	bool more = true;

	WRITE_ONCE(stp_session.thread, current);
	while (more) {
		more = false;
		next = S64_MAX;
		for (p = stp_script.session; p < end; p++) {
			if (p->kind != kind)
				continue;
			if (p->order == order && (kind != STP_BEGIN || !READ_ONCE(stp_session.over)))
				session_run_one(p);
			else if (p->order > order) {
				more = true;
				next = min(next, p->order);
			}
		}
		order = next;
	}
	WRITE_ONCE(stp_session.thread, NULL);
}
