/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One session with a loaded module, from start to the last byte of output. */
#ifndef STAPRUN_SESSION_H
#define STAPRUN_SESSION_H

#include "staprun/options.h"

/* Runs it. Returns the exit status of stapio, after all messages. */
int session_run(const struct run_options *o, const char *module);

#endif
