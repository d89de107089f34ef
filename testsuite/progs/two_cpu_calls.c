// SPDX-License-Identifier: GPL-2.0-or-later
/* two_cpu_calls SECONDS: two threads, one on CPU 0 and one on CPU 1, call getsid, getpgid, getppid and getuid in turn for that
 * long. Prints how often each was called. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct worker {
	pthread_t thread;
	int cpu;
	double seconds;
	long rounds;
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void *work(void *arg)
{
	struct worker *w = arg;
	double end = now() + w->seconds;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(w->cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set) < 0) {
		perror("sched_setaffinity");
		exit(1);
	}
	for (; w->rounds % 64 || now() < end; w->rounds++) {
		syscall(SYS_getsid, 0);
		syscall(SYS_getpgid, 0);
		syscall(SYS_getppid);
		syscall(SYS_getuid);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	struct worker w[2];

	for (int i = 0; i < 2; i++) {
		w[i] = (struct worker){ .cpu = i, .seconds = argc > 1 ? atof(argv[1]) : 1 };
		if (pthread_create(&w[i].thread, NULL, work, &w[i]))
			return 1;
	}
	for (int i = 0; i < 2; i++)
		pthread_join(w[i].thread, NULL);
	printf("%ld\n", w[0].rounds + w[1].rounds);
	return 0;
}
