// SPDX-License-Identifier: GPL-2.0-or-later
/* writes FILE N SIZE: write SIZE bytes to FILE N times. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	const char *file = argc > 1 ? argv[1] : "/dev/null";
	long n = argc > 2 ? atol(argv[2]) : 1;
	size_t size = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
	char *data = calloc(size, 1);
	int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0644);

	if (!data || fd < 0) {
		perror(file);
		return 1;
	}
	while (n-- > 0)
		if (write(fd, data, size) != (ssize_t)size)
			return 1;
	return 0;
}
