/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The families themselves and the variants of their rows in families.def. Only the table and the families read this. */
#ifndef FAMILIES_H
#define FAMILIES_H

#include "translator/family/fam_function.h"
#include "translator/family/fam_session.h"
#include "translator/family/fam_timer.h"
#include "translator/family/family.h"

extern const struct family session_family, never_family, timer_family, function_family;

enum timer_variant { TIMER_S, TIMER_MS, TIMER_US, TIMER_NS, TIMER_HZ, TIMER_JIFFIES };

enum function_variant { FUNCTION_ENTRY, FUNCTION_EXIT, FUNCTION_ENTRY_BY_NAME, FUNCTION_EXIT_BY_NAME };

#endif
