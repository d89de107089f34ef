// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Random patterns on random strings, three ways that must agree: the tables; the definition (all
 * ways to match, ordered as POSIX says, by brute force); and the C library's regexec(), where it
 * follows POSIX.
 *
 * glibc departs from POSIX in what a group inside of a loop matched: it keeps what the group
 * matched in an earlier time round, and it does not prefer the longest first round. It also splits
 * rows such as (a|ab)(c|bcd)(d*) by its own order at times. So its groups are compared for patterns
 * without a group in a loop and with at most one choice of length. Where an anchor stands inside of a
 * pattern it finds matches that are none and misses others, so such patterns are not given to it.
 */
#include "testsuite/unit/rt_regex.h"

#include <regex.h>

#include "translator/regex/tree.h"

#define GROUPS 10
#define ROUNDS 6000

static unsigned long long seed = 1;

static unsigned int draw(unsigned int n)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned int)(seed >> 33) % n;
}

/* ---- patterns -------------------------------------------------------------------------------- */

struct maker {
	char text[400];
	size_t len;
	unsigned int groups, choices;	/* choices: parts whose length is not fixed */
	bool group_in_loop, in_loop;
};

static void put(struct maker *m, const char *text)
{
	if (m->len + strlen(text) < sizeof(m->text))
		m->len += (size_t)sprintf(m->text + m->len, "%s", text);
}

static void make(struct maker *m, unsigned int depth);

static void make_group(struct maker *m, unsigned int depth, bool loop)
{
	bool outer = m->in_loop;

	m->in_loop |= loop;
	if (m->groups + 1 < GROUPS && draw(4)) {
		m->groups++;
		m->group_in_loop |= m->in_loop;
		put(m, "(");
	} else {
		put(m, draw(2) ? "(" : "(");
		m->groups++;
		m->group_in_loop |= m->in_loop;
	}
	make(m, depth - 1);
	put(m, ")");
	m->in_loop = outer;
}

static void make_atom(struct maker *m)
{
	static const char *const atoms[] = { "a", "b", "c", "a", "b", ".", "[ab]", "[^a]", "^", "$" };
	unsigned int pick = draw(draw(12) ? 8 : 10);

	put(m, atoms[pick]);
}

static void make_part(struct maker *m, unsigned int depth)
{
	static const char *const loops[] = { "*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}", "{0}" };
	unsigned int loop = draw(depth ? 3 : 2) ? 99 : draw(8);
	size_t begin = m->len;

	if (depth && m->groups + 1 < GROUPS && draw(2))
		make_group(m, depth, loop < 99);
	else
		make_atom(m);
	if (loop == 99 || m->text[begin] == '^' || m->text[begin] == '$')
		return;
	m->choices++;
	put(m, loops[loop]);
}

static void make(struct maker *m, unsigned int depth)
{
	unsigned int ways = draw(4) ? 1 : 2;

	m->choices += ways > 1;
	for (unsigned int i = 0; i < ways; i++) {
		unsigned int parts = draw(4) + (draw(8) > 0);

		if (i)
			put(m, "|");
		for (unsigned int k = 0; k < parts; k++)
			make_part(m, depth);
		if (!parts)
			put(m, draw(2) ? "a" : "()");
		m->groups += !parts && m->text[m->len - 1] == ')';
	}
}

/* ---- the definition -------------------------------------------------------------------------- */

/*
 * All ways to match text[begin..end) with a part of the tree, best first, would be many; instead the
 * best one is found from outside to inside: the bounds of a part are given, and its own parts get
 * the longest that leaves a match for the rest.
 */
struct oracle {
	const char *text;
	int len;
	int at[2 * GROUPS];
};

static bool fits(struct oracle *o, const struct re_node *n, int begin, int end);

static bool row_fits(struct oracle *o, const struct re_node *n, unsigned int kid, int begin, int end)
{
	if (kid == n->kids.n)
		return begin == end;
	for (int mid = begin; mid <= end; mid++)
		if (fits(o, n->kids.v[kid], begin, mid) && row_fits(o, n, kid + 1, mid, end))
			return true;
	return false;
}

