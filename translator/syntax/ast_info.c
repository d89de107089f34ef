// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ast_info - the rows of ast.def and builtin.def as tables.
 */
#include <stdio.h>
#include <stdlib.h>

#include "translator/syntax/ast.h"

#define LEAF AST_LEAF
#define EFFECT AST_EFFECT
#define JUMP AST_JUMP

const char *const expr_kind_name[EXPR__COUNT] = {
#define EXPR(kind, arm, printable, flags) [EXPR_##kind] = printable,
#include "translator/syntax/ast.def"
};

const char *const stmt_kind_name[STMT__COUNT] = {
#define STMT(kind, arm, printable, flags) [STMT_##kind] = printable,
#include "translator/syntax/ast.def"
};

const char *const decl_kind_name[DECL__COUNT] = {
#define DECL(kind, type, printable) [DECL_##kind] = printable,
#include "translator/syntax/ast.def"
};

const unsigned int expr_kind_flags[EXPR__COUNT] = {
#define EXPR(kind, arm, printable, flags) [EXPR_##kind] = flags,
#include "translator/syntax/ast.def"
};

const unsigned int stmt_kind_flags[STMT__COUNT] = {
#define STMT(kind, arm, printable, flags) [STMT_##kind] = flags,
#include "translator/syntax/ast.def"
};

const char *const type_name[TYPE__COUNT] = {
	[TYPE_UNKNOWN] = "unknown",
	[TYPE_LONG] = "long",
	[TYPE_STRING] = "string",
	[TYPE_STATS] = "stats",
};

const char *const unary_text[UNARY__COUNT] = {
#define UNARY(kind, text) [UNARY_##kind] = text,
#include "translator/syntax/builtin.def"
};

const struct binary_info binary_info[BINARY__COUNT] = {
#define BINARY(kind, text, prec, class) [BINARY_##kind] = { text, prec, CLASS_##class },
#include "translator/syntax/builtin.def"
};

const char *const assign_text[ASSIGN__COUNT] = {
#define ASSIGN(kind, text, binary) [ASSIGN_##kind] = text,
#include "translator/syntax/builtin.def"
};

const enum binary_op assign_binary[ASSIGN__COUNT] = {
#define ASSIGN(kind, text, binary) [ASSIGN_##kind] = BINARY_##binary,
#include "translator/syntax/builtin.def"
};

const struct stat_info stat_info[STAT__COUNT] = {
#define STAT(kind, text, min, max, compat) [STAT_##kind] = { text, min, max, compat },
#include "translator/syntax/builtin.def"
};

const struct at_info at_info[AT__COUNT] = {
#define AT(kind, text, signature, min, max, compat, guru) \
	[AT_##kind] = { text, signature, min, max, compat, guru },
#include "translator/syntax/builtin.def"
};

const struct print_info print_info[PRINT__COUNT] = {
#define PRINT(kind, text, in_kernel, newline, head) \
	[PRINT_##kind] = { text, in_kernel, newline, HEAD_##head },
#include "translator/syntax/builtin.def"
};

void ast_wrong_kind(const char *wanted, const char *found)
{
	fprintf(stderr, "BUG: a %s was taken for a %s\n", found, wanted);
	abort();
}
