// SPDX-License-Identifier: GPL-2.0-or-later
/* execs N: start /bin/true N times, one after the other. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1;

	while (n-- > 0) {
		pid_t pid = fork();

		if (pid == 0) {
			execl("/bin/true", "true", NULL);
			_exit(127);
		}
		if (pid < 0 || waitpid(pid, NULL, 0) != pid)
			return 1;
	}
	return 0;
}
