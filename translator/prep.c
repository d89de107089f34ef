// SPDX-License-Identifier: GPL-2.0-or-later
/* stap-prep: makes a kernel ready for stap, and tells what is there, what is missing and what brings it. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "guest/kernel.h"
#include "translator/base/buf.h"
#include "translator/base/proc.h"
#include "translator/build/kernel.h"
#include "translator/build/runtime_build.h"
#include "translator/debuginfo/debuginfo.h"
#include "translator/session.h"

static const char usage_text[] =
	"Usage: stap-prep [OPTION...] [RELEASE | FOLDER]\n"
	"\n"
	"Makes a kernel ready for stap: brings its headers, prepares the runtime for it, and tells\n"
	"what is there and what is missing, with the command that brings it. Without a name: the\n"
	"running kernel. FOLDER: what its modules are built with.\n"
	"\n"
	"  -y, --yes    install packages without a question\n"
	"  -n, --check  only look; change nothing\n"
	"  -h, --help   this text\n"
	"\n"
	"Exit status: 0 all that scripts need is there, 1 something is missing, 2 wrong usage.\n";

struct prep {
	struct session *s;
	bool yes, check;
	bool lacking;		/* of what every script needs */
};

/* ---- the report ------------------------------------------------------------------------------------------------- */

static void row(const char *what, const char *state)
{
	printf("%-18s %s\n", what, state);
}

static void mend(const char *command)
{
	printf("%-18s   -> %s\n", "", command);
}

static void missing(struct prep *p, const char *what, const char *state, bool needed, const char *command)
{
	row(what, state);
	mend(command);
	p->lacking |= needed;
}

/* The file's text has the given word in it. */
static bool file_has(const char *path, const char *word)
{
	struct buf text = BUF_INIT;
	bool has = !buf_read_file(&text, path) && strstr(buf_text(&text), word);

	buf_free(&text);
	return has;
}

static bool is_set(struct session *s, const char *name)
{
	const char *value = kernel_config(s->kernel, name);

	return value && !strcmp(value, "y");
}

static void report_headers(struct prep *p)
{
	const struct kernel *k = p->s->kernel;
	const char *install = arena_printf(p->s->arena, "apt-get install linux-headers-%s", k->release);
	const char *fetch = arena_printf(p->s->arena, "stap-prep %s", k->release);

	if (k->build)
		row("headers", k->build);
	else
		missing(p, "headers", "missing", true, k->running ? install : fetch);
}

/* Says itself what is missing and what brings it, as stap does. */
static void report_compiler(struct prep *p)
{
	struct session *s = p->s;

	if (!s->kernel->build)
		return;
	if (!kernel_need_build(s)) {
		row("compiler", kernel_compiler(s));
		return;
	}
	row("compiler", "missing or too old:");
	p->lacking = true;
	fflush(stdout);
	diag_flush(s->diags, stderr);
}

static void report_btf(struct prep *p)
{
	const struct kernel *k = p->s->kernel;

	if (k->btf)
		row("BTF", k->btf);
	else if (is_set(p->s, "CONFIG_DEBUG_INFO_BTF") || !k->build)
		row("BTF", k->running ? "missing" : "not seen: it is in the kernel when that runs");
	else
		row("BTF", "the kernel was built without it");
}

static void report_debug(struct prep *p)
{
	const struct kernel *k = p->s->kernel;
	const struct di_where where = {
		.release = k->release, .root = k->debug ? k->debug : "", .build = k->build, .notes = k->notes,
	};
	const char *command = arena_printf(p->s->arena, k->cached ? "stap-guest fetch --dbg %s" :
					   "apt-get install linux-image-%s-dbg", k->release);
	struct buf looked = BUF_INIT;
	struct debuginfo *d = debuginfo_open(p->s->arena, &where, &looked);

	if (d) {
		row("debug information", "there");
		debuginfo_close(d);
	} else {
		missing(p, "debug information", "missing; $variables and statement probes need it", false, command);
	}
	buf_free(&looked);
}

static void report_symbols(struct prep *p)
{
	const struct kernel *k = p->s->kernel;

	if (!k->kallsyms)
		missing(p, "symbols", "missing; probes of functions cannot be checked", false,
			arena_printf(p->s->arena, "apt-get install linux-image-%s-dbg", k->release));
	else if (k->running && file_has("/proc/sys/kernel/kptr_restrict", "2"))
		missing(p, "symbols", "hidden by kernel.kptr_restrict", false, "sysctl -w kernel.kptr_restrict=1");
	else
		row("symbols", k->kallsyms);
}

