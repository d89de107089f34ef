// SPDX-License-Identifier: GPL-2.0-or-later
/* numbered ERRFILE <OUTPUT: check a script's numbered records. OUTPUT has lines "CPU NUMBER", the numbers of each CPU
 * counting from 0, and one line "sent N". ERRFILE has staprun's messages. Prints "in order" when each CPU's numbers
 * only rise, and "complete" when N = records received + records reported lost; else what is wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CPUS 64

struct tally {
	long last[CPUS], received, switches, out_of_order, sent;
	int previous;
};

static void take_line(struct tally *t, const char *line)
{
	long number;
	int cpu;

	if (sscanf(line, "sent %ld", &t->sent) == 1)
		return;
	if (sscanf(line, "%d %ld\n", &cpu, &number) != 2 || cpu < 0 || cpu >= CPUS || !strchr(line, '\n')) {
		printf("not a record: %s\n", line);
		exit(1);
	}
	t->received++;
	t->switches += cpu != t->previous;
	t->previous = cpu;
	t->out_of_order += number <= t->last[cpu];
	t->last[cpu] = number;
}

/* The totals, not what was told on the way ("... lost so far"). */
static long reported_lost(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[500];
	long sum = 0, n;

	while (f && fgets(line, sizeof(line), f))
		if (strstr(line, " records lost (") && sscanf(line, "WARNING: %ld", &n) == 1)
			sum += n;
	if (f)
		fclose(f);
	return sum;
}

int main(int argc, char **argv)
{
	struct tally t = { .sent = -1, .previous = -1 };
	char line[200];
	long lost;

	for (int i = 0; i < CPUS; i++)
		t.last[i] = -1;
	while (fgets(line, sizeof(line), stdin))
		take_line(&t, line);
	lost = argc > 1 ? reported_lost(argv[1]) : 0;
	if (t.out_of_order)
		printf("%ld of %ld records out of order\n", t.out_of_order, t.received);
	else
		printf("in order\n");
	if (t.sent == t.received + lost)
		printf("complete\n");
	else
		printf("sent %ld, received %ld, reported lost %ld\n", t.sent, t.received, lost);
	fprintf(stderr, "received %ld, lost %ld, %ld changes of CPU\n", t.received, lost, t.switches);
	return 0;
}
