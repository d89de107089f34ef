/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The elaborated program: what the sema passes make of the files that a script reaches, and all that the emitter reads.
 * Everything lives in the session's arena. Each member says which pass fills it.
 *
 * The passes (sema/passes.h), each with what holds after it:
 *   parse      the user's files and -e/-E scripts are trees
 *   library    their declarations are in the symbol tables, the tapset index is open. Library files are parsed when the
 *              passes below meet a name that only the index knows; they join program.files then
 *   probes     every probe point is expanded through aliases to family instances: program.probes, with own copies of
 *              the bodies (prologues before, epilogues after); condition expressions attached
 *   resolve    every name is bound to a variable or function; program.functions holds the reachable ones
 *   targets    every $target, @defined ... has a meaning from its family and the debuginfo library
 *   infer      every expression, variable, parameter and function has a type; formats are checked; globals that are only
 *              written are printed by an `end` probe of our own
 *   fold       constants are folded
 *   prune      what nothing live refers to is gone (unread locals with side-effect-free values, unused functions, globals);
 *              so are probes that are never registered
 *   regex      every pattern is compiled: program.regexes
 *   stats      every aggregate knows which statistics it keeps
 *   plan       lock plan, loops, printing, recursion and depth of every probe and function are known
 *   events     every print expression is a PRINTF or SPRINTF with its format parsed; each PRINTF has its event number
 */
#ifndef SEMA_PROGRAM_H
#define SEMA_PROGRAM_H

#include "translator/base/vec.h"
#include "translator/sema/stat.h"
#include "translator/syntax/ast.h"
#include "runtime/pure/fmt.h"

struct family;
struct family_instance;		/* a family's own data about one probe; see family/fam_*.h */
struct session;

/* Most keys of an array: what runtime/map.h has macros for. */
#define ARRAY_KEYS_MAX 16

/* How a handler guards the globals it touches (plan). */
enum lock_kind {
	LOCK_NONE,		/* touches no global that another handler may change meanwhile, or session handler */
	LOCK_ATOMIC,		/* one scalar, locks.v[0], in one statement `g++; g--; g += e; g -= e` whose value is unused and
				 * whose e touches no global: an atomic instruction */
	LOCK_ALL,		/* takes `locks`, in order, before its first side effect */
};

struct derived_probe {
	unsigned number;		/* 1.., order of the script; name in generated code p_NN (prune numbers the live ones) */
	const struct family *family;	/* probes */
	struct family_instance *instance;	/* probes: symbol, interval, order ...; owned by the family */
	const char *point;		/* probes: canonical text after expansion, pp() without alias */
	const char *name;		/* probes: as the script wrote it */
	const char *listed;		/* probes: the alias that the script's point is, as -l shows it; NULL: none */
	struct span at;			/* probes: where the script wrote it (the probe point) */
	struct probe_point *written;	/* probes: the script's own probe point */
	struct stmt *body;		/* probes: own copy, rewritten by later passes */
	struct exprs conditions;	/* probes: `if (expr)`, all must hold; evaluated under the locks */
	struct variables locals;	/* resolve */
	struct variables locks;		/* plan: globals to lock, ascending variable->id */
	struct functions calls;		/* resolve: functions called by the body itself */
	enum lock_kind lock;		/* plan */
	enum stat_lock stat_lock;	/* plan */
	unsigned frame_bytes;		/* emit: strings of this handler and the deepest callees below it */
	bool prints;			/* plan: any statement reachable from here writes a record */
	bool loops;			/* plan: any loop or recursion reachable: needs an action budget */
	bool uses_point;		/* plan: pp(), or embedded C that mentions probe_point */
	bool uses_registers;		/* plan: $targets, or embedded C that reads registers: the entry callback must set c->kregs
					 * (NULL when there are none), c->returning and c->syscall */
	bool can_fail;			/* plan: some statement reachable from here may leave a soft error uncaught */
	bool deep;			/* plan: recursion or C of the user's is reachable: nobody knows how much stack it takes */
	bool watched;			/* emit: its time counts for the overload check */
	bool session;			/* probes: begin, end, error: preemptible, no locks */
	bool armed_by_condition;	/* emit: the runtime arms it while its conditions hold */
	bool synthetic;			/* infer: the end probe that prints unread globals */
	struct derived_probe *entry;	/* targets: of a .return probe: the handler at the function's entry that keeps
					 * values for it; NULL: it needs none */
	struct variables saved;		/* targets: of an entry handler: what it keeps, VAR_SAVED; the last is 1 when all are */
};
VEC_TYPE(derived_probes, struct derived_probe *);

