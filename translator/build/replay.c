// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/build/replay.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "translator/base/buf.h"
#include "translator/base/proc.h"
#include "translator/base/stop.h"
#include "translator/base/xstr.h"
#include "translator/build/cache.h"
#include "translator/build/compiler_log.h"
#include "translator/build/kbuild.h"
#include "translator/build/kernel.h"
#include "translator/build/runtime_build.h"
#include "translator/debuginfo/undefined.h"
#include "translator/emit/emit.h"
#include "translator/session.h"

#define DIR_MARK "@DIR@"

/* ---- texts ----------------------------------------------------------------------------------------------------- */

/* `text` with every `from` replaced; a `from` behind a letter or digit is a part of something else and stays. */
static char *replace(struct session *s, const char *text, const char *from, const char *to)
{
	struct buf out = BUF_INIT;
	const char *found, *start = text;
	char *result;

	while ((found = strstr(text, from))) {
		bool part = found > start && isalnum((unsigned char)found[-1]) && isalnum((unsigned char)*from);

		buf_write(&out, text, (size_t)(found - text));
		buf_puts(&out, part ? from : to);
		text = found + strlen(from);
	}
	buf_puts(&out, text);
	result = arena_strdup(s->arena, buf_text(&out));
	buf_free(&out);
	return result;
}

static char *read_text(struct session *s, const char *dir, const char *name)
{
	struct buf text = BUF_INIT;
	char *result = NULL;

	if (!buf_read_file(&text, arena_printf(s->arena, "%s/%s", dir, name)))
		result = arena_strdup(s->arena, buf_text(&text));
	buf_free(&text);
	return result;
}

/* Is `name` a line of `lines`? */
static bool has_line(const char *lines, const char *name, size_t len)
{
	for (; *lines; lines += strcspn(lines, "\n"), lines += *lines == '\n')
		if (strcspn(lines, "\n") == len && !strncmp(lines, name, len))
			return true;
	return false;
}

/* ---- recording ------------------------------------------------------------------------------------------------- */

/* The line "cmd_TARGET := COMMAND" or "savedcmd_TARGET := COMMAND" that a .cmd file begins with. NULL: it does not. */
static const char *command_of(struct session *s, const char *text, const char *target)
{
	const char *head = arena_printf(s->arena, "cmd_%s := ", target);
	const char *begin = xstr_starts(text, "saved") ? text + strlen("saved") : text;

	if (!xstr_starts(begin, head))
		return NULL;
	begin += strlen(head);
	return arena_strndup(s->arena, begin, strcspn(begin, "\n"));
}

/*
 * The command out of a .cmd file, without make's quoting. NULL when the file is not like that. Makefiles name the target
 * by its absolute path and run commands in the build folder; since 6.13 they run them in the module's and name it plainly.
 */
static const char *read_command(struct session *s, const char *work, const char *target)
{
	const char *text = read_text(s, work, arena_printf(s->arena, ".%s.cmd", target)), *command;
	bool here = false;

	if (!text)
		return NULL;
	command = command_of(s, text, arena_printf(s->arena, "%s/%s", work, target));
	if (!command) {
		command = command_of(s, text, target);
		here = true;
	}
	if (!command)
		return NULL;
	command = replace(s, command, "$$", "$");
	command = replace(s, command, "$(pound)", "#");
	command = replace(s, command, work, DIR_MARK);
	return here ? arena_printf(s->arena, "cd " DIR_MARK "; %s", command) : command;
}

/* The compiler's command, and that of objtool where older makefiles keep it apart (runtime/Kbuild.runtime). */
static const char *read_compile(struct session *s, const char *work)
{
	const char *compile = read_command(s, work, "script.o"), *objtool = read_text(s, work, "script.objtool");

	if (!compile || !objtool || !strchr(objtool, '/'))
		return compile;
	objtool = arena_strndup(s->arena, objtool, strcspn(objtool, "\n"));
	return arena_printf(s->arena, "%s; %s", compile, replace(s, objtool, work, DIR_MARK));
}

static int record_commands(struct session *s, const char *work)
{
	const char *compile = read_compile(s, work);
	const char *link = read_command(s, work, REPLAY_NAME ".o");
	const char *finish = read_command(s, work, REPLAY_NAME ".ko");

	if (!compile || !link || !finish)
		return kbuild_write(s, work, "commands", "");
	return kbuild_write(s, work, "commands", arena_printf(s->arena, "%s\n%s\n%s\n", compile, link, finish));
}

