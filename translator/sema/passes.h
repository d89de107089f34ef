/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The passes of elaboration, in order; program.h says what holds after each. Each reports all it can and returns 0, or
 * -1 when it reported an error: the driver stops then, after printing the queue.
 */
#ifndef SEMA_PASSES_H
#define SEMA_PASSES_H

struct buf;
struct session;

int pass_parse(struct session *s);
int pass_library(struct session *s);
int pass_probes(struct session *s);
int pass_resolve(struct session *s);
int pass_targets(struct session *s);
int pass_infer(struct session *s);
int pass_fold(struct session *s);
int pass_prune(struct session *s);
int pass_regex(struct session *s);
int pass_stats(struct session *s);
int pass_plan(struct session *s);
int pass_events(struct session *s);

/* -p2: globals, functions and probes with their types; bodies with `verbose`. */
void program_print(struct session *s, struct buf *out, int verbose);
/* --dump=PASS: the program as script text that parses again. */
void program_dump(struct session *s, struct buf *out);

#endif
