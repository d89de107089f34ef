/* SPDX-License-Identifier: GPL-2.0-or-later */
/* build - passes 4 and 5: the module of a script, and its run. */
#ifndef BUILD_BUILD_H
#define BUILD_BUILD_H

struct session;

/* What pass_build() returns instead of -1 when the module would be of no use here; that is no failure of its own. */
#define BUILD_IN_VAIN	-2

/* Pass 4. needs: session->emitted.  after: session->module_name and module_path; the module is in the cache, in the work
 * folder, or (-m) in the current folder. 0, or -1 (reported). Checks first that the module could run at all if it is
 * going to be (BUILD_IN_VAIN, reported). */
int pass_build(struct session *s);

/* Pass 5. Runs the module here or in a guest and waits for its end. 0, or -1 when its exit status is not 0 (told). */
int pass_run(struct session *s);

#endif
