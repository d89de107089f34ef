// SPDX-License-Identifier: GPL-2.0-or-later
/* naps N MICROSECONDS: nanosleep(2) N times. Shows that time passes: its end is N * MICROSECONDS away. */
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1, us = argc > 2 ? atol(argv[2]) : 1000;
	struct timespec ts = { us / 1000000, us % 1000000 * 1000 };

	/* libc's nanosleep uses clock_nanosleep */
	while (n-- > 0)
		syscall(SYS_nanosleep, &ts, NULL);
	return 0;
}
