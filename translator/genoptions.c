// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Run by the build: makes of options.def
 *	genoptions man TEMPLATE		the manual page: the template with the OPTIONS section at its mark
 *	genoptions completion		the completion for bash
 */
#include <stdio.h>
#include <string.h>

struct row {
	char letter;
	const char *name, *arg, *help, *section;
};

static const struct row rows[] = {
#define OPTION_SECTION(title) { .section = title },
#define OPTION(letter, name, kind, member, min, max, arg, help) { letter, name, arg, help, NULL },
#define OPTION_LATER(letter, name, arg)
#include "translator/options.def"
};
#define N_ROWS (sizeof(rows) / sizeof(*rows))

#define MAN_MARK ".\\\" OPTIONS\n"

/* Text of the manual page: a dash is one that can be copied, a line may not begin with a control character. */
static void put_man(const char *text)
{
	for (; *text; text++)
		fputs(*text == '-' ? "\\-" : *text == '\\' ? "\\e" : (char[]){ *text, 0 }, stdout);
}

static void man_row(const struct row *row)
{
	fputs(".TP\n.B ", stdout);
	if (row->letter)
		printf("\\-%c", row->letter);
	if (row->letter && row->name)
		fputs(", ", stdout);
	if (row->name) {
		fputs("\\-\\-", stdout);
		put_man(row->name);
	}
	if (row->arg && row->arg[0] != '[')
		putchar(row->name ? '=' : ' ');
	if (row->arg)
		put_man(row->arg);
	putchar('\n');
	put_man(row->help);
	fputs(".\n", stdout);
}

static int man(const char *path)
{
	char line[4096];
	FILE *f = fopen(path, "r");
	int marks = 0;

	if (!f)
		return 1;
	while (fgets(line, sizeof(line), f)) {
		if (strcmp(line, MAN_MARK)) {
			fputs(line, stdout);
			continue;
		}
		marks++;
		for (size_t i = 0; i < N_ROWS; i++) {
			if (rows[i].section)
				printf(".SS %s\n", rows[i].section);
			else
				man_row(&rows[i]);
		}
	}
	fclose(f);
	return marks == 1 && !fflush(stdout) ? 0 : 1;
}

static void words(void)
{
	for (size_t i = 0; i < N_ROWS; i++) {
		if (rows[i].letter)
			printf(" -%c", rows[i].letter);
		if (rows[i].name)
			printf(" --%s", rows[i].name);
	}
}

/* A word that is no option is most often the name of a file. */
static int completion(void)
{
	fputs("# bash completion for stap; made from translator/options.def\n"
	      "_stap()\n{\n"
	      "\tlocal word=${COMP_WORDS[COMP_CWORD]}\n"
	      "\tlocal options=\"", stdout);
	words();
	fputs("\"\n"
	      "\tif [[ $word == -* ]]; then\n"
	      "\t\tCOMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
	      "\telse\n"
	      "\t\tCOMPREPLY=($(compgen -f -- \"$word\"))\n"
	      "\tfi\n"
	      "}\n"
	      "complete -o filenames -F _stap stap\n", stdout);
	return fflush(stdout) ? 1 : 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "man"))
		return man(argv[2]);
	if (argc == 2 && !strcmp(argv[1], "completion"))
		return completion();
	fputs("usage: genoptions man TEMPLATE | genoptions completion\n", stderr);
	return 1;
}
