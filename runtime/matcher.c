// SPDX-License-Identifier: GPL-2.0
/*
 * Runs the tables of matcher.h. Neither allocates nor waits; every loop ends at a bound of the string. Context: any.
 * Part of runtime.c.
 */

/* Class 0, the NUL's, leads to state 0 or 1 from everywhere. */
int stp_regex_match(const struct stp_regex *r, const char *s)
{
	const u16 *next = r->dfa.next;
	u32 classes = r->dfa.classes, state = r->dfa.start;

	while (state > 1)
		state = next[state * classes + r->class_of[(u8)*s++]];
	return state;
}

/* ---- the match of a handler ------------------------------------------------------------------------------------ */

static struct stp_match *regex_match_of(struct stp_ctx *c)
{
	return (struct stp_match *)(c->frames + ALIGN(stp_script.config->frame_bytes, 8));
}

void stp_match_begin(struct stp_ctx *c)
{
	regex_match_of(c)->ok = 0;
}

/* Room behind the bounds of the most groups; text and log are where they are for good then. */
static void regex_take_string(struct stp_match *m, const char *s)
{
	u32 size = stp_script.config->string_size;

	m->log = (u16 *)(m->at + 2 * (stp_script.config->match_groups + 1));
	m->text = (char *)(m->log + size);
	str_put(m->text, s, size - 1);
}

/* Reads the string from its end; the last place where the reversed pattern matches is where the leftmost match begins. */
static u32 regex_find_begin(const struct stp_regex *r, const char *text)
{
	const struct stp_regex_dfa *d = &r->dfa;
	u32 pos = strlen(text), begin = STP_MATCH_NONE, state = d->start;

	for (;;) {
		if (state - 1 < d->accepting - 1)
			begin = pos;
		if (!pos || !state)
			break;
		state = d->next[state * d->classes + r->class_of[(u8)text[--pos]]];
	}
	if (state > 1)
		state = d->next[state * d->classes];
	return !pos && state == 1 ? 0 : begin;
}

/* Where a match ends, and by which step. */
struct regex_last {
	u32 pos;
	const u16 *step;
};

/* Steps from the state at pos - 1, or to the first one. */
static const u16 *regex_steps(const struct stp_regex *r, const struct stp_match *m, u32 begin, u32 pos)
{
	const struct stp_regex_tags *t = r->tags;

	if (pos == begin)
		return t->steps + t->start_move[begin > 0];
	return t->steps + t->move[m->log[pos - 1] * r->dfa.classes + r->class_of[(u8)m->text[pos - 1]]];
}

/* Reads on from the match's begin as long as it can become longer, and writes down the states. The last step is NULL
 * without a match. */
static struct regex_last regex_find_end(const struct stp_regex *r, struct stp_match *m, u32 begin)
{
	const struct stp_regex_tags *t = r->tags;
	struct regex_last last = { begin, NULL };
	u32 state = t->start[begin > 0], accept = 0, pos;
	const u16 *end;

	for (pos = begin; state && m->text[pos]; pos++) {
		m->log[pos] = state;
		if (t->accept[state]) {
			accept = t->accept[state];
			last.pos = pos;
		}
		state = t->next[state * r->dfa.classes + r->class_of[(u8)m->text[pos]]];
	}
	end = m->text[pos] ? NULL : regex_steps(r, m, begin, pos);
	if (end && end[0])
		return (struct regex_last){ pos, end };
	if (state && t->accept[state]) {
		accept = t->accept[state];
		last.pos = pos;
	}
	if (accept)
		last.step = regex_steps(r, m, begin, last.pos) + 2 * accept;
	return last;
}

/* Bounds that are passed at `pos`. Going backwards, the first that a group meets is the one that counts. */
static void regex_set_bounds(struct stp_match *m, const u16 *list, u32 pos)
{
	for (; *list != STP_REGEX_END; list++) {
		u32 *group = &m->at[*list & STP_REGEX_UNSET ? 2 * (*list & ~STP_REGEX_UNSET) : *list & ~1u];

		if (*list & STP_REGEX_UNSET) {
			if (group[0] == STP_MATCH_NONE && group[1] == STP_MATCH_NONE)
				group[0] = STP_MATCH_OUT;
		} else if (m->at[*list] == STP_MATCH_NONE && group[0] != STP_MATCH_OUT) {
			m->at[*list] = pos;
		}
	}
}

/* From the match's end to its begin; the first step's place is one more when it is that of the string's end. */
static void regex_find_groups(const struct stp_regex *r, struct stp_match *m, u32 begin, struct regex_last last)
{
	const u16 *step = last.step;
	u32 pos, place = step == regex_steps(r, m, begin, last.pos) ? step[0] - 1 : step[0];

	regex_set_bounds(m, r->tags->lists + step[1], last.pos);
	for (pos = last.pos; pos > begin; pos--) {
		step = regex_steps(r, m, begin, pos - 1) + 2 + 2 * place;
		regex_set_bounds(m, r->tags->lists + step[1], pos - 1);
		place = step[0];
	}
}

int stp_regex_search(struct stp_ctx *c, const struct stp_regex *r, const char *s)
{
	struct stp_match *m = regex_match_of(c);
	struct regex_last last;
	u32 begin, i;

	regex_take_string(m, s);
	m->ok = 0;
	begin = regex_find_begin(r, m->text);
	if (begin == STP_MATCH_NONE)
		return 0;
	last = regex_find_end(r, m, begin);
	if (!last.step)
		return 0;
	m->groups = r->tags->groups;
	for (i = 2; i < 2 * (m->groups + 1); i++)
		m->at[i] = STP_MATCH_NONE;
	regex_find_groups(r, m, begin, last);
	m->at[0] = begin;
	m->at[1] = last.pos;
	m->ok = 1;
	return 1;
}

/* ---- matched(), ngroups() -------------------------------------------------------------------------------------- */

static int regex_need_match(struct stp_ctx *c)
{
	if (regex_match_of(c)->ok)
		return 1;
	stp_error(c, 0, "no match: the last =~ of this handler failed, or there was none");
	return 0;
}

void stp_matched(struct stp_ctx *c, char *dst, s64 n)
{
	struct stp_match *m = regex_match_of(c);
	u32 from, to;

	*dst = 0;
	if (!regex_need_match(c))
		return;
	if (n < 0 || n > m->groups) {
		stp_error(c, 0, "no group %lld: the last match has %u", n, m->groups);
		return;
	}
	from = m->at[2 * n];
	to = m->at[2 * n + 1];
	if (from < to && to < STP_MATCH_OUT) {
		memcpy(dst, m->text + from, to - from);
		dst[to - from] = 0;
	}
}

s64 stp_match_groups(struct stp_ctx *c)
{
	return regex_need_match(c) ? regex_match_of(c)->groups : 0;
}
