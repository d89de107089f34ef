# SPDX-License-Identifier: GPL-2.0-or-later
libstap_a_SOURCES += \
	translator/build/kernel.c \
	translator/build/kernel.h \
	$(NULL)