/* Kernel symbols that the recorded module uses: its modpost object has their CRCs. */
static int record_symbols(struct session *s, const char *work)
{
	struct buf names = BUF_INIT;
	int rc;

	undefined_symbols(arena_printf(s->arena, "%s/" REPLAY_NAME ".o", work), &names);
	rc = kbuild_write(s, work, "symbols", buf_text(&names));
	buf_free(&names);
	return rc;
}

/* The object that all modules are linked with, since 6.14 and in stable kernels: empty where there is none. */
static int record_common(struct session *s, const char *work)
{
	const char *from = arena_printf(s->arena, "%s/.module-common.o", work);
	const char *to = arena_printf(s->arena, "%s/common.o", work);

	if (access(from, R_OK))
		return kbuild_write(s, work, "common.o", "");
	return cache_copy_file(from, to) < 0 ? diag(s->diags, D_TMPDIR, SPAN_NONE, work, strerror(errno)) : 0;
}

int replay_record(struct session *s, const char *work)
{
	const char *mod_o = arena_printf(s->arena, "%s/mod.o", work);

	if (record_commands(s, work) < 0 || record_symbols(s, work) < 0 || record_common(s, work) < 0)
		return -1;
	if (cache_copy_file(arena_printf(s->arena, "%s/" REPLAY_NAME ".mod.o", work), mod_o) < 0)
		return diag(s->diags, D_TMPDIR, SPAN_NONE, work, strerror(errno));
	return 0;
}

/* ---- building -------------------------------------------------------------------------------------------------- */

struct recipe {
	struct session *s;
	const struct prepared *prepared;
	const char *dir;
	const char *compile, *link, *finish;	/* commands for the shell */
	const char *why;			/* why kbuild has to do it */
	bool embedded;
};

/* Leaves the module to kbuild, for this reason. */
static int other_way(struct recipe *r, const char *why)
{
	r->why = why;
	return 1;
}

/* The next line of *text as a command for the folder. NULL when there is none. */
static const char *next_command(struct recipe *r, const char **text)
{
	size_t len = strcspn(*text, "\n");
	const char *line = arena_strndup(r->s->arena, *text, len);

	*text += len + ((*text)[len] != 0);
	if (!len)
		return NULL;
	line = replace(r->s, line, REPLAY_NAME, r->s->module_name);
	return replace(r->s, line, DIR_MARK, r->dir);
}

static bool read_recipe(struct recipe *r)
{
	const char *text = read_text(r->s, r->prepared->dir, "commands");

	if (!text)
		return false;
	r->compile = next_command(r, &text);
	r->link = next_command(r, &text);
	r->finish = next_command(r, &text);
	r->embedded = r->s->emitted->embedded_c != NULL;
	return r->compile && r->link && r->finish;
}

/* Copies an object from the prepared folder; where it has the recorded module's name it gets this one's. */
static bool copy_object(struct recipe *r, const char *from, const char *to)
{
	struct arena *a = r->s->arena;
	struct buf object = BUF_INIT;
	size_t len = strlen(REPLAY_NAME);
	bool ok = !buf_read_file(&object, arena_printf(a, "%s/%s", r->prepared->dir, from));
	FILE *f = ok ? fopen(arena_printf(a, "%s/%s", r->dir, to), "we") : NULL;
	char *p = object.data;

	while (f && (p = memmem(p, (size_t)(object.data + object.len - p), REPLAY_NAME, len)))
		memcpy(p, r->s->module_name, len);
	ok = f && fwrite(object.data, 1, object.len, f) == object.len;
	if (f && fclose(f))
		ok = false;
	buf_free(&object);
	return ok;
}

/* Puts what the commands expect beside script.c. */
static bool furnish(struct recipe *r)
{
	struct arena *a = r->s->arena;
	const char *name = r->s->module_name;
	const char *objects = arena_printf(a, "%s/script.o\n%s%s%s/stp_runtime.o\n", r->dir, r->embedded ? r->dir : "",
					   r->embedded ? "/embedded.o\n" : "", r->dir);

	/* Copies: another run may replace the prepared runtime at any time. */
	return copy_object(r, "compat_config.h", "compat_config.h") && copy_object(r, "stp_offsets.h", "stp_offsets.h") &&
	       copy_object(r, "stp_runtime.o", "stp_runtime.o") &&
	       copy_object(r, "common.o", ".module-common.o") &&
	       copy_object(r, "mod.o", arena_printf(a, "%s.mod.o", name)) &&
	       kbuild_write(r->s, r->dir, arena_printf(a, "%s.mod", name), objects) == 0;
}

