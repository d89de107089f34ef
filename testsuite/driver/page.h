/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page - the examples of a documentation page as test cases.
 *
 * A fenced block "```stap" is a script; the block "```output" behind it is exactly what it prints; the first line of a block
 * "```message" stands at the end of some line of its standard error. Comments in front of a script, "<!-- //: ... -->", are
 * directives. A case is named after the number of its section and its place there: 4.2-1.
 */
#ifndef DRIVER_PAGE_H
#define DRIVER_PAGE_H

/* Writes the examples of `page` as files into `dir`. Returns their number, -1 (with a message) when that fails or a block
 * has no end. */
int page_extract(const char *page, const char *dir);

#endif
