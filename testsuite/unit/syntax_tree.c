// SPDX-License-Identifier: GPL-2.0-or-later
/* The tree: spans, what the parser fills in, walking with replacement, copying, verifying. */
#include "testsuite/unit/syntax_fixture.h"

static struct ast_file *parse(struct fixture *f, const char *script)
{
	return parse_source(&f->env, fixture_source(f, "t.stp", script));
}

static void check_text(struct fixture *f, struct span at, const char *want)
{
	size_t len;
	const char *text = source_text(f->env.sources, at, &len);
	char *copy = arena_strndup(f->arena, text, len);

	CHECK_STR(copy, want);
}

/* The expression of the n-th statement of the first probe. */
static struct expr *nth(struct ast_file *f, unsigned int n)
{
	return stmt_expr(stmt_block(f->probes.v[0]->body)->stmts.v[n])->expr;
}

static void test_spans(void)
{
	struct fixture f;
	struct ast_file *file;
	struct expr *e;

	fixture_open(&f);
	file = parse(&f, "probe a.b(1), c { x = (1 + f(2)) * 3; $p->q[i]; s . t . u; k in arr }");
	e = nth(file, 0);
	check_text(&f, e->at, "=");
	check_text(&f, e->full, "x = (1 + f(2)) * 3");
	e = expr_assign(e)->right;
	check_text(&f, e->at, "*");
	e = expr_binary(e)->left;
	check_text(&f, e->at, "+");
	check_text(&f, e->full, "(1 + f(2))");
	check_text(&f, expr_binary(e)->right->at, "f");
	check_text(&f, expr_binary(e)->right->full, "f(2)");
	e = nth(file, 1);
	check_text(&f, e->at, "$p");
	check_text(&f, e->full, "$p->q[i]");
	CHECK(expr_target(e)->steps.n == 2 && expr_target(e)->steps.v[1].index);
	e = nth(file, 2);
	CHECK(expr_concat(e)->parts.n == 3);
	check_text(&f, e->full, "s . t . u");
	check_text(&f, expr_in(nth(file, 3))->name_at, "arr");
	check_text(&f, file->probes.v[0]->at, "probe");
	check_text(&f, file->probes.v[0]->points.v[0]->at, "a.b(1)");
	fixture_close(&f);
}

static void test_filled(void)
{
	struct fixture f;
	struct ast_file *file;
	struct function *fn;

	fixture_open(&f);
	f.env.guru = true;
	file = parse(&f, "global a[5], b = \"x\"\n"
		     "function f:long (s:string):2 %{ /* pure */ /* pragma:stp */"
		     " /* pragma:read:a */ /* pragma:write:b */ %}\n"
		     "probe p { x = %{ /* string */ \"y\" %} }");
	CHECK(!diag_errors(f.env.diags));
	CHECK(file->globals.n == 2 && file->functions.n == 1 && file->decls.n == 4);
	CHECK(file->globals.v[0]->size == 5 && file->globals.v[0]->arity == -1);
	CHECK(file->globals.v[1]->type == TYPE_STRING && file->globals.v[1]->arity == 0);
	fn = file->functions.v[0];
	CHECK(fn->ret == TYPE_LONG && fn->priority == 2 && fn->params.v[0]->type == TYPE_STRING);
	CHECK(fn->code->pragmas == (PRAGMA_PURE | PRAGMA_STP));
	CHECK(fn->code->reads.n == 1 && !strcmp(fn->code->reads.v[0], "a"));
	CHECK(fn->code->writes.n == 1 && !strcmp(fn->code->writes.v[0], "b"));
	CHECK(expr_assign(nth(file, 0))->right->type == TYPE_STRING);
	fixture_close(&f);
}

static bool negate_numbers(struct expr **e, void *ctx)
{
	struct fixture *f = ctx;

	if ((*e)->kind == EXPR_NUMBER) {
		*e = ast_new_unary(f->arena, (*e)->at, UNARY_MINUS, *e);
		return false;
	}
	return true;
}

static void drop_empty(struct stmt **s, void *ctx)
{
	struct fixture *f = ctx;

	if ((*s)->kind == STMT_BREAK)
		*s = ast_new_stmt(f->arena, STMT_EMPTY, (*s)->at);
}