/* Runs commands, as a step of that name, in the kernel's build folder, stopping at the first that fails. Debian's objtool
 * wants to be told by the environment, as by kbuild, which of several it is. */
static int run(struct recipe *r, const char *name, const char *commands, struct buf *log)
{
	static const char *const env[] = { "LC_ALL=C", "SRCARCH=x86", NULL };
	const char *const argv[] = { "sh", "-e", "-c", commands, NULL };
	const struct proc p = {
		.argv = argv, .env = env, .dir = r->s->kernel->build,
		.out = PROC_CAPTURE, .err = PROC_CAPTURE, .out_buf = log, .err_buf = log,
	};
	struct timing_step step = timing_begin(r->s, name);
	int rc;

	if (r->s->options.verbose > 2)
		fprintf(stderr, "Running %s\n", commands);
	rc = proc_run(&p);
	timing_end(r->s, &step);
	return rc;
}

/* The script's command for the other file, with the macros of -D. */
static const char *compile_embedded(struct recipe *r)
{
	struct session *s = r->s;
	const char *command = replace(s, r->compile, "script.", "embedded.");

	command = replace(s, command, "\"script\"", "\"embedded\"");
	return replace(s, command, " -c -o ", arena_printf(s->arena, " -include %s/stp_defines.h -c -o ", r->dir));
}

static int compile_and_link(struct recipe *r, struct buf *log)
{
	struct session *s = r->s;
	const char *link = r->link;

	if (run(r, "compile (and objtool)", r->compile, log))
		return -1;
	if (r->embedded) {
		if (!strchr(link, '@'))	/* no list of objects: they stand in the command */
			link = replace(s, link, "/script.o ", arena_printf(s->arena, "/script.o %s/embedded.o ", r->dir));
		if (run(r, "compile embedded C (and objtool)", compile_embedded(r), log))
			return -1;
	}
	return run(r, "link", link, log);
}

/* ---- CRCs ------------------------------------------------------------------------------------------------------ */

/* Bytes of a struct modversion_info: a long and the rest of 64. */
#define VERSION_SIZE	64
#define NAME_SIZE	(VERSION_SIZE - (int)sizeof(long))

/*
 * Appends the symbol's entry. Its line in Module.symvers is "0xCRC\tNAME\tvmlinux\tEXPORT_SYMBOL\tNAMESPACE" (kernel:
 * Documentation/kbuild/modules.rst). False when the line is not of that kind: a symbol of a module makes that module a
 * dependency, one of a namespace wants an import that modpost checks.
 */
static bool add_version(const char *symvers, const char *name, size_t len, struct buf *out)
{
	struct buf needle = BUF_INIT;
	const char *found, *crc, *end;

	buf_printf(&needle, "\t%.*s\tvmlinux\tEXPORT_SYMBOL", (int)len, name);
	found = strstr(symvers, buf_text(&needle));
	end = found ? found + strlen(buf_text(&needle)) : NULL;
	buf_free(&needle);
	if (!found || len >= (size_t)NAME_SIZE)
		return false;
	end += strspn(end, "_GPL");
	if (*end == '\t' && end[1] != '\n')
		return false;
	for (crc = found; crc > symvers && crc[-1] != '\n'; crc--)
		;
	buf_printf(out, "\t.quad %.*s\n\t.asciz \"%.*s\"\n\t.zero %d\n", (int)(found - crc), crc, (int)len, name,
		   NAME_SIZE - (int)len - 1);
	return true;
}

/* What symbols are new compared with the recorded module: *versions gets assembler text for them, empty when there are
 * none. False when one of them is not the kernel image's. */
static bool find_versions(struct recipe *r, struct buf *versions)
{
	struct arena *a = r->s->arena;
	const char *known = read_text(r->s, r->prepared->dir, "symbols"), *symvers = NULL;
	struct buf names = BUF_INIT;
	bool ok = known && !undefined_symbols(arena_printf(a, "%s/%s.o", r->dir, r->s->module_name), &names);

	for (const char *name = buf_text(&names); ok && *name;) {
		size_t len = strcspn(name, "\n");

		if (!has_line(known, name, len)) {
			if (!symvers)
				symvers = read_text(r->s, r->s->kernel->build, "Module.symvers");
			ok = symvers && add_version(symvers, name, len, versions);
			if (!ok)
				other_way(r, arena_printf(a, "%.*s is no plain export of the kernel image", (int)len, name));
		}
		name += len + (name[len] != 0);
	}
	buf_free(&names);
	return ok;
}

