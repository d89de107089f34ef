// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/load.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "staprun/sys.h"
#include "staprun/tell.h"

/* ---- settings -------------------------------------------------------------------------------------------------- */

struct settings {
	char text[4096];
	size_t used;
};

static int add_setting(struct settings *s, const char *word)
{
	int n = snprintf(s->text + s->used, sizeof(s->text) - s->used, "%s%s", s->used ? " " : "", word);

	s->used += n;
	if (s->used < sizeof(s->text))
		return 0;
	tell_error("the module's settings are too long");
	return -1;
}

/* The time stamp counter serves as clock only where the kernel itself trusts it. */
static const char *clock_setting(void)
{
	char source[32];

	sys_read_line("/sys/devices/system/clocksource/clocksource0/current_clocksource", source, sizeof(source));
	/* "tsc-early" is the same counter in the first second after boot, before its speed is known for sure. */
	return strcmp(source, "tsc") && strcmp(source, "tsc-early") ? "clock=mono" : "clock=tsc";
}

/* Of the time zone that TZ or /etc/localtime says, now. A name with other bytes than letters, digits and signs is left
 * out: it comes from the caller. */
static int add_time_zone(struct settings *s)
{
	time_t now = time(NULL);
	struct tm tm;
	char word[64];

	if (!localtime_r(&now, &tm) || !tm.tm_zone || !*tm.tm_zone || strlen(tm.tm_zone) > 16 ||
	    strspn(tm.tm_zone, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-") != strlen(tm.tm_zone))
		return 0;
	snprintf(word, sizeof(word), "tz_gmtoff=%ld tz_name=%s", -tm.tm_gmtoff, tm.tm_zone);
	return add_setting(s, word);
}

/* Ours first: the kernel takes the last value of a parameter, so what the caller says counts. */
static int make_settings(struct settings *s, const struct load_request *r, const struct priv *p)
{
	char word[64];

	s->used = 0;
	if (add_setting(s, clock_setting()))
		return -1;
	if (r->options->buffer_mb) {
		snprintf(word, sizeof(word), "buffer_kb=%d", r->options->buffer_mb * 1024);
		if (add_setting(s, word))
			return -1;
	}
	snprintf(word, sizeof(word), "uid=%u gid=%u", (unsigned int)p->uid, (unsigned int)p->gid);
	if (add_setting(s, word))
		return -1;
	if (add_time_zone(s))
		return -1;
	for (int i = 1; i < r->options->nwords; i++) {
		if (!policy_setting(r->facts, r->options->words[i])) {
			tell_error("%s: no setting for the module (NAME=VALUE is wanted)", r->options->words[i]);
			return -1;
		}
		if (add_setting(s, r->options->words[i]))
			return -1;
	}
	return 0;
}

/* ---- loading --------------------------------------------------------------------------------------------------- */

static const char *lockdown_mode(void)
{
	char line[80];

	sys_read_line("/sys/kernel/security/lockdown", line, sizeof(line));
	if (strstr(line, "[integrity]"))
		return "integrity";
	return strstr(line, "[confidentiality]") ? "confidentiality" : NULL;
}

static void reason_of_eperm(char *text, size_t size)
{
	const char *mode = lockdown_mode();

	if (mode)
		snprintf(text, size, "the kernel is locked down (%s) and loads only signed modules. Sign the module, or run the "
			 "script in a guest: stap --guest", mode);
	else
		snprintf(text, size, "the kernel does not permit it: is this a container without CAP_SYS_MODULE? Run it on "
			 "the host, or in a guest: stap --guest");
}

static void reason_of_memory(const struct load_request *r, char *text, size_t size)
{
	int mb = r->options->buffer_mb ? r->options->buffer_mb : 4;

	snprintf(text, size, "there is not enough memory: each processor's buffer takes %d MB. Try a smaller one: -s %d", mb,
		 mb > 1 ? mb / 2 : 1);
}

static void reason(int error, const struct load_request *r, char *text, size_t size)
{
	const char *fixed = NULL;

	switch (error) {
	case EPERM:
		reason_of_eperm(text, size);
		return;
	case ENOMEM:
		reason_of_memory(r, text, size);
		return;
	case EEXIST:
		policy_text(POLICY_LOADED, r->facts, text, size);
		return;
	case ENOKEY: case EKEYREJECTED: case EBADMSG: case ENOPKG:
		fixed = "the kernel loads only modules signed by a key that it knows. Sign the module, or run the script in a "
			"guest: stap --guest";
		break;
	case ENOEXEC:
		fixed = "the kernel does not accept the file's format. Build the module again for exactly this kernel";
		break;
	case ENOENT:
		fixed = "the module needs a symbol that this kernel does not have. Build it again for exactly this kernel";
		break;
	case ENOSYS:
		fixed = "this kernel cannot load modules. Run the script in a guest: stap --guest";
		break;
	case ETXTBSY:
		fixed = "the file is still being written";
		break;
	default:
		break;
	}
	snprintf(text, size, "%s", fixed ? fixed : strerror(error));
}

static void tell_failure(int error, const struct load_request *r, int log)
{
	char why[512], said[512];

	reason(error, r, why, sizeof(why));
	sys_log_find(log, r->facts->name, said, sizeof(said));
	tell_error("Couldn't insert module '%s': %s%s%s%s", r->path, why, said[0] ? " (the kernel says: " : "", said,
		   said[0] ? ")" : "");
}

int load_module(const struct load_request *r, const struct priv *p)
{
	struct settings s;
	int rc, log;

	if (make_settings(&s, r, p))
		return -1;
	if (r->options->verbose)
		tell("staprun", "loading %s with %s", r->path, s.text);
	priv_raise(p);
	log = sys_log_open();
	rc = sys_load_module(r->fd, s.text);
	priv_lower(p);
	if (rc) {
		tell_failure(-rc, r, log);
		return -1;
	}
	sys_log_find(log, r->facts->name, s.text, sizeof(s.text));
	return 0;
}

/* ---- removing -------------------------------------------------------------------------------------------------- */

/* 5 seconds in all: a module's end waits for handlers and for the reader's mappings to go. */
enum { TRIES = 100, TRY_MS = 50 };

int load_remove(const char *name, const struct priv *p)
{
	int rc = 0;

	priv_raise(p);
	for (int i = 0; i < TRIES; i++) {
		rc = sys_delete_module(name);
		if (rc != -EAGAIN && rc != -EBUSY)
			break;
		sys_sleep(TRY_MS);
	}
	priv_lower(p);
	if (!rc || rc == -ENOENT)
		return 0;
	if (rc == -EAGAIN || rc == -EBUSY)
		tell_error("the module %s is still in use and stays loaded. Remove it later: staprun -d %s", name, name);
	else
		tell_error("cannot remove the module %s: %s", name, strerror(-rc));
	return -1;
}

struct removal {
	unsigned long long min_age;
	const struct priv *p;
	bool tell_each;
	int left;
};

static int remove_if_unused(const char *name, void *arg)
{
	struct removal *r = arg;
	bool unused;

	priv_raise(r->p);
	unused = (!r->min_age || sys_module_age(name) >= r->min_age) && sys_control_is_free(name) == 1;
	priv_lower(r->p);
	if (!unused)
		return 0;
	if (load_remove(name, r->p))
		r->left++;
	else if (r->tell_each)
		tell("staprun", "removed the unused module %s", name);
	return 0;
}

int load_remove_unused(unsigned long long min_age, const struct priv *p, bool tell_each)
{
	struct removal r = { .min_age = min_age, .p = p, .tell_each = tell_each };

	sys_for_each("/proc", "sonde-", remove_if_unused, &r);
	return r.left;
}
