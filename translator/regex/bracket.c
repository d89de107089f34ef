// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Bracket expressions, in the C locale: [abc] [^a-z] []a] [a-] [[:digit:]] [[.-.]] [[=a=]]. A
 * complement has every other byte but the NUL.
 */
#include <ctype.h>
#include <string.h>

#include "translator/regex/parse.h"

/* By the C locale's rules whatever locale the program has: only ASCII is in a class. */
static const struct {
	const char *name;
	int (*has)(int c);
} classes[] = {
	{ "alnum", isalnum }, { "alpha", isalpha }, { "blank", isblank }, { "cntrl", iscntrl },
	{ "digit", isdigit }, { "graph", isgraph }, { "lower", islower }, { "print", isprint },
	{ "punct", ispunct }, { "space", isspace }, { "upper", isupper }, { "xdigit", isxdigit },
};

static int add_class(struct re_parser *p, struct re_set *set, const char *name, size_t len,
		     size_t begin)
{
	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
		if (strlen(classes[i].name) != len || memcmp(classes[i].name, name, len))
			continue;
		for (int byte = 1; byte < 128; byte++)
			if (classes[i].has(byte))
				re_set_add(set, (unsigned int)byte);
		return 0;
	}
	return re_fail(p, begin, "unknown character class");
}

/* One end of a range, or all of [:class:]: then *byte is -1. */
static int parse_item(struct re_parser *p, struct re_set *set, int *byte)
{
	size_t begin = p->at, end;
	char c = p->text[p->at++], kind;

	*byte = (unsigned char)c;
	if (!c)
		return re_fail(p, begin, "a string cannot hold a NUL");
	kind = c == '[' && p->at < p->len ? p->text[p->at] : 0;
	if (kind != ':' && kind != '.' && kind != '=')
		return 0;
	for (end = p->at + 1; end + 1 < p->len; end++)
		if (p->text[end] == kind && p->text[end + 1] == ']' && end > p->at + 1)
			break;
	if (end + 1 >= p->len)
		return re_fail(p, begin, "unmatched [: [. or [=");
	begin = p->at + 1;
	p->at = end + 2;
	if (kind == ':') {
		*byte = -1;
		return add_class(p, set, p->text + begin, end - begin, begin);
	}
	if (end - begin != 1)
		return re_fail(p, begin, "a collating element must be one character");
	*byte = (unsigned char)p->text[begin];
	return *byte ? 0 : re_fail(p, begin, "a string cannot hold a NUL");
}

static bool at_range(const struct re_parser *p)
{
	return p->at + 1 < p->len && p->text[p->at] == '-' && p->text[p->at + 1] != ']';
}

static int parse_items(struct re_parser *p, struct re_set *set)
{
	size_t begin = p->at;
	int first, last;

	if (parse_item(p, set, &first))
		return -1;
	last = first;
	if (at_range(p)) {
		p->at++;
		if (parse_item(p, set, &last))
			return -1;
		if (first < 0 || last < first)
			return re_fail(p, begin, "invalid range");
	}
	for (; first >= 0 && first <= last; first++)
		re_set_add(set, (unsigned int)first);
	return 0;
}

static void complement(struct re_set *set)
{
	for (unsigned int i = 0; i < 4; i++)
		set->bits[i] = ~set->bits[i];
	set->bits[0] &= ~1ull;
}

struct re_node *re_parse_bracket(struct re_parser *p, struct re_node *n, size_t begin)
{
	bool negated = p->at < p->len && p->text[p->at] == '^';
	size_t first;

	p->at += negated;
	for (first = p->at; p->at < p->len; ) {
		if (p->text[p->at] == ']' && p->at > first) {
			p->at++;
			if (negated)
				complement(&n->set);
			return n;
		}
		if (parse_items(p, &n->set))
			return NULL;
	}
	re_fail(p, begin, "unmatched [");
	return NULL;
}
