// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * run - pass 5.
 * needs: build.  after: the script has run; its output went where the options say.
 */
#include "translator/build/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "guest/paths.h"
#include "guest/run.h"
#include "translator/base/buf.h"
#include "translator/base/xstr.h"
#include "translator/build/build.h"
#include "translator/build/child.h"
#include "translator/build/guest_command.h"
#include "translator/build/kernel.h"
#include "translator/session.h"

/* A program of ours by its plain name, as arena text. */
static const char *program(struct session *s, const char *name)
{
	char *path = paths_program(name);
	const char *copy = arena_strdup(s->arena, path);

	free(path);
	return copy;
}

/* ---- may it run here? ------------------------------------------------------------------------------------------ */

static int refuse(struct session *s, const char *reason, const char *way_out)
{
	diag(s->diags, D_CANNOT_RUN, SPAN_NONE, reason);
	diag_note(s->diags, SPAN_NONE, "%s", way_out);
	return -1;
}

/* Bit 16 of the effective capabilities: containers often withhold it from root. */
static bool may_load_modules(void)
{
	struct buf text = BUF_INIT;
	const char *caps;
	bool may = true;

	if (!buf_read_file(&text, "/proc/self/status")) {
		caps = strstr(buf_text(&text), "CapEff:");
		may = !caps || strtoull(caps + 7, NULL, 16) & 1u << 16;
	}
	buf_free(&text);
	return may;
}

static bool modules_disabled(void)
{
	struct buf text = BUF_INIT;
	bool disabled = !buf_read_file(&text, "/proc/sys/kernel/modules_disabled") && buf_text(&text)[0] == '1';

	buf_free(&text);
	return disabled;
}

static bool is_setuid_root(const char *path)
{
	struct stat st;

	return !stat(path, &st) && st.st_uid == 0 && st.st_mode & S_ISUID;
}

int launch_check(struct session *s)
{
	static const char guest[] = "run it in a virtual machine:  stap --guest ...";
	const struct kernel *k = s->kernel;
	struct utsname uts;

	if (k->guest)
		return 0;
	uname(&uts);
	if (!k->running)
		return refuse(s, arena_printf(s->arena, "it is for kernel %s, and %s is running", k->release, uts.release),
			      arena_printf(s->arena, "run it in a virtual machine:  stap --guest=%s ...  "
					   "or only build it:  stap -p4 ...", k->release));
	if (access("/proc/modules", F_OK))
		return refuse(s, "the running kernel cannot load modules (no /proc/modules)", guest);
	if (modules_disabled())
		return refuse(s, "loading modules was disabled until the next boot (kernel.modules_disabled)", guest);
	if (geteuid() != 0 && !is_setuid_root(program(s, "staprun")))
		return refuse(s, "only root may load a module",
			      "run it as root, or in a virtual machine:  stap --guest ...");
	if (geteuid() == 0 && !may_load_modules())
		return refuse(s, "root may not load modules here (no CAP_SYS_MODULE; a container?)", guest);
	return 0;
}

/* ---- running --------------------------------------------------------------------------------------------------- */

VEC_TYPE(words, const char *);

static void add(struct session *s, struct words *w, const char *word)
{
	vec_push(s->arena, w, word);
}

static void add_pair(struct session *s, struct words *w, const char *option, const char *value)
{
	if (!value)
		return;
	add(s, w, option);
	add(s, w, value);
}

/* staprun's options; `output` and `command` are those that it sees. */
static void staprun_words(struct session *s, struct words *w, const char *command, const char *output)
{
	const struct options *o = &s->options;

	add(s, w, program(s, "staprun"));
	for (int i = 1; i < o->verbose; i++)
		add(s, w, "-v");
	if (o->no_warnings)
		add(s, w, "-w");
	if (o->strict_loss)
		add(s, w, "--strict-loss");
	if (o->bulk)
		add(s, w, "--bulk");
	if (o->buffer_mb)
		add_pair(s, w, "-b", arena_printf(s->arena, "%ld", o->buffer_mb));
	if (o->time_limit_ms)
		add_pair(s, w, "-T", arena_printf(s->arena, "%ld.%03ld", o->time_limit_ms / 1000,
						  o->time_limit_ms % 1000));
	if (o->target_pid)
		add_pair(s, w, "-x", arena_printf(s->arena, "%ld", o->target_pid));
	add_pair(s, w, "-c", command);
	add_pair(s, w, "-o", output);
}

