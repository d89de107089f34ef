// SPDX-License-Identifier: GPL-2.0
/*
 * Messages to the reader: a bounded queue that any context may write to (an NMI too) and one reader takes from.
 * Part of runtime.c.
 *
 * Slot i of N begins with turn == i. A producer that finds turn == tail claims the slot by moving tail, fills it, and
 * sets turn to its position + 1: readable. The reader takes it and sets turn to position + N: writable a round later.
 * A producer that was interrupted between claim and turn delays the reader, but no other producer.
 */
#define MSG_SLOTS	256u
#define MSG_RESERVED	8u	/* for the few messages of the session itself, which must not be lost */

static int msg_init(void)
{
	struct stp_msg_queue *q = &stp_session.queue;
	u32 i;

	mutex_init(&q->read_lock);
	q->slots = vzalloc(array_size(MSG_SLOTS, sizeof(*q->slots)));
	if (!q->slots)
		return -ENOMEM;
	for (i = 0; i < MSG_SLOTS; i++)
		q->slots[i].turn = i;
	return 0;
}

static void msg_exit(void)
{
	vfree(stp_session.queue.slots);
}

static bool msg_is_vital(enum stp_msg_type type)
{
	return type == STP_MSG_STARTED || type == STP_MSG_STOPPED || type == STP_MSG_EXIT;
}

/* The slot at *position, or NULL when the queue is full. */
static struct stp_msg_slot *msg_claim(struct stp_msg_queue *q, enum stp_msg_type type, u32 *position)
{
	u32 room = msg_is_vital(type) ? MSG_SLOTS : MSG_SLOTS - MSG_RESERVED;
	u32 tail = READ_ONCE(q->tail);

	for (;;) {
		struct stp_msg_slot *slot = &q->slots[tail % MSG_SLOTS];
		u32 seen;

		if (tail - READ_ONCE(q->head) >= room || (s32)(smp_load_acquire(&slot->turn) - tail) < 0)
			return NULL;
		seen = cmpxchg(&q->tail, tail, tail + 1);
		if (seen == tail) {
			*position = tail;
			return slot;
		}
		tail = seen;
	}
}

static void msg_fill(struct stp_msg_slot *slot, enum stp_msg_type type, s64 value, const char *fmt, va_list args)
{
	int n = fmt ? vsnprintf(slot->text, sizeof(slot->text), fmt, args) : 0;

	if (n >= (int)sizeof(slot->text)) {
		n = sizeof(slot->text);
		memcpy(slot->text + n - 3, "...", 3);
	}
	slot->head.size = sizeof(slot->head) + n;
	slot->head.type = type;
	slot->head.time = clock_now();
	slot->head.value = value;
}

static void msg_send(enum stp_msg_type type, s64 value, const char *fmt, ...)
{
	struct stp_msg_queue *q = &stp_session.queue;
	struct stp_msg_slot *slot;
	u32 position;
	va_list args;

	slot = msg_claim(q, type, &position);
	if (!slot) {
		atomic_inc(&q->dropped);
		return;
	}
	va_start(args, fmt);
	msg_fill(slot, type, value, fmt, args);
	va_end(args);
	smp_store_release(&slot->turn, position + 1);
	session_wake();
}

/* Whether msg_take() has something. */
static bool msg_ready(void)
{
	struct stp_msg_queue *q = &stp_session.queue;
	u32 head = READ_ONCE(q->head);

	return smp_load_acquire(&q->slots[head % MSG_SLOTS].turn) == head + 1 || atomic_read(&q->dropped);
}

/* Copies the oldest message to the user if it fits. Returns its size, 0 when there is none, or -errno; the caller
 * holds read_lock. Losses are told when the queue is empty: then there is room to go on. */
static ssize_t msg_take(char __user *buf, size_t size)
{
	struct stp_msg_queue *q = &stp_session.queue;
	struct stp_msg_slot *slot = &q->slots[q->head % MSG_SLOTS];
	struct stp_msg dropped = { .size = sizeof(dropped), .type = STP_MSG_DROPPED };

	if (smp_load_acquire(&slot->turn) == q->head + 1) {
		if (slot->head.size > size)
			return -EMSGSIZE;
		if (copy_to_user(buf, &slot->head, sizeof(slot->head)) ||
		    copy_to_user(buf + sizeof(slot->head), slot->text, slot->head.size - sizeof(slot->head)))
			return -EFAULT;
		size = slot->head.size;
		smp_store_release(&slot->turn, q->head + MSG_SLOTS);
		WRITE_ONCE(q->head, q->head + 1);
		return size;
	}
	if (!atomic_read(&q->dropped))
		return 0;
	if (sizeof(dropped) > size)
		return -EMSGSIZE;
	dropped.value = atomic_xchg(&q->dropped, 0);
	dropped.time = clock_now();
	return copy_to_user(buf, &dropped, sizeof(dropped)) ? -EFAULT : (ssize_t)sizeof(dropped);
}
