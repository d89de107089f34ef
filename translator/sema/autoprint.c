// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The probe is written as script text and goes the way of any other: x=5, s="text", a["k",1]=5 by descending value.
 */
#include "translator/sema/autoprint.h"

#include <string.h>

#include "translator/base/buf.h"
#include "translator/sema/probes.h"
#include "translator/sema/resolve.h"
#include "translator/sema/symtab.h"
#include "translator/session.h"

static const char *conversion(enum ast_type type, const char *quote)
{
	return type == TYPE_STRING ? quote : "%d";
}

static void print_array(struct buf *out, const struct variable *v)
{
	buf_printf(out, "\tforeach (__%s_value = [", v->name);	/* arrays of other types share the probe */
	for (unsigned int i = 0; i < v->key_types.n; i++)
		buf_printf(out, "%s__%s_key%u", i ? ", " : "", v->name, i);
	buf_printf(out, "] in %s-)\n\t\tprintf(\"%s[", v->name, v->name);
	for (unsigned int i = 0; i < v->key_types.n; i++)
		buf_printf(out, "%s%s", i ? "," : "", conversion(v->key_types.v[i], "\\\"%s\\\""));
	buf_printf(out, "]=%s\\n\"", conversion(v->type, "\\\"%s\\\""));
	for (unsigned int i = 0; i < v->key_types.n; i++)
		buf_printf(out, ", __%s_key%u", v->name, i);
	buf_printf(out, ", __%s_value)\n", v->name);
}

/* With --compatible below 1.4 the values are hexadecimal. */
static const char *stat_values(const struct session *s)
{
	if (parse_compatible(&s->parse_env) < 104)
		return "@count=%#x @min=%#x @max=%#x @sum=%#x @avg=%#x";
	return "@count=%d @min=%d @max=%d @sum=%d @avg=%d";
}

static void print_extractors(struct buf *out, const char *operand)
{
	static const char *const extractors[] = { "count", "min", "max", "sum", "avg" };

	for (unsigned int i = 0; i < sizeof(extractors) / sizeof(*extractors); i++)
		buf_printf(out, ", @%s(%s)", extractors[i], operand);
	buf_puts(out, ")\n");
}

static void print_aggregate(const struct session *s, struct buf *out, const struct variable *v)
{
	buf_printf(out, "\tif (@count(%s) == 0)\n\t\tprintf(\"%s @count=0x0\\n\")\n\telse\n", v->name, v->name);
	buf_printf(out, "\t\tprintf(\"%s %s\\n\"", v->name, stat_values(s));
	print_extractors(out, v->name);
}

/* The names of the keys, one after the other. */
static const char *key_names(struct session *s, const struct variable *v)
{
	const char *names = "";

	for (unsigned int i = 0; i < v->key_types.n; i++)
		names = arena_printf(s->arena, "%s%s__%s_key%u", names, i ? ", " : "", v->name, i);
	return names;
}

static void print_aggregates(struct session *s, struct buf *out, const struct variable *v)
{
	const char *keys = key_names(s, v);

	buf_printf(out, "\tforeach ([%s] in %s-)\n\t\tprintf(\"%s[", keys, v->name, v->name);
	for (unsigned int i = 0; i < v->key_types.n; i++)
		buf_printf(out, "%s%s", i ? "," : "", conversion(v->key_types.v[i], "\\\"%s\\\""));
	buf_printf(out, "] %s\\n\", %s", stat_values(s), keys);
	print_extractors(out, arena_printf(s->arena, "%s[%s]", v->name, keys));
}

static bool is_unread(const struct variable *v)
{
	return v->is_written && !v->is_read && v->type != TYPE_UNKNOWN;
}

static void print_variable(struct session *s, struct buf *out, const struct variable *v)
{
	if (v->type == TYPE_STATS && v->arity > 0)
		print_aggregates(s, out, v);
	else if (v->type == TYPE_STATS)
		print_aggregate(s, out, v);
	else if (v->arity > 0)
		print_array(out, v);
	else
		buf_printf(out, "\tprintf(\"%s=%s\\n\", %s)\n", v->name, conversion(v->type, "\\\"%s\\\""), v->name);
}

static void print_file(struct session *s, struct buf *out, const struct ast_file *file)
{
	vec_each(v, &file->globals)
		if (is_unread(*v))
			print_variable(s, out, *v);
}

/* The text is parsed as if it stood at the end of the file, so that it sees its private names. */
static void add_probe(struct session *s, struct ast_file *file, const char *statements)
{
	const char *text = arena_printf(s->arena, "probe end\n{\n%s}\n", statements);
	struct source *src = source_add(s->sources, "<global variable display>", NULL, text, strlen(text));
	struct ast_file *tree;
	unsigned int first = s->program.probes.n;

	src->in_tapset = true;
	tree = parse_source(&s->parse_env, src);
	symtab_adopt(s, src, file);
	probes_expand_decl(s, tree->probes.v[0]);
	resolve_new(s);
	for (; first < s->program.probes.n; first++)
		s->program.probes.v[first]->synthetic = true;
}

void autoprint_unread_globals(struct session *s)
{
	struct buf statements = BUF_INIT;

	for (unsigned int i = 0; i < s->program.files.n; i++) {
		struct ast_file *file = s->program.files.v[i];

		buf_reset(&statements);
		if (!file->in_tapset)
			print_file(s, &statements, file);
		if (statements.len)
			add_probe(s, file, buf_text(&statements));
	}
	buf_free(&statements);
}
