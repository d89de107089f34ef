// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/pass.h"

#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "translator/base/stop.h"
#include "translator/base/buf.h"
#include "translator/build/build.h"
#include "translator/emit/emit.h"
#include "translator/sema/passes.h"
#include "translator/session.h"

struct pass {
	const char *name;
	int number;
	int (*run)(struct session *s);
	enum ast_stage stage;
};

static int pass_emit(struct session *s)
{
	s->emitted = arena_new_object(s->arena, struct emitted);
	return emit_module(s, s->emitted);
}

static const struct pass passes[] = {
#define PASS(name, number, stage) { #name, number, pass_##name, stage },
#include "translator/pass.def"
#undef PASS
};
#define N_PASSES (int)(sizeof(passes) / sizeof(*passes))

int pass_find(const char *name)
{
	for (int i = 0; i < N_PASSES; i++)
		if (!strcmp(passes[i].name, name))
			return i;
	return -1;
}

/* ---- what is told about the five numbers ----------------------------------------------------------------------- */

static void cost_print(struct timing_cost c, struct buf *out)
{
	struct rusage self;

	getrusage(RUSAGE_SELF, &self);
	buf_printf(out, " using %ldKB in %ldusr/%ldsys/%ldreal ms.", self.ru_maxrss, c.user_us / 1000, c.system_us / 1000,
		   c.real_us / 1000);
}

static void summary_parse(struct session *s, struct buf *out)
{
	unsigned int library = 0;

	vec_each(file, &s->program.files)
		library += (*file)->in_tapset;
	buf_printf(out, "parsed user script and %u library scripts", library);
}

static void summary_elaborate(struct session *s, struct buf *out)
{
	const struct program *p = &s->program;

	buf_printf(out, "analyzed script: %u probes, %u functions, %u embeds, %u globals",
		   p->probes.n, p->functions.n, p->chunks.n, p->globals.n);
}

static void summary_translate(struct session *s, struct buf *out)
{
	(void)s;
	buf_puts(out, "translated to C");
}

static void summary_build(struct session *s, struct buf *out)
{
	buf_printf(out, s->module_cached ? "using cached \"%s\"" : "compiled C into \"%s\"", s->module_path);
}

static void summary_run(struct session *s, struct buf *out)
{
	(void)s;
	buf_puts(out, "run completed");
}

/* ---- what -pN prints ------------------------------------------------------------------------------------------- */

static void result_parse(struct session *s, struct buf *out)
{
	vec_each(file, &s->program.files)
		if (!(*file)->in_tapset)
			ast_print_file(out, *file);
}

static void result_elaborate(struct session *s, struct buf *out)
{
	program_print(s, out, s->options.verbose);
}

static void result_translate(struct session *s, struct buf *out)
{
	emitted_print(s->emitted, out);
}

static void result_build(struct session *s, struct buf *out)
{
	buf_printf(out, "%s\n", s->module_path);
}

/* By the number of -pN. */
static const struct {
	const char *failed;
	void (*summary)(struct session *s, struct buf *out);
	void (*result)(struct session *s, struct buf *out);
} groups[] = {
	[1] = { "parse", summary_parse, result_parse },
	[2] = { "analysis", summary_elaborate, result_elaborate },
	[3] = { "translation", summary_translate, result_translate },
	[4] = { "compilation", summary_build, result_build },
	[5] = { "run", summary_run, NULL },
};

static void print(void (*what)(struct session *s, struct buf *out), struct session *s, FILE *stream)
{
	struct buf out = BUF_INIT;

	what(s, &out);
	fwrite(buf_text(&out), 1, out.len, stream);
	fflush(stream);
	buf_free(&out);
}

static void end_group(struct session *s, int number, const struct timing_clock *start)
{
	struct buf out = BUF_INIT;

	timing_pass(s, number, groups[number].failed, start);
	if (s->options.verbose > 0) {
		buf_printf(&out, "Pass %d: ", number);
		groups[number].summary(s, &out);
		cost_print(timing_since(start), &out);
		buf_putc(&out, '\n');
		timing_print_steps(s, number, &out);
		fputs(buf_text(&out), stderr);
		buf_free(&out);
	}
	if (number == s->options.last_pass && groups[number].result && !s->options.dump)
		print(groups[number].result, s, stdout);
}

