// SPDX-License-Identifier: GPL-2.0
/*
 * The rings' memory, and the CPUs that have them: those online when the module is loaded, and those that come later.
 * Part of runtime.c.
 */

STP_INLINE struct stp_cpu *stp_this_cpu(void)
{
	return raw_cpu_read(stp_cpu_ptr);
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

#define RING_GFP	(GFP_KERNEL | __GFP_ZERO | __GFP_NORETRY | __GFP_NOWARN)

static void ring_free(struct stp_ring *ring)
{
	unsigned int i;

	if (!ring)
		return;
	if (ring->cpu) {
		vunmap(ring->cpu->data);
		for (i = 0; i < sizeof(struct stp_cpu) / PAGE_SIZE; i++)
			__free_page(virt_to_page((char *)ring->cpu + i * PAGE_SIZE));
	}
	for (i = 0; i < ring->npages; i++)
		if (ring->pages[i])
			__free_page(ring->pages[i]);
	kvfree(ring->pages);
	free_page((unsigned long)ring->pos);
	vfree(ring->strings);
	vfree(ring->stats);
	kfree(ring);
}

/* Pages of struct stp_cpu: contiguous, but each with its own count, for a mapping may outlive the module. */
static struct stp_cpu *ring_alloc_cpu(int node)
{
	unsigned int order = get_order(sizeof(struct stp_cpu));
	struct page *page;

	BUILD_BUG_ON(sizeof(struct stp_cpu) != 2 * PAGE_SIZE);
	page = alloc_pages_node(node, RING_GFP, order);
	if (!page)
		return NULL;
	split_page(page, order);
	return page_address(page);
}

/* Maps the data twice in a row: a record that crosses the end goes on where it began. */
static int ring_alloc_data(struct stp_ring *ring, int node)
{
	unsigned int n = ring->size >> PAGE_SHIFT, i;

	/* twice, too: what vmap() wants */
	ring->pages = kvcalloc(n, 2 * sizeof(*ring->pages), GFP_KERNEL | __GFP_NOWARN);
	if (!ring->pages)
		return -ENOMEM;
	ring->npages = n;
	for (i = 0; i < n; i++) {
		ring->pages[i] = alloc_pages_node(node, RING_GFP, 0);
		if (!ring->pages[i])
			return -ENOMEM;
		ring->pages[n + i] = ring->pages[i];
	}
	ring->cpu->data = vmap(ring->pages, 2 * n, VM_MAP, PAGE_KERNEL);
	return ring->cpu->data ? 0 : -ENOMEM;
}

/* Memory of a context: frames, error buffer, and what printing with a format that is known but at run time needs. */
static size_t ring_ctx_frames(void)
{
	return ALIGN(stp_script.config->frame_bytes, 8) + ALIGN(stp_script.config->match_bytes, 8);
}

static size_t ring_ctx_error_buffer(void)
{
	return ALIGN(stp_script.config->string_size, 8);
}

static size_t ring_ctx_strings(void)
{
	return ring_ctx_frames() + ring_ctx_error_buffer() + ALIGN(sizeof(struct stp_print_scratch), 8) +
	       ALIGN(stp_script.config->token_bytes, 8);
}

static struct stp_print_scratch *ctx_print_scratch(struct stp_ctx *c)
{
	return (void *)(c->error_buffer + ring_ctx_error_buffer());
}

static void ring_init_ctx(struct stp_ctx *c, struct stp_cpu *cpu, unsigned int level, char *strings)
{
	c->cpu = cpu;
	c->level = level;
	c->frames = strings;
	c->error_buffer = strings + ring_ctx_frames();
	c->stats = stat_of_level(cpu->stats, level);
	c->token_buffer = (char *)ctx_print_scratch(c) + ALIGN(sizeof(struct stp_print_scratch), 8);
}

static struct stp_ring *ring_alloc(unsigned int number, u64 size, int node)
{
	struct stp_ring *ring = kzalloc(sizeof(*ring), GFP_KERNEL);
	unsigned int level;

	if (!ring)
		return NULL;
	ring->number = number;
	ring->size = size;
	ring->wake = size / RING_WAKES;
	ring->pos = (void *)get_zeroed_page(GFP_KERNEL);
	ring->strings = vzalloc(array_size(STP_LEVEL__COUNT, ring_ctx_strings()));
	ring->cpu = ring_alloc_cpu(node);
	ring->stats = stat_block_bytes() ? vzalloc_node(stat_block_bytes(), node) : NULL;
	if (!ring->pos || !ring->strings || !ring->cpu || (stat_block_bytes() && !ring->stats) ||
	    ring_alloc_data(ring, node)) {
		ring_free(ring);
		return NULL;
	}
	ring->cpu->ring = ring;
	ring->cpu->mask = size - 1;
	ring->cpu->number = (int)number - 1;
	ring->cpu->stats = ring->stats;
	ring->cpu->ctl.limit = number ? ring->wake : 0;	/* the session's: each record takes the cold path */
	for (level = 0; level < STP_LEVEL__COUNT; level++)
		ring_init_ctx(&ring->cpu->ctx[level], ring->cpu, level, ring->strings + level * ring_ctx_strings());
	return ring;
}

/* ---- CPUs ------------------------------------------------------------------------------------------------------ */

/* Lets one CPU run handlers, unless the session ended meanwhile: who ends it sets `over` first and then resets all
 * pointers, so one of the two always sees the other. */
static void ring_arm(struct stp_ring *ring)
{
	unsigned int cpu = ring->number - 1;

	WRITE_ONCE(per_cpu(stp_cpu_ptr, cpu), ring->cpu);
	smp_mb();
	if (READ_ONCE(stp_session.over))
		WRITE_ONCE(per_cpu(stp_cpu_ptr, cpu), &stp_cpu_idle);
}

/* Lets handlers start on every CPU that has a ring. Context: process. */
static void session_arm(void)
{
	unsigned int i;

	mutex_lock(&stp_session.ring_lock);
	stp_session.armed = 1;
	for (i = 1; i < stp_session.nrings; i++)
		if (stp_session.rings[i])
			ring_arm(stp_session.rings[i]);
	mutex_unlock(&stp_session.ring_lock);
}

/*
 * A CPU came online (or was, when the module was loaded). Never fails: the CPU's hits are counted as lost then.
 * ring_lock is a leaf lock because this runs with the hotplug lock held, which registering a probe waits for.
 */
static int ring_cpu_online(unsigned int cpu)
{
	struct stp_ring *ring = stp_session.rings[1 + cpu];

	if (ring)
		return 0;
	ring = ring_alloc(1 + cpu, stp_session.ring_size, cpu_to_node(cpu));
	if (!ring) {
		msg_send(STP_MSG_WARN, 0, "no memory for the buffer of CPU %u: probes there do not run", cpu);
		return 0;
	}
	mutex_lock(&stp_session.ring_lock);
	stat_lock_readers();		/* none of them may miss this CPU's lock */
	WRITE_ONCE(stp_session.rings[1 + cpu], ring);
	stat_unlock_readers();
	if (stp_session.armed)
		ring_arm(ring);
	mutex_unlock(&stp_session.ring_lock);
	if (test_bit(0, &stp_session.control_open))
		msg_send(STP_MSG_RING, 1 + cpu, NULL);
	return 0;
}

static int ring_fill_info(void)
{
	struct stp_ring_info *info = (void *)get_zeroed_page(GFP_KERNEL);

	if (!info)
		return -ENOMEM;
	stp_session.info = info;
	info->magic = STP_WIRE_MAGIC;
	info->version = STP_WIRE_VERSION;
	info->nrings = stp_session.nrings;
	info->page_size = PAGE_SIZE;
	info->ring_size = stp_session.ring_size;
	info->session_size = stp_session.session_size;
	info->clock = stp_clock_mono ? STP_CLOCK_MONO : STP_CLOCK_TSC;
	info->tsc_khz = tsc_khz;
	info->slack = clock_slack();
	info->start_clock = clock_now();
	info->start_mono_ns = ktime_get_ns();
	info->start_real_ns = ktime_get_real_ns();
	return 0;
}

static void rings_exit(void)
{
	unsigned int i;

	if (stp_session.hotplug_state > 0)
		cpuhp_remove_state_nocalls(stp_session.hotplug_state);
	for (i = 0; stp_session.rings && i < stp_session.nrings; i++)
		ring_free(stp_session.rings[i]);
	kvfree(stp_session.rings);
	free_page((unsigned long)stp_session.info);
}

/* Rings of the session and of all online CPUs; refuses sizes that would eat half of what memory there is. */
static int rings_init(void)
{
	struct stp_session *s = &stp_session;
	u64 bytes = s->session_size + s->ring_size * num_online_cpus() +
		    stat_block_bytes() * (num_online_cpus() + 1);
	unsigned int cpu;
	int rc = -ENOMEM;

	if (bytes >> PAGE_SHIFT > (u64)si_mem_available() / 2)
		return -ENOMEM;
	for_each_possible_cpu(cpu)
		per_cpu(stp_cpu_ptr, cpu) = &stp_cpu_idle;
	s->nrings = nr_cpu_ids + 1;
	s->rings = kvcalloc(s->nrings, sizeof(*s->rings), GFP_KERNEL);
	if (!s->rings || ring_fill_info())
		goto undo;
	s->rings[0] = ring_alloc(0, s->session_size, NUMA_NO_NODE);
	if (!s->rings[0])
		goto undo;
	ring_init_ctx(&s->session_ctx, s->rings[0]->cpu, STP_LEVEL_TASK, s->rings[0]->strings);
	s->session_ctx.session = 1;
	rc = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "sonde:online", ring_cpu_online, NULL);
	if (rc < 0)
		goto undo;
	s->hotplug_state = rc;
	return 0;
undo:
	rings_exit();
	return rc;
}
