/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The elaborated program: what the sema passes make of the files that a script reaches, and all that the emitter reads.
 * Everything lives in the session's arena. Each member says which pass fills it.
 *
 * The passes (translator/pass.def), each with what holds after it:
 *   parse      the user's files and -e/-E scripts are trees
 *   library    every name a reached file uses and does not define was looked up in the tapset index and its file parsed
 *   probes     every probe point is expanded through aliases to family instances: program.probes, with own copies of
 *              the bodies (prologues before, epilogues after); condition expressions attached
 *   resolve    every name is bound to a variable or function; program.functions holds the reachable ones
 *   targets    every $target, @cast, @entry ... has a meaning from its family and the debuginfo library
 *   infer      every expression, variable, parameter and function has a type; formats are parsed and checked
 *   fold       constants are folded
 *   prune      what nothing live refers to is gone (unread locals with side-effect-free values, unused functions, globals)
 *   plan       lock plan, loops, printing, recursion and frame need of every probe and function are known
 *   events     every print statement has its event number
 */
#ifndef SEMA_PROGRAM_H
#define SEMA_PROGRAM_H

#include "translator/base/vec.h"
#include "translator/syntax/ast.h"

struct family;
struct family_instance;		/* a family's own data about one probe; see family/family.h */

/* How a handler guards the globals it touches (plan). */
enum lock_kind {
	LOCK_NONE,		/* touches no global, or session handler */
	LOCK_ATOMIC,		/* one scalar, one read-modify-write whose value is unused: an atomic instruction */
	LOCK_ALL,		/* takes `locks`, in order, before its first side effect */
};

struct derived_probe {
	unsigned number;		/* 1.., order of the script; name in generated code p_NN (probes) */
	const struct family *family;	/* probes */
	struct family_instance *instance;	/* probes: symbol, interval, order ...; owned by the family */
	const char *point;		/* probes: canonical text after expansion, pp() without alias */
	const char *name;		/* probes: as the script wrote it */
	struct span at;			/* probes: where the script wrote it */
	struct probe_point *written;	/* probes: the script's own probe point */
	struct stmt *body;		/* probes: own copy, rewritten by later passes */
	VEC(struct expr *) conditions;	/* probes: `if (expr)`, all must hold */
	VEC(struct variable *) locals;	/* resolve */
	VEC(struct variable *) locks;	/* plan: globals to lock, by global number */
	enum lock_kind lock;		/* plan */
	unsigned frame_bytes;		/* plan: strings of this handler and the deepest callees below it */
	bool prints;			/* plan: any statement reachable from here writes a record */
	bool loops;			/* plan: any loop or recursion reachable: needs an action budget */
	bool uses_point;		/* plan: pp(), or embedded C that mentions probe_point */
	bool session;			/* probes: begin, end, error: preemptible, no locks */
};

/* One print statement (or _stp_printf with a literal format in embedded C): a numbered event. */
struct event_field {
	enum { FIELD_LONG, FIELD_BYTES1, FIELD_BYTES2, FIELD_BYTES4, FIELD_BYTES8, FIELD_STRING, FIELD_MEMORY } type;
	const char *expr;		/* script text that names it */
};
struct event {
	unsigned number;		/* 1.. */
	struct span at;
	const char *format;		/* printf format of the language; `length` bytes */
	size_t length;
	VEC(struct event_field) fields;
	bool variable;			/* has a string or memory field: record carries its size */
	unsigned fixed_bytes;		/* bytes of the fields, u32 lengths of variable ones included */
};

struct program {
	VEC(struct ast_file *) files;		/* user scripts first, then library files as they were reached */
	VEC(struct derived_probe *) probes;	/* in the order of registration */
	VEC(struct function *) functions;	/* reachable, callees before callers where that is possible */
	VEC(struct variable *) globals;		/* live, numbered */
	VEC(struct event *) events;
	VEC(struct embedded_chunk *) chunks;	/* top-level %{ %} of reached files, in order */
	unsigned max_frame_bytes;		/* plan: of any handler */
	unsigned max_depth;			/* plan: deepest call chain, recursion cut */
	bool recursive;				/* plan: some function can recurse */
	bool needs_embedded;			/* plan: some live embedded C needs kernel headers: a second file */
};

#endif
