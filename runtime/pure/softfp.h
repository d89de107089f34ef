/* SPDX-License-Identifier: GPL-2.0 */
/*
 * IEEE 754 binary64 in integers: the kernel may not use the floating-point unit in a handler. Numbers are their 64 bits.
 * Rounding is to nearest, ties to even; results may be subnormal, infinite or NaN as the standard has it.
 */
#ifndef STP_PURE_SOFTFP_H
#define STP_PURE_SOFTFP_H

#ifndef STP_WIRE_H
#include "../wire.h"
#endif

enum fp_round { FP_NEAREST, FP_TO_ZERO, FP_DOWN, FP_UP };

stp_u64 fp_add(stp_u64 a, stp_u64 b);
stp_u64 fp_sub(stp_u64 a, stp_u64 b);
stp_u64 fp_mul(stp_u64 a, stp_u64 b);
stp_u64 fp_div(stp_u64 a, stp_u64 b);
stp_u64 fp_rem(stp_u64 a, stp_u64 b);		/* as C's remainder(): the quotient is rounded to nearest */
stp_u64 fp_sqrt(stp_u64 a);
int fp_lt(stp_u64 a, stp_u64 b);			/* comparisons with a NaN are 0 */
int fp_le(stp_u64 a, stp_u64 b);
int fp_eq(stp_u64 a, stp_u64 b);
stp_u64 fp_from_long(stp_s64 n);
/* What is out of range becomes the nearest number that there is; NaN 0. */
stp_s64 fp_to_long(stp_u64 a, enum fp_round round);
stp_u64 fp_from_float(stp_u32 a);
/* Decimal digits with `precision` (0 to 18) of them behind the point, exactly rounded from the first 19 significant
 * digits; "inf", "-inf", "nan". `out` has 352 bytes. Returns the length; a NUL is added. */
stp_u32 fp_to_text(char *out, stp_u64 a, int precision);
/* The number that a decimal text begins with (sign, digits, point, e and an exponent; inf, nan); 0 when there is none. */
stp_u64 fp_from_text(const char *s);

#endif
