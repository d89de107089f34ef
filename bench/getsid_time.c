/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * getsid_time LOOPS FILE - calls getsid(0) LOOPS times and writes the mean nanoseconds of one call, loop included, to
 * FILE. In a guest that counts instructions a nanosecond is an instruction.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

int main(int argc, char **argv)
{
	long loops = argc == 3 ? atol(argv[1]) : 0;
	double begin;
	FILE *f;

	if (loops <= 0) {
		fprintf(stderr, "usage: getsid_time LOOPS FILE\n");
		return 2;
	}
	begin = now_ns();
	for (long i = 0; i < loops; i++)
		getsid(0);
	begin = now_ns() - begin;
	f = fopen(argv[2], "w");
	if (!f) {
		perror(argv[2]);
		return 1;
	}
	fprintf(f, "%.1f\n", begin / loops);
	return fclose(f) ? 1 : 0;
}
