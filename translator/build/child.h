/* SPDX-License-Identifier: GPL-2.0-or-later */
/* child - a program that runs in our place: it has our streams, and gets the signals that ask us to end. */
#ifndef BUILD_CHILD_H
#define BUILD_CHILD_H

/* Runs argv to its end, with standard output on out_fd unless that is -1. A signal that a process sent is passed on;
 * one from the terminal has reached the child already. Returns its wait status, or -1 with errno when it could not be
 * started. */
int child_run(const char *const *argv, int out_fd);

#endif
