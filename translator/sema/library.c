// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A folder is represented by what its index says; a file by its path and whether it was parsed. The errors of a library
 * file are shown as warnings and the file is skipped: a script that does not need it must not suffer.
 */
#include "translator/sema/library.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "translator/base/buf.h"
#include "translator/base/map.h"
#include "translator/base/xstr.h"
#include "translator/build/kernel.h"
#include "translator/sema/symtab.h"
#include "translator/session.h"

struct library_file {
	const char *path;
	const char *name;		/* in messages and #line: the same on every machine for the installed library */
	struct ast_file *tree;		/* parsed already (by indexing), not yet reached */
	bool reached;
};
VEC_TYPE(library_files, struct library_file *);

struct library {
	struct map files;		/* path -> struct library_file */
	struct map functions, globals, aliases;	/* name -> struct library_files */
	unsigned int reached;
};

static struct library *library(struct session *s)
{
	if (!s->library) {
		s->library = arena_new_object(s->arena, struct library);
		map_init(&s->library->files, s->arena);
		map_init(&s->library->functions, s->arena);
		map_init(&s->library->globals, s->arena);
		map_init(&s->library->aliases, s->arena);
	}
	return s->library;
}

/* ---- what the index says ---------------------------------------------------------------------------------------- */

static struct library_file *file_of(struct session *s, const char *path, const char *name)
{
	struct library_file *f = map_get(&library(s)->files, path);

	if (!f) {
		f = arena_new_object(s->arena, struct library_file);
		f->path = arena_strdup(s->arena, path);
		f->name = arena_strdup(s->arena, name);
		map_put(&library(s)->files, f->path, f);
	}
	return f;
}

static void define(struct session *s, struct map *names, const char *name, struct library_file *file)
{
	struct library_files *defined = map_get(names, name);

	if (!defined) {
		defined = arena_new_object(s->arena, struct library_files);
		map_put(names, atom_intern(s->atoms, name), defined);
	}
	vec_push(s->arena, defined, file);
}

static struct source *read_file(struct session *s, const char *path, const char *name)
{
	struct buf text = BUF_INIT;
	struct source *src = NULL;

	if (buf_read_file(&text, path) < 0)
		diag(s->diags, D_LIBRARY_FILE, SPAN_NONE, path, strerror(errno));
	else
		src = source_add(s->sources, name, path, buf_text(&text), text.len);
	buf_free(&text);
	return src;
}

static void read_macros(struct session *s, const char *path, const char *name)
{
	unsigned int mark = diag_mark(s->diags);
	struct source *src = read_file(s, path, name);

	if (!src)
		return;
	src->in_tapset = true;
	if (parse_library_macros(&s->parse_env, src) < 0)
		diag_downgrade(s->diags, mark);
}

static void index_line(struct session *s, const char *dir, char *line)
{
	char *kind = strtok(line, " "), *name = strtok(NULL, " "), *file = strtok(NULL, " ");
	struct library *lib = library(s);
	struct map *names;

	if (!kind || !name)
		return;
	if (!strcmp(kind, "macros")) {
		read_macros(s, arena_printf(s->arena, "%s/%s", dir, name), arena_printf(s->arena, "tapsets/%s", name));
		return;
	}
	names = !strcmp(kind, "function") ? &lib->functions : !strcmp(kind, "global") ? &lib->globals : &lib->aliases;
	if (file)
		define(s, names, name, file_of(s, arena_printf(s->arena, "%s/%s", dir, file),
					       arena_printf(s->arena, "tapsets/%s", file)));
}

