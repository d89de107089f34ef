// SPDX-License-Identifier: GPL-2.0-or-later
/* openread FILE N: open FILE, read 7 bytes and close it, N times. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	const char *file = argc > 1 ? argv[1] : "/proc/self/comm";
	long n = argc > 2 ? atol(argv[2]) : 1;
	char buf[7];

	while (n-- > 0) {
		int fd = open(file, O_RDONLY);

		if (fd < 0 || read(fd, buf, sizeof(buf)) < 0) {
			perror(file);
			return 1;
		}
		close(fd);
	}
	return 0;
}
