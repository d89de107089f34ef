/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who may load or remove what, here and now: a function of facts alone. */
#ifndef STAPRUN_POLICY_H
#define STAPRUN_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct policy_facts {
	/* the caller */
	uid_t uid;
	bool root;			/* root's privilege is at hand: called by root, or setuid */
	bool in_stapdev, in_stapsys, in_stapusr;
	/* the kernel */
	bool has_modules;		/* it can load modules at all */
	bool modules_disabled;		/* /proc/sys/kernel/modules_disabled */
	char release[65];		/* uname -r */
	/* the module; empty for a removal */
	char name[64];
	char vermagic[128];		/* what it was built for, begins with a release */
	bool loaded;			/* one of this name is loaded */
	bool is_ours;			/* ... and was made by stap */
	bool has_reader;		/* ... and a session runs with it */
};

enum policy_verdict {
	POLICY_OK,
	POLICY_NO_MODULES,
	POLICY_NOT_ROOT,
	POLICY_NOT_MEMBER,
	POLICY_NOT_SUPPORTED_YET,	/* groups stapsys and stapusr */
	POLICY_MODULES_DISABLED,
	POLICY_WRONG_RELEASE,
	POLICY_LOADED,
	POLICY_NOT_LOADED,
	POLICY_NOT_OURS,
	POLICY_IN_USE,
};

enum policy_verdict policy_load(const struct policy_facts *f);
enum policy_verdict policy_remove(const struct policy_facts *f);
/* What a verdict other than OK means and what to do next: written to text. */
void policy_text(enum policy_verdict v, const struct policy_facts *f, char *text, size_t size);
/* Is `word` (NAME=VALUE) a setting that a caller with these facts may give the module? */
bool policy_setting(const struct policy_facts *f, const char *word);

#endif
