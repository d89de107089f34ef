// SPDX-License-Identifier: GPL-2.0
/*
 * Cold parts of a handler's life: why it could not start, its errors, limits, and the end of the session that it may
 * ask for. Everything here may run in any context, an NMI included, and inside a probe on any function that it calls:
 * such a probe finds its level busy and ends in skip_entry(), which therefore calls nothing but once in a session.
 * Part of runtime.c.
 */

static void session_wake_work(struct irq_work *work)
{
	wake_up_interruptible(&container_of(work, struct stp_session, wake_work)->wait);
}

static void session_wake(void)
{
	irq_work_queue(&stp_session.wake_work);
}

static void session_disarm(void)
{
	unsigned int cpu;

	WRITE_ONCE(stp_session.over, 1);
	smp_mb();
	for_each_possible_cpu(cpu)
		WRITE_ONCE(per_cpu(stp_cpu_ptr, cpu), &stp_cpu_idle);
}

static void session_end(int failed)
{
	if (failed)
		WRITE_ONCE(stp_session.failed, 1);
	if (xchg(&stp_session.over, 1))
		return;
	session_disarm();
	msg_send(STP_MSG_EXIT, failed, NULL);
}

static void session_note_cut(void)
{
	atomic_inc(&stp_session.cut);
}

void stp_resched(void)
{
#ifdef CONFIG_PREEMPTION
	__preempt_schedule_notrace();
#endif
}

STP_DEFINE_THUNK(stp_resched, ASM_RET);
STP_DEFINE_THUNK(stp_enter_cold, ASM_RET);
STP_DEFINE_THUNK(stp_leave_pending, ASM_RET);
STP_DEFINE_THUNK(stp_reserve_cold, ASM_RET);
STP_DEFINE_THUNK(stp_clock_cold, ASM_RET);

/* ---- skipped handlers ------------------------------------------------------------------------------------------ */

/* `probe` is the one that was skipped, 0 when that is not known. */
static void skip_count(struct stp_ring *ring, enum stp_skip_cause cause, u32 probe)
{
	stp_add_local(&ring->cpu->ctl.skipped[cause], 1);
	if (stp_script.config->suppress_errors)
		return;
	if ((u32)atomic_inc_return(&stp_session.skipped) != stp_script.config->max_skipped + 1)
		return;
	msg_send(STP_MSG_ERROR, 0, "%s%s%s",
		 "Skipped too many probes, check MAXSKIPPED or try again with stap -t for more details.",
		 probe ? " The last one: " : "", probe ? stp_script.probes[probe].point : "");
	session_end(1);
}

/* With the idle structure the session does not run, or this CPU has no ring; the script cannot help either. */
static void skip_entry(struct stp_cpu *cpu)
{
	struct stp_ring *ring;

	if (cpu != &stp_cpu_idle) {
		skip_count(cpu->ring, STP_SKIP_REENTRY, 0);
	} else {
		ring = READ_ONCE(stp_session.rings[1 + raw_smp_processor_id()]);
		if (ring)
			stp_add_local(&ring->cpu->ctl.skipped[STP_SKIP_STATE], 1);
		else if (READ_ONCE(stp_session.armed) && !READ_ONCE(stp_session.over))
			stp_atomic_add((s64 *)&stp_session.rings[0]->cpu->ctl.lost[STP_LOST_NO_RING], 1);
	}
}

static enum stp_level level_of(unsigned int preempt_count)
{
	if (preempt_count & STP_NMI_MASK)
		return STP_LEVEL_NMI;
	if (preempt_count & STP_HARDIRQ_MASK)
		return STP_LEVEL_IRQ;
	return preempt_count & STP_SOFTIRQ_OFFSET ? STP_LEVEL_SOFTIRQ : STP_LEVEL_TASK;
}

struct stp_ctx *stp_enter_cold(struct stp_cpu *cpu)
{
	enum stp_level level = level_of(stp_preempt_count());

	if (READ_ONCE(cpu->busy.level[level])) {
		skip_entry(cpu);
		stp_preempt_enable();
		return NULL;
	}
	WRITE_ONCE(cpu->busy.level[level], 1);
	return &cpu->ctx[level];
}

void stp_skip_lock(struct stp_ctx *c)
{
	skip_count(c->cpu->ring, STP_SKIP_LOCK, c->probe);
}

void stp_skip_stack(struct stp_ctx *c)
{
	skip_count(c->cpu->ring, STP_SKIP_STACK, c->probe);
}

/* ---- overload -------------------------------------------------------------------------------------------------- */

/*
 * An interval that begins with a CPU's first watched handler is over, or its handlers took too much of it. Nested levels
 * write these numbers, too: one may lose what the other added, which is little.
 */
