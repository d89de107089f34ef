// SPDX-License-Identifier: GPL-2.0
/* The current task and the registers at a probe. Part of runtime.c. */

const char *stp_execname(void)
{
	return stp_current() + STP_OFF_TASK_COMM;
}

/* real_parent is RCU's: a probe in the idle loop or at the kernel's entry may run where RCU does not watch. */
s64 stp_ppid(void)
{
	s64 pid = 0;

	if (!rcu_is_watching())
		return 0;
	rcu_read_lock();
	pid = rcu_dereference(current->real_parent)->tgid;
	rcu_read_unlock();
	return pid;
}

s64 stp_uid(void)
{
	return from_kuid_munged(&init_user_ns, current_uid());
}

s64 stp_euid(void)
{
	return from_kuid_munged(&init_user_ns, current_euid());
}

s64 stp_gid(void)
{
	return from_kgid_munged(&init_user_ns, current_gid());
}

s64 stp_egid(void)
{
	return from_kgid_munged(&init_user_ns, current_egid());
}

s64 stp_target(void)
{
	return stp_session.target;
}

/* ---- registers ------------------------------------------------------------------------------------------------- */

static int regs_missing(struct stp_ctx *c, u32 at)
{
	stp_error(c, at, "invalid call without context registers");
	return -1;
}

static int regs_bad_number(struct stp_ctx *c, u32 at, s64 n)
{
	stp_error(c, at, "no argument %lld: there are 1 to 6 in registers", n);
	return -1;
}

int stp_arg(struct stp_ctx *c, s64 *value, s64 n, u32 at)
{
	static const u16 offsets[] = { STP_ARG_OFFSETS };

	if (!c->kregs)
		return regs_missing(c, at);
	if (n < 1 || n > (s64)ARRAY_SIZE(offsets))
		return regs_bad_number(c, at, n);
	*value = stp_register(c->kregs, offsets[n - 1]);
	return 0;
}

/* The registers of a system call lie on the kernel's stack, but the argument that says so is any number when the
 * probe is not on a system call's entry: it is read as carefully as any address. */
int stp_syscall_arg(struct stp_ctx *c, s64 *value, s64 n, u32 at)
{
	static const u16 offsets[] = { STP_SYSCALL_ARG_OFFSETS };

	if (!c->kregs)
		return regs_missing(c, at);
	if (n < 1 || n > (s64)ARRAY_SIZE(offsets))
		return regs_bad_number(c, at, n);
	return stp_kread(c, value, stp_register(c->kregs, STP_OFF_REGS_DI) + offsets[n - 1], 8, 0, at);
}

int stp_return_value(struct stp_ctx *c, s64 *value, u32 at)
{
	if (!c->kregs)
		return regs_missing(c, at);
	*value = stp_register(c->kregs, STP_RETURN_OFFSET);
	return 0;
}
