#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Kernels are told apart by feature tests (runtime/compat/checks); no number is compared anywhere else.
cd "$SRCDIR" || exit 1
! grep -rnE '\b(LINUX_VERSION_CODE|KERNEL_VERSION)\b' runtime translator staprun guest tapsets \
	--include='*.[ch]' --include='*.stp' --include='*.def' | grep -v '^runtime/compat/'
