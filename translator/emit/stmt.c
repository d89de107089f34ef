// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/stmt.h"

#include "translator/emit/array.h"
#include "translator/emit/embedded.h"
#include "translator/emit/function.h"
#include "translator/emit/kinds.h"
#include "translator/emit/names.h"
#include "translator/emit/print.h"
#include "translator/emit/stat.h"

/* ---- simple ones ----------------------------------------------------------------------------- */

void write_empty(struct unit *u, struct stmt *s)
{
	(void)u, (void)s;
}

void write_expr(struct unit *u, struct stmt *s)
{
	expr_effect(u, s->u.expr.expr);
}

void write_block(struct unit *u, struct stmt *s)
{
	vec_each(inner, &s->u.block.stmts)
		stmt_write(u, *inner);
}

void write_branch(struct unit *u, struct stmt *s)
{
	struct ast_branch *b = &s->u.branch;

	cw_open(u->w, "if (%s)", expr_condition(u, b->cond));
	stmt_write(u, b->yes);
	if (b->no) {
		u->w->depth--;
		cw_open(u->w, "} else");
		stmt_write(u, b->no);
	}
	cw_close(u->w, "");
}

void write_code(struct unit *u, struct stmt *s)
{
	unit_line(u, "%s(c);", embedded_code_name(u, s->u.code.code, TYPE_UNKNOWN));
	unit_check(u, s->at);
}

/* ---- jumps ----------------------------------------------------------------------------------- */

void write_break_(struct unit *u, struct stmt *s)
{
	(void)s;
	unit_line(u, "break;");
}

void write_continue_(struct unit *u, struct stmt *s)
{
	(void)s;
	if (!u->continue_to) {
		unit_line(u, "continue;");
		return;
	}
	u->continued = true;
	unit_line(u, "goto %s;", u->continue_to);
}

/* In a function: the next overload, called with the arguments as they came. */
void write_next(struct unit *u, struct stmt *s)
{
	if (u->function)
		function_fall_through(u, s);
	unit_leave(u, s);
}

void write_return_(struct unit *u, struct stmt *s)
{
	struct expr *value = s->u.return_.value;

	if (value && u->function->ret == TYPE_STRING)
		expr_string_into(u, value, "ret");
	else if (value && u->function->ret == TYPE_LONG)
		unit_line(u, "ret = %s;", expr_value(u, value).text);
	else if (value)
		expr_effect(u, value);
	unit_leave(u, s);
}

/* ---- delete, try ----------------------------------------------------------------------------- */

void write_delete_(struct unit *u, struct stmt *s)
{
	struct expr *target = s->u.delete_.target;
	struct variable *var;

	if (target->kind == EXPR_INDEX) {
		array_delete(u, &target->u.index);
		return;
	}
	var = target->u.name.var;
	if (var->arity > 0)
		unit_line(u, "%s_clear();", names_variable(var));
	else if (var->type == TYPE_STATS)
		stat_delete(u, var);
	else if (var->type == TYPE_STRING)
		assign_variable(u, var, value_fixed("\"\"", true));
	else
		assign_variable(u, var, value_number(u, 0));
}

static const char *message_buffer(struct unit *u, struct variable *var)
{
	if (!var || (var->kind != VAR_GLOBAL && !unit_is_read(u, var)))
		return "(char *)0";
	return names_variable(var);
}

void write_try_(struct unit *u, struct stmt *s)
{
	struct ast_try_ *t = &s->u.try_;
	const char *outer = u->fail, *label = unit_label(u, "catch"),
	*end = unit_label(u, "caught");
	bool outer_failed = u->failed;

	u->fail = label;
	u->failed = false;
	stmt_write(u, t->body);
	u->fail = outer;
	if (u->failed) {
		unit_line(u, "goto %s;", end);
		unit_write_label(u, label);
		unit_fail_if(u, "!stp_catch(c, %s)", message_buffer(u, t->message.var));
		stmt_write(u, t->handler);
		unit_write_label(u, end);
	}
	u->failed |= outer_failed;
}

/* ---- dispatch -------------------------------------------------------------------------------- */

static void (*const write[STMT__COUNT])(struct unit *u, struct stmt *s) = {
#define STMT(kind, arm, printable, flags) [STMT_##kind] = write_##arm,
#include "translator/syntax/ast.def"
};

void stmt_write(struct unit *u, struct stmt *s)
{
	unsigned mark = unit_mark(u);

	if (s->kind != STMT_BLOCK && s->kind != STMT_EMPTY)
		cw_at(u->w, s->at);
	write[s->kind](u, s);
	unit_release(u, mark);
}

const struct stmt *stmt_last(const struct stmt *body)
{
	while (body && body->kind == STMT_BLOCK)
		body = body->u.block.stmts.n ? vec_last(&body->u.block.stmts) : NULL;
	return body;
}

/* ---- in front of a unit ---------------------------------------------------------------------- */

void stmt_write_tables(struct unit *u)
{
	print_write_formats(u);
	embedded_write_codes(u);
}

void stmt_comment(struct unit *u, const char *what, struct span at)
{
	const struct source *source = source_get(u->m->s->sources, at.file);
	struct source_pos pos = source_pos(u->m->s->sources, at);
	char *text = arena_strdup(u->m->s->arena, what);

	for (char *p = text; *p; p++)		/* a probe point may hold the end of a comment */
		if (p[0] == '*' && p[1] == '/')
			p[1] = '|';
	if (source)
		unit_line(u, "/* %s -- %s:%u:%u */", text, source_short_name(source), pos.line, pos.col);
	else
		unit_line(u, "/* %s */", text);
}