static int tell_status(struct session *s, const char *name, int status)
{
	if (status == -1)
		return diag(s->diags, D_START, SPAN_NONE, name, strerror(errno));
	if (WIFSIGNALED(status))
		return diag(s->diags, D_PROGRAM_SIGNAL, SPAN_NONE, name, WTERMSIG(status),
			    strsignal(WTERMSIG(status))), -1;
	if (!WEXITSTATUS(status))
		return 0;
	diag(s->diags, D_PROGRAM_STATUS, SPAN_NONE, name, WEXITSTATUS(status));
	return -1;
}

static int run_here(struct session *s)
{
	struct words w = { 0 };

	staprun_words(s, &w, s->options.command, s->options.output);
	add(s, &w, s->module_path);
	add(s, &w, NULL);
	return tell_status(s, w.v[0], child_run(w.v, -1));
}

/* The file of -o lies on the host, so we open it and stap-guest writes there. */
static int open_output(struct session *s)
{
	char name[4096];
	time_t now = time(NULL);
	struct tm tm;
	int fd;

	if (!s->options.output)
		return -1;
	if (!strftime(name, sizeof(name), s->options.output, localtime_r(&now, &tm)))
		snprintf(name, sizeof(name), "%s", s->options.output);
	fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		diag(s->diags, D_OUTPUT, SPAN_NONE, name, strerror(errno));
	return fd;
}

#define GUEST_MODULE_DIR "/lib/modules"
#define GUEST_MARGIN_S 120

static void guest_words(struct session *s, struct words *w)
{
	const char *module = arena_printf(s->arena, GUEST_MODULE_DIR "/%s.ko", s->module_name);
	const char *command = s->options.command, *exe = NULL;

	add(s, w, program(s, "stap-guest"));
	add(s, w, "run");
	add_pair(s, w, "--kernel", s->kernel->release);
	if (s->options.time_limit_ms)
		add_pair(s, w, "--timeout", arena_printf(s->arena, "%ld", s->options.time_limit_ms / 1000 + GUEST_MARGIN_S));
	add_pair(s, w, "--file", arena_printf(s->arena, "%s:%s", s->module_path, module));
	add_pair(s, w, "--exe", program(s, "staprun"));
	add_pair(s, w, "--exe", program(s, "stapio"));
	if (command)
		command = guest_command(s, command, &exe);
	add_pair(s, w, "--exe", exe);
	add(s, w, "--");
	staprun_words(s, w, command, NULL);
	add(s, w, module);
	add(s, w, NULL);
}

/* stap-guest has told what happened when the guest itself failed; all other statuses are staprun's. */
static int tell_guest_status(struct session *s, int status)
{
	if (status == -1 || WIFSIGNALED(status))
		return tell_status(s, program(s, "stap-guest"), status);
	switch (WEXITSTATUS(status)) {
	case GUEST_RC_TIMEOUT:
	case GUEST_RC_PANIC:
	case GUEST_RC_NO_BOOT:
		return -1;
	}
	return tell_status(s, "staprun", status);
}

static int run_in_guest(struct session *s)
{
	struct words w = { 0 };
	int out = open_output(s), status;

	if (s->options.output && out < 0)
		return -1;
	guest_words(s, &w);
	status = child_run(w.v, out);
	if (out >= 0)
		close(out);
	return tell_guest_status(s, status);
}

int pass_run(struct session *s)
{
	if (s->options.verbose > 0)
		fprintf(stderr, "Pass 5: starting run.\n");
	diag_flush(s->diags, stderr);
	fflush(stdout);
	return s->kernel->guest ? run_in_guest(s) : run_here(s);
}
