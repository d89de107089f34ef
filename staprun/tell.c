// SPDX-License-Identifier: GPL-2.0-or-later
#include "staprun/tell.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void tell_text(const char *kind, const char *text, unsigned int length)
{
	char line[2048];
	int n = snprintf(line, sizeof(line), "%s: %.*s\n", kind, (int)length, text);

	if (n >= (int)sizeof(line)) {
		n = sizeof(line);
		line[n - 1] = '\n';
	}
	/* There is nobody left to tell when stderr fails. */
	if (write(STDERR_FILENO, line, n) < 0)
		return;
}

void tell(const char *kind, const char *fmt, ...)
{
	char text[1900];
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	tell_text(kind, text, n < (int)sizeof(text) ? n : (int)sizeof(text) - 1);
}
