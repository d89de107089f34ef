// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_passes - coverage-guided fuzzing of passes 1 to 3: any bytes are parsed, elaborated with the
 * tapset library (SYSTEMTAP_TAPSET) and translated to C, as stap -p3 does for a kernel of which
 * nothing but the release is known. The tree is verified after each pass. run.sh builds and runs it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "translator/base/buf.h"
#include "translator/build/kernel.h"
#include "translator/base/hash.h"
#include "translator/debuginfo/symbols.h"
#include "translator/emit/emit.h"
#include "translator/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define PASS(name, number, stage) int pass_##name(struct session *s);
#include "translator/pass.def"
#undef PASS

static const struct {
	int (*run)(struct session *s);
	int number;
	enum ast_stage stage;
} passes[] = {
#define PASS(name, number, stage) { pass_##name, number, stage },
#include "translator/pass.def"
#undef PASS
};

/* As pass.c has it, to itself. */
int pass_emit(struct session *s)
{
	s->emitted = arena_new_object(s->arena, struct emitted);
	return emit_module(s, s->emitted);
}

/* The later passes are in the table and never run here. */
int pass_build(struct session *s)
{
	(void)s;
	return -1;
}

int pass_run(struct session *s)
{
	(void)s;
	return -1;
}

/* FUZZ_C=FOLDER: the C of what is accepted goes there, for a compiler to judge. */
static void keep_c(struct session *s)
{
	const char *dir = getenv("FUZZ_C");
	FILE *f;

	if (!dir || !s->emitted || !s->emitted->script_c)
		return;
	f = fopen(arena_printf(s->arena, "%s/%08x.c", dir, hash_bytes(s->emitted->script_c, strlen(s->emitted->script_c))), "w");
	if (!f)
		abort();
	fputs(s->emitted->script_c, f);
	fclose(f);
}

static void configure(struct session *s, const uint8_t *data, size_t size)
{
	static const char *args[] = { "begin", "text", "42" };
	struct kernel *k = arena_new_object(s->arena, struct kernel);

	k->release = "6.1.0-fuzz";
	k->arch = "x86_64";
	k->session = s;
	s->kernel = k;
	s->ksyms = symbols_open(s->arena, NULL, NULL);
	s->options.script_text = arena_strndup(s->arena, (const char *)data, size);
	s->options.guru = true;
	s->options.compatible = SYSTEMTAP_VERSION;
	s->options.last_pass = 3;
	s->options.guest = "";
	s->parse_env = (struct parse_env){
		.arena = s->arena, .atoms = s->atoms, .sources = s->sources, .diags = s->diags,
		.facts = { .kernel_release = k->release, .arch = k->arch, .runtime = "kernel" },
		.args = args, .n_args = 3,
		.args_used = arena_new_array(s->arena, bool, 3),
		.guru = true,
		.compatible = SYSTEMTAP_VERSION,
	};
}

static void verify(struct session *s, enum ast_stage stage)
{
	const char *fault = NULL;

	vec_each(probe, &s->program.probes)
		if (!fault && (*probe)->body)
			fault = ast_verify_stmt(s->arena, (*probe)->body, stage, NULL);
	vec_each(function, &s->program.functions)
		if (!fault && (*function)->body)
			fault = ast_verify_stmt(s->arena, (*function)->body, stage, NULL);
	if (fault)
		BUG(s->sources, SPAN_NONE, "%s", fault);
}

static void run_passes(struct session *s)
{
	size_t i;

	for (i = 0; i < sizeof(passes) / sizeof(*passes) && passes[i].number <= 3; i++) {
		if (passes[i].run(s) < 0 || diag_errors(s->diags))
			return;
		verify(s, passes[i].stage);
	}
	keep_c(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct session *s = session_open();
	struct buf printed = BUF_INIT;

	configure(s, data, size);
	run_passes(s);
	diag_print(s->diags, &printed);
	buf_free(&printed);
	session_close(s);
	return 0;
}
