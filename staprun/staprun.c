// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * staprun: loads a module made by stap, lets stapio run its session as the user who called, and removes the module in
 * the end, whatever way stapio went.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guest/names.h"
#include "staprun/facts.h"
#include "staprun/load.h"
#include "staprun/modinfo.h"
#include "staprun/options.h"
#include "staprun/policy.h"
#include "staprun/priv.h"
#include "staprun/tell.h"

/* A module without a reader that is older than this was left by a run that was killed. */
#define LEFTOVER_NS	3000000000ull

/* ---- paths ----------------------------------------------------------------------------------------------------- */

static void own_path(char path[PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);

	path[n > 0 ? n : 0] = 0;
}

/* The environment and what lies beside the program count only when the caller gains nothing by them. */
static void stapio_path(const struct priv *p, char path[PATH_MAX])
{
	const char *set = getenv("SYSTEMTAP_STAPIO");
	char *slash;

	if (!p->setuid && set && *set) {
		snprintf(path, PATH_MAX, "%s", set);
		return;
	}
	if (!p->setuid) {
		own_path(path);
		slash = strrchr(path, '/');
		if (slash && slash - path + sizeof("/stapio") <= PATH_MAX) {
			strcpy(slash, "/stapio");
			if (!access(path, X_OK))
				return;
		}
	}
	snprintf(path, PATH_MAX, "%s/%s", PKGLIBEXECDIR, NAME_STAPIO);
}

/* "dir/name.ko" or "name" to "name", with the kernel's spelling. */
static void module_name(const char *path, char name[64])
{
	const char *base = strrchr(path, '/');
	size_t n;

	snprintf(name, 64, "%s", base ? base + 1 : path);
	n = strlen(name);
	if (n > 3 && !strcmp(name + n - 3, ".ko"))
		name[n - 3] = 0;
	for (char *c = name; *c; c++)
		if (*c == '-')
			*c = '_';
}

/* ---- stapio ---------------------------------------------------------------------------------------------------- */

static void watched_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGHUP);
	sigaddset(set, SIGQUIT);
	sigaddset(set, SIGCHLD);
}

static void __attribute__((__noreturn__))
run_stapio(struct run_options *o, const struct priv *p, const char *module, const sigset_t *mask)
{
	char *argv[OPTIONS_MAX];
	char path[PATH_MAX], self[PATH_MAX];

	stapio_path(p, path);
	own_path(self);
	o->remover = self;
	options_for_stapio(o, path, module, argv);
	priv_drop(p);
	sigprocmask(SIG_SETMASK, mask, NULL);
	execv(path, argv);
	tell_error("cannot run %s: %s", path, strerror(errno));
	_exit(1);
}

/* A terminal sends its signals to stapio as well; those that a process sent to us alone are passed on. */
static int wait_for(pid_t pid)
{
	sigset_t set;
	siginfo_t info;
	int status;

	watched_signals(&set);
	for (;;) {
		if (sigwaitinfo(&set, &info) < 0)
			continue;
		if (info.si_signo != SIGCHLD) {
			if (info.si_code <= 0)
				kill(pid, info.si_signo);
			continue;
		}
		if (waitpid(pid, &status, WNOHANG) == pid)
			return status;
	}
}

static int status_of(int status)
{
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	tell_error("the reader (stapio) was killed by signal %d: the session ended there, output may be missing",
		   WTERMSIG(status));
	return 128 + WTERMSIG(status);
}

/* Runs stapio to its end. Returns the exit status. */
static int run_session(struct run_options *o, const struct priv *p, const char *module)
{
	sigset_t set, before;
	int life[2];
	pid_t pid;

	watched_signals(&set);
	sigprocmask(SIG_BLOCK, &set, &before);
	/* Only this process holds the writing end: when it dies, stapio's end tells. */
	if (pipe2(life, O_CLOEXEC)) {
		tell_error("cannot make a pipe: %s", strerror(errno));
		return 1;
	}
	pid = fork();
	if (pid < 0) {
		tell_error("cannot start stapio: %s", strerror(errno));
		return 1;
	}
	if (!pid) {
		close(life[1]);
		fcntl(life[0], F_SETFD, 0);
		o->life = life[0];
		run_stapio(o, p, module, &before);
	}
	close(life[0]);
	return status_of(wait_for(pid));
}

/* ---- what to do ------------------------------------------------------------------------------------------------ */

static int refuse(enum policy_verdict v, const struct policy_facts *f, const char *what, const char *module)
{
	char text[512];

	policy_text(v, f, text, sizeof(text));
	tell_error("Couldn't %s module '%s': %s", what, module, text);
	return 1;
}

static int remove_modules(const struct run_options *o, const struct priv *p)
{
	const char *word = o->words[0];
	struct policy_facts facts;
	enum policy_verdict v;
	char name[64];

	if (!strcmp(word, "*")) {
		facts_gather(&facts, p, "", "");
		facts.loaded = facts.is_ours = true;	/* the question is about the caller only */
		facts.has_reader = false;
		v = policy_remove(&facts);
		return v ? refuse(v, &facts, "remove", word) : load_remove_unused(0, p, o->verbose) > 0;
	}
	module_name(word, name);
	facts_gather(&facts, p, name, "");
	v = policy_remove(&facts);
	return v ? refuse(v, &facts, "remove", name) : load_remove(name, p) != 0;
}

static int open_module(const char *path, struct modinfo *info)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	const char *why;

	if (fd < 0) {
		tell_error("Couldn't open module '%s': %s", path, strerror(errno));
		return -1;
	}
	why = modinfo_read(info, fd);
	if (why) {
		tell_error("'%s' is not a kernel module: %s", path, why);
		close(fd);
		return -1;
	}
	if (!info->name[0])
		module_name(path, info->name);
	return fd;
}

static int load_and_run(struct run_options *o, const struct priv *p)
{
	struct policy_facts facts;
	struct load_request r = { .path = o->words[0], .facts = &facts, .options = o };
	enum policy_verdict v;
	struct modinfo info;
	int rc;

	r.fd = open_module(r.path, &info);
	if (r.fd < 0)
		return 1;
	facts_gather(&facts, p, info.name, info.vermagic);
	v = policy_load(&facts);
	if (v == POLICY_LOADED || v == POLICY_OK) {
		load_remove_unused(LEFTOVER_NS, p, o->verbose);
		facts_gather(&facts, p, info.name, info.vermagic);
		v = policy_load(&facts);
	}
	if (v)
		return refuse(v, &facts, "insert", r.path);
	if (load_module(&r, p))
		return 1;
	close(r.fd);
	rc = run_session(o, p, info.name);
	return load_remove(info.name, p) && !rc ? 1 : rc;
}

int main(int argc, char **argv)
{
	struct run_options o;
	struct priv p;
	int rc;

	priv_init(&p);
	rc = options_parse(&o, RUN_STAPRUN, argc, argv);
	if (rc)
		return rc < 0;
	return o.remove ? remove_modules(&o, &p) : load_and_run(&o, &p);
}
