// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * infer - which values are numbers and which are strings.
 * needs: resolve, targets.
 * after: every expression whose value is used has a type, so have variables, keys and values of arrays, parameters and
 *        functions (a function that returns nothing keeps TYPE_UNKNOWN). Print formats agree with their values. Globals of
 *        the user that are only written are printed by an `end` probe (autoprint.c).
 *
 * Types flow up from literals and operators and down from what an operator wants, over all handlers and functions until
 * nothing new is learnt. A disagreement is reported where it is met, with the place that decided first. What is left
 * without a type is reported at the end (untyped.c).
 */
#include "translator/sema/infer.h"

#include "translator/sema/autoprint.h"
#include "translator/sema/events.h"
#include "translator/sema/passes.h"
#include "translator/sema/stat.h"
#include "translator/sema/usage.h"
#include "translator/session.h"

struct infer {
	struct session *s;
	struct function *function;	/* whose body this is, or NULL */
	bool changed;			/* something was learnt in this round */
};

static enum ast_type infer_expr(struct infer *x, struct expr *e, enum ast_type want);

/* ---- learning ---------------------------------------------------------------------------------------------------- */

static void mismatch(struct infer *x, struct span at, enum ast_type want, enum ast_type found, struct span first,
		     enum ast_type first_type)
{
	diag(x->s->diags, D_TYPE_MISMATCH, at, type_name[want], type_name[found]);
	if (!span_is_none(first))
		diag_cause(x->s->diags, D_TYPE_FIRST, first, type_name[first_type]);
}

/* Something that was typed at `first` is met with type `type` at `at`. */
static void learn(struct infer *x, enum ast_type *known, struct span *first, enum ast_type type, struct span at)
{
	if (type == TYPE_UNKNOWN || *known == type)
		return;
	if (*known != TYPE_UNKNOWN) {
		mismatch(x, at, *known, type, first ? *first : SPAN_NONE, *known);
		return;
	}
	*known = type;
	if (first && span_is_none(*first))
		*first = at;
	x->changed = true;
}

static enum ast_type variable_type(struct infer *x, struct variable *v, enum ast_type want, struct span at)
{
	if (!v)
		return want;
	learn(x, &v->type, &v->type_span, want, at);
	return v->type;
}

/* Two expressions that must have one type, wanted by what is around them or unknown. */
static enum ast_type unify(struct infer *x, struct expr *a, struct expr *b, enum ast_type want)
{
	enum ast_type t = infer_expr(x, a, want);

	t = infer_expr(x, b, want == TYPE_UNKNOWN ? TYPE_UNKNOWN : t);
	if (a->type == TYPE_UNKNOWN && t != TYPE_UNKNOWN)
		infer_expr(x, a, t);
	else if (t == TYPE_UNKNOWN && a->type != TYPE_UNKNOWN)
		infer_expr(x, b, a->type);
	if (a->type != b->type && a->type != TYPE_UNKNOWN && b->type != TYPE_UNKNOWN)
		return TYPE_UNKNOWN;
	return a->type;
}

/* ---- arrays ------------------------------------------------------------------------------------------------------ */

static enum ast_type *key_type(struct infer *x, struct variable *v, unsigned int i)
{
	while (v->key_types.n <= i)
		vec_push(x->s->arena, &v->key_types, TYPE_UNKNOWN);
	return &v->key_types.v[i];
}

