// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The parser is three steps: find the row of a word, take its argument by the row's kind, and, when all words are
 * taken, check what excludes each other. Words may be mixed with options; `--` ends the options.
 */
#include "translator/options.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "translator/base/diag.h"
#include "translator/base/xstr.h"
#include "translator/pass.h"

struct parser {
	struct options *options;
	struct arena *arena;
	struct diag_queue *diags;
	bool failed;
};

struct row;

/* How an argument is taken. `want` completes the message "'X' is not ...". */
struct kind {
	int (*take)(struct parser *p, const struct row *row, void *member, const char *arg);
	const char *want;
};

struct row {
	char letter;
	const char *name;
	const struct kind *kind;	/* NULL: not supported yet */
	size_t member;
	long min, max;
	const char *arg;
	const char *help;
	const char *section;		/* a section's title, and nothing else */
};

static int take_flag(struct parser *p, const struct row *row, void *member, const char *arg)
{
	(void)p, (void)row, (void)arg;
	*(bool *)member = true;
	return 0;
}

static int take_count(struct parser *p, const struct row *row, void *member, const char *arg)
{
	(void)p, (void)row, (void)arg;
	++*(int *)member;
	return 0;
}

static int take_string(struct parser *p, const struct row *row, void *member, const char *arg)
{
	(void)p, (void)row;
	*(const char **)member = arg;
	return *arg ? 0 : -1;
}

/* The argument may be missing, and is then "". */
static int take_optional(struct parser *p, const struct row *row, void *member, const char *arg)
{
	(void)p, (void)row;
	*(const char **)member = arg ? arg : "";
	return 0;
}

static int take_list(struct parser *p, const struct row *row, void *member, const char *arg)
{
	struct option_list *list = member;

	(void)row;
	vec_push(p->arena, list, arg);
	return *arg ? 0 : -1;
}

static int take_script(struct parser *p, const struct row *row, void *member, const char *arg)
{
	const char **script = member;

	(void)row;
	if (*script) {
		diag(p->diags, D_OPTION_SCRIPT_TWICE, SPAN_NONE);
		p->failed = true;
	}
	*script = arg;
	return 0;
}

static int take_number(struct parser *p, const struct row *row, void *member, const char *arg)
{
	char *end;
	long value;

	(void)p;
	errno = 0;
	value = strtol(arg, &end, 10);
	if (errno || end == arg || *end || value < row->min || value > row->max)
		return -1;
	*(long *)member = value;
	return 0;
}

/* Seconds, kept as milliseconds; a day of a thousand years is enough for anyone. */
static int take_seconds(struct parser *p, const struct row *row, void *member, const char *arg)
{
	char *end;
	double value = strtod(arg, &end);

	(void)p, (void)row;
	if (end == arg || *end || !(value > 0) || !(value < 3e10))
		return -1;
	*(long *)member = (long)ceil(value * 1000);
	return 0;
}

static size_t word_span(const char *s, const char *first, const char *rest)
{
	return *s && strchr(first, *s) ? 1 + strspn(s + 1, rest) : 0;
}

#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGIT "0123456789"

static int take_macro(struct parser *p, const struct row *row, void *member, const char *arg)
{
	size_t n = word_span(arg, LOWER UPPER "_", LOWER UPPER "_" DIGIT);

	return n && (!arg[n] || arg[n] == '=') ? take_list(p, row, member, arg) : -1;
}

static int take_global(struct parser *p, const struct row *row, void *member, const char *arg)
{
	size_t n = word_span(arg, LOWER UPPER "_", LOWER UPPER "_" DIGIT);
	size_t value = n && arg[n] == '=' ? strspn(arg + n + 1, LOWER UPPER DIGIT "_.-") : 0;

	return value && !arg[n + 1 + value] ? take_list(p, row, member, arg) : -1;
}

/* The kernel's limit for a module's name is 55 bytes. */
static int take_module(struct parser *p, const struct row *row, void *member, const char *arg)
{
	size_t n;

	if (xstr_ends(arg, ".ko"))
		arg = arena_strndup(p->arena, arg, strlen(arg) - 3);
	n = strspn(arg, LOWER DIGIT "_");
	return !arg[n] && n <= 55 ? take_string(p, row, member, arg) : -1;
}

