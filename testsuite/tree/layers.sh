#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Dependencies run one way (the folder is the layer). Each rule: a folder, and what the headers that its files include
# begin with. A header in <> is the system's.
cd "$SRCDIR" || exit 1
rules='
translator/base config.h translator/base/
translator/regex config.h translator/base/ translator/regex/
translator/syntax config.h translator/base/ translator/syntax/ translator/session.h translator/options.h
translator/debuginfo config.h translator/base/ translator/debuginfo/
translator/sema config.h translator/base/ translator/regex/regex.h translator/syntax/ translator/sema/ translator/debuginfo/debuginfo.h translator/debuginfo/symbols.h translator/family/families translator/family/family.h translator/session.h translator/options.h translator/build/kernel.h runtime/pure/fmt.h runtime/pure/hist.h
translator/family config.h translator/base/ translator/syntax/ translator/sema/ translator/debuginfo/ translator/family/ translator/emit/ translator/session.h translator/options.h translator/build/kernel.h runtime/wire.h
translator/emit config.h translator/base/ translator/regex/regex.h translator/syntax/ translator/sema/ translator/debuginfo/ translator/family/ translator/emit/ translator/session.h translator/options.h runtime/wire.h runtime/pure/
translator/build config.h translator/base/ translator/build/ translator/session.h translator/options.h translator/debuginfo/ translator/emit/ translator/sema/program.h translator/syntax/ast.h guest/
runtime runtime/ [a-z0-9_]+[.][ch]$ stp_ compat/ arch/ pure/ [.][.]/
staprun config.h staprun/ runtime/wire.h runtime/pure/ translator/debuginfo/ guest/paths.h guest/names.h guest/util.h
guest config.h guest/
'
find translator runtime staprun guest -name '*.[chyl]' -o -name '*.def' | xargs awk -v rules="$rules" '
	BEGIN {
		n = split(rules, line, "\n")
		for (i = 1; i <= n; i++) {
			m = split(line[i], word, " ")
			for (j = 2; j <= m; j++)
				allowed[word[1]] = allowed[word[1]] (j > 2 ? "|" : "") word[j]
		}
	}
	FNR == 1 {
		layer = ""
		for (l in allowed)
			if (index(FILENAME, l "/") == 1 && length(l) > length(layer))
				layer = l
	}
	/^[ \t]*#[ \t]*include[ \t]*"/ && layer {
		split($0, part, "\"")
		if (part[2] !~ "^(" allowed[layer] ")") {
			printf "%s includes %s, which its layer may not see\n", FILENAME, part[2]
			bad = 1
		}
	}
	# libelf and libdw have one door
	/^[ \t]*#[ \t]*include[ \t]*<(libelf|gelf|dwarf|elfutils\/)/ && layer != "translator/debuginfo" {
		printf "%s includes libelf or libdw; only translator/debuginfo does\n", FILENAME
		bad = 1
	}
	END { exit bad }'