/* min to max times; a time round that matches nothing only where it is needed. */
static bool loop_fits(struct oracle *o, const struct re_node *n, unsigned int done, int begin, int end)
{
	if (begin == end) {
		if (done >= n->min)
			return true;
		return fits(o, n->kids.v[0], begin, begin);
	}
	if (done >= n->max)
		return false;
	for (int mid = end; mid > begin; mid--)
		if (fits(o, n->kids.v[0], begin, mid) && loop_fits(o, n, done + 1, mid, end))
			return true;
	return done < n->min && fits(o, n->kids.v[0], begin, begin) &&
	       loop_fits(o, n, done + 1, begin, end);
}

static bool fits(struct oracle *o, const struct re_node *n, int begin, int end)
{
	switch (n->kind) {
	case RE_SET:
		return end == begin + 1 && re_set_has(&n->set, (unsigned char)o->text[begin]);
	case RE_BOL:
		return begin == end && begin == 0;
	case RE_EOL:
		return begin == end && end == o->len;
	case RE_CAT:
		return row_fits(o, n, 0, begin, end);
	case RE_ALT:
		vec_each(kid, &n->kids)
			if (fits(o, *kid, begin, end))
				return true;
		return false;
	case RE_REPEAT:
		return loop_fits(o, n, 0, begin, end);
	case RE_GROUP:
		return fits(o, n->kids.v[0], begin, end);
	}
	return false;
}

static void forget(struct oracle *o, const struct re_node *n)
{
	for (unsigned int g = n->groups_from; g < n->groups_to; g++)
		o->at[2 * g] = o->at[2 * g + 1] = -1;
}

static void set(struct oracle *o, const struct re_node *n, int begin, int end);

static void set_row(struct oracle *o, const struct re_node *n, int begin, int end)
{
	for (unsigned int kid = 0; kid < n->kids.n; kid++) {
		int mid = end;

		while (!fits(o, n->kids.v[kid], begin, mid) || !row_fits(o, n, kid + 1, mid, end))
			mid--;
		set(o, n->kids.v[kid], begin, mid);
		begin = mid;
	}
}

static void set_loop(struct oracle *o, const struct re_node *n, int begin, int end)
{
	const struct re_node *kid = n->kids.v[0];
	unsigned int done = 0;

	forget(o, n);
	if (begin == end && !n->min && n->max && fits(o, kid, begin, begin)) {
		set(o, kid, begin, begin);
		return;
	}
	while (begin < end || done < n->min) {
		int mid = end;

		while (!fits(o, kid, begin, mid) || !loop_fits(o, n, done + 1, mid, end))
			mid--;
		forget(o, n);
		set(o, kid, begin, mid);
		begin = mid;
		done++;
	}
}

/* The groups of a part that matches from begin to end. */
static void set(struct oracle *o, const struct re_node *n, int begin, int end)
{
	switch (n->kind) {
	case RE_CAT:
		set_row(o, n, begin, end);
		break;
	case RE_ALT:
		forget(o, n);
		vec_each(kid, &n->kids)
			if (fits(o, *kid, begin, end)) {
				set(o, *kid, begin, end);
				break;
			}
		break;
	case RE_REPEAT:
		set_loop(o, n, begin, end);
		break;
	case RE_GROUP:
		set(o, n->kids.v[0], begin, end);
		o->at[2 * n->group] = begin;
		o->at[2 * n->group + 1] = end;
		break;
	default:
		break;
	}
}

static bool oracle_run(struct oracle *o, const struct re_node *tree)
{
	memset(o->at, 0xff, sizeof(o->at));
	for (int begin = 0; begin <= o->len; begin++)
		for (int end = o->len; end >= begin; end--)
			if (fits(o, tree, begin, end)) {
				set(o, tree, begin, end);
				o->at[0] = begin;
				o->at[1] = end;
				return true;
			}
	return false;
}

/* ---- comparison ------------------------------------------------------------------------------ */

static unsigned long pairs, with_groups, by_libc;

