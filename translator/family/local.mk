# SPDX-License-Identifier: GPL-2.0-or-later
libstap_a_SOURCES += \
	translator/family/emit_entry.c \
	translator/family/emit_family.h \
	translator/family/emit_function.c \
	translator/family/emit_session.c \
	translator/family/emit_timer.c \
	translator/family/fam_function.c \
	translator/family/fam_function.h \
	translator/family/fam_session.c \
	translator/family/fam_session.h \
	translator/family/fam_timer.c \
	translator/family/fam_timer.h \
	translator/family/families.def \
	translator/family/families.h \
	translator/family/family.c \
	translator/family/family.h \
	translator/family/place.h \
	translator/family/pretty.c \
	translator/family/target.c \
	translator/family/target.h \
	$(NULL)
