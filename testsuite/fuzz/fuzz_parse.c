// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_parse - coverage-guided fuzzing of the front end. Any bytes are parsed as a script; what
 * parses without error must print, parse again, and print the same. run.sh builds and runs it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "translator/base/arena.h"
#include "translator/base/atom.h"
#include "translator/base/buf.h"
#include "translator/base/diag.h"
#include "translator/syntax/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const args[] = { "begin", "a \"b\" \\", "42", "$1 @define", "" };

static struct ast_file *parse(struct parse_env *env, const char *name, const char *text, size_t len)
{
	struct source *src = source_add(env->sources, name, NULL, text, len);
	struct ast_file *f = parse_source(env, src);
	const char *fault = ast_verify_file(env->arena, f, STAGE_PARSED, NULL);

	if (fault)
		BUG(env->sources, SPAN_NONE, "%s", fault);
	return f;
}

/* Copies each body: the copy must be sound as well. */
static void copy(struct parse_env *env, struct ast_file *f)
{
	const struct ast_copier c = { .arena = env->arena };

	vec_each(d, &f->probes) {
		struct stmt *s = ast_copy_stmt(&c, (*d)->body);

		if (ast_verify_stmt(env->arena, s, STAGE_PARSED, NULL))
			abort();
	}
}

static void round_trip(struct parse_env *env, struct ast_file *f)
{
	struct buf first = BUF_INIT, second = BUF_INIT;

	ast_print_file(&first, f);
	if (!first.len) {	/* nothing but macros or `;`: an empty file is an error of its own */
		buf_free(&first);
		return;
	}
	f = parse(env, "printed", buf_text(&first), first.len);
	ast_print_file(&second, f);
	if (diag_errors(env->diags) || first.len != second.len ||
	    memcmp(buf_text(&first), buf_text(&second), first.len)) {
		diag_flush(env->diags, stderr);
		fprintf(stderr, "first:\n%s\nsecond:\n%s\n", buf_text(&first), buf_text(&second));
		abort();
	}
	buf_free(&first);
	buf_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *a = arena_new();
	struct parse_env env = {
		.arena = a,
		.atoms = atom_table_new(a),
		.sources = source_table_new(a),
		.facts = { .kernel_release = "6.1.0-18-amd64", .arch = "x86_64" },
		.args = args,
		.n_args = sizeof(args) / sizeof(*args),
		.guru = true,
	};
	struct buf printed = BUF_INIT;
	struct ast_file *f;

	env.diags = diag_queue_new(a, env.sources);
	f = parse(&env, "<input>", (const char *)data, size);
	copy(&env, f);
	ast_print_file(&printed, f);
	buf_reset(&printed);
	diag_print(env.diags, &printed);
	buf_free(&printed);
	if (!diag_errors(env.diags))
		round_trip(&env, f);
	arena_free(a);
	return 0;
}
