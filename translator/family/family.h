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
struct family_instance;

struct family_pattern {
	const char *pattern;		/* NULL: end of the table */
	const struct family *family;	/* NULL: not supported yet */
	int variant;			/* the family's own enum */
	const char *later;		/* what is not supported yet */
};

/* Takes one instance; `point_text` is its canonical probe point (arena memory). */
typedef void (*family_add)(struct session *s, struct family_instance *instance, const char *point_text, void *ctx);

struct family {
	const char *name;		/* "session", "timer", "function", ... */
	bool session;			/* handlers may sleep and need no locks */
	bool arms;			/* the runtime can arm and disarm its probes: rows have `wanted` and `armed` */
	/* Checks arguments and makes probe->instance. May find several (wildcards): calls `add` for each with a filled
	 * instance. Returns how many; 0 with a diagnostic queued when none matched. */
	int (*expand)(struct session *s, const struct family_pattern *pattern, struct probe_point *point,
		      family_add add, void *ctx);
	/* Gives meaning to a $target (EXPR_TARGET and kin) in this family's handlers: fills e->type and e->resolved, or
	 * rewrites it. Returns 0, or -1 with a diagnostic. NULL: the family has no target variables. */
	int (*target)(struct session *s, struct derived_probe *probe, struct expr *e);
	/* Of a .return probe: the instance of a handler at the function's entry, which keeps values for it, with the family
	 * to call it by. NULL: the probe is not of that kind. A NULL pointer: none of the family's are. */
	struct family_instance *(*entry_of)(struct session *s, const struct derived_probe *probe,
					    const struct family **family);
	bool companion;			/* its probes belong to others: no table */
	/* Writes the entry callback e_NN that brackets p_NN(c) with stp_enter/stp_leave. NULL: the handler is called directly. */
	void (*emit_entry)(struct session *s, struct cwriter *w, struct derived_probe *probe);
	/* Writes this probe's row of the family's table (struct stp_*_probe initialiser). */
	void (*emit_row)(struct session *s, struct cwriter *w, struct derived_probe *probe);
	const char *table_type;		/* "stp_timer_probe" */
	const char *table_member;	/* member of struct stp_script: "timers" (its count: "ntimers") */
};

/* @cast(operand, "type"), which needs no family: fills e->type and e->resolved. Returns 0, or -1 with a diagnostic. */
int family_cast(struct session *s, struct expr *e);

/* @enum("NAME"): e becomes the number. @enumname(value, "type", "module"), its operands resolved: fills e->type and
 * e->resolved, a struct di_enumerators. Both return 0, or -1 with a diagnostic. */
int family_enum(struct session *s, struct expr *e);
int family_enum_name(struct session *s, struct expr *e);

extern const struct family_pattern family_patterns[];	/* from families.def, ended by a NULL pattern */
extern const struct family *const family_all[];		/* each family once, NULL-ended, in order of start */

/*
 * The next row after `after` (NULL: the first) that a probe point matches whole, or NULL. Components of the point may
 * hold wildcards (*, and ** for several).
 */
const struct family_pattern *family_next_match(const struct probe_point *point, const struct family_pattern *after);

/* The parts of a pattern or dotted name: "timer.s(N)" gives "timer" and "s(N)". Copies component `i` without its
 * argument into `out` and its argument letter ('S', 'N' or 0) to *arg; false when there is no component i. */
bool family_component(const char *pattern, unsigned int i, char *out, unsigned int size, char *arg);

/* Whether a component's name, which may hold wildcards, matches a name. */
bool family_name_match(const char *glob, const char *name);

#endif
