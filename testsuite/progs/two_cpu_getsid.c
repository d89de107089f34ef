// SPDX-License-Identifier: GPL-2.0-or-later
/* two_cpu_getsid N: two threads, one on CPU 0 and one on CPU 1, call getsid(0) N times each, at the same time. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct worker {
	pthread_t thread;
	pthread_barrier_t *start;
	int cpu;
	long n;
};

static void *work(void *arg)
{
	struct worker *w = arg;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(w->cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set) < 0) {
		perror("sched_setaffinity");
		exit(1);
	}
	pthread_barrier_wait(w->start);
	for (long i = 0; i < w->n; i++)
		getsid(0);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_barrier_t start;
	struct worker w[2];

	pthread_barrier_init(&start, NULL, 2);
	for (int i = 0; i < 2; i++) {
		w[i] = (struct worker){ .start = &start, .cpu = i, .n = argc > 1 ? atol(argv[1]) : 1 };
		if (pthread_create(&w[i].thread, NULL, work, &w[i]))
			return 1;
	}
	for (int i = 0; i < 2; i++)
		pthread_join(w[i].thread, NULL);
	return 0;
}
