/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What staprun, stapio and stapdecode say on stderr: one message a call, one write(2) a message, so that messages of
 * several processes never mix within a line. */
#ifndef STAPRUN_TELL_H
#define STAPRUN_TELL_H

/* Prints "KIND: message\n". `kind` is "ERROR" or "WARNING" (or a program's name). */
void tell(const char *kind, const char *fmt, ...) __attribute__((__format__(__printf__, 2, 3)));
/* The same for `length` bytes of text as it came from the module. */
void tell_text(const char *kind, const char *text, unsigned int length);

#define tell_error(...)		tell("ERROR", __VA_ARGS__)
#define tell_warning(...)	tell("WARNING", __VA_ARGS__)

#endif