/* ---- may it be loaded? ------------------------------------------------------------------------------------------ */

static bool secure_boot(void)
{
	struct buf text = BUF_INIT;
	bool on = !buf_read_file(&text, "/sys/firmware/efi/efivars/"
				 "SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c") &&
		  text.len == 5 && buf_text(&text)[4] == 1;

	buf_free(&text);
	return on;
}

/* What the setting of the kernel or of this machine says; the latter only of the kernel that runs. */
static void report_loading(struct prep *p)
{
	bool here = p->s->kernel->running, boot = here && secure_boot();
	bool forced = is_set(p->s, "CONFIG_MODULE_SIG_FORCE") ||
		      (here && file_has("/sys/module/module/parameters/sig_enforce", "Y"));
	bool locked = here && (file_has("/sys/kernel/security/lockdown", "[integrity]") ||
			       file_has("/sys/kernel/security/lockdown", "[confidentiality]"));
	const char *command = boot ? "mokutil --disable-validation" : "stap --guest ...";

	if (here && access("/proc/modules", F_OK))
		missing(p, "modules", "the running kernel loads none", true, "stap --guest ...");
	if (forced)
		missing(p, "module signing", "the kernel refuses unsigned modules", here, command);
	else
		row("module signing", "not required");
	if (!here)
		return;
	row("secure boot", boot ? "on" : "off");
	if (locked)
		missing(p, "lockdown", "on: the kernel refuses unsigned modules", true, command);
	else
		row("lockdown", "off");
}

/* ---- bringing what is missing ----------------------------------------------------------------------------------- */

static bool agreed(const struct prep *p, const char *package)
{
	char answer[16];

	if (p->yes)
		return true;
	if (!isatty(0))
		return false;
	printf("Install %s? [y/N] ", package);
	fflush(stdout);
	return fgets(answer, sizeof(answer), stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

static int install_headers(struct prep *p)
{
	const char *package = arena_printf(p->s->arena, "linux-headers-%s", p->s->kernel->release);
	const char *const argv[] = { "apt-get", "install", "-y", package, NULL };
	const struct proc apt = { .argv = argv, .out = PROC_INHERIT, .err = PROC_INHERIT };

	if (geteuid() || !agreed(p, package))
		return -1;
	return proc_run(&apt) ? -1 : 0;
}

/* A package for the kernel that runs, unpacked in the cache for any other. */
static int bring_headers(struct prep *p)
{
	const struct kernel *k = p->s->kernel;
	struct guest_kernel g;

	if (k->running)
		return install_headers(p);
	if (guest_kernel_fetch(k->release, GUEST_FETCH_BUILD, &g) < 0)
		return -1;
	guest_kernel_free(&g);
	return 0;
}

static void prepare_runtime(struct prep *p)
{
	struct prepared prepared = { 0 };

	fflush(stdout);
	if (p->check || p->lacking)
		return;
	if (runtime_prepare(p->s, &prepared) < 0)
		p->lacking = true;
	else
		row("runtime", "ready");
}

static void prepare(struct prep *p)
{
	struct session *s = p->s;

	if (kernel_open(s) < 0) {
		p->lacking = true;
		return;
	}
	if (!s->kernel->build && !p->check && !bring_headers(p) && kernel_open(s) < 0) {
		p->lacking = true;
		return;
	}
	row("kernel", s->kernel->release);
	report_headers(p);
	report_compiler(p);
	report_btf(p);
	report_debug(p);
	report_symbols(p);
	report_loading(p);
	prepare_runtime(p);
}

static int usage(FILE *f)
{
	fputs(usage_text, f);
	return f == stdout ? 0 : 2;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "yes", no_argument, NULL, 'y' }, { "check", no_argument, NULL, 'n' },
		{ "help", no_argument, NULL, 'h' }, { 0 },
	};
	struct prep p = { 0 };
	int c;

	while ((c = getopt_long(argc, argv, "ynh", options, NULL)) != -1) {
		if (c == 'h')
			return usage(stdout);
		if (c == '?')
			return usage(stderr);
		p.yes |= c == 'y';
		p.check |= c == 'n';
	}
	if (argc - optind > 1)
		return usage(stderr);
	p.s = session_open();
	p.s->options.last_pass = 4;
	p.s->options.release = argv[optind];
	prepare(&p);
	fflush(stdout);
	diag_flush(p.s->diags, stderr);
	session_close(p.s);
	return p.lacking;
}