static void infer_keys(struct infer *x, struct variable *v, const struct exprs *keys)
{
	for (unsigned int i = 0; i < keys->n; i++) {
		struct expr *key = keys->v[i];

		if (key->kind == EXPR_ANY)
			continue;
		if (!v) {
			infer_expr(x, key, TYPE_UNKNOWN);
			continue;
		}
		infer_expr(x, key, *key_type(x, v, i));
		learn(x, key_type(x, v, i), NULL, key->type, key->at);
	}
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* A value whose type is known is compared here, so that a mismatch shows who decided the parameter's type. */
static void infer_args(struct infer *x, struct function *f, const struct exprs *args)
{
	for (unsigned int i = 0; i < args->n; i++) {
		struct variable *param = f && i < f->params.n ? f->params.v[i] : NULL;
		bool known = args->v[i]->type != TYPE_UNKNOWN;
		enum ast_type t = infer_expr(x, args->v[i], param && !known ? param->type : TYPE_UNKNOWN);

		if (param)
			learn(x, &param->type, &param->type_span, t, args->v[i]->at);
	}
}

/* Overloads take and give the same types: the call of one may fall to the next. */
static void infer_overload(struct infer *x, struct function *f, struct function *next)
{
	for (unsigned int i = 0; i < f->params.n; i++) {
		struct variable *a = f->params.v[i], *b = next->params.v[i];

		learn(x, &a->type, &a->type_span, b->type, b->at);
		learn(x, &b->type, &b->type_span, a->type, a->at);
	}
	learn(x, &f->ret, &f->type_span, next->ret, next->at);
	learn(x, &next->ret, &next->type_span, f->ret, f->at);
}

static enum ast_type infer_call(struct infer *x, struct expr *e, enum ast_type want)
{
	struct ast_call *call = expr_call(e);

	infer_args(x, call->func, &call->args);
	if (!call->func)
		return want;
	for (struct function *f = call->func; f; f = f->overload_next) {
		if (f->ret == TYPE_UNKNOWN)
			learn(x, &f->ret, &f->type_span, want, e->at);
		if (f->overload_next && f->overload_next->used)
			infer_overload(x, f, f->overload_next);
	}
	return call->func->ret;
}

/* ---- printing ---------------------------------------------------------------------------------------------------- */

#define MAX_PRINT_ARGS 32

static void infer_format(struct infer *x, struct expr *e)
{
	struct ast_print *print = expr_print(e);
	struct format *f = print->fmt;
	unsigned int arg = 0;

	for (unsigned int i = 0; i < f->nops; i++) {
		const struct fmt_op *op = &f->ops[i];
		int values = fmt_op_values(op);

		for (int k = 0; k < values; k++)
			infer_expr(x, print->args.v[arg++],
				   k == values - 1 && op->conv == FMT_STRING ? TYPE_STRING : TYPE_LONG);
	}
}

/* The format is parsed in the first round; a faulty one is reported once and its values are inferred freely. */
static bool format_fits(struct infer *x, struct expr *e)
{
	struct ast_print *print = expr_print(e);

	if (!print->fmt)
		print->fmt = format_parse(x->s, print->head->at, expr_string(print->head)->value.bytes,
					  expr_string(print->head)->value.len);
	if (!print->fmt)
		return false;
	if (print->fmt->nvalues == print->args.n)
		return true;
	diag(x->s->diags, D_FORMAT_ARGS, e->at, print->fmt->nvalues, print->args.n);
	return false;
}

static void check_count(struct infer *x, struct expr *e)
{
	struct ast_print *print = expr_print(e);
	const struct print_info *info = &print_info[print->op];
	unsigned int least = info->head == HEAD_DELIM ? 2 : info->head == HEAD_NONE && !info->newline ? 1 : 0;

	if (print->args.n > MAX_PRINT_ARGS)
		diag(x->s->diags, D_PRINT_ARGS, e->at, print->args.n);
	else if (print->args.n < least || (print->op == PRINT_PRINT_CHAR && print->args.n > 1))
		diag(x->s->diags, D_PRINT_FEW, e->at, info->text, print->op == PRINT_PRINT_CHAR ? "" : "at least ", least,
		     least == 1 ? "" : "s");
}

static enum ast_type infer_print(struct infer *x, struct expr *e)
{
	struct ast_print *print = expr_print(e);
	const struct print_info *info = &print_info[print->op];

	check_count(x, e);
	vec_each(a, &print->args)
		if (stat_is_aggregate(*a))
			stat_report_value(x->s, *a, true);
	if (info->head == HEAD_FORMAT && format_fits(x, e)) {
		infer_format(x, e);
	} else {
		vec_each(a, &print->args)
			infer_expr(x, *a, print->op == PRINT_PRINT_CHAR ? TYPE_LONG : TYPE_UNKNOWN);
	}
	return info->in_kernel ? TYPE_STRING : TYPE_UNKNOWN;
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static enum ast_type infer_binary(struct infer *x, struct expr *e)
{
	struct ast_binary *b = expr_binary(e);

	if (binary_info[b->op].class != CLASS_COMPARE) {
		infer_expr(x, b->left, TYPE_LONG);
		infer_expr(x, b->right, TYPE_LONG);
		return TYPE_LONG;
	}
	unify(x, b->left, b->right, TYPE_UNKNOWN);
	if (b->left->type != b->right->type && b->left->type != TYPE_UNKNOWN && b->right->type != TYPE_UNKNOWN)
		diag(x->s->diags, D_TYPE_SIDES, e->at, type_name[b->left->type], type_name[b->right->type]);
	return TYPE_LONG;
}

static enum ast_type infer_assign(struct infer *x, struct expr *e, enum ast_type want)
{
	struct ast_assign *a = expr_assign(e);
	enum ast_type t = a->op == ASSIGN_CONCAT ? TYPE_STRING : TYPE_LONG;

	if (a->op == ASSIGN_AGGREGATE) {
		infer_expr(x, a->left, TYPE_STATS);
		infer_expr(x, a->right, TYPE_LONG);
		return TYPE_LONG;	/* the right side's */
	}
	if (a->op != ASSIGN_SET) {
		infer_expr(x, a->left, t);
		infer_expr(x, a->right, t);
		return t;
	}
	t = unify(x, a->left, a->right, want);
	if (t == TYPE_UNKNOWN && a->left->type != TYPE_UNKNOWN && a->right->type != TYPE_UNKNOWN)
		mismatch(x, a->right->at, a->left->type, a->right->type,
			 a->left->kind == EXPR_NAME && expr_name(a->left)->var ? expr_name(a->left)->var->type_span
			 : SPAN_NONE, a->left->type);
	return t;
}

static enum ast_type infer_ternary(struct infer *x, struct expr *e, enum ast_type want)
{
	struct ast_ternary *t = expr_ternary(e);
	enum ast_type type;

	infer_expr(x, t->cond, TYPE_LONG);
	type = unify(x, t->yes, t->no, want);
	if (type == TYPE_UNKNOWN && t->yes->type != TYPE_UNKNOWN && t->no->type != TYPE_UNKNOWN)
		diag(x->s->diags, D_TYPE_SIDES, e->at, type_name[t->yes->type], type_name[t->no->type]);
	return type;
}

static enum ast_type infer_index(struct infer *x, struct expr *e, enum ast_type want)
{
	struct ast_index *i = expr_index(e);

	if (i->hist) {
		infer_expr(x, i->hist, TYPE_STRING);
		infer_expr(x, i->keys.v[0], TYPE_LONG);
		return TYPE_LONG;
	}
	infer_keys(x, i->var, &i->keys);
	return variable_type(x, i->var, want, e->at);
}

static enum ast_type infer_in(struct infer *x, struct expr *e)
{
	infer_keys(x, expr_in(e)->var, &expr_in(e)->keys);
	return TYPE_LONG;
}

static enum ast_type infer_concat(struct infer *x, struct expr *e)
{
	vec_each(p, &expr_concat(e)->parts)
		infer_expr(x, *p, TYPE_STRING);
	return TYPE_STRING;
}

static enum ast_type infer_target(struct infer *x, struct expr *e)
{
	if (expr_target(e)->operand)
		infer_expr(x, expr_target(e)->operand, TYPE_LONG);
	vec_each(step, &expr_target(e)->steps)
		if (step->index)
			infer_expr(x, step->index, TYPE_LONG);
	return e->type == TYPE_UNKNOWN ? TYPE_LONG : e->type;
}

static enum ast_type type_of(struct infer *x, struct expr *e, enum ast_type want)
{
	switch (e->kind) {
	case EXPR_NUMBER:
		return TYPE_LONG;
	case EXPR_STRING:
		return TYPE_STRING;
	case EXPR_NAME:
		return variable_type(x, expr_name(e)->var, want, e->at);
	case EXPR_INDEX:
		return infer_index(x, e, want);
	case EXPR_UNARY:
		return infer_expr(x, expr_unary(e)->operand, TYPE_LONG), TYPE_LONG;
	case EXPR_STEP:
		return infer_expr(x, expr_step(e)->operand, TYPE_LONG), TYPE_LONG;
	case EXPR_BINARY:
		return infer_binary(x, e);
	case EXPR_CONCAT:
		return infer_concat(x, e);
	case EXPR_IN:
		return infer_in(x, e);
	case EXPR_TERNARY:
		return infer_ternary(x, e, want);
	case EXPR_ASSIGN:
		return infer_assign(x, e, want);
	case EXPR_CALL:
		return infer_call(x, e, want);
	case EXPR_PRINT:
		return infer_print(x, e);
	case EXPR_EMBEDDED:
		return expr_embedded(e)->code->pragmas & PRAGMA_STRING ? TYPE_STRING : TYPE_LONG;
	case EXPR_TARGET:
		return infer_target(x, e);
	case EXPR_STAT:
		return infer_expr(x, expr_stat(e)->stat, TYPE_STATS), TYPE_LONG;
	case EXPR_HIST:
		return infer_expr(x, expr_hist(e)->stat, TYPE_STATS), TYPE_STRING;	/* its chart */
	case EXPR_REGEX:
		infer_expr(x, expr_regex(e)->left, TYPE_STRING);
		infer_expr(x, expr_regex(e)->pattern, TYPE_STRING);
		return TYPE_LONG;
	case EXPR_AT:
		vec_each(arg, &expr_at(e)->args)
			infer_expr(x, *arg, TYPE_LONG);
		return e->type == TYPE_STRING ? TYPE_STRING : TYPE_LONG;
	case EXPR_ANY:
	case EXPR__COUNT:
		break;
	}
	return TYPE_LONG;
}

/* Where the type of an expression was decided, for the second half of a mismatch. */
static struct span decided_at(struct expr *e)
{
	struct variable *v = e->kind == EXPR_NAME ? expr_name(e)->var : e->kind == EXPR_INDEX ? expr_index(e)->var : NULL;

	if (v)
		return v->type_span;
	if (e->kind == EXPR_CALL && expr_call(e)->func)
		return expr_call(e)->func->type_span;
	return SPAN_NONE;
}

/* The expression's type; `want` is what is around it needs, or unknown. Variables have compared it themselves. */
static enum ast_type infer_expr(struct infer *x, struct expr *e, enum ast_type want)
{
	enum ast_type type;

	if (e->kind == EXPR_NAME || e->kind == EXPR_INDEX) {
		struct variable *v = e->kind == EXPR_NAME ? expr_name(e)->var : expr_index(e)->var;

		type = type_of(x, e, v && v->type != TYPE_UNKNOWN ? TYPE_UNKNOWN : want);
	} else {
		type = type_of(x, e, want);
	}
	if (type == TYPE_STATS && want != TYPE_STATS) {
		stat_report_value(x->s, e, false);
		return e->type;
	}
	if (type != TYPE_UNKNOWN && e->type == TYPE_UNKNOWN) {
		e->type = type;
		x->changed = true;
	}
	if (want != TYPE_UNKNOWN && type != TYPE_UNKNOWN && type != want)
		mismatch(x, e->at, want, type, decided_at(e), type);
	return e->type;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

/* A bucket's number and its count. */
static void infer_foreach_hist(struct infer *x, struct ast_foreach *f)
{
	infer_expr(x, f->hist, TYPE_STRING);
	variable_type(x, f->keys.v[0].var, TYPE_LONG, f->keys.v[0].at);
	if (f->value.var)
		variable_type(x, f->value.var, TYPE_LONG, f->value.at);
}

static void infer_foreach(struct infer *x, struct stmt *s)
{
	struct ast_foreach *f = stmt_foreach(s);
	struct variable *array = f->array.var;

	if (f->hist)
		infer_foreach_hist(x, f);
	for (unsigned int i = 0; array && i < f->keys.n; i++) {
		struct name_ref *k = &f->keys.v[i];
		enum ast_type t = variable_type(x, k->var, *key_type(x, array, i), k->at);

		learn(x, key_type(x, array, i), NULL, t, k->at);
	}
	if (array && f->value.var && array->type != TYPE_STATS) {
		enum ast_type t = variable_type(x, f->value.var, array->type, f->value.at);

		learn(x, &array->type, &array->type_span, t, f->array.at);
	}
	if (array && f->slice.n)
		infer_keys(x, array, &f->slice);
	if (f->limit)
		infer_expr(x, f->limit, TYPE_LONG);
}

static void infer_return(struct infer *x, struct stmt *s)
{
	struct expr *value = stmt_return_(s)->value;
	struct function *f = x->function;

	if (!value)
		return;
	if (!f) {
		infer_expr(x, value, TYPE_UNKNOWN);
		return;
	}
	learn(x, &f->ret, &f->type_span, infer_expr(x, value, f->ret), value->at);
}

static bool infer_stmt(struct stmt **slot, void *ctx)
{
	struct infer *x = ctx;
	struct stmt *s = *slot;

	switch (s->kind) {
	case STMT_EXPR:
		infer_expr(x, stmt_expr(s)->expr, TYPE_UNKNOWN);
		break;
	case STMT_IF:
		infer_expr(x, stmt_branch(s)->cond, TYPE_LONG);
		break;
	case STMT_LOOP:
		if (stmt_loop(s)->init)
			infer_expr(x, stmt_loop(s)->init, TYPE_UNKNOWN);
		if (stmt_loop(s)->cond)
			infer_expr(x, stmt_loop(s)->cond, TYPE_LONG);
		if (stmt_loop(s)->incr)
			infer_expr(x, stmt_loop(s)->incr, TYPE_UNKNOWN);
		break;
	case STMT_FOREACH:
		infer_foreach(x, s);
		break;
	case STMT_RETURN:
		infer_return(x, s);
		break;
	case STMT_TRY:
		variable_type(x, stmt_try_(s)->message.var, TYPE_STRING, stmt_try_(s)->message.at);
		break;
	case STMT_DELETE:
		infer_expr(x, stmt_delete_(s)->target,
			   stat_is_aggregate(stmt_delete_(s)->target) ? TYPE_STATS : TYPE_UNKNOWN);
		break;
	case STMT_EMPTY:
	case STMT_BLOCK:
	case STMT_BREAK:
	case STMT_CONTINUE:
	case STMT_NEXT:
	case STMT_EMBEDDED:
	case STMT__COUNT:
		break;
	}
	return true;
}

/* Expressions are walked by infer_expr, statements by ast_walk. */
static bool skip_expr(struct expr **slot, void *ctx)
{
	(void)slot, (void)ctx;
	return false;
}

static void infer_body(struct infer *x, struct stmt **body, struct function *owner)
{
	struct ast_visitor v = { .expr_pre = skip_expr, .stmt_pre = infer_stmt, .ctx = x };

	x->function = owner;
	ast_walk_stmt(body, &v);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static void infer_global(struct infer *x, struct variable *v)
{
	if (v->init)
		learn(x, &v->type, &v->type_span, infer_expr(x, v->init, TYPE_UNKNOWN), v->init->at);
}

static void infer_round(struct infer *x)
{
	struct program *p = &x->s->program;

	x->changed = false;
	vec_each(f, &p->files)
		vec_each(v, &(*f)->globals)
			infer_global(x, *v);
	vec_each(f, &p->functions)
		if ((*f)->body)
			infer_body(x, &(*f)->body, *f);
	vec_each(probe, &p->probes) {
		vec_each(e, &(*probe)->conditions)
			infer_expr(x, *e, TYPE_LONG);
		infer_body(x, &(*probe)->body, NULL);
	}
}

/* What C code does with STAP_RETVALUE is not looked into, only whether it does: a number unless a use says otherwise. */
static void default_embedded(struct session *s)
{
	vec_each(f, &s->program.functions) {
		if (!(*f)->code)
			continue;
		vec_each(p, &(*f)->params)
			if ((*p)->type == TYPE_UNKNOWN)
				(*p)->type = TYPE_LONG;
		if ((*f)->ret == TYPE_UNKNOWN && embedded_returns((*f)->code))
			(*f)->ret = TYPE_LONG;
	}
}

static int infer_all(struct infer *x)
{
	unsigned int errors = diag_errors(x->s->diags);

	do
		infer_round(x);
	while (x->changed && diag_errors(x->s->diags) == errors);
	return diag_errors(x->s->diags) > errors ? -1 : 0;
}

int pass_infer(struct session *s)
{
	struct infer x = { .s = s };
	unsigned int errors = diag_errors(s->diags);

	if (stat_seed(s) < 0 || infer_all(&x) < 0)
		return -1;
	default_embedded(s);
	usage_mark_all(s);
	if (!s->options.no_global_display)
		autoprint_unread_globals(s);
	if (infer_all(&x) < 0)
		return -1;
	usage_mark_all(s);
	infer_report_untyped(s);
	return diag_errors(s->diags) > errors ? -1 : 0;
}
