#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The newest kernel: no CONFIG_MODVERSIONS, commands run in the module's folder.
#: timeout 400
suite=sid
. "$SRCDIR/testsuite/guest/kernels/both_ways"