static int take_version(struct parser *p, const struct row *row, void *member, const char *arg)
{
	size_t n = strspn(arg, DIGIT ".");

	return !arg[n] && isdigit((unsigned char)*arg) ? take_string(p, row, member, arg) : -1;
}

static int take_color(struct parser *p, const struct row *row, void *member, const char *arg)
{
	static const char *const names[] = { "auto", "never", "always" };

	(void)p, (void)row;
	if (!arg)
		arg = "always";
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (!strcmp(arg, names[i])) {
			*(enum option_color *)member = (enum option_color)i;
			return 0;
		}
	}
	return -1;
}

static int take_dump(struct parser *p, const struct row *row, void *member, const char *arg)
{
	return pass_find(arg) >= 0 ? take_string(p, row, member, arg) : -1;
}

/* OPTION_KINDS: kind, what a good argument is. */
#define OPTION_KINDS(X)						\
	X(flag, "")						\
	X(count, "")						\
	X(string, "a name")					\
	X(optional, "a name")					\
	X(list, "a name")					\
	X(script, "a script")					\
	X(number, "a number")			\
	X(seconds, "a number of seconds")			\
	X(macro, "NAME or NAME=VALUE")				\
	X(global, "VAR=VALUE (letters, digits, _ . -)")		\
	X(module, "made of a-z, 0-9 and _, 55 at most")		\
	X(version, "a version such as 1.7")			\
	X(color, "never, always or auto")			\
	X(dump, "the name of a pass")

#define KIND(name, want) static const struct kind kind_##name = { take_##name, want };
OPTION_KINDS(KIND)
#undef KIND

