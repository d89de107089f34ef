// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of families, and matching of probe points against its patterns. */
#include "translator/family/family.h"

#include <fnmatch.h>
#include <string.h>

#include "translator/family/families.h"
#include "translator/syntax/ast.h"

const struct family_pattern family_patterns[] = {
#define FAMILY(pattern, family, variant) { pattern, &family##_family, variant, NULL },
#define LATER(pattern, what) { pattern, NULL, 0, what },
#include "translator/family/families.def"
	{ NULL, NULL, 0, NULL },
};

const struct family *const family_all[] = {
	&session_family, &function_family, &timer_family, &never_family, NULL,
};

bool family_component(const char *pattern, unsigned int i, char *out, unsigned int size, char *arg)
{
	const char *end;
	unsigned int len;

	for (; i; i--) {
		pattern = strchr(pattern, '.');
		if (!pattern)
			return false;
		pattern++;
	}
	end = pattern + strcspn(pattern, ".");
	*arg = end[-1] == ')' ? end[-2] : 0;
	len = end - pattern - (*arg ? 3 : 0);
	if (len >= size)
		len = size - 1;
	memcpy(out, pattern, len);
	out[len] = 0;
	return true;
}

bool family_name_match(const char *glob, const char *name)
{
	if (!strchr(glob, '*'))
		return !strcmp(glob, name);
	return name[0] != '*' && !fnmatch(glob, name, 0) && strncmp(name, "__", 2);
}

static bool literal_matches(const struct point_component *c, char arg)
{
	return c->literal == (arg == 'S' ? LITERAL_STRING : arg == 'N' ? LITERAL_NUMBER : LITERAL_NONE);
}

/* Components of the point from `i` on against those of the pattern from `k` on. */
static bool match_from(const struct probe_point *point, unsigned int i, const char *pattern, unsigned int k)
{
	const struct point_component *c;
	char name[64], arg;

	if (!family_component(pattern, k, name, sizeof(name), &arg))
		return i == point->components.n;
	if (i == point->components.n)
		return false;
	if (!strcmp(name, "**"))
		return true;
	c = &point->components.v[i];
	if (!strcmp(c->name, "**"))
		return match_from(point, i + 1, pattern, k + 1) || match_from(point, i, pattern, k + 1);
	return family_name_match(c->name, name) && literal_matches(c, arg) && match_from(point, i + 1, pattern, k + 1);
}

const struct family_pattern *family_next_match(const struct probe_point *point, const struct family_pattern *after)
{
	const struct family_pattern *p = after ? after + 1 : family_patterns;

	for (; p->pattern; p++)
		if (match_from(point, 0, p->pattern, 0))
			return p;
	return NULL;
}