void stp_watch_check(struct stp_ctx *c, u64 now)
{
	const struct stp_config *config = stp_script.config;
	struct stp_cpu *cpu = c->cpu;
	u64 spent = cpu->spent;

	if (now - cpu->interval > config->overload_interval) {
		cpu->interval = now;
		cpu->spent = cpu->longest = 0;
		return;
	}
	if (READ_ONCE(stp_session.over))
		return;
	msg_send(STP_MSG_ERROR, 0, "probe overhead (%llu cycles) exceeded threshold (%u cycles) in last %u cycles; "
		 "the longest run took %llu, in probe %s", spent, config->overload_threshold, config->overload_interval,
		 cpu->longest, stp_script.probes[cpu->longest_probe].point);
	session_end(1);
}

/* ---- soft errors ----------------------------------------------------------------------------------------------- */

static void error_count(void)
{
	int errors = atomic_inc_return(&stp_session.errors);

	if (!stp_script.config->suppress_errors && (u32)errors > stp_script.config->max_errors)
		session_end(1);
}

/* " (called from TOKEN)" for each call on the way to the error, as far as there is room. */
static void error_chain(const struct stp_ctx *c, char *text, u32 size)
{
	const struct stp_script *s = &stp_script;
	u32 used = 0, i;

	text[0] = '\0';
	for (i = 0; i < c->chained; i++)
		if (c->chain[i] < s->npositions)
			used += scnprintf(text + used, size - used, " (called from %s)", s->positions[c->chain[i]].token);
}

/* MSG near TOKEN (called from TOKEN) in probe PP; without a recorded place only MSG. */
static void error_report(struct stp_ctx *c)
{
	const struct stp_script *s = &stp_script;
	char chain[512];

	if (s->config->suppress_errors)
		return;
	error_chain(c, chain, sizeof(chain));
	if (c->error_at && c->error_at < s->npositions && c->probe < s->nprobes)
		msg_send(STP_MSG_ERROR, 0, "%s near %s%s in probe %s", c->last_error,
			 s->positions[c->error_at].token, chain, s->probes[c->probe].point);
	else
		msg_send(STP_MSG_ERROR, 0, "%s", c->last_error);
}

/* Restores the invariant of a context that no handler uses. */
static void ctx_clear(struct stp_ctx *c)
{
	c->last_error = NULL;
	c->error_at = 0;
	c->chained = 0;
	c->frame_used = 0;
	c->nesting = 0;
	c->aborted = 0;
}

void stp_leave_pending(struct stp_ctx *c)
{
	struct stp_cpu *cpu = c->cpu;

	if (c->last_error) {
		error_report(c);
		error_count();
		ctx_clear(c);
	} else if (!READ_ONCE(cpu->busy.all)) {
		WRITE_ONCE(cpu->pending, 0);
		stp_commit(cpu);
	}
}

void stp_error(struct stp_ctx *c, u32 at, const char *fmt, ...)
{
	va_list args;

	if (c->last_error)
		return;
	va_start(args, fmt);
	vsnprintf(c->error_buffer, stp_script.config->string_size, fmt, args);
	va_end(args);
	c->error_at = at;
	c->last_error = c->error_buffer;
}

void stp_called_from(struct stp_ctx *c, u32 at)
{
	if (!c->error_at)
		c->error_at = at;
	else if (c->chained < STP_CHAIN)
		c->chain[c->chained++] = at;
}

/* The handler's own memory for frames is as it was when the try block began: the emitter pops on its way out. */
int stp_catch(struct stp_ctx *c, char *dst)
{
	if (c->aborted)
		return 0;
	if (dst)
		strscpy(dst, c->last_error, stp_script.config->string_size);
	c->last_error = NULL;
	c->error_at = 0;
	c->chained = 0;
	return 1;
}

void stp_spent(struct stp_ctx *c, u32 at)
{
	stp_error(c, at, "MAXACTION exceeded");
	c->aborted = 1;
}

void stp_too_deep(struct stp_ctx *c, u32 at)
{
	if (c->nesting > (int)stp_script.config->max_nesting)
		stp_error(c, at, "MAXNESTING exceeded");
	else
		stp_error(c, at, "MAXNESTING exceeded: the kernel's stack has no room for %d calls", c->nesting);
}

/* ---- what scripts say to the reader ---------------------------------------------------------------------------- */

void stp_warn(struct stp_ctx *c, const char *text)
{
	msg_send(STP_MSG_WARN, 0, "%s", text);
}

void stp_error_message(struct stp_ctx *c, const char *text)
{
	msg_send(STP_MSG_ERROR, 0, "%s", text);
	error_count();
}

void stp_exit(struct stp_ctx *c)
{
	session_end(0);
}

void stp_system(struct stp_ctx *c, const char *command)
{
	msg_send(STP_MSG_SYSTEM, 0, "%s", command);
}
