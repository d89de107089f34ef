// SPDX-License-Identifier: GPL-2.0-or-later
/* The pattern's text as a tree: alternatives of rows of repeated atoms. Brackets are in bracket.c. */
#include "translator/regex/parse.h"

#include <string.h>

#define DEPTH_MAX 400			/* of the tree: the passes behind call themselves as deep */

int re_fail(struct re_parser *p, size_t position, const char *what)
{
	if (!p->error->what) {
		p->error->position = position;
		p->error->what = what;
	}
	return -1;
}

static struct re_node *fail_node(struct re_parser *p, size_t position, const char *what)
{
	re_fail(p, position, what);
	return NULL;
}

static struct re_node *new_node(struct re_parser *p, enum re_kind kind)
{
	struct re_node *n = arena_new_object(p->arena, struct re_node);

	n->kind = kind;
	n->groups_from = n->groups_to = p->groups;
	return n;
}

static int add_kid(struct re_parser *p, struct re_node *n, struct re_node *kid, size_t position)
{
	vec_push(p->arena, &n->kids, kid);
	if (kid->depth >= n->depth)
		n->depth = kid->depth + 1;
	return n->depth > DEPTH_MAX ? re_fail(p, position, "nested too deeply") : 0;
}

static bool at(const struct re_parser *p, char c)
{
	return p->at < p->len && p->text[p->at] == c;
}

/* ---- single bytes ---------------------------------------------------------------------------- */

static struct re_node *byte_node(struct re_parser *p, unsigned int byte)
{
	struct re_node *n = new_node(p, RE_SET);

	re_set_add(&n->set, byte);
	return n;
}

static struct re_node *any_node(struct re_parser *p)
{
	struct re_node *n = new_node(p, RE_SET);

	for (unsigned int byte = 1; byte < 256; byte++)
		re_set_add(&n->set, byte);
	return n;
}

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* Up to `most` digits of the base from p->at on; -1 when there is none. */
static int number(struct re_parser *p, int base, unsigned int most)
{
	int value = -1;

	for (; most && p->at < p->len && digit_of(p->text[p->at]) < base; most--)
		value = (value < 0 ? 0 : value) * base + digit_of(p->text[p->at++]);
	return value;
}

/* Behind the backslash that stands at `begin`. */
static struct re_node *escape(struct re_parser *p, size_t begin)
{
	static const char names[] = "abtnvfr", values[] = "\a\b\t\n\v\f\r";
	const char *name;
	int value;

	if (p->at == p->len)
		return fail_node(p, begin, "trailing backslash");
	if (p->text[p->at] >= '4' && p->text[p->at] <= '9')
		return fail_node(p, begin, "back-references are not supported");
	if (p->text[p->at] >= '0' && p->text[p->at] <= '3') {
		value = number(p, 8, 3);
	} else if (at(p, 'x')) {
		p->at++;
		value = number(p, 16, 2);
		if (value < 0)
			return fail_node(p, begin, "\\x needs hexadecimal digits");
	} else {
		value = (unsigned char)p->text[p->at++];
		name = value ? strchr(names, value) : NULL;
		if (name)
			value = values[name - names];
	}
	if (!value)
		return fail_node(p, begin, "a string cannot hold a NUL");
	return byte_node(p, (unsigned int)value);
}

/* ---- groups ---------------------------------------------------------------------------------- */

static struct re_node *parse_alternatives(struct re_parser *p);

/* Behind the `(` that stands at `begin`. */
static struct re_node *parse_group(struct re_parser *p, size_t begin)
{
	bool remembered = !at(p, '?');
	struct re_node *n = new_node(p, RE_GROUP), *inside;

	if (++p->nesting > DEPTH_MAX / 2)
		return fail_node(p, begin, "nested too deeply");
	if (remembered)
		n->group = p->groups++;
	else if (p->at + 1 < p->len && p->text[p->at + 1] == ':')
		p->at += 2;
	else
		return fail_node(p, begin, "only (?:...) may begin with (?");
	inside = parse_alternatives(p);
	if (!inside)
		return NULL;
	if (!at(p, ')'))
		return fail_node(p, begin, "unmatched (");
	p->at++;
	p->nesting--;
	if (!remembered)
		return inside;
	n->groups_to = p->groups;
	return add_kid(p, n, inside, begin) ? NULL : n;
}

static struct re_node *parse_atom(struct re_parser *p)
{
	size_t begin = p->at;
	char c = p->text[p->at++];

