// SPDX-License-Identifier: GPL-2.0
/*
 * Probes on functions: entry by an ftrace_ops of its own (cheapest), entry by a kprobe, return by a kretprobe.
 * Part of runtime.c.
 *
 * An ftrace_ops is told addresses, not names: matching a name walks all the kernel's symbols. A kprobe that is
 * registered disabled finds the address for little, and is refused where the kernel does not want probes.
 */
enum function_state { FUNCTION_OFF, FUNCTION_FTRACE, FUNCTION_KPROBE, FUNCTION_RETURN };

struct stp_function {
	u8 state;			/* enum function_state: what must be unregistered */
	u8 off;				/* FUNCTION_FTRACE: not registered now, only its filter is set */
	unsigned long address;		/* 0: not found */
	int error;
	union {
		struct ftrace_ops ops;
		struct kprobe kp;
		struct kretprobe rp;
	};
};

static const struct stp_function_probe *function_probe(const struct stp_function *f)
{
	return &stp_script.functions[f - stp_session.functions];
}

static void function_warn(const struct stp_function *f)
{
	const struct stp_function_probe *p = function_probe(f);
	const char *why = "";

	if (p->optional)
		return;
	if (f->error == -ENOENT)
		why = ": this kernel has no such function";
	else if (f->error == -EINVAL)
		why = ": the kernel refuses probes there";
	msg_send(STP_MSG_WARN, 0, "probe %s (%s+0x%llx) registration error (rc %d)%s",
		 stp_script.probes[p->probe].point, p->symbol, p->offset, f->error, why);
}

/* Whether a probe starts armed. Its condition is looked at again when all probes exist. */
static bool arming_at_start(int (*wanted)(void), int *armed)
{
	if (wanted)
		*armed = wanted();
	return !wanted || *armed;
}

/* ---- one of each kind ------------------------------------------------------------------------------------------ */

static int function_register_ftrace(struct stp_function *f, const struct stp_function_probe *p)
{
	int rc;

	memset(&f->ops, 0, sizeof(f->ops));
	f->ops.func = (ftrace_func_t)(void *)p->ftrace;
	f->ops.flags = STP_FTRACE_FLAGS;
	rc = ftrace_set_filter_ip(&f->ops, f->address, 0, 1);
	if (rc)
		return rc;
	if (!f->off)
		rc = register_ftrace_function(&f->ops);
	if (rc)
		stp_ftrace_free_filter(&f->ops);
	else
		f->state = FUNCTION_FTRACE;
	return rc;
}

static int function_register_kprobe(struct stp_function *f, const struct stp_function_probe *p)
{
	int rc;

	memset(&f->kp, 0, sizeof(f->kp));
	f->kp.symbol_name = p->symbol;
	f->kp.offset = p->offset;
	f->kp.pre_handler = p->kprobe;
	f->kp.flags = f->off ? KPROBE_FLAG_DISABLED : 0;
	rc = register_kprobe(&f->kp);
	if (!rc)
		f->state = FUNCTION_KPROBE;
	return rc;
}

static int function_max_active(const struct stp_function_probe *p)
{
	if (p->max_active)
		return p->max_active;
	if (stp_script.config->max_active)
		return stp_script.config->max_active;
	return max(15, 6 * (int)num_possible_cpus());
}

static int function_register_return(struct stp_function *f, const struct stp_function_probe *p)
{
	int rc;

	memset(&f->rp, 0, sizeof(f->rp));
	f->rp.kp.symbol_name = p->symbol;
	f->rp.handler = p->kretprobe;
	f->rp.entry_handler = p->entry;
	f->rp.data_size = p->data_size;
	f->rp.maxactive = function_max_active(p);
	f->rp.kp.flags = f->off ? KPROBE_FLAG_DISABLED : 0;
	rc = register_kretprobe(&f->rp);
	if (!rc)
		f->state = FUNCTION_RETURN;
	return rc;
}

