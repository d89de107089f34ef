// SPDX-License-Identifier: GPL-2.0-or-later
/* killself SIGNAL: send a signal to this process; 0 only asks whether one could. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	return kill(getpid(), argc > 1 ? atoi(argv[1]) : 0) < 0;
}
