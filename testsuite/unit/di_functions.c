// SPDX-License-Identifier: GPL-2.0-or-later
/* The debuginfo library, asked about functions of this very program (which is built with -g -O2). */
#include <stdio.h>
#include <string.h>

#include "translator/base/arena.h"
#include "translator/base/buf.h"
#include "translator/debuginfo/debuginfo.h"
#include "translator/debuginfo/regs.h"

#define FIXTURE __attribute__((noipa, used))

enum color { RED = -1, GREEN };
struct pair { long a, b; };
typedef unsigned short port_t;

FIXTURE int fix_plain(int a, const char *b, port_t c, enum color d);
FIXTURE void fix_struct(long before, struct pair pair, long after);
FIXTURE long fix_stack(long a, long b, long c, long d, long e, long f, int g);
FIXTURE double fix_float(float x, long after);

FIXTURE int fix_plain(int a, const char *b, port_t c, enum color d)
{
	return a + *b + c + (int)d;
}

FIXTURE void fix_struct(long before, struct pair pair, long after)
{
	printf("%ld", before + pair.a + after);
}

FIXTURE long fix_stack(long a, long b, long c, long d, long e, long f, int g)
{
	return a + b + c + d + e + f + g;
}

FIXTURE double fix_float(float x, long after)
{
	return x + (double)after;
}

static int failures;

static void expect(int line, const char *what, const char *got, const char *want)
{
	if (!strcmp(got, want))
		return;
	printf("%s:%d: %s is '%s', not '%s'\n", __FILE__, line, what, got, want);
	failures++;
}

static void print_op(struct buf *out, const struct fetch_op *op)
{
	switch (op->kind) {
	case FETCH_REG: buf_printf(out, " %s", regs_by_number(op->reg)->name); break;
	case FETCH_CONST: buf_printf(out, " =%lld", (long long)op->n); break;
	case FETCH_ADD: buf_printf(out, " +%lld", (long long)op->n); break;
	case FETCH_DEREF: buf_printf(out, " *%c%u", op->is_signed ? 's' : 'u', op->size); break;
	case FETCH_CUT: buf_printf(out, " cut%c%u", op->is_signed ? 's' : 'u', op->size); break;
	case FETCH_BITS: buf_printf(out, " bits%u", op->size); break;
	case FETCH_OPERAND: buf_printf(out, " e%u", op->reg); break;
	case FETCH_INDEX: buf_printf(out, " +e%u*%lld", op->reg, (long long)op->n); break;
	case FETCH_WIDEN: buf_puts(out, " widen"); break;
	case FETCH_TEXT: buf_puts(out, " text"); break;
	case FETCH_FLOAT_TEXT: buf_puts(out, " float"); break;
	}
}

/* "type name: fetch program" of a parameter. */
static void expect_param(int line, struct debuginfo *d, const char *function, const char *name, const char *want)
{
	const struct di_function *f = debuginfo_function(d, function);
	const struct di_variable *v = f ? debuginfo_param(f, name) : NULL;
	struct buf got = BUF_INIT;

	if (!v) {
		expect(line, name, f ? "no such parameter" : "no such function", want);
		return;
	}
	buf_printf(&got, "%s:", v->type.name);
	vec_each(op, &v->fetch)
		print_op(&got, op);
	if (v->unavailable)
		buf_printf(&got, " (%s)", v->unavailable);
	expect(line, name, buf_text(&got), want);
	buf_free(&got);
}

#define PARAM(function, name, want) expect_param(__LINE__, d, function, name, want)

static void test_params(struct debuginfo *d)
{
	PARAM("fix_plain", "a", "int: rdi cuts4");
	PARAM("fix_plain", "b", "const char *: rsi");
	PARAM("fix_plain", "c", "port_t: rdx cutu2");
	PARAM("fix_plain", "d", "enum color: rcx cuts4");
	PARAM("fix_struct", "before", "long int: rdi");
	PARAM("fix_struct", "pair", "struct pair: (its type does not fit a register)");
	PARAM("fix_stack", "f", "long int: r9");
	PARAM("fix_stack", "g", "int: rsp +8 *s4");
	PARAM("fix_float", "x", "float: (its type does not fit a register)");
}

static void test_function(struct debuginfo *d)
{
	const struct di_function *f = debuginfo_function(d, "fix_plain");

	expect(__LINE__, "fix_plain", f && f->line && f->has_return_value ? "found" : "not found", "found");
	expect(__LINE__, "its return type", f ? f->return_type.name : "", "int");
	expect(__LINE__, "no_such_function", debuginfo_function(d, "no_such_function") ? "found" : "not found", "not found");
	f = debuginfo_function(d, "fix_struct");
	expect(__LINE__, "fix_struct", f && !f->has_return_value ? "void" : "not void", "void");
}

static void test_missing(struct arena *a)
{
	const struct di_where where = { .root = "/nonexistent", .release = "1.2" };
	struct buf looked = BUF_INIT;

	expect(__LINE__, "open", debuginfo_open(a, &where, &looked) ? "opened" : "missing", "missing");
	expect(__LINE__, "places", strstr(buf_text(&looked), "/nonexistent/usr/lib/debug/boot/vmlinux-1.2: ") ? "told" : "",
	       "told");
	buf_free(&looked);
}

int main(void)
{
	struct arena *a = arena_new();
	const struct di_where where = { .file = "/proc/self/exe" };
	struct debuginfo *d = debuginfo_open(a, &where, NULL);

	if (!d) {
		puts("cannot open the program's own debug information");
		return 1;
	}
	test_params(d);
	test_function(d);
	test_missing(a);
	debuginfo_close(d);
	arena_free(a);
	return failures ? 1 : 0;
}