static int function_register(struct stp_function *f)
{
	const struct stp_function_probe *p = function_probe(f);
	int rc = -EINVAL;

	switch (p->kind) {
	case STP_FUNCTION_FTRACE:
		if (f->address)
			rc = function_register_ftrace(f, p);
		if (rc && p->kprobe)	/* no call of ftrace in it, or ftrace is switched off */
			rc = function_register_kprobe(f, p);
		return rc;
	case STP_FUNCTION_KPROBE:
		return function_register_kprobe(f, p);
	case STP_FUNCTION_RETURN:
		return function_register_return(f, p);
	}
	return rc;
}

/* Switches a registered probe on or off. Context: process. */
static int function_switch(struct stp_function *f, int armed)
{
	switch (f->state) {
	case FUNCTION_FTRACE:
		f->off = !armed;
		return armed ? register_ftrace_function(&f->ops) : unregister_ftrace_function(&f->ops);
	case FUNCTION_KPROBE:
		return armed ? enable_kprobe(&f->kp) : disable_kprobe(&f->kp);
	case FUNCTION_RETURN:
		return armed ? enable_kretprobe(&f->rp) : disable_kretprobe(&f->rp);
	}
	return 0;
}

static void function_arm(struct stp_function *f, int armed)
{
	f->error = function_switch(f, armed);
	if (!f->error)
		return;
	if (f->state == FUNCTION_FTRACE)
		f->off = 1;
	function_warn(f);
}

/* ---- all of them ----------------------------------------------------------------------------------------------- */

/* Fills in the addresses of those for ftrace. One unregister call for all: each waits for RCU. */
static void functions_find(struct stp_function *functions, u32 n)
{
	struct kprobe **found = kvcalloc(n, sizeof(*found), GFP_KERNEL);
	u32 i, nfound = 0;

	for (i = 0; found && i < n; i++) {
		struct stp_function *f = &functions[i];
		const struct stp_function_probe *p = function_probe(f);

		if (p->kind != STP_FUNCTION_FTRACE)
			continue;
		f->kp.symbol_name = p->symbol;
		f->kp.flags = KPROBE_FLAG_DISABLED;
		if (register_kprobe(&f->kp))
			continue;
		f->address = (unsigned long)f->kp.addr;
		found[nfound++] = &f->kp;
	}
	if (nfound)
		unregister_kprobes(found, nfound);
	kvfree(found);
}

/* Registers what can be registered; each that cannot is a warning. Returns 0 or -ENOMEM. Context: process. */
static int functions_register(void)
{
	u32 n = stp_script.nfunctions, i;

	if (!n)
		return 0;
	stp_session.functions = kvcalloc(n, sizeof(*stp_session.functions), GFP_KERNEL);
	if (!stp_session.functions)
		return -ENOMEM;
	functions_find(stp_session.functions, n);
	for (i = 0; i < n; i++) {
		struct stp_function *f = &stp_session.functions[i];

		f->off = !arming_at_start(stp_script.functions[i].wanted, stp_script.functions[i].armed);
		f->error = function_register(f);
		if (f->error)
			function_warn(f);
	}
	return 0;
}

static void function_count_missed(unsigned long missed)
{
	stp_session.rings[0]->cpu->ctl.skipped[STP_SKIP_MISSED] += missed;
}

/*
 * Each unregister function waits until nobody can be in the handler any more: ftrace for tasks in its trampoline,
 * kprobes for RCU. A kretprobe's instances that wait for a return keep their own memory; ours is not looked at again.
 */
static void functions_unregister(void)
{
	struct stp_function *f = stp_session.functions;
	u32 i;

	if (!f)
		return;
	for (i = 0; i < stp_script.nfunctions; i++, f++) {
		switch (f->state) {
		case FUNCTION_FTRACE:
			if (!f->off)
				unregister_ftrace_function(&f->ops);
			stp_ftrace_free_filter(&f->ops);
			break;
		case FUNCTION_KPROBE:
			unregister_kprobe(&f->kp);
			function_count_missed(f->kp.nmissed);
			break;
		case FUNCTION_RETURN:
			unregister_kretprobe(&f->rp);
			function_count_missed(f->rp.nmissed + f->rp.kp.nmissed);
			break;
		}
	}
	kvfree(stp_session.functions);
	stp_session.functions = NULL;
}
