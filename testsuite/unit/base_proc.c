// SPDX-License-Identifier: GPL-2.0-or-later
/* Children: status, output, input larger than a pipe, environment, failure to start. */
#include "translator/base/proc.h"

#include <errno.h>
#include <stdlib.h>

#include "testsuite/unit/base_check.h"
#include "translator/base/buf.h"

static int sh(const char *script, struct proc p, struct buf *out, struct buf *err)
{
	const char *const argv[] = { "sh", "-c", script, NULL };

	p.argv = argv;
	p.out = p.err = PROC_CAPTURE;
	p.out_buf = out;
	p.err_buf = err;
	return proc_run(&p);
}

int main(void)
{
	const struct proc plain = { .dir = NULL };
	const char *const none[] = { "/nonexistent/program", NULL };
	const char *const env[] = { "FOO=bar baz", "GONE", NULL };
	struct buf out = BUF_INIT, err = BUF_INIT, big = BUF_INIT;

	CHECK(sh("echo a; echo b >&2; exit 7", plain, &out, &err) == 7);
	CHECK_STR(buf_text(&out), "a\n");
	CHECK_STR(buf_text(&err), "b\n");
	buf_reset(&out);
	CHECK(sh("kill -9 $$", plain, &out, &out) == 137);
	errno = 0;
	CHECK(proc_run(&(struct proc){ .argv = none }) == -1 && errno == ENOENT);
	errno = 0;
	CHECK(sh("true", (struct proc){ .dir = "/nonexistent" }, &out, &err) == -1 &&
	      errno == ENOENT);

	buf_reset(&out);
	setenv("GONE", "still here", 1);
	CHECK(sh("echo \"$FOO$GONE\"; pwd", (struct proc){ .env = env, .dir = "/" }, &out, &err) == 0);
	CHECK_STR(buf_text(&out), "bar baz\n/\n");
	CHECK_STR(getenv("GONE"), "still here");

	buf_reset(&out);
	buf_fill(&big, 'x', 1000000);
	CHECK(sh("cat", (struct proc){ .input = big.data, .input_len = big.len }, &out, &err) == 0);
	CHECK(out.len == big.len && !memcmp(out.data, big.data, big.len));
	CHECK(sh("exec true", (struct proc){ .input = big.data, .input_len = big.len }, &out, &err) == 0);
	buf_reset(&out);
	CHECK(sh("cat", plain, &out, &err) == 0 && out.len == 0);
	buf_free(&out);
	buf_free(&err);
	buf_free(&big);
	return check_result();
}
