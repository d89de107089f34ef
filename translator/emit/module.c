// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The order of script.c: limits, globals, event writers, functions (callees first), handlers with
 * their entry callbacks, the tables, and the one object that the runtime looks for. embedded.c
 * grows beside it.
 */
#include "translator/emit/emit.h"

#include <stdlib.h>
#include <string.h>

#include "translator/emit/arming.h"
#include "translator/emit/embedded.h"
#include "translator/emit/events.h"
#include "translator/emit/function.h"
#include "translator/emit/globals.h"
#include "translator/emit/names.h"
#include "translator/emit/print.h"
#include "translator/emit/probe.h"
#include "translator/emit/regex.h"
#include "translator/emit/stat.h"
#include "translator/family/family.h"

/* For each CPU and level: more than any script needs, short of a runaway recursion. */
#define MAX_FRAME_BYTES (1ul << 20)

/* ---- head ------------------------------------------------------------------------------------ */

static void write_head(struct emitter *m)
{
	struct cwriter *w = &m->script;

	cw_puts(w,
		"// SPDX-License-Identifier: GPL-2.0\n"
		"/* Generated: the script's handlers, against runtime/stp.h. */\n"
		"#include \"stp.h\"\n"
		"#include \"pure/fmt.h\"\n");
	stat_write_head(m);
	regex_write_head(m);
	cw_puts(w,
		"\n#if STP_ABI != 1\n"
		"#error \"generated for another version of the runtime\"\n"
		"#endif\n\n"
		"/* What a script says may be pointless; that is not the compiler's to tell. */\n"
		"#pragma GCC diagnostic ignored \"-Wbool-compare\"\n"
		"#pragma GCC diagnostic ignored \"-Wbool-operation\"\n"
		"#pragma GCC diagnostic ignored \"-Wint-in-bool-context\"\n"
		"#pragma GCC diagnostic ignored \"-Woverflow\"\n"
		"#pragma GCC diagnostic ignored \"-Wtautological-compare\"\n\n");
	cw_line(w, "#define MAXSTRINGLEN %u", m->limits.string_size);
	cw_line(w, "#define MAXACTION %u", m->limits.max_action);
	cw_line(w, "#define MAXACTION_INTERRUPTIBLE %u", m->limits.max_action_session);
	cw_line(w, "#define MAXNESTING %u", m->limits.max_nesting);
}

static void write_events(struct emitter *m)
{
	vec_each(event, &m->s->program.events)
		print_write_event(m, &m->script, *event);
}

static void write_functions(struct emitter *m)
{
	function_write_forward(m);
	vec_each(f, &m->s->program.functions) {
		if ((*f)->code)
			embedded_write_function(m, *f);
		else
			function_write(m, *f);
	}
}

