// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * syntax_dump - parses one file and prints its tree as script text; its errors go to stderr.
 *
 * syntax_dump [-g] [-v] [-q] [-r] [-t] [-c VERSION] [-k RELEASE] [-m FILE.stpm] FILE|- [ARG...]
 *	-q	print nothing but errors (to time the parser)
 *	-r	round trip: parse what was printed, print again, and fail when the two differ
 *	-t	print the tokens after preprocessing instead
 *	-T	the file is a tapset
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "translator/base/arena.h"
#include "translator/base/atom.h"
#include "translator/base/buf.h"
#include "translator/base/diag.h"
#include "translator/syntax/parse.h"

struct tool {
	struct parse_env env;
	bool quiet, round_trip, tokens, tapset;
	const char *macros;
};

static const char *fake_config(void *ctx, const char *name)
{
	(void)ctx;
	if (!strcmp(name, "CONFIG_SMP"))
		return "y";
	return strcmp(name, "CONFIG_HZ") ? NULL : "250";
}

static void usage(void)
{
	fputs("usage: syntax_dump [-gvqrtT] [-c VERSION] [-k RELEASE] [-m MACROS] FILE [ARG...]\n",
	      stderr);
	exit(2);
}

static void set_option(struct tool *t, int option)
{
	switch (option) {
	case 'g':
		t->env.guru = true;
		break;
	case 'v':
		diag_options(t->env.diags)->verbose = true;
		break;
	case 'q':
		t->quiet = true;
		break;
	case 'r':
		t->round_trip = true;
		break;
	case 't':
		t->tokens = true;
		break;
	case 'T':
		t->tapset = true;
		break;
	case 'c':
		t->env.compatible = optarg;
		break;
	case 'k':
		t->env.facts.kernel_release = optarg;
		break;
	case 'm':
		t->macros = optarg;
		break;
	default:
		usage();
	}
}

static struct source *read_source(struct tool *t, const char *path)
{
	struct source *src = source_read(t->env.sources, path);

	if (!src) {
		perror(path);
		exit(2);
	}
	src->in_tapset = t->tapset;
	return src;
}

/* Parses and prints; the tree must be sound even when there were errors. */
static void print_tree(struct tool *t, struct source *src, struct buf *out)
{
	struct ast_file *f = parse_source(&t->env, src);
	struct span where;
	const char *fault = ast_verify_file(t->env.arena, f, STAGE_PARSED, &where);

	if (fault)
		BUG(t->env.sources, where, "%s", fault);
	if (!t->quiet || t->round_trip)
		ast_print_file(out, f);
}

static int run(struct tool *t, const char *path)
{
	struct buf first = BUF_INIT, second = BUF_INIT;
	struct source *src = read_source(t, path);
	int rc = 0;

	if (t->tokens)
		parse_dump_tokens(&t->env, src, &first);
	else
		print_tree(t, src, &first);
	if (t->round_trip && !diag_errors(t->env.diags)) {
		src = source_add(t->env.sources, "<printed>", NULL, buf_text(&first), first.len);
		src->in_tapset = t->tapset;
		print_tree(t, src, &second);
		rc = strcmp(buf_text(&first), buf_text(&second)) != 0;
		if (rc)
			printf("DIFFERS:\n%s----\n", buf_text(&second));
	}
	if (!t->quiet)
		fwrite(buf_text(&first), 1, first.len, stdout);
	buf_free(&first);
	buf_free(&second);
	return rc;
}

int main(int argc, char **argv)
{
	struct arena *a = arena_new();
	struct tool t = {
		.env = {
			.arena = a,
			.atoms = atom_table_new(a),
			.sources = source_table_new(a),
			.facts = { "6.1.0-18-amd64", "x86_64", "kernel", fake_config, NULL },
		},
	};
	int option, rc;

	t.env.diags = diag_queue_new(a, t.env.sources);
	while ((option = getopt(argc, argv, "+gvqrtTc:k:m:")) != -1)
		set_option(&t, option);
	if (optind >= argc)
		usage();
	if (t.macros)
		parse_library_macros(&t.env, read_source(&t, t.macros));
	t.env.args = (const char *const *)argv + optind + 1;
	t.env.n_args = (unsigned int)(argc - optind - 1);
	rc = run(&t, argv[optind]);
	diag_flush(t.env.diags, stderr);
	if (diag_errors(t.env.diags))
		rc = 1;
	arena_free(a);
	return rc;
}
