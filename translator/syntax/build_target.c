// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * build_target - $variables with what follows them, and the @operators.
 */
#include <string.h>

#include "translator/base/diag.h"
#include "translator/syntax/grammar.h"
#include "translator/syntax/parser.h"

/* ---- pretty-printing ------------------------------------------------------------------------- */

/*
 * A name that ends in $ or $$ asks for pretty-printing; the $ at its beginning do not count. Takes
 * them off the name and returns how many there were.
 */
static unsigned char take_pretty(struct parser *p, atom_t *name)
{
	size_t begin = strspn(*name, "$"), len = atom_len(*name), end = len;

	while (end > begin && (*name)[end - 1] == '$' && len - end < 2)
		end--;
	if (end <= begin || end == len)
		return 0;
	*name = atom_intern_len(p->env->atoms, *name, end);
	return (unsigned char)(len - end);
}

/* Whether a step may follow; says so if not. */
static bool may_extend(struct parser *p, struct expr *base, struct span at)
{
	if (base->kind == EXPR_TARGET && expr_target(base)->pretty) {
		diag(p->env->diags, D_PRETTY_MEMBER, at);
		return false;
	}
	return true;
}

/* The target that a step is added to: the base itself, or a new one around any other expression. */
static struct expr *extendable(struct parser *p, struct expr *base)
{
	struct expr *e;

	if (base->kind == EXPR_TARGET && !expr_target(base)->address)
		return base;
	if (parse_compatible(p->env) < 206)
		diag(p->env->diags, D_AUTOCAST_COMPATIBLE, base->at);
	e = ast_new_expr(p->arena, EXPR_TARGET, base->at);
	e->full = base->full;
	expr_target(e)->base = TARGET_AUTOCAST;
	expr_target(e)->operand = base;
	return build_nested(p, e, base->depth);
}

/* ---- targets --------------------------------------------------------------------------------- */

struct expr *build_target(struct parser *p, struct token t)
{
	struct expr *e = ast_new_expr(p->arena, EXPR_TARGET, t.at);
	struct ast_target *target = expr_target(e);

	target->base = TARGET_VAR;
	target->name = t.u.name;
	target->pretty = take_pretty(p, &target->name);
	return e;
}

struct expr *build_member(struct parser *p, struct expr *base, struct token member)
{
	struct target_step step = { .member = member.u.name, .at = member.at };
	unsigned char pretty = take_pretty(p, &step.member);
	struct expr *e;

	if (!may_extend(p, base, member.at))
		return base;
	e = extendable(p, base);
	if (e->kind != EXPR_TARGET)
		return e;		/* too deep */
	vec_push(p->arena, &expr_target(e)->steps, step);
	expr_target(e)->pretty = pretty;
	e->full = span_join(e->full, member.at);
	return e;
}

struct expr *build_target_index(struct parser *p, struct expr *base, struct expr *index,
				struct span full)
{
	struct target_step step = { .index = index, .at = index->full };
	struct expr *e;

	if (!may_extend(p, base, index->at))
		return base;
	e = extendable(p, base);
	if (e->kind != EXPR_TARGET)
		return e;
	vec_push(p->arena, &expr_target(e)->steps, step);
	e->full = full;
	if (e->depth > index->depth)
		return e;
	return build_nested(p, e, index->depth);
}

struct expr *build_address(struct parser *p, struct span op, struct expr *x)
{
	struct ast_target *t;

	if (x->kind != EXPR_TARGET) {
		diag(p->env->diags, D_ADDRESS_OPERAND, op);
		return x;
	}
	t = expr_target(x);
	if (t->address)
		diag(p->env->diags, D_ADDRESS_TWICE, op);
	else if (t->pretty)
		diag(p->env->diags, D_PRETTY_MEMBER, op);
	t->address = true;
	x->full = span_join(op, x->full);
	return x;
}

/* ---- arguments that must be literals --------------------------------------------------------- */

static bool is_string(struct parser *p, const struct expr *e)
{
	if (e->kind == EXPR_STRING)
		return true;
	diag(p->env->diags, D_EXPECTED, e->at, "literal string");
	return false;
}

/* min..max arguments: reports where it is not so. */
static bool check_count(struct parser *p, struct token word, const struct exprs *args,
			unsigned int min, unsigned int max, struct span full)
{
	struct span end = { full.file, full.end - 1, full.end };

	if (args->n > max) {
		diag(p->env->diags, D_PARAMS_TOO_MANY, args->v[max]->at, max,
		     max == 1 ? "" : "s");
		return false;
	}
	if (args->n < min) {
		diag(p->env->diags, D_EXPECTED, word.at.file == full.file ? end : word.at,
		     args->n ? "','" : "value");
		return false;
	}
	return true;
}

/* A name that is given as a string; it ends at a NUL. */
static atom_t name_of(struct parser *p, struct expr *e)
{
	const char *text = is_string(p, e) ? expr_string(e)->value.bytes : "?";

	if (!*text)
		diag(p->env->diags, D_STRING_EMPTY, e->at);
	return atom_intern(p->env->atoms, text);
}

