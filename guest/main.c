// SPDX-License-Identifier: GPL-2.0-or-later
/* stap-guest: kernels to try scripts on, and guests that run them. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "guest/kernel.h"
#include "guest/run.h"
#include "guest/util.h"

static const char usage_text[] =
	"Usage: stap-guest fetch [--dbg] [--refresh] [RELEASE | SUITE]\n"
	"       stap-guest where [RELEASE | SUITE]\n"
	"       stap-guest run [OPTION...] [--] COMMAND [ARG...]\n"
	"\n"
	"fetch  puts a Debian kernel (image, headers; --dbg: debug information) into the user's\n"
	"       cache, and where this machine's compiler is too old for it, the kernel's own;\n"
	"       nothing is installed. Without a name: the current cloud kernel of this\n"
	"       machine's Debian. SUITE: that of bullseye, bookworm, trixie or sid. --refresh asks\n"
	"       again which release is current.\n"
	"where  prints the paths of a fetched kernel as KEY=VALUE lines.\n"
	"run    boots a kernel in QEMU and runs COMMAND there as root. Its output, errors and exit\n"
	"       status become those of stap-guest; INT, TERM, QUIT and HUP are passed to it (the\n"
	"       third of them ends the guest). Options:\n"
	"  --kernel NAME        release or suite; fetched when it is not there\n"
	"  --smp N              CPUs (2; 1 with --icount)\n"
	"  --mem MB             memory (512)\n"
	"  --icount             emulate, counting instructions: 1 ns of guest time each\n"
	"  --no-tsc             leave the choice of the clock source to the kernel\n"
	"  --packed             boot the packed kernel image, which loads at a random address\n"
	"  --timeout SECS       end the guest after that time\n"
	"  --append ARGS        more kernel arguments\n"
	"  --file HOST:GUEST    put a file into the guest\n"
	"  --exe HOST[:GUEST]   put a program with its shared libraries into the guest\n"
	"  --stdin, --no-stdin  pass stdin or do not (default: pass it unless it is a terminal)\n"
	"  --klog FILE          write the guest's console log to FILE\n"
	"\n"
	"Exit status of run: COMMAND's own, 128 + N when signal N ended it, or\n"
	"  124  time limit, or the guest no longer answers\n"
	"  125  the guest's kernel panicked, or the machine went down under the command\n"
	"  126  the guest did not start: QEMU failed, or its kernel did not boot\n"
	"  127  COMMAND is not in the guest\n";

static int usage(FILE *f)
{
	fputs(usage_text, f);
	return f == stdout ? 0 : 2;
}

static int bad_usage(void)
{
	fprintf(stderr, "Try 'stap-guest --help'.\n");
	return 2;
}

static int cmd_fetch(int argc, char **argv)
{
	static const struct option options[] = {
		{ "dbg", no_argument, NULL, 'd' }, { "refresh", no_argument, NULL, 'r' }, { 0 },
	};
	int what = GUEST_FETCH_BUILD;
	struct guest_kernel k;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'd')
			what |= GUEST_FETCH_DEBUG;
		else if (c == 'r')
			what |= GUEST_FETCH_REFRESH;
		else
			return bad_usage();
	}
	if (argc - optind > 1)
		return bad_usage();
	if (guest_kernel_fetch(optind < argc ? argv[optind] : "", what, &k) < 0)
		return 1;
	printf("%s\n", k.release);
	guest_kernel_free(&k);
	return 0;
}

static int cmd_where(int argc, char **argv)
{
	const char *spec = argc > 1 ? argv[1] : "";
	struct guest_kernel k;

	if (argc > 2 || *spec == '-')
		return bad_usage();
	if (guest_kernel_find(spec, &k) < 0) {
		gu_error("kernel %s is not in the cache: stap-guest fetch %s", *spec ? spec : "(default)", spec);
		return 1;
	}
	printf("release=%s\nroot=%s\nbuild=%s\ntoolchain=%s\nvmlinuz=%s\nvmlinux=%s\nmodules=%s\n", k.release, k.root,
	       k.build, k.toolchain ? k.toolchain : "", k.vmlinuz, k.vmlinux ? k.vmlinux : "", k.modules);
	printf("kallsyms=%s\nfilter_functions=%s\nnotes=%s\nbtf=%s\ndebug=%s\n", k.kallsyms, k.filter_functions,
	       k.notes, k.btf ? k.btf : "", k.debug ? k.debug : "");
	guest_kernel_free(&k);
	return 0;
}

enum { OPT_KERNEL = 256, OPT_SMP, OPT_MEM, OPT_ICOUNT, OPT_NO_TSC, OPT_PACKED, OPT_TIMEOUT, OPT_APPEND,
       OPT_FILE, OPT_EXE, OPT_STDIN, OPT_NO_STDIN, OPT_KLOG };

static const struct option run_options[] = {
	{ "kernel", required_argument, NULL, OPT_KERNEL },
	{ "smp", required_argument, NULL, OPT_SMP },
	{ "mem", required_argument, NULL, OPT_MEM },
	{ "icount", no_argument, NULL, OPT_ICOUNT },
	{ "no-tsc", no_argument, NULL, OPT_NO_TSC },
	{ "packed", no_argument, NULL, OPT_PACKED },
	{ "timeout", required_argument, NULL, OPT_TIMEOUT },
	{ "append", required_argument, NULL, OPT_APPEND },
	{ "file", required_argument, NULL, OPT_FILE },
	{ "exe", required_argument, NULL, OPT_EXE },
	{ "stdin", no_argument, NULL, OPT_STDIN },
	{ "no-stdin", no_argument, NULL, OPT_NO_STDIN },
	{ "klog", required_argument, NULL, OPT_KLOG },
	{ 0 },
};

/* A positive number, or -1 with a message. */
static int number(const char *text)
{
	char *end;
	long n = strtol(text, &end, 10);

	if (end != text && !*end && n > 0 && n < 1000000)
		return n;
	gu_error("not a positive number: %s", text);
	return -1;
}

