/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stapdecode FILE...: the records of raw files, each on a line: time, CPU, and its fields by the script's own expressions. */
#ifndef STAPRUN_RAW_PRINT_H
#define STAPRUN_RAW_PRINT_H

#include "staprun/output.h"
#include "staprun/raw.h"

/* Prints all records of the set, which stays the caller's. Returns 0, or 1 after a message. */
int raw_print(struct raw_set *set, struct output *out);

#endif