	switch (c) {
	case '(':
		return parse_group(p, begin);
	case '[':
		return re_parse_bracket(p, new_node(p, RE_SET), begin);
	case '\\':
		return escape(p, begin);
	case '.':
		return any_node(p);
	case '^':
		return new_node(p, RE_BOL);
	case '$':
		return new_node(p, RE_EOL);
	case '*': case '+': case '?': case '{':
		return fail_node(p, begin, "nothing to repeat");
	case '\0':
		return fail_node(p, begin, "a string cannot hold a NUL");
	default:
		return byte_node(p, (unsigned char)c);
	}
}

/* ---- repetition ------------------------------------------------------------------------------ */

static int parse_count(struct re_parser *p)
{
	size_t begin = p->at;
	int value = number(p, 10, 5);

	if (value > REGEX_REPEAT_MAX || (p->at < p->len && digit_of(p->text[p->at]) < 10))
		return re_fail(p, begin, "a repetition's count must be below 12345");
	return value;
}

/* Behind the `{` that stands at `begin`. */
static int parse_braces(struct re_parser *p, struct re_node *n, size_t begin)
{
	int min = parse_count(p), max = min;

	if (at(p, ',')) {
		p->at++;
		max = parse_count(p);
		n->max = max < 0 ? RE_UNLIMITED : (unsigned int)max;
		if (min < 0 && max >= 0)
			min = 0;
	} else {
		n->max = (unsigned int)max;
	}
	if (p->error->what)
		return -1;
	if (!at(p, '}') || min < 0)
		return re_fail(p, begin, "{ needs {m}, {m,}, {,n} or {m,n}; \\{ is a brace");
	p->at++;
	n->min = (unsigned int)min;
	if (n->max < n->min)
		return re_fail(p, begin, "{m,n} with m above n");
	return 0;
}

static bool at_repeat(const struct re_parser *p)
{
	return at(p, '*') || at(p, '+') || at(p, '?') || at(p, '{');
}

static bool is_repeated_repeat(const struct re_node *n, char c)
{
	return c != '{' && n->kind == RE_REPEAT && n->min == 0 && n->max == RE_UNLIMITED;
}

static struct re_node *parse_repeated(struct re_parser *p)
{
	size_t begin = p->at;
	struct re_node *atom = parse_atom(p), *n;

	while (atom && at_repeat(p)) {
		char c = p->text[p->at];

		if (atom->kind == RE_BOL || atom->kind == RE_EOL)
			return fail_node(p, p->at, "an anchor cannot be repeated");
		begin = p->at++;
		if (is_repeated_repeat(atom, c))
			continue;			/* a** is a* */
		n = new_node(p, RE_REPEAT);
		n->groups_from = atom->groups_from;
		n->min = c == '+';
		n->max = c == '?' ? 1 : RE_UNLIMITED;
		if (c == '{' && parse_braces(p, n, begin))
			return NULL;
		if (add_kid(p, n, atom, begin))
			return NULL;
		atom = n;
	}
	return atom;
}

/* ---- rows and alternatives ------------------------------------------------------------------- */

static struct re_node *parse_row(struct re_parser *p)
{
	struct re_node *row = new_node(p, RE_CAT), *kid;

	while (p->at < p->len && !at(p, '|') && !at(p, ')')) {
		kid = parse_repeated(p);
		if (!kid || add_kid(p, row, kid, p->at))
			return NULL;
	}
	row->groups_to = p->groups;
	return row->kids.n == 1 ? row->kids.v[0] : row;
}

static struct re_node *parse_alternatives(struct re_parser *p)
{
	struct re_node *alt = new_node(p, RE_ALT), *kid;

	do {
		kid = parse_row(p);
		if (!kid || add_kid(p, alt, kid, p->at))
			return NULL;
	} while (at(p, '|') && ++p->at);
	alt->groups_to = p->groups;
	return alt->kids.n == 1 ? alt->kids.v[0] : alt;
}

struct re_node *re_parse(struct arena *a, const char *pattern, size_t len, unsigned int *groups,
			 struct regex_error *error)
{
	struct re_parser p = { .arena = a, .text = pattern, .len = len, .groups = 1,
			       .error = error };
	struct re_node *n;

	error->what = NULL;
	n = parse_alternatives(&p);
	if (n && p.at < p.len)
		n = fail_node(&p, p.at, "unmatched )");
	*groups = p.groups;
	return n;
}
