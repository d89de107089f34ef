// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config.h"
#include "staprun/tell.h"

enum { OPT_STRICT_LOSS = 256, OPT_BULK, OPT_LIFE, OPT_REMOVER, OPT_HELP, OPT_VERSION };

static const char short_options[] = ":vwhVdc:x:t:o:b:s:T:LADRiu::N:r:S:C:M:F:";
static const struct option long_options[] = {
	{ "strict-loss", no_argument, NULL, OPT_STRICT_LOSS },
	{ "bulk", no_argument, NULL, OPT_BULK },
	{ "life", required_argument, NULL, OPT_LIFE },
	{ "remover", required_argument, NULL, OPT_REMOVER },
	{ "help", no_argument, NULL, OPT_HELP },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ NULL, 0, NULL, 0 }
};

static const char help[] =
	"Usage: staprun [OPTIONS] MODULE.ko [SETTING=VALUE...]\n"
	"       staprun -d MODULE\n"
	"Loads a module made by stap, passes on its output, and removes it when it ends.\n"
	"\n"
	"  -c CMD         run CMD; the session ends with it, and target() is its process\n"
	"  -x PID         target() is PID\n"
	"  -o FILE        write to FILE (strftime conversions are replaced) instead of standard output\n"
	"  --bulk         write raw records, a file for each CPU: FILE_0 ... of -o, or stpd_cpu0 ...;\n"
	"                 stap-merge makes the output of them\n"
	"  -T SECONDS     end the session after that time\n"
	"  -b MB, -s MB   size of each processor's buffer\n"
	"  -d             remove MODULE, if it is not in use; '*' removes every one that stap made\n"
	"  --strict-loss  exit with 1 when records were lost\n"
	"  -w             no warnings\n"
	"  -v             tell more\n"
	"  -h, -V         this text; the version\n";

static int bad_value(const char *what, const char *value, const char *want)
{
	tell_error("%s %s: %s is wanted", what, value, want);
	return -1;
}

static int parse_integer(const char *what, const char *text, long min, long max, const char *want, long *n)
{
	char *end;

	errno = 0;
	*n = strtol(text, &end, 10);
	if (errno || end == text || *end || *n < min || *n > max)
		return bad_value(what, text, want);
	return 0;
}

static int parse_buffer(struct run_options *o, const char *text)
{
	long mb;

	if (parse_integer("-b", text, 1, 4095, "a number of megabytes from 1 to 4095", &mb))
		return -1;
	o->buffer_mb = mb;
	return 0;
}

static int parse_duration(struct run_options *o, const char *text)
{
	char *end;
	double seconds = strtod(text, &end);

	if (end == text || *end || !(seconds > 0 && seconds < 1e9))
		return bad_value("-T", text, "a number of seconds above 0");
	o->duration_ns = seconds * 1e9;
	if (!o->duration_ns)
		o->duration_ns = 1;
	return 0;
}

static int parse_life(struct run_options *o, const char *text)
{
	long fd;

	if (parse_integer("--life", text, 0, 1 << 20, "a file descriptor", &fd))
		return -1;
	o->life = fd;
	return 0;
}

static int parse_option(struct run_options *o, int c, const char *value)
{
	switch (c) {
	case 'v': o->verbose++; return 0;
	case 'w': o->no_warnings = true; return 0;
	case 'd': o->remove = true; return 0;
	case 'c': o->command = value; return 0;
	case 'o': o->output = value; return 0;
	case OPT_STRICT_LOSS: o->strict_loss = true; return 0;
	case OPT_BULK: o->bulk = true; return 0;
	case OPT_REMOVER: o->remover = value; return 0;
	case OPT_LIFE: return parse_life(o, value);
	case 'x': case 't': return parse_integer("-x", value, 1, 0x7fffffff, "the number of a process", &o->target);
	case 'b': case 's': return parse_buffer(o, value);
	case 'T': return parse_duration(o, value);
	case 'h': case OPT_HELP:
		fputs(help, stdout);
		return 1;
	case 'V': case OPT_VERSION:
		printf("%s %s\n", PACKAGE_NAME, PACKAGE_VERSION);
		return 1;
	case 'L': case 'A': case 'D': case 'R': case 'i': case 'u': case 'N': case 'r': case 'S': case 'C': case 'M':
	case 'F':
		tell_error("-%c is not supported yet", c);
		return -1;
	default:
		return -1;
	}
}

static int check_combination(const struct run_options *o)
{
	if (o->command && o->target) {
		tell_error("You can't specify the '-c' and '-x' options together.");
		return -1;
	}
	if (o->remove && (o->command || o->target || o->output || o->duration_ns)) {
		tell_error("You can't specify the '-d' option together with '-c', '-x', '-o' or '-T'.");
		return -1;
	}
	if (!o->nwords) {
		tell_error("no module named. Usage: staprun [OPTIONS] MODULE.ko (staprun -h tells more)");
		return -1;
	}
	return 0;
}

static int tell_bad_option(int c, char **argv)
{
	const char *word = argv[optind - 1];

	if (optopt && optopt < 256)
		tell_error("-%c: %s (staprun -h lists the options)", optopt,
			   c == ':' ? "a value is missing" : "no such option");
	else
		tell_error("%s: %s (staprun -h lists the options)", word,
			   c == ':' ? "a value is missing" : "no such option");
	return -1;
}

int options_parse(struct run_options *o, enum run_program program, int argc, char **argv)
{
	int c, rc;

	*o = (struct run_options){ .life = -1 };
	optind = 1;
	while ((c = getopt_long(argc, argv, short_options, long_options, NULL)) != -1) {
		if (c == '?' || c == ':' || (program == RUN_STAPRUN && (c == OPT_LIFE || c == OPT_REMOVER)))
			return tell_bad_option(c, argv);
		rc = parse_option(o, c, optarg);
		if (rc)
			return rc;
	}
	o->words = argv + optind;
	o->nwords = argc - optind;
	return check_combination(o);
}

static char *format_word(const char *fmt, ...) __attribute__((__format__(__printf__, 1, 2)));
static char *format_word(const char *fmt, ...)
{
	va_list args;
	char *text;
	int n;

	va_start(args, fmt);
	n = vasprintf(&text, fmt, args);
	va_end(args);
	if (n < 0) {
		tell_error("out of memory");
		_exit(1);
	}
	return text;
}

void options_for_stapio(const struct run_options *o, const char *program, const char *module, char *argv[OPTIONS_MAX])
{
	int n = 0;

	argv[n++] = format_word("%s", program);
	for (int i = 0; i < o->verbose && i < 3; i++)
		argv[n++] = format_word("-v");
	if (o->no_warnings)
		argv[n++] = format_word("-w");
	if (o->strict_loss)
		argv[n++] = format_word("--strict-loss");
	if (o->bulk)
		argv[n++] = format_word("--bulk");
	if (o->command)
		argv[n++] = format_word("-c%s", o->command);
	if (o->target)
		argv[n++] = format_word("-x%ld", o->target);
	if (o->output)
		argv[n++] = format_word("-o%s", o->output);
	if (o->duration_ns)
		argv[n++] = format_word("-T%llu.%09llu", o->duration_ns / 1000000000, o->duration_ns % 1000000000);
	argv[n++] = format_word("--life=%d", o->life);
	argv[n++] = format_word("--remover=%s", o->remover);
	argv[n++] = format_word("--");
	argv[n++] = format_word("%s", module);
	argv[n] = NULL;
}