static void read_index(struct session *s, const char *dir)
{
	const char *path = arena_printf(s->arena, "%s/index", dir);
	struct buf text = BUF_INIT;
	char *save = NULL;

	if (buf_read_file(&text, path) < 0) {
		diag(s->diags, D_LIBRARY_INDEX, SPAN_NONE, path, strerror(errno));
		diag_note(s->diags, SPAN_NONE, "set SYSTEMTAP_TAPSET to the folder of the tapset library, or install it");
	} else {
		buf_putc(&text, '\n');
		for (char *line = strtok_r(text.data, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
			index_line(s, dir, line);
	}
	buf_free(&text);
}

/* ---- folders without an index ----------------------------------------------------------------------------------- */

static struct ast_file *parse_library_file(struct session *s, const struct library_file *f)
{
	unsigned int mark = diag_mark(s->diags), errors = diag_errors(s->diags);
	struct source *src = read_file(s, f->path, f->name);
	struct ast_file *tree;

	if (!src)
		return NULL;
	src->in_tapset = true;
	tree = parse_source(&s->parse_env, src);
	if (diag_errors(s->diags) == errors)
		return tree;
	diag_downgrade(s->diags, mark);
	return NULL;
}

static void dotted_name(struct buf *out, const struct probe_point *p)
{
	vec_each(c, &p->components)
		buf_printf(out, "%s%s", c == p->components.v ? "" : ".", c->name);
}

typedef void (*index_entry)(struct session *s, const char *kind, const char *name, void *ctx);

/* Calls back for each thing that the file defines for others. */
static void each_entry(struct session *s, struct ast_file *tree, index_entry entry, void *ctx)
{
	struct buf name = BUF_INIT;

	vec_each(f, &tree->functions)
		if (!(*f)->is_private)
			entry(s, "function", (*f)->name, ctx);
	vec_each(v, &tree->globals)
		if (!(*v)->is_private)
			entry(s, "global", (*v)->name, ctx);
	vec_each(a, &tree->aliases) {
		vec_each(p, &(*a)->names) {
			buf_reset(&name);
			dotted_name(&name, *p);
			entry(s, "alias", buf_text(&name), ctx);
		}
	}
	buf_free(&name);
}

static void define_entry(struct session *s, const char *kind, const char *name, void *ctx)
{
	struct library *lib = library(s);

	define(s, *kind == 'f' ? &lib->functions : *kind == 'g' ? &lib->globals : &lib->aliases, name, ctx);
}

static void index_file(struct session *s, const char *path)
{
	struct library_file *f = file_of(s, path, path);

	if (f->tree || f->reached)
		return;
	f->tree = parse_library_file(s, f);
	if (f->tree)
		each_entry(s, f->tree, define_entry, f);
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* Macros first: the files of the folder may use them. */
static void index_folder(struct session *s, const char *dir)
{
	static const char *const suffixes[] = { ".stpm", ".stp" };
	struct dirent **names;
	int n = scandir(dir, &names, NULL, compare_names);

	for (unsigned int k = 0; n > 0 && k < 2; k++)
		for (int i = 0; i < n; i++) {
			const char *path = arena_printf(s->arena, "%s/%s", dir, names[i]->d_name);

			if (!xstr_ends(path, suffixes[k]))
				continue;
			if (k)
				index_file(s, path);
			else
				read_macros(s, path, path);
		}
	for (int i = 0; i < n; i++)
		free(names[i]);
	if (n >= 0)
		free(names);
}

/* The more special folder is looked at first. */
static void open_include_folder(struct session *s, const char *dir)
{
	const char *arch = s->kernel ? s->kernel->arch : "";

	if (access(dir, R_OK) < 0) {
		diag(s->diags, D_LIBRARY_FOLDER, SPAN_NONE, dir, strerror(errno));
		return;
	}
	index_folder(s, arena_printf(s->arena, "%s/linux/%s", dir, arch));
	index_folder(s, arena_printf(s->arena, "%s/linux", dir));
	if (*arch)
		index_folder(s, arena_printf(s->arena, "%s/%s", dir, arch));
	index_folder(s, dir);
}

/* The library of a build tree lies beside its program. */
static const char *installed_folder(struct session *s)
{
	const char *env = getenv("SYSTEMTAP_TAPSET");
	char exe[4096], *slash;
	ssize_t len = readlink("/proc/self/exe", exe, sizeof(exe) - 1);

	if (env && *env)
		return env;
	if (len > 0) {
		const char *dir;

		exe[len] = 0;
		slash = strrchr(exe, '/');
		*slash = 0;
		dir = arena_printf(s->arena, "%s/tapsets", exe);
		if (!access(arena_printf(s->arena, "%s/index", dir), R_OK))
			return dir;
	}
	return PKGDATADIR "/tapsets";
}

void library_open(struct session *s)
{
	vec_each(dir, &s->options.tapset_dirs)
		open_include_folder(s, *dir);
	read_index(s, installed_folder(s));
}

/* ---- reaching a file -------------------------------------------------------------------------------------------- */

static bool reach(struct session *s, const struct map *names, const char *name)
{
	struct library_files *defined = map_get(names, name);
	bool added = false;

	for (unsigned int i = 0; defined && i < defined->n; i++) {
		struct library_file *f = defined->v[i];

		if (f->reached)
			continue;
		f->reached = true;
		if (!f->tree)
			f->tree = parse_library_file(s, f);
		if (!f->tree)
			continue;
		library(s)->reached++;
		symtab_add_file(s, f->tree);
		added = true;
	}
	return added;
}

bool library_reach_function(struct session *s, const char *name)
{
	return reach(s, &library(s)->functions, name);
}

bool library_reach_global(struct session *s, const char *name)
{
	return reach(s, &library(s)->globals, name);
}

bool library_reach_alias(struct session *s, const char *dotted)
{
	return reach(s, &library(s)->aliases, dotted);
}

static void each_name(const struct map *names, library_visit visit, void *ctx)
{
	map_each(e, names)
		visit(e->key, ctx);
}

void library_each_function(struct session *s, library_visit visit, void *ctx)
{
	each_name(&library(s)->functions, visit, ctx);
}

void library_each_global(struct session *s, library_visit visit, void *ctx)
{
	each_name(&library(s)->globals, visit, ctx);
}

void library_each_alias(struct session *s, library_visit visit, void *ctx)
{
	each_name(&library(s)->aliases, visit, ctx);
}

unsigned int library_files_reached(struct session *s)
{
	return library(s)->reached;
}

/* ---- making an index -------------------------------------------------------------------------------------------- */

struct index_writer {
	FILE *out;
	const char *file;
};

static void write_entry(struct session *s, const char *kind, const char *name, void *ctx)
{
	struct index_writer *w = ctx;

	(void)s;
	fprintf(w->out, "%s %s %s\n", kind, name, w->file);
}

static int write_one(struct session *s, const char *root, const char *file, FILE *out)
{
	struct index_writer w = { .out = out, .file = file };
	const char *path = arena_printf(s->arena, "%s/%s", root, file);
	struct source *src = source_read(s->sources, path);
	unsigned int errors = diag_errors(s->diags);

	if (!src)
		return diag(s->diags, D_LIBRARY_FILE, SPAN_NONE, path, strerror(errno));
	src->in_tapset = true;
	if (xstr_ends(file, ".stpm")) {
		fprintf(out, "macros %s\n", file);
		return parse_library_macros(&s->parse_env, src);
	}
	each_entry(s, parse_source(&s->parse_env, src), write_entry, &w);
	return diag_errors(s->diags) > errors ? -1 : 0;
}

int library_write_index(struct session *s, const char *root, const char *const *files, unsigned int n, FILE *out)
{
	int rc = 0;

	for (unsigned int i = 0; i < n; i++)
		if (write_one(s, root, files[i], out) < 0)
			rc = -1;
	return rc;
}
