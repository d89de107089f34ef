// SPDX-License-Identifier: GPL-2.0
/*
 * The files in /proc/sonde-NAME/. proc_remove() waits for calls in progress and calls release for files that are open,
 * so none of this runs after the module is gone. Part of runtime.c.
 */

/* ---- control --------------------------------------------------------------------------------------------------- */

static int control_open(struct inode *inode, struct file *file)
{
	if (test_and_set_bit(0, &stp_session.control_open))
		return -EBUSY;
	return stream_open(inode, file);	/* no file position: read() must not wait for a write() in progress */
}

/* A reader that dies must not leave probes armed. */
static int control_release(struct inode *inode, struct file *file)
{
	mutex_lock(&stp_session.lock);
	if (!stp_session.detached)
		session_stop(false);
	stp_session.detached = 0;
	clear_bit(0, &stp_session.control_open);
	mutex_unlock(&stp_session.lock);
	return 0;
}

static int control_command(const struct stp_cmd *cmd)
{
	switch (cmd->type) {
	case STP_CMD_START:
		return session_start(cmd->value);
	case STP_CMD_STOP:
		session_stop(true);
		return 0;
	case STP_CMD_DETACH:
		stp_session.detached = 1;
		return 0;
	}
	return -EINVAL;
}

static ssize_t control_write(struct file *file, const char __user *buf, size_t size, loff_t *pos)
{
	struct stp_cmd cmd;
	int rc;

	if (size != sizeof(cmd))
		return -EINVAL;
	if (copy_from_user(&cmd, buf, sizeof(cmd)))
		return -EFAULT;
	if (cmd.size != sizeof(cmd))
		return -EINVAL;
	if (mutex_lock_killable(&stp_session.lock))
		return -EINTR;
	rc = control_command(&cmd);
	mutex_unlock(&stp_session.lock);
	return rc ? rc : (ssize_t)size;
}

/* As many whole messages as fit. */
static ssize_t control_read_messages(char __user *buf, size_t size)
{
	struct stp_msg_queue *q = &stp_session.queue;
	size_t done = 0;
	ssize_t n;

	if (mutex_lock_killable(&q->read_lock))
		return -EINTR;
	do {
		n = msg_take(buf + done, size - done);
		if (n > 0)
			done += n;
	} while (n > 0);
	mutex_unlock(&q->read_lock);
	return done ? (ssize_t)done : n;
}

static ssize_t control_read(struct file *file, char __user *buf, size_t size, loff_t *pos)
{
	ssize_t n;
	int rc;

	while (!(n = control_read_messages(buf, size))) {
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		rc = wait_event_interruptible(stp_session.wait, msg_ready());
		if (rc)
			return rc;
	}
	return n;
}

static __poll_t control_poll(struct file *file, poll_table *table)
{
	__poll_t mask = 0;

	poll_wait(file, &stp_session.wait, table);
	if (msg_ready())
		mask |= EPOLLIN | EPOLLRDNORM;
	if (xchg(&stp_session.ring_ready, 0))
		mask |= EPOLLPRI;
	return mask;
}

static const struct proc_ops control_ops = {
	.proc_open = control_open,
	.proc_release = control_release,
	.proc_read = control_read,
	.proc_write = control_write,
	.proc_poll = control_poll,
	.proc_lseek = noop_llseek,
};

/* ---- ring ------------------------------------------------------------------------------------------------------ */

/* What lies at an mmap offset: `npages` pages, n'th by map_page(). */
struct map_range {
	struct stp_ring *ring;
	enum stp_region region;
	unsigned long npages;
};

static int map_find(struct map_range *range, u64 offset)
{
	u64 number = offset >> 36;

	range->region = (offset >> 32) & 15;
	if ((u32)offset || range->region > STP_REGION_DATA || number >= stp_session.nrings)
		return -EINVAL;
	if (range->region == STP_REGION_INFO && number)
		return -EINVAL;
	range->ring = READ_ONCE(stp_session.rings[number]);
	if (!range->ring)
		return -ENODEV;
	range->npages = range->region == STP_REGION_DATA ? 2 * range->ring->npages : 1;
	return 0;
}

static struct page *map_page(const struct map_range *range, unsigned long n)
{
	switch (range->region) {
	case STP_REGION_INFO: return virt_to_page(stp_session.info);
	case STP_REGION_CTL: return virt_to_page(range->ring->cpu);
	case STP_REGION_POS: return virt_to_page(range->ring->pos);
	default: return range->ring->pages[n];
	}
}

/*
 * The pages are inserted at once and no vm_ops are set: the mapping may outlive the module, and holds but counts of
 * its pages. Only the reader's position may ever be written; it is checked whenever the kernel reads it.
 */
static int ring_mmap(struct file *file, struct vm_area_struct *vma)
{
	unsigned long n, npages = vma_pages(vma);
	struct map_range range;
	int rc = map_find(&range, (u64)vma->vm_pgoff << PAGE_SHIFT);

	if (rc)
		return rc;
	if (npages > range.npages || !(vma->vm_flags & VM_SHARED))
		return -EINVAL;
	if (vma->vm_flags & VM_EXEC || (vma->vm_flags & VM_WRITE && range.region != STP_REGION_POS))
		return -EPERM;
	stp_vm_flags_mod(vma, VM_DONTEXPAND | VM_DONTDUMP,
			 VM_MAYEXEC | (range.region == STP_REGION_POS ? 0 : VM_MAYWRITE));
	for (n = 0; n < npages && !rc; n++)
		rc = vm_insert_page(vma, vma->vm_start + n * PAGE_SIZE, map_page(&range, n));
	return rc;
}

static const struct proc_ops ring_ops = {
	.proc_mmap = ring_mmap,
	.proc_lseek = noop_llseek,
};

/* ---- events ---------------------------------------------------------------------------------------------------- */

static ssize_t events_read(struct file *file, char __user *buf, size_t size, loff_t *pos)
{
	return simple_read_from_buffer(buf, size, pos, stp_script.events, stp_script.events_len);
}

static const struct proc_ops events_ops = {
	.proc_read = events_read,
	.proc_lseek = default_llseek,
};

/* ---- the folder ------------------------------------------------------------------------------------------------ */

static int ctl_create(const char *name, umode_t mode, const struct proc_ops *ops, kuid_t uid, kgid_t gid)
{
	struct proc_dir_entry *file = proc_create(name, mode, stp_session.proc_dir, ops);

	if (!file)
		return -ENOMEM;
	proc_set_user(file, uid, gid);
	return 0;
}

static void ctl_exit(void)
{
	proc_remove(stp_session.proc_dir);
}

/* The files belong to the user who may read the output: module parameters uid and gid. */
static int ctl_init(void)
{
	kuid_t uid = make_kuid(&init_user_ns, param_uid);
	kgid_t gid = make_kgid(&init_user_ns, param_gid);
	char name[sizeof("sonde-") + MODULE_NAME_LEN];

	snprintf(name, sizeof(name), "sonde-%s", THIS_MODULE->name);
	stp_session.proc_dir = proc_mkdir(name, NULL);
	if (!stp_session.proc_dir)
		return -ENOMEM;
	if (ctl_create("control", 0600, &control_ops, uid, gid) ||
	    ctl_create("ring", 0600, &ring_ops, uid, gid) ||
	    ctl_create("events", 0400, &events_ops, uid, gid)) {
		ctl_exit();
		return -ENOMEM;
	}
	return 0;
}
