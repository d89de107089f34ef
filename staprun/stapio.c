// SPDX-License-Identifier: GPL-2.0-or-later
/* stapio: the unprivileged half of staprun. Starts a loaded module's session, writes out its records, ends it. */
#include "staprun/options.h"
#include "staprun/session.h"

int main(int argc, char **argv)
{
	struct run_options o;
	int rc = options_parse(&o, RUN_STAPIO, argc, argv);

	if (rc)
		return rc < 0;
	return session_run(&o, o.words[0]);
}
