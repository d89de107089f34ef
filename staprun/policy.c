// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/policy.h"

#include <stdio.h>
#include <string.h>

/* The order is that of the causes: what nobody could do comes before what the caller may not. */
static enum policy_verdict check_caller(const struct policy_facts *f)
{
	if (!f->has_modules)
		return POLICY_NO_MODULES;
	if (!f->root)
		return POLICY_NOT_ROOT;
	if (f->uid == 0 || f->in_stapdev)
		return POLICY_OK;
	return f->in_stapsys || f->in_stapusr ? POLICY_NOT_SUPPORTED_YET : POLICY_NOT_MEMBER;
}

/* The release is the first word of vermagic. */
static bool fits_release(const struct policy_facts *f)
{
	size_t n = strlen(f->release);

	return !strncmp(f->vermagic, f->release, n) && (f->vermagic[n] == ' ' || !f->vermagic[n]);
}

enum policy_verdict policy_load(const struct policy_facts *f)
{
	enum policy_verdict v = check_caller(f);

	if (v != POLICY_OK)
		return v;
	if (f->modules_disabled)
		return POLICY_MODULES_DISABLED;
	if (!fits_release(f))
		return POLICY_WRONG_RELEASE;
	return f->loaded ? POLICY_LOADED : POLICY_OK;
}

enum policy_verdict policy_remove(const struct policy_facts *f)
{
	enum policy_verdict v = check_caller(f);

	if (v != POLICY_OK)
		return v;
	if (!f->loaded)
		return POLICY_NOT_LOADED;
	if (!f->is_ours)
		return POLICY_NOT_OURS;
	return f->has_reader ? POLICY_IN_USE : POLICY_OK;
}

static void text_of_release(const struct policy_facts *f, char *text, size_t size)
{
	int n = strcspn(f->vermagic, " ");

	if (!n)
		snprintf(text, size, "the module does not say which kernel it is for; build it with stap -r %s", f->release);
	else
		snprintf(text, size, "the module is for kernel %.*s, this one is %s; build it with stap -r %s, or run it in a "
			 "guest: stap --guest=%.*s", n, f->vermagic, f->release, f->release, n, f->vermagic);
}

void policy_text(enum policy_verdict v, const struct policy_facts *f, char *text, size_t size)
{
	const char *fixed = NULL;

	switch (v) {
	case POLICY_OK:
		fixed = "nothing is wrong";
		break;
	case POLICY_NO_MODULES:
		fixed = "this kernel cannot load modules (there is no /proc/modules); run the script in a guest: stap --guest";
		break;
	case POLICY_NOT_ROOT:
		snprintf(text, size, "only root may load and remove modules (you are user %u); use sudo, or run the script in "
			 "a guest: stap --guest", (unsigned int)f->uid);
		return;
	case POLICY_NOT_MEMBER:
		fixed = "you are not a member of the group stapdev; ask your administrator, or run the script in a guest: "
			"stap --guest";
		break;
	case POLICY_NOT_SUPPORTED_YET:
		fixed = "what members of stapsys and stapusr may do is not supported yet; join stapdev, or use sudo";
		break;
	case POLICY_MODULES_DISABLED:
		fixed = "loading modules is disabled until the next boot (/proc/sys/kernel/modules_disabled); run the script "
			"in a guest: stap --guest";
		break;
	case POLICY_WRONG_RELEASE:
		text_of_release(f, text, size);
		return;
	case POLICY_LOADED:
		if (f->is_ours)
			snprintf(text, size, "a module of this name is loaded already; if no session uses it, remove it: "
				 "staprun -d %s", f->name);
		else
			fixed = "another module of this name is loaded; give yours another name: stap -m NAME";
		break;
	case POLICY_NOT_LOADED:
		fixed = "it is not loaded";
		break;
	case POLICY_NOT_OURS:
		fixed = "it was not made by stap; rmmod removes other modules";
		break;
	case POLICY_IN_USE:
		fixed = "a session is using it; end that session first (^C, or kill its stapio)";
		break;
	}
	if (fixed)
		snprintf(text, size, "%s", fixed);
}

static bool is_plain_setting(const char *word)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	static const char more[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	size_t n = strspn(word, more);

	if (!n || !strchr(letters, word[0]) || word[n] != '=')
		return false;
	word += n + 1;
	return strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,:/+-") == strlen(word);
}

bool policy_setting(const struct policy_facts *f, const char *word)
{
	/* Ours decide who may read the output. */
	static const char *const reserved[] = { "uid=", "gid=" };

	for (size_t i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++)
		if (f->uid && !strncmp(word, reserved[i], strlen(reserved[i])))
			return false;
	return is_plain_setting(word);
}
