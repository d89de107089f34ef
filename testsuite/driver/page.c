// SPDX-License-Identifier: GPL-2.0-or-later
#include "testsuite/driver/page.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guest/util.h"

struct page {
	const char *dir;
	char section[32];	/* "4.2" */
	int example;		/* the last one of the section */
	int written;
	char *directives, *script, *rest;	/* of the example in progress; script NULL: none */
};

static void add(char **text, const char *more)
{
	char *longer = gu_format("%s%s", *text ? *text : "", more);

	free(*text);
	*text = longer;
}

static int end_example(struct page *p)
{
	char *path, *text;
	int rc = 0;

	if (!p->script)
		return 0;
	path = gu_format("%s/%s-%d.stp", p->dir, p->section, ++p->example);
	text = gu_format("%s%s%s", p->directives ? p->directives : "", p->rest ? p->rest : "", p->script);
	rc = gu_write_file(path, text, strlen(text));
	p->written++;
	free(path);
	free(text);
	free(p->script);
	free(p->directives);
	free(p->rest);
	p->script = p->directives = p->rest = NULL;
	return rc;
}

/* The first line of a message as a regular expression for the end of a line. */
static void add_message(struct page *p, const char *line)
{
	add(&p->rest, "//: stderr-re ");
	for (char c[3] = "\\"; *line && *line != '\n'; line++) {
		c[1] = *line;
		add(&p->rest, strchr(".[]()*+?{}|^$\\", *line) ? c : c + 1);
	}
	add(&p->rest, "$\n");
}

static char *take_line(char **text)
{
	char *line = *text;
	size_t len = strcspn(line, "\n");

	*text += len + (line[len] != 0);
	line[len] = '\0';
	return line;
}

/* One line inside a fenced block of the kind. `first`: no line of it came yet. */
static void add_block_line(struct page *p, const char *kind, const char *line, bool first)
{
	char *with_end = gu_format("%s%s\n", !strcmp(kind, "output") ? "//| " : "", line);

	if (!strcmp(kind, "stap"))
		add(&p->script, with_end);
	else if (!strcmp(kind, "output"))
		add(&p->rest, with_end);
	else if (!strcmp(kind, "message") && first)
		add_message(p, line);
	free(with_end);
}

static int take_block(struct page *p, const char *kind, char **text)
{
	bool first = true;

	if (!strcmp(kind, "stap")) {
		char *directives = p->script ? NULL : p->directives;

		if (end_example(p) < 0)
			return -1;
		p->directives = directives ? directives : p->directives;
		add(&p->script, "");
	} else if (!strcmp(kind, "output")) {
		add(&p->rest, "//: expect\n");
	}
	while (**text) {
		char *line = take_line(text);

		if (!strcmp(line, "```"))
			return 0;
		add_block_line(p, p->script ? kind : "", line, first);
		first = false;
	}
	gu_error("a block \"%s\" has no end", kind);
	return -1;
}

/* A line of text outside of blocks: a heading begins a section, a comment may be a directive for the next script. */
static int take_text(struct page *p, char *line)
{
	if (*line == '#') {
		if (end_example(p) < 0)
			return -1;
		line += strspn(line, "# ");
		snprintf(p->section, sizeof(p->section), "%.*s", (int)strspn(line, "0123456789."), line);
		if (*p->section && p->section[strlen(p->section) - 1] == '.')
			p->section[strlen(p->section) - 1] = '\0';
		if (!*p->section)
			strcpy(p->section, "0");
		p->example = 0;
	} else if (!strncmp(line, "<!-- //: ", 9) && strstr(line, " -->")) {
		if (end_example(p) < 0)
			return -1;
		*strstr(line, " -->") = '\0';
		add(&p->directives, line + 5);
		add(&p->directives, "\n");
	}
	return 0;
}

int page_extract(const char *page, const char *dir)
{
	struct page p = { .dir = dir };
	char *content = gu_read_file(page, NULL), *at = content;
	int rc = content ? 0 : -1;

	while (!rc && *at) {
		char *line = take_line(&at);

		rc = strncmp(line, "```", 3) ? take_text(&p, line) : take_block(&p, line + 3, &at);
	}
	if (!rc)
		rc = end_example(&p);
	free(content);
	return rc < 0 ? -1 : p.written;
}
