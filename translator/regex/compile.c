// SPDX-License-Identifier: GPL-2.0-or-later
/* A pattern's way through the files of this folder. */
#include "translator/regex/build.h"

static int build_search(struct re_build *b, const struct re_node *tree, struct regex *re)
{
	struct nfa nfa;

	return nfa_build(b->arena, tree, false, false, &nfa) ||
	       re_build_dfa(b, &nfa, true, &re->search) ? -1 : 0;
}

static int build_groups(struct re_build *b, const struct re_node *tree, struct regex *re)
{
	struct nfa nfa;

	if (nfa_build(b->arena, tree, true, false, &nfa) ||
	    re_build_dfa(b, &nfa, false, &re->backward))
		return -1;
	b->work = REGEX_WORK_MAX;
	return nfa_build(b->arena, tree, false, true, &nfa) ||
	       re_build_tags(b, &nfa, &re->tags) ? -1 : 0;
}

struct regex *regex_compile(struct arena *a, const char *pattern, size_t len, bool groups,
			    struct regex_error *error)
{
	struct regex *re = arena_new_object(a, struct regex);
	struct re_build *b = arena_new_object(a, struct re_build);
	struct re_node *tree = re_parse(a, pattern, len, &re->groups, error);

	if (!tree)
		return NULL;
	re->groups--;
	b->arena = a;
	b->work = REGEX_WORK_MAX;
	re_find_classes(b, tree);
	re->class_of = b->class_of;
	re->classes = b->classes;
	if (groups ? build_groups(b, tree, re) : build_search(b, tree, re)) {
		error->position = len;
		error->what = "the pattern needs too many states";
		return NULL;
	}
	return re;
}
