# SPDX-License-Identifier: GPL-2.0-or-later
dist_man_MANS += \
	doc/stap-merge.1 \
	doc/stap-prep.1 \
	doc/stapdecode.1 \
	doc/staprun.8 \
	$(NULL)
EXTRA_DIST += \
	doc/ABI.md \
	doc/GLOSSARY.md \
	doc/INTERNALS.md \
	doc/LANGUAGE.md \
	doc/NONGOALS.md \
	doc/README.md \
	$(NULL)
