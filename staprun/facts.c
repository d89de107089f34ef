// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/facts.h"

#include <grp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/wire.h"
#include "staprun/sys.h"

static bool is_member(const struct priv *p, const char *group)
{
	struct group *g = getgrnam(group);
	gid_t groups[1024];
	int n = getgroups(1024, groups);

	if (!g)
		return false;
	for (int i = 0; i < n; i++)
		if (groups[i] == g->gr_gid)
			return true;
	return p->gid == g->gr_gid;
}

static bool path_exists(const char *fmt, const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s%s", fmt, name);
	return sys_exists(path);
}

void facts_gather(struct policy_facts *f, const struct priv *p, const char *name, const char *vermagic)
{
	char line[16];

	*f = (struct policy_facts){ .uid = p->uid, .root = p->setuid || p->uid == 0 };
	snprintf(f->name, sizeof(f->name), "%s", name);
	snprintf(f->vermagic, sizeof(f->vermagic), "%s", vermagic);
	sys_release(f->release, sizeof(f->release));
	if (p->uid) {
		f->in_stapdev = is_member(p, "stapdev");
		f->in_stapsys = is_member(p, "stapsys");
		f->in_stapusr = is_member(p, "stapusr");
	}
	f->has_modules = sys_exists("/proc/modules");
	sys_read_line("/proc/sys/kernel/modules_disabled", line, sizeof(line));
	f->modules_disabled = !strcmp(line, "1");
	f->is_ours = path_exists(STP_PROC_DIR, name);
	f->loaded = f->is_ours || path_exists("/sys/module/", name);
	if (f->is_ours && f->root) {
		priv_raise(p);
		f->has_reader = sys_control_is_free(name) == 0;
		priv_lower(p);
	}
}
