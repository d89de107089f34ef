/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of the BTF reader share. */
#ifndef DEBUGINFO_BTF_READER_H
#define DEBUGINFO_BTF_READER_H

#include "translator/debuginfo/handle.h"

/* Type number `id`, 0 being void. `depth` guards against types that refer to themselves: callers give 0. */
struct di_type btf_describe(struct debuginfo *d, uint32_t id, int depth);

#endif
