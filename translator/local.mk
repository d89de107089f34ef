# SPDX-License-Identifier: GPL-2.0-or-later
# libstap.a holds every object of the translator except main, so that unit tests can link it.
bin_PROGRAMS += stap
noinst_LIBRARIES += libstap.a
libstap_a_SOURCES = \
	translator/options.c \
	translator/options.def \
	translator/options.h \
	translator/pass.c \
	translator/pass.def \
	translator/pass.h \
	translator/session.c \
	translator/session.h \
	$(NULL)
stap_SOURCES = \
	translator/main.c \
	$(NULL)
stap_LDADD = libstap.a libguest.a runtime/pure/libpure.a $(STAP_LIBS)
