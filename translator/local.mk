# SPDX-License-Identifier: GPL-2.0-or-later
# libstap.a holds every object of the translator except main, so that unit tests can link it.
bin_PROGRAMS += stap
noinst_LIBRARIES += libstap.a
libstap_a_SOURCES = \
	translator/listing.c \
	translator/listing.h \
	translator/options.c \
	translator/options.def \
	translator/options.h \
	translator/pass.c \
	translator/pass.def \
	translator/pass.h \
	translator/session.c \
	translator/session.h \
	translator/timing.c \
	translator/timing.h \
	$(NULL)
stap_SOURCES = \
	translator/main.c \
	$(NULL)
stap_LDADD = libstap.a libguest.a runtime/pure/libpure.a $(STAP_LIBS)

bin_PROGRAMS += stap-prep
stap_prep_SOURCES = translator/prep.c
stap_prep_LDADD = $(stap_LDADD)

# Manual page and completion are made from the list of options.
noinst_PROGRAMS += translator/genoptions
translator_genoptions_SOURCES = translator/genoptions.c translator/options.def
EXTRA_DIST += doc/stap.1.in
nodist_man_MANS = doc/stap.1
bashcompletiondir = $(datarootdir)/bash-completion/completions
nodist_bashcompletion_DATA = doc/completion/stap
CLEANFILES += doc/stap.1 doc/completion/stap
doc/stap.1: doc/stap.1.in translator/genoptions$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) doc && translator/genoptions man $(srcdir)/doc/stap.1.in >$@.tmp && mv $@.tmp $@
doc/completion/stap: translator/genoptions$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) doc/completion && translator/genoptions completion >$@.tmp && mv $@.tmp $@
