/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the other parts of the product are, installed or in a build tree. A program that lies in the tree it was
 * built in uses the parts there; else those of the installation. Environment variables rule over both. */
#ifndef GUEST_PATHS_H
#define GUEST_PATHS_H

/* All results are owned by the caller (free). A path is returned whether or not something is there. */

/* Folder of the runtime's sources: $SYSTEMTAP_RUNTIME, source tree, or PKGDATADIR/runtime. */
char *paths_runtime(void);

/* Folder of the tapset library: $SYSTEMTAP_TAPSET, source tree, or PKGDATADIR/tapsets. */
char *paths_tapsets(void);

/* Another program of ours by its plain name ("staprun", "stapio", "stapdecode", "stap", "stap-guest"):
 * $SYSTEMTAP_STAPRUN and $SYSTEMTAP_STAPIO, build tree, or where it is installed, with configure's
 * --program-prefix and its kin applied. */
char *paths_program(const char *name);

/* A data file by its path in the tree ("tapsets/index"): in the build tree when it is made there, else in the
 * source tree, or below PKGDATADIR. */
char *paths_data(const char *rel);

#endif
