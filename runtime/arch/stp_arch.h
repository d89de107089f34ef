/* SPDX-License-Identifier: GPL-2.0 */
/* Selects the architecture's part of the interface. arch/x86.h says what such a file must define. */
#ifndef STP_ARCH_H
#define STP_ARCH_H

#if defined(__x86_64__)
#include "x86.h"
#else
#error "this architecture is not supported yet: it needs a file like runtime/arch/x86.h"
#endif

#endif
