/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Debian packages without installing them. The host's own apt is asked when it knows the kernel's packages; for
 * another suite, or on a host without package lists, a private apt configuration with its own lists is made of the
 * archives that the host's sources name. The system's lists and state are never changed. */
#ifndef GUEST_APT_H
#define GUEST_APT_H

#include "guest/util.h"

struct apt {
	char *tmp;		/* a folder for downloads and private lists */
	struct gu_list options;	/* of the private configuration; empty: the host's */
};

/* Get ready for a suite ("" = the host's). Returns 0, or -1 with a message. Close in both cases. */
int apt_open(struct apt *a, const char *tmp, const char *suite);
void apt_close(struct apt *a);

/* Add the names of the packages that a package depends on. Returns 0, or -1 without a message when there is
 * no such package. */
int apt_depends(struct apt *a, const char *package, struct gu_list *names);

/* What packages depend on, and these in turn, and so on, as `apt-cache depends --recurse` prints it: a newline, then a
 * package's name, below it a line "  Depends: NAME" for each that it needs, then the next package. The caller frees it;
 * NULL without a message when there is no such package. */
char *apt_all_depends(struct apt *a, const struct gu_list *packages);

/* Download packages and unpack them below a folder. Returns 0, or -1 with a message. */
int apt_unpack(struct apt *a, const struct gu_list *packages, const char *root);

#endif
