/* SPDX-License-Identifier: GPL-2.0-or-later */
/* compiler_log - turns compiler messages about a script's module into messages about the script. */
#ifndef BUILD_COMPILER_LOG_H
#define BUILD_COMPILER_LOG_H

struct session;

/* Reads what make said and reports what in it is about text of the user's files: errors, warnings, kernel symbols that
 * are not exported. Returns how many errors that were. */
unsigned int compiler_log_report(struct session *s, const char *log);

#endif
