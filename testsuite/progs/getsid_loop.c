// SPDX-License-Identifier: GPL-2.0-or-later
/* getsid_loop N: call getsid(0) N times. */
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1;

	while (n-- > 0)
		getsid(0);
	return 0;
}
