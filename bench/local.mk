# SPDX-License-Identifier: GPL-2.0-or-later
EXTRA_DIST += \
	bench/getsid_time.c \
	bench/build-time \
	bench/guest.sh \
	bench/rows \
	bench/run \
	$(NULL)