/* "name@cu" is taken apart at its first @. */
static void set_atvar(struct parser *p, struct ast_target *t, struct expr *name)
{
	atom_t whole = name_of(p, name);
	size_t len = strcspn(whole, "@");

	t->name = atom_intern_len(p->env->atoms, whole, len);
	if (whole[len])
		t->cu = atom_intern(p->env->atoms, whole + len + 1);
	t->pretty = take_pretty(p, &t->name);
}

struct expr *build_at_target(struct parser *p, struct token word, struct exprs args,
			     struct span full)
{
	struct expr *e = ast_new_expr(p->arena, EXPR_TARGET, word.at);
	struct ast_target *t = expr_target(e);
	unsigned int min = word.op == TARGET_CAST ? 2 : 1;

	e->full = full;
	t->base = (enum target_base)word.op;
	if (!check_count(p, word, &args, min, min + 1, full))
		return ast_new_number(p->arena, word.at, 0);
	if (t->base == TARGET_CAST) {
		t->operand = args.v[0];
		t->type = name_of(p, args.v[1]);
	} else {
		set_atvar(p, t, args.v[0]);
	}
	if (args.n > min)
		t->module = name_of(p, args.v[min]);
	return build_nested(p, e, build_depth(&args));
}

/* ---- other @operators ------------------------------------------------------------------------ */

static bool may_use(struct parser *p, const struct at_info *info, enum at_op op, struct token word)
{
	char name[32];

	if (!info->guru || p->env->guru || p->src->in_tapset)
		return true;
	snprintf(name, sizeof(name), "@%s", info->text);
	if (op == AT_CONST)
		diag(p->env->diags, D_AT_CONST_GURU, word.at);
	else
		diag(p->env->diags, D_AT_KERNEL_GURU, word.at, name);
	return false;
}

struct expr *build_at(struct parser *p, struct token word, struct exprs args, struct span full)
{
	struct expr *e = ast_new_expr(p->arena, EXPR_AT, word.at);
	const struct at_info *info = &at_info[word.op];
	unsigned int i;

	e->full = full;
	expr_at(e)->op = (enum at_op)word.op;
	may_use(p, info, expr_at(e)->op, word);
	if (!check_count(p, word, &args, info->min, info->max, full))
		return ast_new_number(p->arena, word.at, 0);
	for (i = 0; i < args.n; i++)
		if (info->signature[i] == 's' && !is_string(p, args.v[i]))
			args.v[i] = ast_new_string(p->arena, args.v[i]->at, "?", 1);
	expr_at(e)->args = args;
	return build_nested(p, e, build_depth(&args));
}

/* ---- statistics ------------------------------------------------------------------------------ */

static bool is_stat_operand(struct parser *p, const struct expr *e)
{
	if (e->kind == EXPR_NAME || (e->kind == EXPR_INDEX && e->u.index.name))
		return true;
	diag(p->env->diags, D_EXPECTED, e->at, "identifier");
	return false;
}

/* A number literal, perhaps with a minus. */
static int64_t number_of(struct parser *p, struct expr *e)
{
	if (e->kind == EXPR_NUMBER)
		return expr_number(e)->value;
	if (e->kind == EXPR_UNARY && expr_unary(e)->op == UNARY_MINUS &&
	    expr_unary(e)->operand->kind == EXPR_NUMBER)
		return (int64_t)-(uint64_t)expr_number(expr_unary(e)->operand)->value;
	diag(p->env->diags, D_EXPECTED, e->at, "number");
	return 0;
}

struct expr *build_stat(struct parser *p, struct token word, struct exprs args, struct span full)
{
	const struct stat_info *info = &stat_info[word.op];
	struct expr *e = ast_new_expr(p->arena, EXPR_STAT, word.at);
	struct ast_stat *s = expr_stat(e);

	e->full = full;
	e->type = TYPE_LONG;
	if (!check_count(p, word, &args, info->min + 1, info->max + 1, full) ||
	    !is_stat_operand(p, args.v[0]))
		return ast_new_number(p->arena, word.at, 0);
	s->op = (enum stat_op)word.op;
	s->stat = args.v[0];
	s->has_param = args.n > 1;
	if (s->has_param)
		s->param = number_of(p, args.v[1]);
	return build_nested(p, e, s->stat->depth);
}

struct expr *build_hist(struct parser *p, struct token word, struct exprs args, struct span full)
{
	const struct stat_info *info = &stat_info[word.op];
	struct expr *e = ast_new_expr(p->arena, EXPR_HIST, word.at);
	struct ast_hist *h = expr_hist(e);

	e->full = full;
	h->op = (enum stat_op)word.op;
	h->stat = ast_new_name(p->arena, word.at, atom_intern(p->env->atoms, "?"), NULL);
	if (!check_count(p, word, &args, info->min + 1, info->max + 1, full) ||
	    !is_stat_operand(p, args.v[0]))
		return e;
	h->stat = args.v[0];
	if (args.n > 1) {
		h->low = number_of(p, args.v[1]);
		h->high = number_of(p, args.v[2]);
		h->step = number_of(p, args.v[3]);
	}
	return build_nested(p, e, h->stat->depth);
}
