// SPDX-License-Identifier: GPL-2.0-or-later
/* Finding the file: places where packages and builds put a kernel's debug information, the most exact one first. */
#include <elf.h>
#include <string.h>
#include <unistd.h>

#include "translator/base/arena.h"
#include "translator/base/buf.h"
#include "translator/debuginfo/handle.h"

/* The build-id that a file must have; len 0: any. */
struct build_id {
	unsigned char bytes[64];
	int len;
};

struct search {
	struct debuginfo *d;
	const struct di_where *where;
	struct build_id id;
	struct buf *looked;
};

static size_t padded(size_t n)
{
	return (n + 3) & ~(size_t)3;
}

/* Takes the GNU build-id out of a file of ELF notes. */
static void read_notes(struct build_id *id, const char *path)
{
	struct buf notes = BUF_INIT;
	size_t at = 0;

	if (!path || buf_read_file(&notes, path) < 0)
		notes.len = 0;
	while (at + sizeof(Elf64_Nhdr) <= notes.len) {
		Elf64_Nhdr header;
		size_t name = at + sizeof(header), desc;

		memcpy(&header, notes.data + at, sizeof(header));
		desc = name + padded(header.n_namesz);
		at = desc + padded(header.n_descsz);
		if (at > notes.len || at < desc)
			break;
		if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 && !memcmp(notes.data + name, "GNU", 4) &&
		    header.n_descsz <= sizeof(id->bytes)) {
			memcpy(id->bytes, notes.data + desc, header.n_descsz);
			id->len = (int)header.n_descsz;
			break;
		}
	}
	buf_free(&notes);
}

static const char *check_build_id(const struct search *s)
{
	const unsigned char *bytes;
	int len = dw_build_id(&s->d->file, &bytes);

	if (!s->id.len || (len == s->id.len && !memcmp(bytes, s->id.bytes, (size_t)len)))
		return NULL;
	return "it belongs to another build of the kernel (build-id differs)";
}

/* True when the file was opened. */
static bool try_path(struct search *s, const char *path)
{
	const char *fault = dw_open(&s->d->file, path);

	if (!fault) {
		fault = check_build_id(s);
		if (fault)
			dw_close(&s->d->file);
	}
	if (!fault) {
		s->d->path = path;
		return true;
	}
	if (s->looked)
		buf_printf(s->looked, "%s: %s\n", path, fault);
	return false;
}

/* `folder` is built as /usr/lib/debug is. */
static bool try_build_id(struct search *s, const char *folder)
{
	struct buf path = BUF_INIT;
	bool found;

	if (s->id.len < 2)
		return false;
	buf_printf(&path, "%s/.build-id/%02x/", folder, s->id.bytes[0]);
	for (int i = 1; i < s->id.len; i++)
		buf_printf(&path, "%02x", s->id.bytes[i]);
	buf_puts(&path, ".debug");
	found = try_path(s, arena_strdup(s->d->arena, buf_text(&path)));
	buf_free(&path);
	return found;
}

static bool try_places(struct search *s, const char *const places[], size_t n, const char *below)
{
	for (size_t i = 0; i < n; i++)
		if (try_path(s, arena_printf(s->d->arena, places[i], below, s->where->release)))
			return true;
	return false;
}

static bool try_folder(struct search *s, const char *folder)
{
	static const char *const places[] = { "%s/boot/vmlinux-%s", "%s/lib/modules/%s/vmlinux" };

	return try_build_id(s, folder) || (s->where->release && try_places(s, places, 2, folder));
}

static bool try_root(struct search *s, const char *root)
{
	static const char *const places[] = { "%s/boot/vmlinux-%s", "%s/lib/modules/%s/build/vmlinux" };

	return try_folder(s, arena_printf(s->d->arena, "%s/usr/lib/debug", root)) || try_places(s, places, 2, root);
}

static bool try_folders(struct search *s, const char *list)
{
	for (size_t len; *list; list += len + (list[len] == ':')) {
		len = strcspn(list, ":");
		if (*list == '/' && try_folder(s, arena_strndup(s->d->arena, list, len)))
			return true;
	}
	return false;
}

static bool search(struct search *s)
{
	const struct di_where *w = s->where;

	if (w->file)
		return try_path(s, arena_strdup(s->d->arena, w->file));
	if (w->path)
		return try_folders(s, w->path);
	if (w->build && try_path(s, arena_printf(s->d->arena, "%s/vmlinux", w->build)))
		return true;
	return w->root && w->release && try_root(s, w->root);
}

/* DWARF, when it is there too, has the better path to show. */
static void try_btf(struct search *s)
{
	const char *path = s->where->btf, *fault;

	if (s->where->file || !path)
		return;
	fault = btf_open(s->d, path);
	if (!fault && !s->d->path)
		s->d->path = arena_strdup(s->d->arena, path);
	if (fault && s->looked)
		buf_printf(s->looked, "%s: %s\n", path, fault);
}

struct debuginfo *debuginfo_open(struct arena *arena, const struct di_where *where, struct buf *looked)
{
	struct debuginfo *d = arena_new_object(arena, struct debuginfo);
	struct search s = { .d = d, .where = where, .looked = looked };

	d->arena = arena;
	d->file.fd = -1;
	map_init(&d->functions, arena);
	read_notes(&s.id, where->notes);
	search(&s);
	try_btf(&s);
	return d->path ? d : NULL;
}

void debuginfo_close(struct debuginfo *d)
{
	dw_close(&d->file);
	btf_close(d);
}

const char *debuginfo_path(const struct debuginfo *d)
{
	return d->path;
}
