/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replay - builds a script's module in a fifth of a second instead of the four that the kernel's makefiles take to find
 * out, every time, how.
 *
 * When the runtime is prepared, kbuild makes one module of it and an empty script. The commands that it used stand in its
 * .cmd files: compile (with objtool), link, finish. They are kept with the folder replaced by a mark, together with the
 * object that modpost made (name, version magic, CRCs of the kernel's symbols). Building a script's module is to run them
 * again. What a module has beyond the empty script's:
 *
 *   its name		the recorded one has the same length, and is replaced in the commands and objects;
 *   embedded C		compiled by the script's command under another name;
 *   kernel symbols	their CRCs are looked up in Module.symvers and assembled into __versions.
 *
 * Where anything is not as expected the answer is "use kbuild": that is always right, only slower. -v says why. The module
 * is the same either way, byte for byte (testsuite/build/same_module.sh).
 */
#ifndef BUILD_REPLAY_H
#define BUILD_REPLAY_H

struct prepared;
struct session;

/* The name that the recorded module has, and how long names are. */
#define REPLAY_NAME	"stap_00000000000000000000000000000000"

/* Files that replay_record() leaves, for the cache; all of them are there. */
#define REPLAY_FILES	"commands", "symbols", "mod.o", "common.o"

/* Takes down how kbuild made `work`/REPLAY_NAME.ko. 0, or -1 when a file cannot be written (reported). A kernel whose
 * commands are not understood gets an empty record. */
int replay_record(struct session *s, const char *work);

/* Makes dir/NAME.ko of dir/script.c and dir/embedded.c (if it is there). 0; -1 when the script is at fault (reported);
 * 1 when kbuild has to do it (nothing reported). */
int replay_build(struct session *s, const struct prepared *p, const char *dir);

#endif
