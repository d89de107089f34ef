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

/*
 * The command out of a .cmd file: the line "cmd_TARGET := COMMAND" or "savedcmd_TARGET := COMMAND", as make quoted it.
 * NULL when the file is not like that. Only commands with absolute paths are taken: they run in the build folder.
 */
static const char *read_command(struct session *s, const char *work, const char *target)
{
	const char *text = read_text(s, work, arena_printf(s->arena, ".%s.cmd", target));
	const char *head = arena_printf(s->arena, "cmd_%s/%s := ", work, target);
	const char *begin = text ? strstr(text, head) : NULL;

	if (!begin || (begin != text && !xstr_starts(text, "saved")))
		return NULL;
	begin += strlen(head);
	begin = arena_strndup(s->arena, begin, strcspn(begin, "\n"));
	begin = replace(s, begin, "$$", "$");
	begin = replace(s, begin, "$(pound)", "#");
	return replace(s, begin, work, DIR_MARK);
}

static int record_commands(struct session *s, const char *work)
{
	const char *compile = read_command(s, work, "script.o");
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

int replay_record(struct session *s, const char *work)
{
	const char *mod_o = arena_printf(s->arena, "%s/mod.o", work);

	if (record_commands(s, work) < 0 || record_symbols(s, work) < 0)
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
	bool embedded;
};

/* The next line of *text as a command for the folder. NULL when there is none. */
static const char *next_command(struct recipe *r, const char **text)
{
	size_t len = strcspn(*text, "\n");
	const char *line = arena_strndup(r->s->arena, *text, len);

	*text += len + ((*text)[len] != 0);
	return len ? replace(r->s, line, DIR_MARK, r->dir) : NULL;
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

/* Puts what the commands expect beside script.c. */
static bool furnish(struct recipe *r)
{
	static const char *const links[][2] = {
		{ "compat_config.h", "compat_config.h" },
		{ "stp_offsets.h", "stp_offsets.h" },
		{ "stp_runtime.o", "stp_runtime.o" },
		{ "mod.o", REPLAY_NAME ".mod.o" },
	};
	struct arena *a = r->s->arena;
	const char *objects = arena_printf(a, "%s/script.o\n%s%s%s/stp_runtime.o\n", r->dir, r->embedded ? r->dir : "",
					   r->embedded ? "/embedded.o\n" : "", r->dir);

	for (size_t i = 0; i < sizeof(links) / sizeof(*links); i++)
		if (symlink(arena_printf(a, "%s/%s", r->prepared->dir, links[i][0]),
			    arena_printf(a, "%s/%s", r->dir, links[i][1])))
			return false;
	return kbuild_write(r->s, r->dir, REPLAY_NAME ".mod", objects) == 0;
}

/* Runs commands in the kernel's build folder, stopping at the first that fails. */
static int run(struct recipe *r, const char *commands, struct buf *log)
{
	static const char *const env[] = { "LC_ALL=C", NULL };
	const char *const argv[] = { "sh", "-e", "-c", commands, NULL };
	const struct proc p = {
		.argv = argv, .env = env, .dir = r->s->kernel->build,
		.out = PROC_CAPTURE, .err = PROC_CAPTURE, .out_buf = log, .err_buf = log,
	};

	if (r->s->options.verbose > 2)
		fprintf(stderr, "Running %s\n", commands);
	return proc_run(&p);
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

	if (!r->embedded)
		return run(r, arena_printf(s->arena, "%s\n%s\n", r->compile, link), log);
	if (!strchr(link, '@'))	/* no list of objects: they stand in the command */
		link = replace(s, link, "/script.o ", arena_printf(s->arena, "/script.o %s/embedded.o ", r->dir));
	return run(r, arena_printf(s->arena, "%s\n%s\n%s\n", r->compile, compile_embedded(r), link), log);
}

/* ---- CRCs ------------------------------------------------------------------------------------------------------ */

/* Bytes of a struct modversion_info: a long and the rest of 64. */
#define VERSION_SIZE	64
#define NAME_SIZE	(VERSION_SIZE - (int)sizeof(long))

/* "0xCRC\tNAME\tvmlinux\tEXPORT_SYMBOL\t": appends the symbol's entry. False when the line is not of that kind. */
static bool add_version(const char *symvers, const char *name, size_t len, struct buf *out)
{
	struct buf needle = BUF_INIT;
	const char *found, *crc;

	buf_printf(&needle, "\t%.*s\tvmlinux\t", (int)len, name);
	found = strstr(symvers, buf_text(&needle));
	buf_free(&needle);
	if (!found || len >= (size_t)NAME_SIZE)
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
	const char *known = read_text(r->s, r->prepared->dir, "symbols"), *symvers = NULL;
	struct buf names = BUF_INIT;
	bool ok = known && !undefined_symbols(arena_printf(r->s->arena, "%s/" REPLAY_NAME ".o", r->dir), &names);

	for (const char *name = buf_text(&names); ok && *name;) {
		size_t len = strcspn(name, "\n");

		if (!has_line(known, name, len)) {
			if (!symvers)
				symvers = read_text(r->s, r->s->kernel->build, "Module.symvers");
			ok = symvers && add_version(symvers, name, len, versions);
		}
		name += len + (name[len] != 0);
	}
	buf_free(&names);
	return ok;
}

/* The finishing command, with an object for the new versions in front when there are any. NULL: cannot. */
static const char *finish_command(struct recipe *r)
{
	struct session *s = r->s;
	struct buf versions = BUF_INIT;
	const char *command = r->finish, *text;

	if (!find_versions(r, &versions)) {
		command = NULL;
	} else if (versions.len && kernel_config(s->kernel, "CONFIG_MODVERSIONS")) {
		text = arena_printf(s->arena, "\t.section __versions,\"a\"\n%s\t.section .note.GNU-stack\n",
				    buf_text(&versions));
		command = replace(s, command, "/" REPLAY_NAME ".mod.o",
				  arena_printf(s->arena, "/" REPLAY_NAME ".mod.o %s/versions.o", r->dir));
		command = arena_printf(s->arena, "%s -c -o %s/versions.o %s/versions.s\n%s", kernel_compiler(s), r->dir,
				       r->dir, command);
		if (kbuild_write(s, r->dir, "versions.s", text) < 0)
			command = NULL;
	}
	buf_free(&versions);
	return command;
}

/* Writes the finished module under its own name. */
static bool name_module(struct recipe *r)
{
	const char *name = r->s->module_name;
	const char *to = arena_printf(r->s->arena, "%s/%s.ko", r->dir, name);
	struct buf ko = BUF_INIT;
	size_t len = strlen(REPLAY_NAME);
	char *p;
	FILE *f;
	bool ok = !buf_read_file(&ko, arena_printf(r->s->arena, "%s/" REPLAY_NAME ".ko", r->dir));

	for (p = ko.data; ok && (p = memmem(p, (size_t)(ko.data + ko.len - p), REPLAY_NAME, len)); p += len)
		memcpy(p, name, len);
	f = ok ? fopen(to, "we") : NULL;
	ok = f && fwrite(ko.data, 1, ko.len, f) == ko.len;
	if (f && fclose(f))
		ok = false;
	buf_free(&ko);
	return ok;
}

static int build(struct recipe *r, struct buf *log)
{
	const char *finish;

	if (!furnish(r))
		return 1;
	if (compile_and_link(r, log))
		return compiler_log_report(r->s, buf_text(log)) ? -1 : 1;
	finish = finish_command(r);
	if (!finish || run(r, arena_printf(r->s->arena, "%s\n", finish), log) || !name_module(r))
		return 1;
	compiler_log_report(r->s, buf_text(log));
	return 0;
}

int replay_build(struct session *s, const struct prepared *p, const char *dir)
{
	struct recipe r = { .s = s, .prepared = p, .dir = dir };
	struct buf log = BUF_INIT;
	int rc;

	if (s->options.kbuild || s->options.build_vars.n || strlen(s->module_name) != strlen(REPLAY_NAME) ||
	    !read_recipe(&r))
		return 1;
	rc = build(&r, &log);
	kbuild_write(s, dir, "log", buf_text(&log));
	if (rc > 0 && s->options.verbose > 1)
		fprintf(stderr, "Leaving the build to kbuild: %s\n", buf_text(&log));
	buf_free(&log);
	return rc;
}
