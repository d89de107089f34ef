// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/base/stop.h"

#include <signal.h>
#include <stddef.h>

/* A handler has no argument to find it by. */
static volatile sig_atomic_t asked;

static void note(int signal)
{
	(void)signal;
	asked = 1;
}

/* What is ignored, as by nohup, stays so. */
static void watch(int signal)
{
	struct sigaction action = { .sa_handler = note, .sa_flags = SA_RESTART }, before;

	if (!sigaction(signal, NULL, &before) && before.sa_handler != SIG_IGN)
		sigaction(signal, &action, NULL);
}

void stop_watch(void)
{
	watch(SIGINT);
	watch(SIGHUP);
	watch(SIGTERM);
}

bool stop_asked(void)
{
	return asked;
}
