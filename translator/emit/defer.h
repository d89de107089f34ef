/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * defer - prints in embedded C as events. A call of _stp_printf or STAP_PRINTF with a literal
 * format, of _stp_print with a literal, or of _stp_binary_write(n, ...) becomes a call of an
 * event's writer, each argument widened by its C type; stapio formats it. Any other form stays as
 * it is and is served by the runtime's slow path, with the same bytes.
 */
#ifndef EMIT_DEFER_H
#define EMIT_DEFER_H

#include "translator/emit/unit.h"

/* The C text of `code` with such calls replaced, line for line; arena memory. The new events are
 * added to the program, and those made here to `made`. `helper`: the code stands outside of any
 * function of the script and has no CONTEXT; its prints look for the handler that they are part of. */
const char *defer_prints(struct emitter *m, const struct embedded_code *code, bool helper,
			 struct events *made);

#endif
