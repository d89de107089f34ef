# SPDX-License-Identifier: GPL-2.0-or-later
nobase_dist_pkgdata_DATA += \
	examples/count-by-process.stp \
	examples/getsid-binary-write.stp \
	examples/getsid-binary.stp \
	examples/getsid-embedded1.stp \
	examples/getsid-embedded4.stp \
	examples/getsid-embedded8.stp \
	examples/getsid-empty.stp \
	examples/getsid-text.stp \
	examples/getsid-this.stp \
	examples/hello.stp \
	$(NULL)