/* ---- --semantic-keep-going: the errors of pass 2 as lines with tabs, for editors -------------------------------- */

struct error_list {
	struct session *s;
	struct buf lines;
	unsigned int n;
};

static void list_error(const struct diag_info *info, struct span at, const char *message, void *ctx)
{
	struct error_list *list = ctx;
	const struct source *source = source_get(list->s->sources, at.file);
	struct source_pos pos = source_pos(list->s->sources, at);

	if (info->severity != DIAG_SEMANTIC)
		return;
	list->n++;
	buf_printf(&list->lines, "SEMANTIC_ERROR\t%s\t%u\t%u\t", source ? source->name : "", source ? pos.line : 0,
		   source ? pos.col : 0);
	if (source)
		buf_write(&list->lines, source->bytes + at.begin, at.end - at.begin);
	buf_printf(&list->lines, "\t%s\n", message);
}

static void list_errors(struct session *s)
{
	struct error_list list = { .s = s, .lines = BUF_INIT };

	diag_each(s->diags, list_error, &list);
	fprintf(stderr, "SEMANTIC_ERRORS: %u\n%sSEMANTIC_ERRORS_END\n", list.n, buf_text(&list.lines));
	buf_free(&list.lines);
}

static int fail(struct session *s, int number, bool quiet)
{
	unsigned int parse_errors = diag_parse_errors(s->diags);

	diag_flush(s->diags, stderr);
	if (quiet)
		return 1;
	if (number == 1 && parse_errors)
		fprintf(stderr, "%u parse error%s.\n", parse_errors, parse_errors == 1 ? "" : "s");
	if (number == 2 && s->options.keep_going)
		list_errors(s);
	fprintf(stderr, "Pass %d: %s failed.  [man error::pass%d]\n", number, groups[number].failed, number);
	return 1;
}

/* ---- running --------------------------------------------------------------------------------------------------- */

#ifdef NDEBUG
static void verify(struct session *s, const struct pass *pass)
{
	(void)s, (void)pass;
}
#else
static void check(struct session *s, const struct pass *pass, const char *fault, struct span where)
{
	if (fault)
		BUG(s->sources, where, "after pass %s: %s", pass->name, fault);
}

/* Files stay as they were parsed; what is elaborated are the probes' own bodies and the functions that they reach. */
static void verify(struct session *s, const struct pass *pass)
{
	struct program *p = &s->program;
	struct span where = SPAN_NONE;

	vec_each(file, &p->files)
		check(s, pass, ast_verify_file(s->arena, *file, STAGE_PARSED, &where), where);
	vec_each(probe, &p->probes)
		if ((*probe)->body)
			check(s, pass, ast_verify_stmt(s->arena, (*probe)->body, pass->stage, &where), where);
	vec_each(function, &p->functions)
		if ((*function)->body)
			check(s, pass, ast_verify_stmt(s->arena, (*function)->body, pass->stage, &where), where);
}
#endif

/* 0, or less when the passes end here with an error; 1 when --dump ends them. */
static int run_one(struct session *s, const struct pass *pass)
{
	unsigned int errors = diag_errors(s->diags);
	struct timing_step step = timing_begin(s, pass->name);
	int rc = pass->run(s);

	if (pass->number < 4)	/* the later ones have steps of their own */
		timing_end(s, &step);
	if (rc < 0 || diag_errors(s->diags) > errors)
		return rc < 0 ? rc : -1;
	diag_flush(s->diags, stderr);
	verify(s, pass);
	if (!s->options.dump || strcmp(s->options.dump, pass->name))
		return 0;
	print(program_dump, s, stdout);
	return 1;
}

int pass_run_all(struct session *s)
{
	struct timing_clock start;

	timing_read(&start);
	for (int i = 0; i < N_PASSES && passes[i].number <= s->options.last_pass; i++) {
		int rc;

		if (i && passes[i].number != passes[i - 1].number)
			timing_read(&start);
		rc = stop_asked() ? diag(s->diags, D_INTERRUPTED, SPAN_NONE) : run_one(s, &passes[i]);
		if (rc < 0)
			return fail(s, passes[i].number, rc == BUILD_IN_VAIN);
		if (rc > 0)
			return 0;
		if (i + 1 == N_PASSES || passes[i + 1].number != passes[i].number)
			end_group(s, passes[i].number, &start);
	}
	return 0;
}
