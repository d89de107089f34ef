#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Linux 6.12: IBT, call padding, CRCs, a compiler and programs newer than Debian 12.
#: timeout 400
suite=trixie
. "$SRCDIR/testsuite/guest/kernels/both_ways"
