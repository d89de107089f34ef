/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stop - were we asked to end? A signal does not end us at once, so that the work folder is removed. */
#ifndef BASE_STOP_H
#define BASE_STOP_H

#include <stdbool.h>

/* From now on SIGINT, SIGHUP and SIGTERM are noted, unless they are ignored. Children get the default action back at exec. */
void stop_watch(void);

/* Has such a signal come? */
bool stop_asked(void);

#endif
