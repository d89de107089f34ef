/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arming - probes that the kernel does not call while their condition does not hold.
 *
 * A probe whose conditions are plain expressions of numbers gets c_NN(), which evaluates them, and armed_NN, what the
 * runtime has made of it last. A handler that may have changed the outcome compares both as it leaves and tells the
 * runtime, which arms and disarms from a work item. The handler still looks at its condition itself: between a change
 * and the work item it decides.
 */
#ifndef EMIT_ARMING_H
#define EMIT_ARMING_H

#include "translator/emit/unit.h"

/* Can a condition be evaluated anywhere, without a lock? Numbers are read whole. */
bool arming_needs_no_lock(struct expr *condition);

/* Does the runtime arm this probe by its conditions? */
bool arming_applies(const struct derived_probe *probe);

/* Writes c_NN and armed_NN of all such probes. */
void arming_write(struct emitter *m);

/* At a handler's end: tells the runtime when a probe is to be armed or disarmed. Nothing for most handlers. */
void arming_write_check(struct unit *u);

#endif
