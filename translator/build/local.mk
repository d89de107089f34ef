# SPDX-License-Identifier: GPL-2.0-or-later
libstap_a_SOURCES += \
	translator/build/build.h \
	translator/build/cache.c \
	translator/build/cache.h \
	translator/build/child.c \
	translator/build/child.h \
	translator/build/compiler_log.c \
	translator/build/compiler_log.h \
	translator/build/digest.c \
	translator/build/digest.h \
	translator/build/guest_command.c \
	translator/build/guest_command.h \
	translator/build/headers.c \
	translator/build/headers.h \
	translator/build/kbuild.c \
	translator/build/kbuild.h \
	translator/build/kernel.c \
	translator/build/kernel.h \
	translator/build/launch.c \
	translator/build/launch.h \
	translator/build/module.c \
	translator/build/replay.c \
	translator/build/replay.h \
	translator/build/runtime_build.c \
	translator/build/runtime_build.h \
	translator/build/tidy.c \
	$(NULL)
