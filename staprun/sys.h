/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What staprun asks of the kernel, in one place: tests stand in for the kernel by giving these functions themselves. */
#ifndef STAPRUN_SYS_H
#define STAPRUN_SYS_H

#include <stddef.h>
#include <stdbool.h>

/* finit_module(2) and delete_module(2): 0 or -errno. Removal never waits for a module that is in use. */
int sys_load_module(int fd, const char *settings);
int sys_delete_module(const char *name);
/* First line of a file without its newline, cut to fit. Returns 0, or -errno with an empty text. */
int sys_read_line(const char *path, char *text, size_t size);
bool sys_exists(const char *path);
/* uname -r */
void sys_release(char *text, size_t size);
/* Calls `each` for every name in `folder` that begins with `prefix`, without the prefix, until it returns non-zero;
 * returns that, or 0. */
int sys_for_each(const char *folder, const char *prefix, int (*each)(const char *name, void *arg), void *arg);
/* Can the control file of module `name` be opened, that is: no reader has it open? 1 yes, 0 no, -errno. */
int sys_control_is_free(const char *name);
/* Nanoseconds since the module `name` was loaded, 0 when that cannot be said. */
unsigned long long sys_module_age(const char *name);
/* The kernel's log from here on; -1 when it may not be read. */
int sys_log_open(void);
/* The last line since sys_log_open() that has `word`, without its prefix; closes fd. Empty text: none. */
void sys_log_find(int fd, const char *word, char *text, size_t size);
/* Sleeps for that many milliseconds. */
void sys_sleep(int ms);

#endif
