// SPDX-License-Identifier: GPL-2.0
/* Module parameters, set by staprun. Part of runtime.c. */

static char *param_clock = "mono";
module_param_named(clock, param_clock, charp, 0);
MODULE_PARM_DESC(clock, "tsc: the time stamp counter, for kernels whose clock source it is; mono: CLOCK_MONOTONIC");

static uint param_buffer_kb = 4096;
module_param_named(buffer_kb, param_buffer_kb, uint, 0);
MODULE_PARM_DESC(buffer_kb, "buffer of each CPU, rounded up to a power of two");

static int param_target;
module_param_named(target, param_target, int, 0);
MODULE_PARM_DESC(target, "what target() returns, unless the start command says another");

static uint param_uid;
module_param_named(uid, param_uid, uint, 0);
MODULE_PARM_DESC(uid, "owner of the files in /proc");

static uint param_gid;
module_param_named(gid, param_gid, uint, 0);
MODULE_PARM_DESC(gid, "group of the files in /proc");

static int param_tz_gmtoff;
module_param_named(tz_gmtoff, param_tz_gmtoff, int, 0);
MODULE_PARM_DESC(tz_gmtoff, "seconds west of UTC, where the reader is");

static char *param_tz_name = "UTC";
module_param_named(tz_name, param_tz_name, charp, 0);
MODULE_PARM_DESC(tz_name, "name of that time zone");
