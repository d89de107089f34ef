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

int stp_arg_error(struct stp_ctx *c, s64 n, u32 at)
{
	if (!c->kregs)
		stp_error(c, at, "invalid call without context registers");
	else if (c->returning)
		stp_error(c, at, "no arguments at a function's return: read them at its entry");
	else
		stp_error(c, at, "no argument %lld: there are 1 to 6 in registers", n);
	return -1;
}
