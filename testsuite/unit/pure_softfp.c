// SPDX-License-Identifier: GPL-2.0-or-later
/* runtime/pure/softfp.c against the machine's own floating-point unit. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/pure/softfp.h"

#include "testsuite/unit/base_check.h"

static uint64_t state = 1;

static uint64_t pick(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

static double to_double(uint64_t bits)
{
	double d;

	memcpy(&d, &bits, 8);
	return d;
}

static uint64_t to_bits(double d)
{
	uint64_t bits;

	memcpy(&bits, &d, 8);
	return bits;
}

/* Any bits; often of like size, few bits, or the ends of the range. */
static uint64_t number(void)
{
	static const uint64_t special[] = {
		0, 1ull << 63, 0x7ffull << 52, 0xfffull << 52, 0x7ff8ull << 48, 1, 0xfffffffffffff, 1ull << 52, 0x7feffffffffffffful,
		0x3ff0ull << 48, 0xbff0ull << 48, 0x4008ull << 48, 0x3fe0ull << 48,
	};

	switch (pick() % 8) {
	case 0: return special[pick() % (sizeof(special) / sizeof(special[0]))];
	case 1: return pick() & 0x800fffffffffffff;
	case 2: return pick();
	case 3: return (pick() & (1ull << 63)) | (1000 + pick() % 60) << 52 | (pick() & 0xff00000000000);
	default: return (pick() & (1ull << 63)) | (1000 + pick() % 60) << 52 | (pick() & 0xfffffffffffff);
	}
}

static void check_bits(const char *what, uint64_t a, uint64_t b, uint64_t got, double want)
{
	if (got == to_bits(want) || (isnan(to_double(got)) && isnan(want)))
		return;
	check_failures++;
	fprintf(stderr, "%s(%a, %a) is %a, not %a\n", what, to_double(a), to_double(b), to_double(got), want);
}

static void test_operations(void)
{
	for (int i = 0; i < 300000 && check_failures < 20; i++) {
		uint64_t a = number(), b = number();
		double x = to_double(a), y = to_double(b);

		check_bits("add", a, b, fp_add(a, b), x + y);
		check_bits("sub", a, b, fp_sub(a, b), x - y);
		check_bits("mul", a, b, fp_mul(a, b), x * y);
		check_bits("div", a, b, fp_div(a, b), x / y);
		check_bits("sqrt", a, b, fp_sqrt(a), sqrt(x));
		if (remainder(x, y) != 0)	/* of a zero, C libraries disagree about the sign */
			check_bits("rem", a, b, fp_rem(a, b), remainder(x, y));
		else
			CHECK(fp_rem(a, b) == (a & 1ull << 63));
		CHECK(fp_lt(a, b) == (x < y) && fp_le(a, b) == (x <= y) && fp_eq(a, b) == (x == y));
	}
}

static void test_numbers(void)
{
	for (int i = 0; i < 200000 && check_failures < 20; i++) {
		uint64_t a = number(), n = pick() >> pick() % 64;
		double x = to_double(a);
		float f;
		uint32_t bits = (uint32_t)pick();

		check_bits("from_long", n, 0, fp_from_long((stp_s64)n), (double)(int64_t)n);
		memcpy(&f, &bits, 4);
		check_bits("from_float", bits, 0, fp_from_float(bits), f);
		if (fabs(x) < 0x1p63) {
			CHECK(fp_to_long(a, FP_NEAREST) == (stp_s64)rint(x));
			CHECK(fp_to_long(a, FP_TO_ZERO) == (stp_s64)trunc(x));
			CHECK(fp_to_long(a, FP_DOWN) == (stp_s64)floor(x));
			CHECK(fp_to_long(a, FP_UP) == (stp_s64)ceil(x));
		}
	}
	CHECK(fp_to_long(to_bits(1e300), 0) == INT64_MAX && fp_to_long(to_bits(-1e300), 0) == INT64_MIN);
	CHECK(fp_to_long(to_bits(-0x1p63), 0) == INT64_MIN && fp_to_long(to_bits(NAN), 0) == 0);
	CHECK(fp_to_long(to_bits(INFINITY), 0) == INT64_MAX && fp_to_long(to_bits(-INFINITY), 0) == INT64_MIN);
}

static void test_to_text(void)
{
	for (int i = 0; i < 100000 && check_failures < 20; i++) {
		uint64_t a = number();
		int precision = pick() % 16;
		char got[352], want[400];

		if (isnan(to_double(a)))
			continue;
		snprintf(want, sizeof(want), "%.*f", precision, to_double(a));
		CHECK(fp_to_text(got, a, precision) == strlen(want));
		CHECK_STR(got, want);
	}
}

static void check_text(const char *text)
{
	check_bits(text, 0, 0, fp_from_text(text), strtod(text, NULL));
}

static void test_from_text(void)
{
	static const char *const texts[] = {
		"0", "-0", "1", "3.14159", "-2.5e10", "1e308", "1e309", "-1e400", "1e-308", "4.9e-324", "2e-324", "1e-400", "inf",
		"-INF", "nan", "  +7.25x", ".5", "5.", "", "x", "0.1", "0.3", "123456789012345678", "1e23", "9007199254740993",
		"0.000001", "1e22", "12e-2", "1.7976931348623157e308", "2.2250738585072014e-308", "0000000000000000000000012",
		"1e99999", "1e-99999",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		check_text(texts[i]);
	for (int i = 0; i < 20000 && check_failures < 20; i++) {
		char text[64];

		snprintf(text, sizeof(text), "%.*e", (int)(pick() % 18), to_double(number()));
		check_text(text);
	}
}

int main(void)
{
	test_operations();
	test_numbers();
	test_to_text();
	test_from_text();
	return check_result();
}
