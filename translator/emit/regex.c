// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/regex.h"

#include "translator/emit/kinds.h"
#include "translator/regex/regex.h"

#define PER_LINE 24

void regex_write_head(struct emitter *m)
{
	if (m->s->program.regexes.n || m->s->program.wants_groups)
		cw_puts(&m->script, "#include \"matcher.h\"\n");
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* One of `bytes` and `words` is the table, the other NULL. */
static void write_table(struct cwriter *w, const char *name, unsigned number, const uint8_t *bytes,
			const uint16_t *words, unsigned n)
{
	cw_printf(w, "static const %s regex_%u_%s[] = {", bytes ? "stp_u8" : "stp_u16", number, name);
	for (unsigned i = 0; i < n; i++)
		cw_printf(w, "%s%u,", i % PER_LINE ? " " : "\n\t", bytes ? bytes[i] : words[i]);
	cw_puts(w, "\n};\n");
}

static void write_bytes(struct cwriter *w, const char *name, unsigned number, const uint8_t *v,
			unsigned n)
{
	write_table(w, name, number, v, NULL, n);
}

static void write_words(struct cwriter *w, const char *name, unsigned number, const uint16_t *v,
			unsigned n)
{
	write_table(w, name, number, NULL, v, n);
}

static void write_tags(struct cwriter *w, const struct script_regex *re)
{
	const struct regex_tags *t = &re->regex->tags;
	unsigned cells = t->states * re->regex->classes, n = re->number;

	write_words(w, "next", n, t->next, cells);
	write_words(w, "move", n, t->move, cells);
	write_words(w, "steps", n, t->steps, t->n_steps);
	write_words(w, "lists", n, t->lists, t->n_lists);
	write_words(w, "accept", n, t->accept, t->states);
	cw_line(w, "static const struct stp_regex_tags regex_%u_tags = {", n);
	cw_line(w, "\tregex_%u_next, regex_%u_move, regex_%u_steps, regex_%u_lists,", n, n, n, n);
	cw_line(w, "\tregex_%u_accept, %u,", n, re->regex->groups);
	cw_line(w, "\t{ %u, %u }, { %u, %u },", t->start[0], t->start[1], t->start_steps[0],
		t->start_steps[1]);
	cw_line(w, "};");
}

static void write_regex(struct cwriter *w, const struct script_regex *re, bool groups)
{
	const struct regex *r = re->regex;
	const struct regex_dfa *d = groups ? &r->backward : &r->search;
	unsigned n = re->number;

	cw_blank(w);
	cw_puts(w, "/* ");
	for (const char *p = re->pattern; *p; p++)
		cw_printf(w, *p < ' ' || *p > '~' || *p == '*' || *p == '/' ? "\\x%02x" : "%c",
			  (unsigned char)*p);
	cw_puts(w, " */\n");
	write_bytes(w, "class", n, r->class_of, 256);
	write_words(w, "dfa", n, d->next, d->states * r->classes);
	if (groups)
		write_tags(w, re);
	cw_line(w, "static const struct stp_regex regex_%u = {", n);
	cw_line(w, "\tregex_%u_class, { regex_%u_dfa, %u, %u, %u },", n, n, r->classes, d->start,
		d->accepting);
	if (groups)
		cw_line(w, "\t&regex_%u_tags,", n);
	cw_line(w, "};");
}

void regex_write_tables(struct emitter *m)
{
	vec_each(re, &m->s->program.regexes)
		write_regex(&m->script, *re, m->s->program.wants_groups);
}

void regex_write_config(struct emitter *m)
{
	unsigned most = 0;

	if (!m->s->program.wants_groups)
		return;
	vec_each(re, &m->s->program.regexes)
		most = (*re)->regex->groups > most ? (*re)->regex->groups : most;
	cw_line(&m->script, ".match_bytes = STP_MATCH_BYTES(%u, MAXSTRINGLEN),", most);
	cw_line(&m->script, ".match_groups = %u,", most);
}

/* ---- matching -------------------------------------------------------------------------------- */

void regex_enter(struct unit *u)
{
	if (u->m->s->program.wants_groups)
		unit_line(u, "stp_match_begin(c);");
}

/* Computed at its place: it may be remembered, and its string may be in a slot. */
struct value value_of_regex(struct unit *u, struct expr *e)
{
	const struct ast_regex *r = &e->u.regex;
	const struct script_regex *re = r->compiled;
	struct value string = expr_value(u, r->left);
	struct value v = value_fixed(unit_temp(u, TEMP_LONG), false);
	const char *no = r->negated ? "!" : "";

	if (u->m->s->program.wants_groups)
		unit_line(u, "%s = %sstp_regex_search(c, &regex_%u, %s);", v.text, no, re->number,
			  string.text);
	else
		unit_line(u, "%s = %sstp_regex_match(&regex_%u, %s);", v.text, no, re->number,
			  string.text);
	v.boolean = v.own = true;
	return v;
}