/* What plan knows about a function: function->plan. Callees are included. */
struct function_plan {
	bool recursive;			/* can call itself, directly or through others */
	bool can_fail;			/* may return with a soft error set */
	bool prints, loops, uses_point, uses_registers, deep;
	unsigned depth;			/* calls in the deepest chain from here, itself 1, recursion cut */
	struct variables reads, writes;	/* globals */
	unsigned frame_bytes;		/* emit */
};

/* A print format after `events`: print->fmt. Of a PRINTF it is the event's; of a SPRINTF the runtime's stp_sprintf. */
struct format {
	const char *text;		/* `length` bytes, escapes replaced, any print turned into printf */
	size_t length;
	struct fmt_op *ops;		/* text operations point into `text` */
	unsigned nops;
	unsigned nvalues;		/* values that the operations consume: print->args has as many */
};

/* One print statement (or _stp_printf with a literal format in embedded C): a numbered event. */
enum field_type { FIELD_LONG, FIELD_BYTES1, FIELD_BYTES2, FIELD_BYTES4, FIELD_BYTES8, FIELD_STRING, FIELD_MEMORY, FIELD_CHART };
struct event_field {
	enum field_type type;
	const char *expr;		/* script text that names it */
	bool user;			/* MEMORY: of the user's address space (%#m) */
	const struct stat_hist *hist;	/* CHART: @hist_...(x), shown as its chart */
	unsigned op;			/* the operation in format->ops that shows it */
};
VEC_TYPE(event_fields, struct event_field);
struct event {
	unsigned number;		/* 1.. */
	struct span at;
	struct format *format;
	struct event_fields fields;	/* one for each value of the format, in order */
	bool variable;			/* has a string or memory field: record carries its size */
	unsigned fixed_bytes;		/* bytes of the fields, u32 lengths of variable ones included */
};
VEC_TYPE(events, struct event *);

/* A pattern that the program matches strings with: regex->compiled. */
struct regex;
struct script_regex {
	unsigned number;		/* 1.. */
	const char *pattern;
	struct regex *regex;		/* regex/regex.h */
};
VEC_TYPE(script_regexes, struct script_regex *);

struct program {
	struct ast_files files;			/* user scripts first, then library files as they were reached */
	unsigned expanded;			/* files whose probes are expanded already (probes, resolve) */
	unsigned resolved_probes, resolved_functions;	/* how many are resolved already (resolve, infer) */
	struct derived_probes probes;		/* in the order of registration */
	struct functions functions;		/* reachable, callees before callers where that is possible */
	struct variables globals;		/* live; variable->id is the index here (prune) */
	struct events events;
	struct embedded_codes chunks;		/* top-level %{ %} of reached files, in order (resolve) */
	struct script_regexes regexes;		/* regex */
	bool wants_groups;			/* regex: some function asks for the last match */
	unsigned stat_words;			/* stats: of the cells of all scalar aggregates */
	unsigned stat_charts;			/* stats: most histograms in one print */
	unsigned max_depth;			/* plan: deepest call chain, recursion cut */
	bool recursive;				/* plan: some function can recurse */
	bool needs_embedded;			/* plan: some live embedded C needs kernel headers: a second file */
};

#endif
