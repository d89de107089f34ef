/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * probe - handlers: p_NN(c) does what the script says, under the locks of the globals that it
 * touches. Its family's entry callback e_NN gives it a context.
 */
#ifndef EMIT_PROBE_H
#define EMIT_PROBE_H

#include "translator/emit/unit.h"

/* Writes what a handler at a function's entry keeps for the one at its return: nothing for other probes. */
void probe_write_saved(struct emitter *m, const struct derived_probe *probe);

/* Writes handler and entry callback. */
void probe_write(struct emitter *m, struct derived_probe *probe);

#endif
