// SPDX-License-Identifier: GPL-2.0
/* Loading and unloading: a flat list of steps, each with its undo. Part of runtime.c. */

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("probe script");

static int params_init(void)
{
	struct stp_session *s = &stp_session;

	if (stp_script.config->abi != STP_ABI)
		return -ENOEXEC;
	if (param_buffer_kb < 64 || param_buffer_kb > 1u << 20)
		return -EINVAL;
	if (!strcmp(param_clock, "tsc") && tsc_khz)
		stp_clock_mono = 0;
	else if (strcmp(param_clock, "mono"))
		return -EINVAL;
	s->ring_size = roundup_pow_of_two((u64)param_buffer_kb << 10);
	s->session_size = s->ring_size;
	s->target = param_target;
	return 0;
}

static void params_exit(void)
{
}

static const struct {
	int (*init)(void);
	void (*exit)(void);
} module_steps[] = {
	{ params_init, params_exit },
	{ msg_init, msg_exit },
	{ session_init, session_exit },
	{ rings_init, rings_exit },
	{ ctl_init, ctl_exit },
};

static void module_undo(unsigned int n)
{
	while (n--)
		module_steps[n].exit();
}

static int __init stp_module_init(void)
{
	unsigned int i;
	int rc;

	for (i = 0; i < ARRAY_SIZE(module_steps); i++) {
		rc = module_steps[i].init();
		if (rc) {
			module_undo(i);
			return rc;
		}
	}
	return 0;
}

/* The files go first, and with an open control file the session ends; a detached one ends here. */
static void __exit stp_module_exit(void)
{
	ctl_exit();
	stp_session.proc_dir = NULL;
	session_stop(false);
	module_undo(ARRAY_SIZE(module_steps) - 1);
}

module_init(stp_module_init);
module_exit(stp_module_exit);
