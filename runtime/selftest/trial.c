// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Runs a module of the runtime without stapio: loads it, starts it, does a small workload, stops it and shows every
 * record in hexadecimal. For work on the runtime itself, and for counting instructions:
 *
 *	trial [-p PARAMS] [-n CALLS] [-j THREADS] [-s SECONDS] [-e END] [-q] MODULE.ko
 *
 * -n measures what a call of getsid, getppid and some others costs in the guest's nanoseconds (instructions under
 * -icount) before and while the module is armed; -j lets threads call getsid and read a file meanwhile; -q does not
 * show records. -e close or unload ends the session that way in place of STOP, -e hotplug takes a CPU away before.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../wire.h"

struct trial {
	int control, ring;
	struct stp_ring_info *info;
	int quiet, threads, seconds;
	const char *end, *name;
};

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void load(const char *path, const char *params)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || syscall(SYS_finit_module, fd, params, 0))
		die(path);
	close(fd);
}

static int command(struct trial *t, int type, long long value)
{
	struct stp_cmd cmd = { .size = sizeof(cmd), .type = type, .value = value };

	return write(t->control, &cmd, sizeof(cmd)) == sizeof(cmd) ? 0 : -errno;
}

static void *map(struct trial *t, unsigned ring, enum stp_region region, size_t size)
{
	int prot = region == STP_REGION_POS ? PROT_READ | PROT_WRITE : PROT_READ;
	void *p = mmap(NULL, size, prot, MAP_SHARED, t->ring, STP_MMAP(ring, region));

	return p == MAP_FAILED ? NULL : p;
}

static void show_messages(struct trial *t)
{
	static char buf[1 << 20];
	ssize_t n = read(t->control, buf, sizeof(buf)), at = 0;
	int shown = 0;

	while (at < n) {
		struct stp_msg *m = (void *)(buf + at);

		if (m->type != STP_MSG_ERROR || shown++ < 3)
			printf("message %u value %lld \"%.*s\"\n", m->type, m->value, (int)(m->size - sizeof(*m)),
			       (char *)(m + 1));
		at += m->size;
	}
}

/* Without the table of events a record's size is not known: the ranges are shown as words. */
static void show_ring(struct trial *t, unsigned r)
{
	unsigned long long size = r ? t->info->ring_size : t->info->session_size;
	struct stp_ring_ctl *ctl = map(t, r, STP_REGION_CTL, 4096);
	struct stp_ring_pos *pos = map(t, r, STP_REGION_POS, 4096);
	const char *data = map(t, r, STP_REGION_DATA, 2 * size);
	int i;

	if (!ctl || !pos || !data) {
		printf("ring %u: %s\n", r, strerror(errno));
		return;
	}
	printf("ring %u: head %llu commit %llu limit %llu nested %llu tail %llu", r, ctl->head, ctl->commit,
	       ctl->limit, ctl->nested, ctl->tail);
	for (i = 0; i < STP_LOST__COUNT; i++)
		printf(" lost%d %llu", i, ctl->lost[i]);
	for (i = 0; i < STP_SKIP__COUNT; i++)
		printf(" skipped%d %llu", i, ctl->skipped[i]);
	printf("\n");
	for (i = 0; !t->quiet && i < 12 && pos->tail + 8 * i < ctl->commit; i++)
		printf("  %016llx\n", *(unsigned long long *)(data + ((pos->tail + 8 * i) & (size - 1))));
	pos->tail = ctl->commit;
	munmap(ctl, 4096);
	munmap(pos, 4096);
	munmap((void *)data, 2 * size);
}

static double cost(long nr, int calls)
{
	double best = 1e9;
	int round, i;

	for (round = 0; round < 5; round++) {
		struct timespec a, b;
		double ns;

		clock_gettime(CLOCK_MONOTONIC, &a);
		for (i = 0; i < calls; i++)
			syscall(nr, 0);
		clock_gettime(CLOCK_MONOTONIC, &b);
		ns = ((b.tv_sec - a.tv_sec) * 1e9 + b.tv_nsec - a.tv_nsec) / calls;
		if (ns < best)
			best = ns;
	}
	return best;
}

static const struct { long nr; const char *name; } calls[] = {
	{ SYS_getsid, "getsid" }, { SYS_getppid, "getppid" }, { SYS_getuid, "getuid" },
	{ SYS_getgid, "getgid" }, { SYS_geteuid, "geteuid" }, { SYS_getegid, "getegid" },
};
enum { NCALLS = sizeof(calls) / sizeof(calls[0]) };

