/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The emitting parts of the families, translator/family/emit_*.c: what struct family's
 * emit_entry and emit_row point to. */
#ifndef EMIT_FAMILY_H
#define EMIT_FAMILY_H

struct cwriter;
struct derived_probe;
struct session;

void session_emit_row(struct session *s, struct cwriter *w, struct derived_probe *probe);
void timer_emit_entry(struct session *s, struct cwriter *w, struct derived_probe *probe);
void timer_emit_row(struct session *s, struct cwriter *w, struct derived_probe *probe);
void function_emit_save(struct session *s, struct cwriter *w, struct derived_probe *probe);
void function_emit_entry(struct session *s, struct cwriter *w, struct derived_probe *probe);
void function_emit_row(struct session *s, struct cwriter *w, struct derived_probe *probe);

/* The part of a row that says how the probe is armed; nothing for one without conditions. */
void entry_arming(struct cwriter *w, const struct derived_probe *probe);

/* Opens e_NN with those parameters, up to where registers and the like are stored in the context
 * `c`; calls the handler, leaves and closes. */
/* Inside of one: enters, or returns `skipped` ("" or " 1"); and leaves. */
void entry_enter(struct cwriter *w, const struct derived_probe *probe, const char *skipped);
/* Runs the handler; its time counts for the overload check when it may take long. */
void entry_call(struct cwriter *w, const struct derived_probe *probe);
void entry_leave(struct cwriter *w, const struct derived_probe *probe);
void entry_open(struct cwriter *w, const struct derived_probe *probe, const char *parameters);
void entry_close(struct cwriter *w, const struct derived_probe *probe);

#endif