static const char body[] =
	"probe p {\n"
	"\tx = f(1, a[2, *]) . @cast(q, \"t\")->m[3];\n"
	"\tforeach (v = [i, j] in arr[4, *] limit 5) {\n"
	"\t\tif (x =~ \"r\" ? 6 : 7) {\n"
	"\t\t\tbreak;\n"
	"\t\t}\n"
	"\t}\n"
	"\tfor (k = 8; k < 9; k += 10) {\n"
	"\t\ttry {\n"
	"\t\t\tdelete d[11];\n"
	"\t\t} catch (m) {\n"
	"\t\t\tprintf(\"%d\", @count(s[12]), @entry($x[13]));\n"
	"\t\t}\n"
	"\t}\n"
	"}\n";

static void check_print(const struct ast_file *file, const char *want)
{
	struct buf b = BUF_INIT;

	ast_print_file(&b, file);
	CHECK_STR(buf_text(&b), want);
	buf_free(&b);
}

/* A copy is changed all over; the original stays what it was. */
static void test_walk_copy(void)
{
	struct fixture f;
	struct ast_file *file;
	struct ast_copier copier;
	struct stmt *original, *copy;
	struct ast_visitor visitor = { .expr_pre = negate_numbers, .stmt_post = drop_empty };
	struct buf b = BUF_INIT;
	unsigned int i;

	fixture_open(&f);
	copier = (struct ast_copier){ .arena = f.arena };
	file = parse(&f, body);
	CHECK(!diag_errors(f.env.diags));
	check_print(file, body);
	original = file->probes.v[0]->body;
	copy = ast_copy_stmt(&copier, original);
	visitor.ctx = &f;
	ast_walk_stmt(&copy, &visitor);
	check_print(file, body);
	file->probes.v[0]->body = copy;
	ast_print_file(&b, file);
	for (i = 1; i <= 13; i++) {
		char number[8];

		snprintf(number, sizeof(number), "-%u", i);
		CHECK(strstr(buf_text(&b), number));
	}
	CHECK(!strstr(buf_text(&b), "break"));
	CHECK(!ast_verify_file(f.arena, file, STAGE_PARSED, NULL));
	buf_free(&b);
	fixture_close(&f);
}

static struct span move(struct span at, void *ctx)
{
	at.file = *(uint32_t *)ctx;
	return at;
}

static void test_respan(void)
{
	struct fixture f;
	struct ast_file *file;
	struct ast_copier copier;
	uint32_t view;
	struct stmt *copy;

	fixture_open(&f);
	file = parse(&f, body);
	view = source_view(f.env.sources, file->source->id, VIA_ALIAS, file->probes.v[0]->at)->id;
	copier = (struct ast_copier){ f.arena, move, &view };
	copy = ast_copy_stmt(&copier, file->probes.v[0]->body);
	CHECK(copy->at.file == view);
	CHECK(stmt_expr(stmt_block(copy)->stmts.v[0])->expr->full.file == view);
	CHECK(stmt_foreach(stmt_block(copy)->stmts.v[1])->keys.v[1].at.file == view);
	fixture_close(&f);
}

static void test_verify(void)
{
	struct fixture f;
	struct ast_file *file;
	struct span where;

	fixture_open(&f);
	file = parse(&f, "probe p { x = y + 1 }");
	CHECK(!ast_verify_file(f.arena, file, STAGE_PARSED, &where));
	CHECK_STR(ast_verify_file(f.arena, file, STAGE_RESOLVED, &where), "variable: is not bound");
	check_text(&f, where, "x");
	expr_binary(expr_assign(nth(file, 0))->right)->right = NULL;
	CHECK_STR(ast_verify_file(f.arena, file, STAGE_PARSED, &where),
		  "binary operator: lacks an operand");
	check_text(&f, where, "+");
	fixture_close(&f);
}

/* What is said of tapset files: their own rules, and errors that become warnings. */
static void test_tapset(void)
{
	struct fixture f;
	struct source *src;
	struct ast_file *file;
	unsigned int mark;

	fixture_open(&f);
	src = fixture_source(&f, "lib.stp", "function f() %{ %}\nprobe p { } probe q { x = }");
	src->in_tapset = true;
	mark = diag_mark(f.env.diags);
	file = parse_source(&f.env, src);
	CHECK(diag_errors(f.env.diags) == 1);
	diag_downgrade(f.env.diags, mark);
	CHECK(!diag_errors(f.env.diags) && diag_warnings(f.env.diags) == 1);
	CHECK(file->in_tapset && file->functions.v[0]->in_tapset);
	CHECK(file->functions.v[0]->priority == 1 && file->probes.n == 1);
	fixture_close(&f);
}

int main(void)
{
	test_spans();
	test_filled();
	test_walk_copy();
	test_respan();
	test_verify();
	test_tapset();
	return check_result();
}
