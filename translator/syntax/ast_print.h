/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ast_print - shared between ast_print.c (declarations, statements) and ast_print_expr.c.
 */
#ifndef SYNTAX_AST_PRINT_H
#define SYNTAX_AST_PRINT_H

#include "translator/base/buf.h"
#include "translator/syntax/ast.h"

void print_quoted(struct buf *out, struct ast_bytes b);
void print_number(struct buf *out, int64_t value);
void print_code(struct buf *out, const struct embedded_code *c);
void print_list(struct buf *out, const struct exprs *list);

#endif