static const struct row rows[] = {
#define OPTION_SECTION(title) { .section = title },
#define OPTION(letter, name, kind, member, min, max, arg, help) \
	{ letter, name, &kind_##kind, offsetof(struct options, member), min, max, arg, help, NULL },
#define OPTION_LATER(letter, name, arg) { letter, name, NULL, 0, 0, 0, arg, NULL, NULL },
#include "translator/options.def"
#undef OPTION_SECTION
#undef OPTION
#undef OPTION_LATER
};
#define N_ROWS (sizeof(rows) / sizeof(*rows))

static bool has_optional_argument(const struct row *row)
{
	return row->arg && row->arg[0] == '[';
}

static const struct row *find_letter(char letter)
{
	for (size_t i = 0; i < N_ROWS; i++)
		if (!rows[i].section && rows[i].letter == letter)
			return &rows[i];
	return NULL;
}

static const struct row *find_name(const char *name, size_t len)
{
	if (len == 6 && !strncmp(name, "colour", len))
		return find_name("color", 5);
	for (size_t i = 0; i < N_ROWS; i++)
		if (rows[i].name && !strncmp(rows[i].name, name, len) && !rows[i].name[len])
			return &rows[i];
	return NULL;
}

static void fail(struct parser *p)
{
	p->failed = true;
}

/* Takes one option. `dash` and `word` are how it was written, for messages. */
static void take(struct parser *p, const struct row *row, const char *dash, const char *word, const char *arg)
{
	void *member = (char *)p->options + row->member;

	if (!row->kind) {
		diag(p->diags, D_OPTION_LATER, SPAN_NONE, dash, word);
		fail(p);
	} else if (row->kind->take(p, row, member, arg) < 0) {
		const char *want = row->kind->want;

		if (row->max)
			want = arena_printf(p->arena, "a number from %ld to %ld", row->min, row->max);
		diag(p->diags, D_OPTION_VALUE, SPAN_NONE, dash, word, arg ? arg : "", want);
		fail(p);
	}
}

/* --name, --name=ARG or --name ARG. Returns how many words of argv that were. */
static int parse_long(struct parser *p, int left, const char **argv)
{
	const char *word = argv[0] + 2, *equal = strchr(word, '=');
	size_t len = equal ? (size_t)(equal - word) : strlen(word);
	const char *name = arena_strndup(p->arena, word, len), *arg = equal ? equal + 1 : NULL;
	const struct row *row = find_name(word, len);
	int used = 1;

	if (!row) {
		diag(p->diags, D_OPTION_UNKNOWN, SPAN_NONE, "--", name);
	} else if (arg && !row->arg) {
		diag(p->diags, D_OPTION_ARGUMENT, SPAN_NONE, "--", name);
	} else if (!arg && row->arg && !has_optional_argument(row) && left < 2) {
		diag(p->diags, D_OPTION_NO_ARGUMENT, SPAN_NONE, "--", name, row->arg);
	} else {
		if (!arg && row->arg && !has_optional_argument(row)) {
			arg = argv[1];
			used = 2;
		}
		take(p, row, "--", name, arg);
		return used;
	}
	fail(p);
	return used;
}

/* -abc or -aARG or -a ARG. Returns how many words of argv that were. */
static int parse_letters(struct parser *p, int left, const char **argv)
{
	for (const char *s = argv[0] + 1; *s; s++) {
		const char letter[] = { *s, 0 };
		const struct row *row = find_letter(*s);

		if (!row) {
			diag(p->diags, D_OPTION_UNKNOWN, SPAN_NONE, "-", letter);
			fail(p);
		} else if (!row->arg || has_optional_argument(row)) {
			take(p, row, "-", letter, NULL);
		} else if (s[1]) {
			take(p, row, "-", letter, s + 1);
			return 1;
		} else if (left > 1) {
			take(p, row, "-", letter, argv[1]);
			return 2;
		} else {
			diag(p->diags, D_OPTION_NO_ARGUMENT, SPAN_NONE, "-", letter, row->arg);
			fail(p);
		}
	}
	return 1;
}

/* The first word that is no option is the script, unless -e is one; the others are the script's arguments. */
static void sort_words(struct options *o, struct option_list *words)
{
	unsigned int i = 0;

	if (!o->script_text && words->n)
		o->script_file = words->v[i++];
	o->args.v = words->v + i;
	o->args.n = words->n - i;
	o->args.cap = o->args.n;
}

static void exclude(struct parser *p, bool both, const char *a, const char *b)
{
	if (!both)
		return;
	diag(p->diags, D_OPTION_CONFLICT, SPAN_NONE, a, b);
	fail(p);
}

/* Listings exclude each other, a script, and -p. Returns whether there is one. */
static bool check_listing(struct parser *p)
{
	struct options *o = p->options;
	const struct { bool on; const char *word; } listings[] = {
		{ o->list, "-l" }, { o->list_variables, "-L" }, { o->dump_functions, "--dump-functions" },
		{ o->dump_probe_types, "--dump-probe-types" }, { o->dump_probe_aliases, "--dump-probe-aliases" },
	};
	const char *first = NULL;

	for (size_t i = 0; i < sizeof(listings) / sizeof(*listings); i++) {
		if (!listings[i].on)
			continue;
		if (first)
			exclude(p, true, first, listings[i].word);
		first = listings[i].word;
	}
	exclude(p, first && (o->script_file || o->script_text), first, "a script");
	exclude(p, first && o->last_pass != 5, first, "-p");
	return first;
}

static void check(struct parser *p)
{
	struct options *o = p->options;
	bool no_run = check_listing(p) || o->help || o->version || o->explain || o->clean_cache;

	exclude(p, o->command && o->target_pid, "-c", "-x");
	exclude(p, o->guest && o->release, "--guest", "-r");
	exclude(p, o->guest && o->target_pid, "--guest", "-x");
	exclude(p, o->guest && o->bulk, "--guest", "-b");	/* its files would stay in the guest */
	exclude(p, o->no_warnings && o->warnings_are_errors, "-w", "-W");
	if (o->suppress_time_limits && !o->guru) {
		diag(p->diags, D_OPTION_GURU, SPAN_NONE, "--suppress-time-limits");
		fail(p);
	}
	if (o->module_name)
		o->disable_cache = true;
	if (o->tmpdir)
		o->keep_tmpdir = true;
	if (!no_run && !p->failed && !o->script_file && !o->script_text) {
		diag(p->diags, D_NO_SCRIPT, SPAN_NONE);
		fail(p);
	}
}

/* ---- a script that starts us ---------------------------------------------------------------------------------------- */

/*
 * `#!/usr/bin/stap -DFOO -g`: the kernel gives all that follows the program as one word, then the script's name. Only
 * when the file says the same it is taken apart: the words may as well be one option's own.
 */
static bool is_shebang(const char *word, const char *path)
{
	char line[512];
	FILE *f = strchr(word, ' ') || strchr(word, '\t') ? fopen(path, "r") : NULL;
	bool same = false;

	if (f && fgets(line, sizeof(line), f) && !strncmp(line, "#!", 2)) {
		char *options = line + 2 + strspn(line + 2, " \t");

		options += strcspn(options, " \t\n");
		options += strspn(options, " \t");
		options[strcspn(options, "\n")] = 0;
		same = !strncmp(options, word, strlen(word)) && !options[strlen(word) + strspn(options + strlen(word), " \t")];
	}
	if (f)
		fclose(f);
	return same;
}

/* The words of argv, the one of a #! line taken apart. */
static void split_words(struct parser *p, int argc, char **argv, struct option_list *out)
{
	for (int i = 1; i < argc; i++) {
		char *save = NULL, *line;

		if (i > 1 || argc < 3 || argv[1][0] != '-' || !is_shebang(argv[1], argv[2])) {
			vec_push(p->arena, out, argv[i]);
			continue;
		}
		line = arena_strndup(p->arena, argv[1], strlen(argv[1]));
		for (char *word = strtok_r(line, " \t", &save); word; word = strtok_r(NULL, " \t", &save))
			vec_push(p->arena, out, word);
	}
}

int options_parse(struct options *o, int argc, char **argv, struct arena *arena, struct diag_queue *diags)
{
	struct parser p = { .options = o, .arena = arena, .diags = diags };
	struct option_list words = { 0 }, given = { 0 };
	bool only_words = false;

	*o = (struct options){ .last_pass = 5, .compatible = "5.6" };
	split_words(&p, argc, argv, &given);
	for (unsigned int i = 0; i < given.n;) {
		const char **rest = given.v + i, *word = *rest;

		if (only_words || word[0] != '-' || !word[1]) {
			vec_push(arena, &words, word);
			i++;
		} else if (!strcmp(word, "--")) {
			only_words = true;
			i++;
		} else if (word[1] == '-') {
			i += parse_long(&p, given.n - i, rest);
		} else {
			i += parse_letters(&p, given.n - i, rest);
		}
	}
	sort_words(o, &words);
	check(&p);
	return p.failed ? -1 : 0;
}

const char *options_macro(const struct options *o, const char *name)
{
	size_t len = strlen(name);

	for (unsigned int i = o->macros.n; i-- > 0;) {
		const char *m = o->macros.v[i];

		if (strncmp(m, name, len))
			continue;
		if (!m[len])
			return "1";
		if (m[len] == '=')
			return m + len + 1;
	}
	return NULL;
}

int options_macro_number(const struct options *o, const char *name, int64_t *value)
{
	const char *text = options_macro(o, name);
	char *end;
	long long n;

	if (!text)
		return 0;
	errno = 0;
	n = strtoll(text, &end, 0);
	if (errno || end == text || *end)
		return -1;
	*value = n;
	return 1;
}

static void help_row(FILE *out, const struct row *row)
{
	char left[64];
	int n = 0;

	n += snprintf(left + n, sizeof(left) - n, row->letter ? "-%c" : "  ", row->letter);
	if (row->name)
		n += snprintf(left + n, sizeof(left) - n, "%s--%s", row->letter ? ", " : "  ", row->name);
	if (row->arg)
		snprintf(left + n, sizeof(left) - n, "%s%s",
			 has_optional_argument(row) ? "" : row->name ? "=" : " ", row->arg);
	fprintf(out, "  %-28s %s\n", left, row->help);
}

void options_help(FILE *out)
{
	fputs("Usage: stap [options] FILE [ARGS]    run the script in FILE\n"
	      "       stap [options] - [ARGS]       run the script on standard input\n"
	      "       stap [options] -e SCRIPT [ARGS]\n", out);
	for (size_t i = 0; i < N_ROWS; i++) {
		if (rows[i].section)
			fprintf(out, "\n%s:\n", rows[i].section);
		else if (rows[i].kind)
			help_row(out, &rows[i]);
	}
	fputs("\nWhere a script can run: on this machine as root, or in a virtual machine with --guest.\n", out);
}