static void tell(const char *who, const char *pattern, const char *text, unsigned int group,
		 const int *got, const int *want)
{
	if (++check_failures < 20)
		fprintf(stderr, "%s: '%s' =~ \"%s\", group %u: (%d,%d), not (%d,%d)\n", who, text,
			pattern, group, got[0], got[1], want[0], want[1]);
}

static void compare_oracle(struct fixture *f, const char *pattern, const struct re_node *tree,
			   const char *text, bool found, int got[][2])
{
	struct oracle o = { .text = text, .len = (int)strlen(text) };

	if (oracle_run(&o, tree) != found) {
		tell("definition", pattern, text, 0, got[0], o.at);
		return;
	}
	for (unsigned int g = 0; found && g <= f->tagged->groups; g++) {
		if (got[g][0] != o.at[2 * g] || got[g][1] != o.at[2 * g + 1])
			tell("definition", pattern, text, g, got[g], &o.at[2 * g]);
		with_groups += g > 0;
	}
}

static void compare_libc(struct fixture *f, const struct maker *m, const regex_t *libc, const char *text,
			 bool found, int got[][2])
{
	bool simple = !m->group_in_loop && m->choices <= 1;
	regmatch_t at[GROUPS];
	int want[2];

	if (!regexec(libc, text, GROUPS, at, 0) != found) {
		want[0] = want[1] = -2;
		tell("C library", m->text, text, 0, got[0], want);
		return;
	}
	for (unsigned int g = 0; found && g <= (simple ? f->tagged->groups : 0); g++) {
		want[0] = at[g].rm_so;
		want[1] = at[g].rm_eo;
		if (got[g][0] != want[0] || got[g][1] != want[1])
			tell("C library", m->text, text, g, got[g], want);
		by_libc += g > 0;
	}
}

static void compare(struct fixture *f, const struct maker *m, const struct re_node *tree,
		    const regex_t *libc)
{
	int got[GROUPS][2];
	char text[12];
	bool found;

	for (unsigned int i = 0; i < 8; i++) {
		unsigned int len = draw(9);

		for (unsigned int k = 0; k < len; k++)
			text[k] = "abcab"[draw(5)];
		text[len] = 0;
		memset(got, 0xff, sizeof(got));
		found = stp_regex_search(&f->ctx, &f->groups, text);
		if (found != stp_regex_match(&f->search, text))
			tell("without groups", m->text, text, 0, got[0], got[0]);
		for (unsigned int g = 0; found && g <= f->tagged->groups; g++)
			regex_bounds(f, g, &got[g][0], &got[g][1]);
		compare_oracle(f, m->text, tree, text, found, got);
		if (libc)
			compare_libc(f, m, libc, text, found, got);
		pairs++;
	}
}

static bool anchor_inside(const char *pattern)
{
	size_t len = strlen(pattern);

	for (size_t i = 1; i < len; i++)
		if ((pattern[i] == '^' && pattern[i - 1] != '[') || (pattern[i] == '$' && i + 1 < len))
			return true;
	return false;
}

int main(void)
{
	static const int nothing[2];
	static struct fixture f;
	unsigned int refused = 0;

	for (unsigned int i = 0; i < ROUNDS; i++) {
		struct maker m = { .len = 0 };
		struct re_node *tree;
		unsigned int groups;
		regex_t libc;

		make(&m, 1 + draw(3));
		if (m.groups >= GROUPS || m.len > 60)
			continue;
		if (!regex_open(&f, m.text)) {
			refused++;
			if (strcmp(f.error.what, "the pattern needs too many states"))
				tell(f.error.what, m.text, "", 0, nothing, nothing);
			regex_close(&f);
			continue;
		}
		tree = re_parse(f.arena, m.text, m.len, &groups, &f.error);
		if (anchor_inside(m.text) || regcomp(&libc, m.text, REG_EXTENDED)) {
			compare(&f, &m, tree, NULL);
		} else {
			compare(&f, &m, tree, &libc);
			regfree(&libc);
		}
		regex_close(&f);
	}
	CHECK(refused < ROUNDS / 500);
	printf("%lu pairs; groups compared: %lu by the definition, %lu with the C library\n", pairs,
	       with_groups, by_libc);
	return check_result();
}
