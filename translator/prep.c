// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stap-prep: makes a kernel ready for stap ahead of time, and says what of it is there, what is missing, and the command
 * that mends it.
 */
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "config.h"
#include "guest/paths.h"
#include "translator/base/buf.h"
#include "translator/base/proc.h"
#include "translator/build/kernel.h"
#include "translator/build/runtime_build.h"
#include "translator/debuginfo/debuginfo.h"
#include "translator/session.h"

static const char help[] =
	"Usage: stap-prep [-n | -y] [-v] [RELEASE | DIR]\n"
	"Makes a kernel ready for stap: the running one, RELEASE, or that of the build folder DIR. Installs or fetches its headers\n"
	"when they are missing, builds the runtime, and reports what is there and what is missing, with the command that mends it.\n"
	"\n"
	"  -n        change nothing, only report\n"
	"  -y        install without asking\n"
	"  -v        say more\n"
	"  -h, -V    this text; the version\n"
	"\n"
	"Exit status: 0 when scripts can be built for that kernel (and, for the running one, be loaded), else 1.\n";

struct prep {
	struct session *s;
	bool report_only, yes;
	bool failed;		/* something that is needed is missing */
};

/* ---- telling --------------------------------------------------------------------------------------------------- */

static void tell(const char *what, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void tell(const char *what, const char *fmt, ...)
{
	va_list args;

	printf("  %-21s ", what);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	putchar('\n');
}

/* Something is missing; `mend` is the command, NULL when there is none. */
static void missing(struct prep *p, bool needed, const char *what, const char *why, const char *mend)
{
	tell(what, "%s: %s", needed ? "MISSING" : "not there", why);
	if (mend)
		tell("", "  %s", mend);
	p->failed |= needed;
}

static const char *text(struct prep *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static const char *text(struct prep *p, const char *fmt, ...)
{
	char *made, *kept;
	va_list args;

	va_start(args, fmt);
	if (vasprintf(&made, fmt, args) < 0)
		abort();
	va_end(args);
	kept = arena_strdup(p->s->arena, made);
	free(made);
	return kept;
}

/* ---- installing ------------------------------------------------------------------------------------------------ */

static bool agreed(const struct prep *p, const char *command)
{
	char answer[16];

	if (p->report_only)
		return false;
	if (p->yes)
		return true;
	if (!isatty(STDIN_FILENO))
		return false;
	printf("Run \"%s\"? [y/N] ", command);
	fflush(stdout);
	return fgets(answer, sizeof(answer), stdin) && (*answer == 'y' || *answer == 'Y');
}

/* Runs the words, and tells when that fails. */
static bool run(const char *const *argv)
{
	const struct proc child = { .argv = argv, .out = PROC_INHERIT, .err = PROC_INHERIT, .inherit_input = true };
	int rc;

	fflush(stdout);
	rc = proc_run(&child);
	if (rc)
		printf("  (%s: %s %d)\n", argv[0], rc < 0 ? strerror(errno) : "exit status", rc < 0 ? 0 : rc);
	return !rc;
}

/* The headers of an installed kernel come from apt; those of another into the user's cache, where nothing needs to be root. */
static bool get_headers(struct prep *p, const char **command)
{
	const char *release = p->s->kernel->release, *guest = paths_program("stap-guest");
	const char *const apt[] = { "apt-get", "install", text(p, "linux-headers-%s", release), NULL };
	const char *const fetch[] = { guest, "fetch", release, NULL };
	bool here = p->s->kernel->running;

	*command = here ? text(p, "apt-get install linux-headers-%s", release) : text(p, "%s fetch %s", guest, release);
	return agreed(p, *command) && run(here ? apt : fetch) && !kernel_open(p->s) && p->s->kernel->build;
}

/* ---- what there is --------------------------------------------------------------------------------------------- */

static void report_headers(struct prep *p)
{
	const char *command;

	if (p->s->kernel->build || get_headers(p, &command))
		tell("headers", "%s", p->s->kernel->build);
	else
		missing(p, true, "headers", "modules are built against them", command);
}

static void report_compiler(struct prep *p)
{
	const char *cc;

	if (!p->s->kernel->build)
		return;
	if (kernel_need_build(p->s) < 0) {
		fflush(stdout);
		diag_flush(p->s->diags, stdout);
		p->failed = true;
		return;
	}
	cc = kernel_config(p->s->kernel, "CONFIG_CC_VERSION_TEXT");
	tell("compiler", "%s%s%s", kernel_compiler(p->s), cc ? "; the kernel was built by " : "", cc ? cc : "");
}

static void report_types(struct prep *p)
{
	const struct kernel *k = p->s->kernel;

	if (k->btf)
		tell("BTF", "%s", k->btf);
	else if (kernel_config(p->s->kernel, "CONFIG_DEBUG_INFO_BTF"))
		tell("BTF", "in the kernel's image");
	else if (k->build)
		missing(p, false, "BTF", "this kernel was built without it", NULL);
}

static void report_debuginfo(struct prep *p)
{
	const struct kernel *k = p->s->kernel;
	const struct di_where where = {
		.release = k->release, .root = k->debug ? k->debug : "", .build = k->build, .notes = k->notes,
	};
	struct buf looked = BUF_INIT;

	p->s->debuginfo = debuginfo_open(p->s->arena, &where, &looked);
	buf_free(&looked);
	if (p->s->debuginfo)
		tell("debug info", "%s", k->debug ? k->debug : "installed");
	else
		missing(p, false, "debug info", "only scripts that name the kernel's variables and lines need it", k->running ?
			text(p, "apt-get install linux-image-%s-dbg", k->release) :
			text(p, "%s fetch --dbg %s", paths_program("stap-guest"), k->release));
}

static void report_symbols(struct prep *p)
{
	const struct kernel *k = p->s->kernel;

	if (k->kallsyms)
		tell("symbols", "%s", k->kallsyms);
	else
		missing(p, false, "symbols", "names of functions are checked only when the module is loaded", NULL);
}

/* What the kernel must have been built with, and what else is of use. */
static void report_settings(struct prep *p)
{
	static const struct { const char *name, *why; bool needed; } settings[] = {
		{ "CONFIG_MODULES", "this kernel loads no modules; try a virtual machine: stap --guest", true },
		{ "CONFIG_KPROBES", "no probes on functions and statements", true },
		{ "CONFIG_DYNAMIC_FTRACE", "probes on functions cost ten times more", false },
		{ "CONFIG_UPROBES", "no probes in user programs", false },
		{ "CONFIG_PROC_FS", "the module's output has no way out", true },
	};

	for (size_t i = 0; p->s->kernel->build && i < sizeof(settings) / sizeof(*settings); i++)
		if (!kernel_config(p->s->kernel, settings[i].name))
			missing(p, settings[i].needed, settings[i].name, settings[i].why, NULL);
}

/* The first line of a file, "" when it cannot be read. */
static const char *line_of(struct prep *p, const char *path)
{
	struct buf b = BUF_INIT;
	const char *line = "";

	if (!buf_read_file(&b, path))
		line = text(p, "%.*s", (int)strcspn(buf_text(&b), "\n"), buf_text(&b));
	buf_free(&b);
	return line;
}

/* Who may load the module: that is known of the running kernel only. */
static void report_loading(struct prep *p)
{
	const char *lockdown = line_of(p, "/sys/kernel/security/lockdown");
	bool forced = kernel_config(p->s->kernel, "CONFIG_MODULE_SIG_FORCE") ||
		      *line_of(p, "/sys/module/module/parameters/sig_enforce") == 'Y';

	if (!p->s->kernel->running) {
		if (forced)
			missing(p, false, "signing", "that kernel takes signed modules only", "stap --guest runs scripts without it");
		return;
	}
	if (forced || strstr(lockdown, "[integrity]") || strstr(lockdown, "[confidentiality]"))
		missing(p, true, "loading", forced ? "the kernel takes signed modules only" : "the kernel is locked down",
			"switch Secure Boot off in the firmware (mokutil --disable-validation), or use stap --guest");
	else if (access("/proc/modules", R_OK))
		missing(p, true, "loading", "the running kernel loads no modules", "stap --guest ...");
	else
		tell("loading", "%s", geteuid() ? "as root (sudo stap ...)" : "allowed");
}

static void report_runtime(struct prep *p)
{
	struct prepared prepared;
	struct timing_clock start;

	if (p->failed || p->report_only)
		return;
	timing_read(&start);
	if (runtime_prepare(p->s, &prepared) < 0) {
		diag_flush(p->s->diags, stdout);
		p->failed = true;
		return;
	}
	diag_flush(p->s->diags, stderr);
	tell("runtime", "%s (%.1f s)", prepared.dir, timing_since(&start).real_us / 1e6);
}

static void report(struct prep *p)
{
	printf("Kernel %s%s\n", p->s->kernel->release, p->s->kernel->running ? " (running)" : "");
	report_headers(p);
	report_compiler(p);
	report_types(p);
	report_debuginfo(p);
	report_symbols(p);
	report_settings(p);
	report_loading(p);
	report_runtime(p);
	if (p->failed)
		printf("Not ready: see above.\n");
	else
		printf(p->report_only ? "All that is needed is there.\n" : "Ready.\n");
}

/* ---- the command ----------------------------------------------------------------------------------------------- */

/* 0; 1: the program is done; -1 after a message. */
static int parse_options(struct prep *p, int argc, char **argv)
{
	static const struct option long_options[] = {
		{ "help", no_argument, NULL, 'h' }, { "version", no_argument, NULL, 'V' }, { NULL, 0, NULL, 0 }
	};
	int c;

	while ((c = getopt_long(argc, argv, "nyvhV", long_options, NULL)) != -1) {
		switch (c) {
		case 'n': p->report_only = true; break;
		case 'y': p->yes = true; break;
		case 'v': p->s->options.verbose++; break;
		case 'h':
			fputs(help, stdout);
			return 1;
		case 'V':
			printf("stap-prep (%s) %s\n", PACKAGE_NAME, PACKAGE_VERSION);
			return 1;
		default:
			return -1;	/* getopt has told */
		}
	}
	if (argc - optind > 1) {
		fprintf(stderr, "stap-prep: one kernel at a time (stap-prep -h tells more)\n");
		return -1;
	}
	p->s->options.release = argv[optind];
	p->s->options.compatible = "5.6";
	return 0;
}

int main(int argc, char **argv)
{
	struct prep p = { .s = session_open() };
	int rc = parse_options(&p, argc, argv);

	if (!rc && !kernel_open(p.s))
		report(&p);
	else if (!rc)
		p.failed = true;
	diag_flush(p.s->diags, stderr);
	session_close(p.s);
	return rc < 0 || p.failed;
}
