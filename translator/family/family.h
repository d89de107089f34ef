/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A probe family: one way of being called by the kernel. One file fam_X.c and one or more rows in families.def each;
 * the rest of the translator knows families only through this table.
 *
 * A row is a pattern of probe-point components: FAMILY("kernel.function(S).call", stapusr or root only, function_ops).
 * S stands for a string argument, N for a number. sema/probes.c walks the rows to expand a probe point.
 */
#ifndef FAMILY_H
#define FAMILY_H

#include <stdbool.h>

struct session;
struct derived_probe;
struct probe_point;
struct expr;
struct cwriter;

struct family_pattern {
	const char *pattern;
	const struct family *family;
	int variant;			/* the family's own enum */
};

struct family {
	const char *name;		/* "session", "timer", "function", ... */
	bool session;			/* handlers may sleep and need no locks */
	/* Checks arguments and makes probe->instance. May find several (wildcards): calls `add` for each with a filled
	 * instance. Returns how many; 0 with a diagnostic queued when none matched. */
	int (*expand)(struct session *s, const struct family_pattern *pattern, struct probe_point *point,
		      void (*add)(struct session *s, struct family_instance *instance, const char *point_text, void *ctx),
		      void *ctx);
	/* Gives meaning to a $target (EXPR_TARGET and kin) in this family's handlers: fills e->type and e->resolved, or
	 * rewrites it. Returns 0, or -1 with a diagnostic. NULL: the family has no target variables. */
	int (*target)(struct session *s, struct derived_probe *probe, struct expr *e);
	/* Writes the entry callback e_NN that brackets p_NN(c) with stp_enter/stp_leave. */
	void (*emit_entry)(struct session *s, struct cwriter *w, struct derived_probe *probe);
	/* Writes this probe's row of the family's table (struct stp_*_probe initialiser). */
	void (*emit_row)(struct session *s, struct cwriter *w, struct derived_probe *probe);
	const char *table_type;		/* "stp_timer_probe" */
	const char *table_member;	/* member of struct stp_script: "timers" (its count: "ntimers") */
};

extern const struct family_pattern family_patterns[];	/* from families.def, ended by a NULL pattern */
extern const struct family *const family_all[];		/* each family once, NULL-ended, in order of start */

/* The pattern that matches a probe point whole, or NULL; then *how_far is the number of components that matched the
 * best candidate and *next (arena text) what could follow, for the diagnostic. */
const struct family_pattern *family_match(struct session *s, struct probe_point *point, int *how_far, const char **next);

#endif
