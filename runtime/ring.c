// SPDX-License-Identifier: GPL-2.0
/*
 * The cold path of a reservation: wire.h describes a ring as the reader sees it, stp_reserve() and stp_commit() in stp.h
 * are its hot paths. Part of runtime.c; also run in user space, one instruction at a time (testsuite/unit/rt_ring.c).
 */
#define RING_NONE	(~0ull)
#define RING_WAKES	8u			/* the reader is woken this often per round */
#define RING_PATIENCE	(5 * HZ)		/* how long a session handler waits for a reader that does not read */

/* Takes over the reader's position as far as it can be true. An interrupt may do the same meanwhile: then it stands. */
static u64 ring_tail(struct stp_ring *ring)
{
	struct stp_ring_ctl *ctl = &ring->cpu->ctl;
	u64 tail = READ_ONCE(ctl->tail);
	u64 pos = smp_load_acquire(&ring->pos->tail);

	if ((s64)(pos - tail) > 0 && (s64)(READ_ONCE(ctl->commit) - pos) >= 0)
		stp_cmpxchg_local(&ctl->tail, tail, pos);
	return READ_ONCE(ctl->tail);
}

static void ring_count_lost(struct stp_ring *ring, enum stp_loss_cause cause, u32 size)
{
	struct stp_ring_ctl *ctl = &ring->cpu->ctl;

	stp_add_local(&ctl->lost[cause], 1);
	stp_add_local(&ctl->lost_bytes, size);
	stp_add_local(&ring->unreported, 1);
}

#define LOST_BYTES	16u	/* a LOST record: header and count */

static void ring_put_lost(struct stp_ctx *c, u64 at, u64 count)
{
	u64 *p = (u64 *)(c->cpu->data + (at & c->cpu->mask));

	if (!c->run)
		c->run = stp_clock(c->cpu) << 16;
	p[0] = c->run | STP_EVENT_LOST;
	p[1] = count;
}

/* The hot path's limit again, and the reader's wake-up when head has come that far. Storing a limit that an interrupt
 * has raised meanwhile only costs another turn through here. */
static void ring_set_limit(struct stp_ring *ring, u64 head, u64 tail)
{
	u64 step = ring->size / RING_WAKES;

	if (head >= READ_ONCE(ring->wake)) {
		WRITE_ONCE(ring->wake, (head & ~(step - 1)) + step);
		WRITE_ONCE(stp_session.ring_ready, 1);
		session_wake();
	}
	if (ring->number)
		WRITE_ONCE(ring->cpu->ctl.limit, min(tail + ring->size, READ_ONCE(ring->wake)));
}

/* Reserves `size` bytes, with a LOST record before them when losses are yet untold. RING_NONE when there is no room. */
static u64 ring_try(struct stp_ctx *c, struct stp_ring *ring, u32 size)
{
	struct stp_ring_ctl *ctl = &ring->cpu->ctl;
	u64 lost = READ_ONCE(ring->unreported) ? stp_take_local(&ring->unreported) : 0;
	u64 need = size + (lost ? LOST_BYTES : 0);
	u64 head, tail;

	do {
		tail = ring_tail(ring);
		head = READ_ONCE(ctl->head);
		if (head + need > tail + ring->size) {
			stp_add_local(&ring->unreported, lost);
			return RING_NONE;
		}
	} while (!stp_cmpxchg_local(&ctl->head, head, head + need));
	if (lost)
		ring_put_lost(c, head, lost);
	ring_set_limit(ring, head + need, tail);
	return head + need - size;
}

/* Waits until the reader has made progress. False when it is gone, or has not read for a while. */
static bool ring_wait(struct stp_ring *ring)
{
	u64 tail = ring_tail(ring);
	unsigned long end = jiffies + RING_PATIENCE;

	if (ring->gave_up == tail + 1)
		return false;
	while (time_before(jiffies, end)) {
		if (!test_bit(0, &stp_session.control_open) || fatal_signal_pending(current))
			break;
		WRITE_ONCE(stp_session.ring_ready, 1);
		session_wake();
		schedule_timeout_uninterruptible(1);
		if (ring_tail(ring) != tail)
			return true;
	}
	ring->gave_up = tail + 1;
	return false;
}

/* The session's ring: a record is a run of its own, and the one before it is whole by now. */
static u64 ring_reserve_session(struct stp_ctx *c, struct stp_ring *ring, u32 size)
{
	u64 at;

	c->run = 0;
	stp_commit(ring->cpu);
	do {
		at = ring_try(c, ring, size);
	} while (at == RING_NONE && ring_wait(ring));
	return at;
}

u64 stp_reserve_cold(struct stp_ctx *c, u32 size)
{
	struct stp_ring *ring = c->cpu->ring;
	u64 at;

	if (size > ring->size / 4) {
		ring_count_lost(ring, STP_LOST_TOO_LARGE, size);
		return RING_NONE;
	}
	at = c->session ? ring_reserve_session(c, ring, size) : ring_try(c, ring, size);
	if (at == RING_NONE)
		ring_count_lost(ring, STP_LOST_FULL, size);
	return at;
}
