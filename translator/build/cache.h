/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cache - what builds leave for the next time, in ${XDG_CACHE_HOME:-~/.cache}/sonde:
 *
 *   runtime/KEY/	a runtime prepared for one kernel build; appears whole, by rename
 *   modules/KEY.ko	a script's module; modules/KEY.headers are the kernel headers of its embedded C (headers.h);
 *			modules/KEY.sum, written last, is the checksum of both
 *
 * A damaged or partial entry counts as missing. Everything may be removed at any time. The size of modules/ is kept
 * below a limit by removing what was not used for longest: 256 MB, or the number in the file cache_mb_limit beside them;
 * it is looked after every 300 seconds, or the number in cache_clean_interval_s.
 */
#ifndef BUILD_CACHE_H
#define BUILD_CACHE_H

#include <stdbool.h>
#include <stddef.h>

struct session;

/* The folder cache/NAME, made if missing. Arena text; NULL when it cannot be (a warning, once): then go on without. */
const char *cache_folder(struct session *s, const char *name);

/* Path of the module stored under `key` if it is there and sound, and marks it as used; else NULL. */
const char *cache_find_module(struct session *s, const char *key);

/* Stores a copy of the file, and of its list of headers unless that is NULL, under `key` and returns the module's path;
 * NULL when it cannot be written (reported as a warning: the caller goes on with its own file). */
const char *cache_store_module(struct session *s, const char *key, const char *file, const char *headers);

/* Copies the named files of `work` into the cache as the folder `final`, which appears whole and replaces what was there. 0, or
 * -1 (reported as a warning). */
int cache_store_files(struct session *s, const char *work, const char *const *names, size_t n, const char *final);

/* Marks an entry as used now. */
void cache_touch(const char *path);

/* Removes what runs that were killed have left, and what was not used for longest where there is too much of it; at most
 * every cache_clean_interval_s seconds (tidy.c). */
void cache_tidy(struct session *s);

/* One process at a time for the name: returns a descriptor that the caller closes to let go; -1 when locking does not
 * work there (then go on without: work is done twice at worst). */
int cache_lock(struct session *s, const char *folder, const char *name);

/* --clean-cache. 0, or -1 (reported). */
int cache_clean(struct session *s);

/* Removes a folder with all in it. 0, or -1 with errno. */
int cache_remove_tree(const char *path);

/* Copies a file's bytes, mode 0644. 0, or -1 with errno. */
int cache_copy_file(const char *from, const char *to);

#endif
