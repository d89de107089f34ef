// SPDX-License-Identifier: GPL-2.0-or-later
/* Library macros, and what conditionals ask about the world. */
#include "testsuite/unit/syntax_fixture.h"

static const char *config(void *ctx, const char *name)
{
	(void)ctx;
	if (!strcmp(name, "CONFIG_HZ"))
		return "250";
	return !strcmp(name, "CONFIG_SMP") ? "y" : NULL;
}

/* The tokens that a script comes to, as text. */
static void check_tokens(struct fixture *f, const char *script, const char *want)
{
	struct buf b = BUF_INIT;

	parse_dump_tokens(&f->env, fixture_source(f, "t", script), &b);
	if (b.len)
		b.data[b.len - 1] = '\0';
	CHECK_STR(buf_text(&b), want);
	buf_free(&b);
}

static int add_library(struct fixture *f, const char *name, const char *text)
{
	return parse_library_macros(&f->env, fixture_source(f, name, text));
}

static void test_library(void)
{
	struct fixture f;

	fixture_open(&f);
	CHECK(add_library(&f, "a.stpm",
			  "@define two %( 2 %)\n"
			  "@define add(a, b) %( @a + @b + @two %)\n"
			  "%( kernel_v >= \"6\" %? @define new %( 6 %) %: @define new %( 5 %) %)\n") == 0);
	check_tokens(&f, "@two @add(x, @two) @new", "2 x + 2 + 2 6");
	/* a script's macro comes first for the script, but not inside library macros */
	check_tokens(&f, "@define two %( 22 %) @two @add(x, @two)", "22 x + 22 + 2");
	check_tokens(&f, "@undefined", "@undefined");
	CHECK(!diag_errors(f.env.diags));

	CHECK(add_library(&f, "b.stpm", "@define two %( 3 %)") == -1);
	CHECK(fixture_tags(&f, "D_MACRO_LIBRARY_DUPLICATE") == 1);
	CHECK(add_library(&f, "c.stpm", "@define three %( 3 %)\nglobal x") == -1);
	CHECK(fixture_tags(&f, "D_MACRO_LIBRARY_TOKEN") == 1);
	check_tokens(&f, "@two @three", "2 @three");
	fixture_close(&f);
}

static void test_facts(void)
{
	static const char *const hold[] = {
		"kernel_v == \"6.1.0\"", "kernel_vr == \"6.1.0-18-amd64\"", "kernel_v < \"6.10\"",
		"kernel_v > \"6.1\"", "kernel_vr == \"6.1.*-amd64\"", "kernel_vr != \"5.*\"",
		"kernel_v <= \"6.1.0\"", "systemtap_v == \"5.6\"", "arch == \"x86_64\"",
		"arch != \"i?86\"", "runtime != \"dyninst\"", "CONFIG_SMP == \"y\"",
		"CONFIG_SMP == \"[ym]\"", "CONFIG_NONE == \"\"", "CONFIG_HZ >= 250",
		"CONFIG_HZ < 0x1000", "CONFIG_HZ == CONFIG_HZ", "CONFIG_SMP != CONFIG_HZ",
		"CONFIG_HZ > CONFIG_NONE", "guru_mode == 0", "guru_mode != 1",
		"systemtap_privilege == \"stapdev\"", "\"a\" < \"b\"", "10 > 9",
		"1 == 2 && 1 == 1 || 1 == 1", "1 == 1 || 1 == 1 && 1 == 2",
	};
	struct fixture f;
	char script[200];
	size_t i;

	fixture_open(&f);
	f.env.facts.config = config;
	for (i = 0; i < sizeof(hold) / sizeof(*hold); i++) {
		snprintf(script, sizeof(script), "%%( %s %%? yes %%: no_%zu %%)", hold[i], i);
		check_tokens(&f, script, "yes");
	}
	f.env.guru = true;
	f.env.privilege = PRIVILEGE_STAPUSR;
	f.env.compatible = "1.7";
	check_tokens(&f, "%( guru_mode == 1 && systemtap_privilege == \"stapusr\" && "
		     "systemtap_v == \"1.7\" %? yes %)", "yes");
	CHECK(!diag_errors(f.env.diags));
	fixture_close(&f);
}

static void test_compatible(void)
{
	struct fixture f;

	fixture_open(&f);
	CHECK(parse_compatible(&f.env) == 506);
	f.env.compatible = "1.8";
	CHECK(parse_compatible(&f.env) == 108);
	f.env.compatible = "4";
	CHECK(parse_compatible(&f.env) == 400);
	f.env.compatible = "nonsense";
	CHECK(parse_compatible(&f.env) == 0);
	fixture_close(&f);
}

static void test_arguments(void)
{
	static const char *const args[] = { "one", "2 + 2", "" };
	bool used[3] = { false, false, false };
	struct fixture f;

	fixture_open(&f);
	f.env.args = args;
	f.env.n_args = 3;
	f.env.args_used = used;
	check_tokens(&f, "$2 @1 $# $3 x@1", "2 + 2 \"one\" 3 x \"one\"");
	CHECK(used[0] && used[1] && used[2]);
	used[1] = false;
	parse_warn_unused_args(&f.env);
	CHECK(diag_warnings(f.env.diags) == 1 && fixture_tags(&f, "D_ARGUMENT_UNUSED") == 1);
	fixture_close(&f);
}

int main(void)
{
	test_library();
	test_facts();
	test_compatible();
	test_arguments();
	return check_result();
}
