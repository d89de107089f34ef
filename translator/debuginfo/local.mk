# SPDX-License-Identifier: GPL-2.0-or-later
libstap_a_SOURCES += \
	translator/debuginfo/debuginfo.h \
	translator/debuginfo/regs.h \
	translator/debuginfo/regs_x86_64.c \
	translator/debuginfo/symbols.c \
	translator/debuginfo/symbols.h \
	$(NULL)
