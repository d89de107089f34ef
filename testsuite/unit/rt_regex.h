/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rt_regex - compiles patterns and runs them with the kernel's matcher, in the shims of
 * runtime/host.
 */
#ifndef UNIT_RT_REGEX_H
#define UNIT_RT_REGEX_H

#include "kernel.h"
#include "stp.h"
#include "matcher.h"

#include "testsuite/unit/base_check.h"
#include "translator/base/arena.h"
#include "translator/regex/regex.h"

#define STRING_SIZE 8192
#define GROUPS_MAX 99
#define ALIGN(x, a) (((x) + (a) - 1) & ~((a) - 1))

static const struct stp_config config = {
	.string_size = STRING_SIZE, .frame_bytes = 8, .match_groups = GROUPS_MAX,
};
const struct stp_script stp_script = { .config = &config };

static char last_error[200];

void stp_error(struct stp_ctx *c, stp_u32 at, const char *fmt, ...)
{
	va_list ap;

	(void)at;
	va_start(ap, fmt);
	vsnprintf(last_error, sizeof(last_error), fmt, ap);
	va_end(ap);
	c->last_error = last_error;
}

static void session_note_cut(void) { }

#include "str.c"
#include "matcher.c"

struct fixture {
	struct arena *arena;
	struct regex_error error;
	struct regex *plain, *tagged;
	struct stp_regex search, groups;
	struct stp_regex_tags tags;
	struct stp_ctx ctx;
	char frames[8 + STP_MATCH_BYTES(GROUPS_MAX, STRING_SIZE)] __attribute__((aligned(8)));
};

static struct stp_regex_dfa dfa_of(const struct regex *re, const struct regex_dfa *d)
{
	return (struct stp_regex_dfa){ d->next, re->classes, d->start, d->accepting };
}

static void link_tags(struct fixture *f)
{
	const struct regex_tags *t = &f->tagged->tags;

	f->tags = (struct stp_regex_tags){
		t->next, t->move, t->steps, t->lists, t->accept, f->tagged->groups,
		{ t->start[0], t->start[1] }, { t->start_steps[0], t->start_steps[1] },
	};
	f->groups = (struct stp_regex){ f->tagged->class_of, dfa_of(f->tagged, &f->tagged->backward),
					&f->tags };
}

/* Both forms of the pattern; false after an error (f->error). The fixture is used once after the
 * other; regex_close() before the next. */
static bool regex_open_bytes(struct fixture *f, const char *pattern, size_t len)
{
	f->arena = arena_new();
	f->ctx = (struct stp_ctx){ .frames = f->frames };
	f->error = (struct regex_error){ 0, NULL };
	f->plain = regex_compile(f->arena, pattern, len, false, &f->error);
	if (!f->plain)
		return false;
	f->search = (struct stp_regex){ f->plain->class_of, dfa_of(f->plain, &f->plain->search), NULL };
	f->tagged = regex_compile(f->arena, pattern, len, true, &f->error);
	if (!f->tagged)
		return false;
	link_tags(f);
	return true;
}

static bool regex_open(struct fixture *f, const char *pattern)
{
	return regex_open_bytes(f, pattern, strlen(pattern));
}

static void regex_close(struct fixture *f)
{
	arena_free(f->arena);
}

/* Bounds of group n in the last match, -1 where it took no part. */
static void regex_bounds(struct fixture *f, unsigned int n, int *begin, int *end)
{
	struct stp_match *m = regex_match_of(&f->ctx);

	*begin = m->at[2 * n] < STP_MATCH_OUT ? (int)m->at[2 * n] : -1;
	*end = m->at[2 * n + 1] < STP_MATCH_OUT ? (int)m->at[2 * n + 1] : -1;
}

/* "(0,3)(1,2)(?,?)" of the string, "" without a match, "!" when the two forms do not agree. */
static inline const char *regex_run(struct fixture *f, const char *string)
{
	static char text[4000];
	int found = stp_regex_search(&f->ctx, &f->groups, string), begin, end;
	size_t len = 0;

	text[0] = 0;
	if (found != stp_regex_match(&f->search, string))
		return "!";
	for (unsigned int g = 0; found && g <= f->tagged->groups; g++) {
		regex_bounds(f, g, &begin, &end);
		if (begin < 0 && end < 0)
			len += (size_t)sprintf(text + len, "(?,?)");
		else
			len += (size_t)sprintf(text + len, "(%d,%d)", begin, end);
	}
	return text;
}

#endif
