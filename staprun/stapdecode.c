// SPDX-License-Identifier: GPL-2.0-or-later
/* stapdecode: what a script printed with %b, back into text. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config.h"
#include "staprun/decode.h"
#include "staprun/raw_print.h"
#include "staprun/tell.h"

struct options {
	const char *fields, *format;
	bool is_unsigned;
	unsigned long long skip;
	char **files;		/* of stap -b */
	int nfiles;
};

struct input {
	char *bytes;
	size_t size, room;	/* bytes that are there, bytes that fit */
};

static const char help[] =
	"Usage: stapdecode -f FIELDS [-o FORMAT] [-u] [--skip N]\n"
	"       stapdecode FILE...\n"
	"Turns the binary output of a script, on standard input, into text; or the files that stap -b wrote for one\n"
	"session: a line a record, with its time, its CPU, the number of its event and its fields by name.\n"
	"\n"
	"  -f FIELDS   a record's fields, as the script printed them: %Nb a number of N bytes\n"
	"              (1, 2, 4, 8), %Ns a string of N bytes, %0s one that ends with a NUL, %c a byte;\n"
	"              other text must be there as it is\n"
	"  -o FORMAT   how to print a record, as printf; default: a line, fields separated by blanks\n"
	"  -u          numbers have no sign (without -o)\n"
	"  --skip N    leave out the first N bytes\n"
	"  -h, -V      this text; the version\n"
	"\n"
	"Example: stap -e 'probe syscall.read { printf(\"%4b%8b\", pid(), gettimeofday_us()) }' |\n"
	"         stapdecode -f '%4b%8b'\n";

static int parse_skip(struct options *o, const char *text)
{
	char *end;

	errno = 0;
	o->skip = strtoull(text, &end, 0);
	if (!errno && end != text && !*end && text[0] != '-')
		return 0;
	tell("stapdecode", "--skip %s: a number of bytes is wanted", text);
	return -1;
}

/* 0; 1: the program is done; -1 after a message. */
static int parse_options(struct options *o, int argc, char **argv)
{
	static const struct option long_options[] = {
		{ "skip", required_argument, NULL, 'S' }, { "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' }, { NULL, 0, NULL, 0 }
	};
	int c;

	while ((c = getopt_long(argc, argv, "f:o:uhV", long_options, NULL)) != -1) {
		switch (c) {
		case 'f': o->fields = optarg; break;
		case 'o': o->format = optarg; break;
		case 'u': o->is_unsigned = true; break;
		case 'S':
			if (parse_skip(o, optarg))
				return -1;
			break;
		case 'h':
			fputs(help, stdout);
			return 1;
		case 'V':
			printf("stapdecode (%s) %s\n", PACKAGE_NAME, PACKAGE_VERSION);
			return 1;
		default:
			return -1;	/* getopt has told */
		}
	}
	o->files = argv + optind;
	o->nfiles = argc - optind;
	if (o->nfiles && (o->fields || o->format || o->is_unsigned || o->skip)) {
		tell("stapdecode", "%s: files describe themselves, and go without -f, -o, -u and --skip", argv[optind]);
		return -1;
	}
	if (o->nfiles || o->fields)
		return 0;
	tell("stapdecode", "-f is missing: it says what a record looks like, for example -f '%%8b%%8b%%4b'");
	return -1;
}

/* Reads more. Returns the bytes read, 0 at the end, -1 after a message. */
static ssize_t fill(struct input *in)
{
	ssize_t n;

	if (in->size == in->room) {
		char *bytes = realloc(in->bytes, in->room = 2 * in->room + 65536);

		if (!bytes) {
			tell("stapdecode", "out of memory");
			return -1;
		}
		in->bytes = bytes;
	}
	do
		n = read(STDIN_FILENO, in->bytes + in->size, in->room - in->size);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		tell("stapdecode", "cannot read standard input: %s", strerror(errno));
	else
		in->size += n;
	return n;
}

static void drop(struct input *in, size_t n)
{
	in->size -= n;
	memmove(in->bytes, in->bytes + n, in->size);
}

/* Returns whether all bytes to skip have been read. */
static bool skip(struct input *in, unsigned long long *left)
{
	size_t n = *left < in->size ? *left : in->size;

	drop(in, n);
	*left -= n;
	return !*left;
}

/* 0: the stream ended where a record ends; 1: not. Text decoded before is written in any case. */
static int decode_stream(struct decode *d, unsigned long long to_skip, struct output *out)
{
	struct input in = { 0 };
	ssize_t n;
	long done;

	while ((n = fill(&in)) > 0 && !out->error) {
		if (to_skip && !skip(&in, &to_skip))
			continue;
		done = decode_bytes(d, in.bytes, in.size, out);
		output_flush(out);
		if (done < 0)
			break;
		drop(&in, done);
	}
	if (n == 0)
		decode_end(d, in.size);
	free(in.bytes);
	if (d->stop[0])
		tell("stapdecode", "%s", d->stop);
	return n < 0 || d->stop[0];
}

/* A closed pipe is an end like any other. */
static int end_output(struct output *out)
{
	output_close(out);
	if (out->error && out->error != EPIPE)
		tell("stapdecode", "cannot write to %s: %s", out->name, strerror(out->error));
	return out->error && out->error != EPIPE;
}

static int print_files(const struct options *o)
{
	struct raw_set set;
	struct output out;
	int rc = 1;

	if (output_open(&out, NULL))
		return 1;
	if (!raw_set_open(&set, o->files, o->nfiles))
		rc = raw_print(&set, &out);
	rc |= end_output(&out);
	output_free(&out);
	raw_set_close(&set);
	return rc;
}

int main(int argc, char **argv)
{
	struct options o = { 0 };
	struct decode d;
	struct output out;
	int rc = parse_options(&o, argc, argv);

	if (rc)
		return rc < 0;
	signal(SIGPIPE, SIG_IGN);
	if (o.nfiles)
		return print_files(&o);
	if (decode_open(&d, o.fields, o.format, o.is_unsigned, o.skip)) {
		tell("stapdecode", "%s", d.stop);
		return 1;
	}
	if (output_open(&out, NULL))
		return 1;
	rc = decode_stream(&d, o.skip, &out);
	rc |= end_output(&out);
	output_free(&out);
	decode_close(&d);
	return rc;
}
