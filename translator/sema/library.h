/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * library - the tapset library: which file defines a name.
 *
 * The library is a list of folders: those of -I first, then the one that was installed. An installed folder has a file
 * `index`, made at build time, that names what each file defines; a folder without one is indexed by parsing its files
 * when the session opens the library. Apart from that only files that a script reaches are parsed.
 *
 * Lines of an index:   function NAME FILE    global NAME FILE    alias DOTTED.NAME FILE    macros FILE
 */
#ifndef SEMA_LIBRARY_H
#define SEMA_LIBRARY_H

#include <stdbool.h>
#include <stdio.h>

#include "translator/base/vec.h"

struct session;
struct probe_point;

/* Opens the folders and reads the macro files (.stpm), whose macros every script sees. Problems are warnings: a script
 * may need nothing of the library. */
void library_open(struct session *s);

/* Each parses the files that define the name and adds them to the symbol table. Returns whether any was added. */
bool library_reach_function(struct session *s, const char *name);
bool library_reach_global(struct session *s, const char *name);
bool library_reach_alias(struct session *s, const char *dotted);

/* Names that the index knows (dotted ones for aliases), for wildcards and hints. Calls back for each. */
typedef void (*library_visit)(const char *name, void *ctx);
void library_each_function(struct session *s, library_visit visit, void *ctx);
void library_each_global(struct session *s, library_visit visit, void *ctx);
void library_each_alias(struct session *s, library_visit visit, void *ctx);

/* Writes the index of the files (paths relative to `root`). For the build: returns 0, or -1 after a message was queued. */
int library_write_index(struct session *s, const char *root, const char *const *files, unsigned int n, FILE *out);

/* Library files parsed so far, for -v. */
unsigned int library_files_reached(struct session *s);

#endif
