// SPDX-License-Identifier: GPL-2.0-or-later
/* mkindex ROOT FILE...: prints the index of the tapset library (sema/library.h) for files below ROOT. Used at build time. */
#include "translator/sema/library.h"
#include "translator/session.h"

int main(int argc, char **argv)
{
	struct session *s = session_open();
	int rc = 1;

	s->parse_env = (struct parse_env){
		.arena = s->arena, .atoms = s->atoms, .sources = s->sources, .diags = s->diags,
		.facts = { .kernel_release = "6.1.0", .arch = "x86_64", .runtime = "kernel" },
		.compatible = SYSTEMTAP_VERSION,
	};
	if (argc > 2)
		rc = library_write_index(s, argv[1], (const char *const *)argv + 2, argc - 2, stdout) < 0;
	diag_flush(s->diags, stderr);
	session_close(s);
	return rc;
}
