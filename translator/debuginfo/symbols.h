/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symbols - the names of a kernel's functions, from its symbol table and from the list of those that ftrace can trace.
 * Both are texts as the kernel itself prints them. They are searched, not parsed: a script asks for a few names, and
 * that is faster than any table. Opening is lazy.
 */
#ifndef DEBUGINFO_SYMBOLS_H
#define DEBUGINFO_SYMBOLS_H

#include <stdbool.h>

struct arena;
struct symbols;

/* The tables lie at these paths; either may be NULL. Never NULL. The arena owns the handle; symbols_close() frees what
 * the arena does not. */
struct symbols *symbols_open(struct arena *arena, const char *kallsyms, const char *filter_functions);
void symbols_close(struct symbols *t);

/* Is there a symbol table to ask at all? Without one nothing can be said of a name. */
bool symbols_known(struct symbols *t);

/* How many functions of the kernel image (no modules) have this name; static ones may share it. */
unsigned int symbols_functions(struct symbols *t, const char *name);

/* Can ftrace attach to the function? Without a list: -1. */
int symbols_traceable(struct symbols *t, const char *name);

/* The names of all functions of the kernel image that match a pattern with * ? [ ] (arena). Returns how many. The stubs
 * __pfx_* are in front of functions and none themselves: only a pattern that starts so finds them. */
unsigned int symbols_matching(struct symbols *t, const char *glob, const char *const **names);

/* Up to `max` names of functions that resemble this one, best first (arena). Returns how many. Slow: for messages. */
unsigned int symbols_similar(struct symbols *t, const char *name, const char **similar, unsigned int max);

#endif
