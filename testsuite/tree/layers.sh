#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Dependencies run one way (the folder is the layer). Each rule: the files it is about, and the folders whose headers
# they may include. A header without a folder is the system's, but for config.h.
cd "$SRCDIR" || exit 1
bad=0

# layer "FILES" "ALLOWED...": every #include "..." of FILES begins with one of the ALLOWED prefixes.
layer()
{
	files=$(git ls-files -co --exclude-standard -- $1 2>/dev/null || find $1 -type f)
	allowed=$(printf '%s' "$2" | sed 's/  */|/g')
	for f in $files; do
		case $f in
		*.[chyl]|*.def) ;;
		*) continue ;;
		esac
		out=$(sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\([^"]*\)".*/\1/p' "$f" | grep -Ev "^($allowed)") || continue
		for header in $out; do
			echo "$f includes $header, which its layer may not see"
			bad=1
		done
	done
}

base='config.h translator/base/'
layer translator/base "$base"
layer translator/syntax "$base translator/syntax/ translator/session.h translator/options.h"
layer translator/debuginfo "$base translator/debuginfo/"
layer translator/sema "$base translator/syntax/ translator/sema/ translator/debuginfo/debuginfo.h translator/debuginfo/symbols.h translator/family/families translator/family/family.h translator/session.h translator/options.h translator/build/kernel.h runtime/pure/fmt.h"
layer translator/family "$base translator/syntax/ translator/sema/ translator/debuginfo/ translator/family/ translator/emit/ translator/session.h translator/options.h translator/build/kernel.h runtime/wire.h"
layer translator/emit "$base translator/syntax/ translator/sema/ translator/debuginfo/ translator/family/ translator/emit/ translator/session.h translator/options.h runtime/wire.h runtime/pure/"
layer translator/build "$base translator/build/ translator/session.h translator/options.h translator/debuginfo/symbols.h translator/emit/ translator/sema/program.h translator/syntax/ast.h guest/"
layer runtime 'runtime/ [a-z0-9_]+\.[ch]$ stp_ compat/ arch/ pure/ \.\./'
layer staprun 'config.h staprun/ runtime/wire.h runtime/pure/ translator/debuginfo/ guest/paths.h guest/names.h guest/util.h'
layer guest 'config.h guest/'

if grep -rlE '#[ \t]*include[ \t]*"(translator|staprun|guest)/' runtime; then
	echo "the runtime includes nothing of user space"
	bad=1
fi
# libelf and libdw have one door
if grep -rlE '#[ \t]*include[ \t]*<(libelf|gelf|dwarf|elfutils/)' translator staprun guest 2>/dev/null |
	grep -v '^translator/debuginfo/'; then
	echo "only translator/debuginfo includes libelf and libdw"
	bad=1
fi
exit $bad