static void write_probes(struct emitter *m)
{
	arming_write(m);
	vec_each(probe, &m->s->program.probes)
		probe_write_saved(m, *probe);
	vec_each(probe, &m->s->program.probes)
		probe_write(m, *probe);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void write_string(struct cwriter *w, const char *text)
{
	cw_string(w, text, strlen(text));
}

static void write_where(struct emitter *m, struct span at)
{
	const struct source *source = source_get(m->s->sources, at.file);
	struct source_pos pos = source_pos(m->s->sources, at);

	write_string(&m->script,
		     source ? arena_printf(m->s->arena, "%s:%u:%u", source_short_name(source),
					   pos.line, pos.col) : "");
}

static void write_probe_table(struct emitter *m)
{
	struct cwriter *w = &m->script;

	cw_blank(w);
	cw_line(w, "static const struct stp_probe probes[] = {");
	w->depth++;
	cw_line(w, "{ 0 },");
	vec_each(probe, &m->s->program.probes) {
		cw_puts(w, "{ ");
		write_string(w, (*probe)->point);
		cw_puts(w, ", ");
		write_string(w, (*probe)->name ? (*probe)->name : (*probe)->point);
		cw_puts(w, ", ");
		write_where(m, (*probe)->at);
		cw_line(w, " },");
	}
	w->depth--;
	cw_line(w, "};");
}

static void write_position_table(struct emitter *m)
{
	struct cwriter *w = &m->script;

	cw_blank(w);
	cw_line(w, "static const struct stp_position positions[] = {");
	w->depth++;
	cw_line(w, "{ 0 },");
	vec_each(token, &m->positions) {
		cw_puts(w, "{ ");
		write_string(w, *token);
		cw_line(w, " },");
	}
	w->depth--;
	cw_line(w, "};");
}

static unsigned count_of(const struct emitter *m, const struct family *family)
{
	unsigned n = 0;

	vec_each(probe, &m->s->program.probes)
		n += (*probe)->family == family;
	return n;
}

/* A family's table bears the name of its member in struct stp_script. */
static void write_family_table(struct emitter *m, const struct family *family)
{
	struct cwriter *w = &m->script;

	if (!count_of(m, family))
		return;
	cw_blank(w);
	cw_line(w, "static const struct %s %s[] = {", family->table_type, family->table_member);
	w->depth++;
	vec_each(probe, &m->s->program.probes)
		if ((*probe)->family == family)
			family->emit_row(m->s, w, *probe);
	w->depth--;
	cw_line(w, "};");
}

static bool tokenizes(const struct emitter *m)
{
	vec_each(f, &m->s->program.functions)
		if ((*f)->code && strstr((*f)->code->text.bytes, "stp_tokenize"))
			return true;
	return false;
}

static void write_config(struct emitter *m, unsigned long frame)
{
	struct cwriter *w = &m->script;

	cw_blank(w);
	cw_line(w, "static const struct stp_config config = {");
	w->depth++;
	cw_line(w, ".abi = STP_ABI,");
	cw_line(w, ".string_size = MAXSTRINGLEN,");
	cw_line(w, ".max_action = MAXACTION,");
	cw_line(w, ".max_action_session = MAXACTION_INTERRUPTIBLE,");
	cw_line(w, ".max_nesting = MAXNESTING,");
	cw_line(w, ".max_errors = %u,", m->limits.max_errors);
	cw_line(w, ".max_skipped = %u,", m->limits.max_skipped);
	cw_line(w, ".frame_bytes = %lu,", frame);
	if (tokenizes(m))
		cw_line(w, ".token_bytes = MAXSTRINGLEN,");
	regex_write_config(m);
	cw_line(w, ".suppress_errors = %d,", m->s->options.suppress_handler_errors);
	cw_line(w, ".max_active = %u,", m->limits.max_active);
	cw_line(w, ".lock_patience_us = %u,", m->limits.lock_patience_us);
	cw_line(w, ".overload_threshold = %u,", m->limits.overload_threshold);
	cw_line(w, ".overload_interval = %u,", m->limits.overload_interval);
	w->depth--;
	cw_line(w, "};");
}

static void write_script(struct emitter *m, unsigned nmaps)
{
	struct cwriter *w = &m->script;

	cw_blank(w);
	cw_line(w, "const struct stp_script stp_script = {");
	w->depth++;
	cw_line(w, ".config = &config,");
	cw_line(w, ".probes = probes, .nprobes = %u,", m->s->program.probes.n + 1);
	cw_line(w, ".positions = positions, .npositions = %u,", m->positions.n + 1);
	for (const struct family *const *f = family_all; *f; f++)
		if (count_of(m, *f))
			cw_line(w, ".%s = %s, .n%s = %u,", (*f)->table_member, (*f)->table_member,
				(*f)->table_member,
				count_of(m, *f));
	if (nmaps)
		cw_line(w, ".maps = maps, .nmaps = %u,", nmaps);
	if (stat_any(m))
		cw_line(w, ".stats = &statistics,");
	cw_line(w, ".events = events, .events_len = sizeof(events) - 1,");
	w->depth--;
	cw_line(w, "};");
}

static void write_tables(struct emitter *m, unsigned long frame)
{
	cw_own(&m->script);
	write_probe_table(m);
	write_position_table(m);
	for (const struct family *const *f = family_all; *f; f++)
		write_family_table(m, *f);
	events_write(m);
	write_config(m, frame);
	if (stat_any(m))
		stat_write_table(m);
	write_script(m, globals_write_maps(m));
}

/* ---- all together ---------------------------------------------------------------------------- */

static unsigned long largest_frame(struct emitter *m)
{
	unsigned long most = 0;

	vec_each(probe, &m->s->program.probes)
		most = (*probe)->frame_bytes > most ? (*probe)->frame_bytes : most;
	if (most > MAX_FRAME_BYTES)
		diag(m->s->diags, D_FRAME_TOO_LARGE, SPAN_NONE, most, MAX_FRAME_BYTES);
	return most;
}

static void write_module(struct emitter *m)
{
	write_head(m);
	names_assign(m->s);
	globals_write(m);
	regex_write_tables(m);
	write_events(m);
	embedded_begin(m);
	write_functions(m);
	write_probes(m);
	write_tables(m, largest_frame(m));
	embedded_end(m);
}

int emit_module(struct session *s, struct emitted *out)
{
	struct emitter m = { .s = s };
	unsigned errors = diag_errors(s->diags);

	*out = (struct emitted){ 0 };
	if (limits_read(s, &m.limits))
		return -1;
	map_init(&m.position_numbers, s->arena);
	map_init(&m.format_numbers, s->arena);
	cw_init(&m.script, s->sources, "script.c", s->options.no_line);
	cw_init(&m.embedded, s->sources, "embedded.c", s->options.no_line);
	write_module(&m);
	if (diag_errors(s->diags) == errors) {
		out->script_c = buf_steal(&m.script.out);
		out->embedded_c = s->program.needs_embedded ? buf_steal(&m.embedded.out) : NULL;
	}
	cw_free(&m.script);
	cw_free(&m.embedded);
	return out->script_c ? 0 : -1;
}

void emitted_print(const struct emitted *e, struct buf *out)
{
	buf_puts(out, e->script_c);
	if (e->embedded_c)
		buf_printf(out, "\n/* ---- embedded.c ---- */\n\n%s", e->embedded_c);
}

void emitted_free(struct emitted *e)
{
	free(e->script_c);
	free(e->embedded_c);
	*e = (struct emitted){ 0 };
}
