#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Linux 5.10: objtool for each object, CRCs, no call depth or IBT.
#: timeout 400
suite=bullseye
. "$SRCDIR/testsuite/guest/kernels/both_ways"
