# SPDX-License-Identifier: GPL-2.0-or-later
EXTRA_DIST += \
	doc/ABI.md \
	doc/GLOSSARY.md \
	doc/INTERNALS.md \
	doc/NONGOALS.md \
	doc/README.md \
	$(NULL)
