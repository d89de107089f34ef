/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symtab - the declarations of all files reached so far: user scripts first, library files as names need them.
 *
 * A look-up that finds nothing among them asks the tapset index (library.h), which may parse a file and add it here;
 * so a name that comes back NULL is nowhere. Private names are seen from their own file alone.
 */
#ifndef SEMA_SYMTAB_H
#define SEMA_SYMTAB_H

#include "translator/syntax/ast.h"

struct session;
struct symbol_table;

/* One name of a probe alias; `probe a = b = ...` has two. */
struct alias_symbol {
	struct alias_decl *decl;
	struct probe_point *name;
	bool busy;			/* being expanded: meeting it again is a recursion */
};
VEC_TYPE(alias_symbols, struct alias_symbol *);

struct symbol_table *symtab_new(struct session *s);

/* Adds a file's declarations to the tables and the file to program.files. Reports names declared twice. */
void symtab_add_file(struct session *s, struct ast_file *file);

/* Text of our own that sees what `file` sees. */
void symtab_adopt(struct session *s, const struct source *src, struct ast_file *file);

/* The file that a piece of script was written in: of a macro's text, the one that invoked it. NULL for text of our own. */
struct ast_file *symtab_file_of(struct session *s, struct span at);

/* A global as seen from `file`, or NULL. */
struct variable *symtab_global(struct session *s, struct ast_file *file, atom_t name);

/* The first of the functions to try for a call from `file`, or NULL. */
struct function *symtab_function(struct session *s, struct ast_file *file, atom_t name, unsigned int arity);

/* A function of that name with any number of parameters, or NULL. */
struct function *symtab_function_any(struct session *s, atom_t name);

/* All alias names declared so far. The vector may grow while library files are reached. */
struct alias_symbols *symtab_aliases(struct session *s);

/* Names of functions / of globals, library included, for "similar" hints. Arena memory; *n receives the number. */
const char *const *symtab_function_names(struct session *s, unsigned int *n);
const char *const *symtab_global_names(struct session *s, unsigned int *n);

#endif