/* Take one option. Returns 0, or -1 with a message. */
static int run_option(struct guest_job *job, int c, const char **kernel)
{
	switch (c) {
	case OPT_KERNEL:
		*kernel = optarg;
		return 0;
	case OPT_SMP:
		return (job->smp = number(optarg)) < 0 ? -1 : 0;
	case OPT_MEM:
		return (job->mem_mb = number(optarg)) < 0 ? -1 : 0;
	case OPT_TIMEOUT:
		return (job->timeout = number(optarg)) < 0 ? -1 : 0;
	case OPT_ICOUNT:
		job->icount = true;
		return 0;
	case OPT_NO_TSC:
		job->no_tsc = true;
		return 0;
	case OPT_PACKED:
		job->packed = true;
		return 0;
	case OPT_APPEND:
		job->append = optarg;
		return 0;
	case OPT_FILE:
		gu_list_add(&job->files, "%s", optarg);
		return 0;
	case OPT_EXE:
		gu_list_add(&job->exes, "%s", optarg);
		return 0;
	case OPT_STDIN:
		job->in = GUEST_STDIN_YES;
		return 0;
	case OPT_NO_STDIN:
		job->in = GUEST_STDIN_NO;
		return 0;
	case OPT_KLOG:
		job->klog = optarg;
		return 0;
	}
	return -1;
}

static int cmd_run(int argc, char **argv)
{
	struct guest_job job = { 0 };
	const char *spec = "";
	struct guest_kernel k;
	int c, rc = 0;

	while (!rc && (c = getopt_long(argc, argv, "+", run_options, NULL)) != -1)
		rc = run_option(&job, c, &spec);
	if (!rc && optind == argc) {
		gu_error("no command to run");
		rc = -1;
	}
	if (rc) {
		rc = bad_usage();
	} else if (guest_kernel_fetch(spec, 0, &k) < 0) {
		rc = GUEST_RC_NO_BOOT;
	} else {
		job.kernel = &k;
		job.argv = argv + optind;
		rc = guest_run(&job);
		guest_kernel_free(&k);
	}
	gu_list_free(&job.files);
	gu_list_free(&job.exes);
	return rc;
}

int main(int argc, char **argv)
{
	static const struct { const char *name; int (*run)(int, char **); } commands[] = {
		{ "fetch", cmd_fetch }, { "where", cmd_where }, { "run", cmd_run },
	};

	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
		return usage(stdout);
	for (size_t i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	return usage(stderr);
}