/* What the compiler says of objects for such kernels (-fcf-protection=branch). The linker keeps it only when all have it. */
static const char ibt_note[] =
	"\t.section .note.gnu.property,\"a\"\n\t.balign 8\n\t.long 4, 16, 5\n\t.asciz \"GNU\"\n"
	"\t.long 0xc0000002, 4, 1, 0\n";

/* The finishing command with an object for the new versions in front. NULL when its source cannot be written (reported). */
static const char *link_versions(struct recipe *r, const char *versions)
{
	struct session *s = r->s;
	const char *mod_o = arena_printf(s->arena, "%s.mod.o", s->module_name);
	const char *text = arena_printf(s->arena, "%s\t.section __versions,\"a\"\n%s\t.section .note.GNU-stack\n",
					kernel_config(s->kernel, "CONFIG_X86_KERNEL_IBT") ? ibt_note : "", versions);
	const char *finish = replace(s, r->finish, mod_o, arena_printf(s->arena, "%s %s/versions.o", mod_o, r->dir));

	if (kbuild_write(s, r->dir, "versions.s", text) < 0)
		return NULL;
	return arena_printf(s->arena, "%s -c -o %s/versions.o %s/versions.s\n%s", kernel_compiler(s), r->dir, r->dir, finish);
}

/* NULL when kbuild has to do it. */
static const char *finish_command(struct recipe *r)
{
	struct buf versions = BUF_INIT;
	const char *command = NULL;

	if (!find_versions(r, &versions))
		;
	else if (!versions.len || !kernel_config(r->s->kernel, "CONFIG_MODVERSIONS"))
		command = r->finish;
	else if (kernel_config(r->s->kernel, "CONFIG_EXTENDED_MODVERSIONS"))
		other_way(r, "CONFIG_EXTENDED_MODVERSIONS has another table of versions");
	else
		command = link_versions(r, buf_text(&versions));
	buf_free(&versions);
	return command;
}

static int build(struct recipe *r, struct buf *log)
{
	struct timing_step step;
	const char *finish;

	if (!furnish(r))
		return other_way(r, strerror(errno));
	if (compile_and_link(r, log))
		return compiler_log_report(r->s, buf_text(log)) ? -1 : other_way(r, "the recorded commands fail");
	step = timing_begin(r->s, "table of versions");
	finish = finish_command(r);
	timing_end(r->s, &step);
	if (!finish)
		return 1;
	if (run(r, "finish", finish, log))
		return other_way(r, "the finishing commands fail");
	compiler_log_report(r->s, buf_text(log));
	return 0;
}

/* Does the embedded C use what modpost turns into more C, beside the versions of symbols? */
static bool wants_modpost(const struct recipe *r)
{
	static const char *const macros[] = { "EXPORT_SYMBOL", "MODULE_DEVICE_TABLE", "MODULE_IMPORT_NS" };

	for (size_t i = 0; r->embedded && i < sizeof(macros) / sizeof(*macros); i++)
		if (strstr(r->s->emitted->embedded_c, macros[i]))
			return true;
	return false;
}

/* Why this module cannot be made this way, as far as it is known before; NULL when nothing speaks against it. */
static const char *objection(struct recipe *r)
{
	const struct options *o = &r->s->options;

	if (o->kbuild)
		return "--kbuild was given";
	if (o->build_vars.n)
		return "-B was given";
	if (strlen(r->s->module_name) != strlen(REPLAY_NAME))
		return "the module has a name of its own";
	if (!read_recipe(r))
		return "the commands of this kernel's makefiles were not understood";
	return wants_modpost(r) ? "the embedded C exports or imports symbols, or has a table of devices" : NULL;
}

int replay_build(struct session *s, const struct prepared *p, const char *dir)
{
	struct recipe r = { .s = s, .prepared = p, .dir = dir };
	struct buf log = BUF_INIT;
	int rc = 1;

	r.why = objection(&r);
	if (!r.why) {
		rc = build(&r, &log);
		kbuild_write(s, dir, "log", buf_text(&log));
	}
	if (rc > 0 && s->options.verbose && !stop_asked())
		fprintf(stderr, "Building with the kernel's makefiles: %s.\n%s", r.why ? r.why : "", buf_text(&log));
	buf_free(&log);
	return rc;
}