/* Takes CPU 1 away and gives it back, three times. */
static void hotplug(void)
{
	int fd = open("/sys/devices/system/cpu/cpu1/online", O_WRONLY | O_CLOEXEC), i;

	for (i = 0; i < 6; i++) {
		if (write(fd, i & 1 ? "1" : "0", 1) != 1)
			perror("hotplug");
		usleep(300000);
	}
	close(fd);
}

/* The other CPUs' part: the same calls, and files. */
static void *work(void *arg)
{
	int *stop = arg, fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
	char buf[64];

	while (!__atomic_load_n(stop, __ATOMIC_RELAXED)) {
		syscall(SYS_getsid, 0);
		if (pread(fd, buf, sizeof(buf), 0) < 0)
			break;
	}
	close(fd);
	return NULL;
}

static void run(struct trial *t, int n)
{
	pthread_t threads[8];
	int stop = 0, j;

	double before[NCALLS], armed;
	unsigned r, i;

	for (i = 0; n && i < NCALLS; i++)
		before[i] = cost(calls[i].nr, n);
	for (j = 0; j < t->threads; j++)
		pthread_create(&threads[j], NULL, work, &stop);
	printf("start: %s\n", strerror(-command(t, STP_CMD_START, getpid())));
	for (i = 0; n && i < NCALLS; i++) {
		armed = cost(calls[i].nr, n);
		printf("%-8s before %.2f armed %.2f net %.2f\n", calls[i].name, before[i], armed, armed - before[i]);
	}
	if (!n) {
		syscall(SYS_getsid, 0);
		syscall(SYS_getsid, 1);
	}
	if (t->seconds)
		sleep(t->seconds);
	if (t->end && !strcmp(t->end, "hotplug"))
		hotplug();
	if (t->end && !strcmp(t->end, "close"))
		printf("close: %s\n", close(t->control) ? strerror(errno) : "done");
	else if (t->end && !strcmp(t->end, "unload"))
		printf("unload: %s\n", syscall(SYS_delete_module, t->name, O_NONBLOCK) ? strerror(errno) : "done");
	else
		printf("stop: %s\n", strerror(-command(t, STP_CMD_STOP, 0)));
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	for (j = 0; j < t->threads; j++)
		pthread_join(threads[j], NULL);
	show_messages(t);
	for (r = 0; r < t->info->nrings; r++)
		show_ring(t, r);
}

int main(int argc, char **argv)
{
	char path[200], name[100], *params = "", *base;
	struct trial t = { 0 };
	int n = 0, opt;

	setvbuf(stdout, NULL, _IOLBF, 0);
	while ((opt = getopt(argc, argv, "p:n:j:s:e:q")) != -1) {
		if (opt == 'p')
			params = optarg;
		else if (opt == 'n')
			n = atoi(optarg);
		else if (opt == 'j')
			t.threads = atoi(optarg) < 8 ? atoi(optarg) : 8;
		else if (opt == 's')
			t.seconds = atoi(optarg);
		else if (opt == 'e')
			t.end = optarg;
		else if (opt == 'q')
			t.quiet = 1;
		else
			return 2;
	}
	if (optind + 1 != argc)
		return 2;
	base = strrchr(argv[optind], '/');
	snprintf(name, sizeof(name), "%s", base ? base + 1 : argv[optind]);
	*strchrnul(name, '.') = 0;
	t.name = name;
	load(argv[optind], params);
	snprintf(path, sizeof(path), STP_PROC_DIR "%s/control", name);
	t.control = open(path, O_RDWR | O_NONBLOCK);
	snprintf(path, sizeof(path), STP_PROC_DIR "%s/ring", name);
	t.ring = open(path, O_RDWR);
	if (t.control < 0 || t.ring < 0)
		die(path);
	t.info = map(&t, 0, STP_REGION_INFO, 4096);
	if (!t.info)
		die("info");
	printf("magic %x rings %u size %llu clock %u khz %u\n", t.info->magic, t.info->nrings, t.info->ring_size,
	       t.info->clock, t.info->tsc_khz);
	run(&t, n);
	close(t.control);
	printf("unload: %s\n", syscall(SYS_delete_module, name, O_NONBLOCK) ? strerror(errno) : "done");
	printf("mapping after unload: magic %x\n", t.info->magic);
	return 0;
}
