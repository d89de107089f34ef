/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Gathers what policy.c decides from. */
#ifndef STAPRUN_FACTS_H
#define STAPRUN_FACTS_H

#include "staprun/policy.h"
#include "staprun/priv.h"

/* About the caller, the kernel, and the module called `name` as far as it is loaded. `vermagic` is what the file says;
 * "" for a removal. */
void facts_gather(struct policy_facts *f, const struct priv *p, const char *name, const char *vermagic);

#endif
