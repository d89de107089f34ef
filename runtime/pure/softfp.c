// SPDX-License-Identifier: GPL-2.0
#include "softfp.h"

#define FP_SIGN		(1ull << 63)
#define FP_INFINITY	(0x7ffull << 52)
#define FP_NAN		(0x7ff8ull << 48)
#define FP_HIDDEN	(1ull << 52)

static int fp_is_nan(stp_u64 a)
{
	return (a & ~FP_SIGN) > FP_INFINITY;
}

static int fp_is_infinite(stp_u64 a)
{
	return (a & ~FP_SIGN) == FP_INFINITY;
}

static int fp_is_zero(stp_u64 a)
{
	return !(a & ~FP_SIGN);
}

/* A finite number that is not 0: (-1)^sign * fraction * 2^exponent, with the fraction's top bit at 52. */
struct fp_unpacked { stp_u64 sign; int exponent; stp_u64 fraction; };

static void fp_unpack(struct fp_unpacked *u, stp_u64 a)
{
	int shift;

	u->sign = a & FP_SIGN;
	u->exponent = (int)(a >> 52 & 0x7ff);
	u->fraction = a & (FP_HIDDEN - 1);
	if (u->exponent) {
		u->fraction |= FP_HIDDEN;
	} else {
		shift = __builtin_clzll(u->fraction) - 11;
		u->fraction <<= shift;
		u->exponent = 1 - shift;
	}
	u->exponent -= 1075;
}

/* Shifts right; what is lost is told in the lowest bit, so that rounding sees it. */
static stp_u64 shift_sticky(stp_u64 v, int n)
{
	if (n <= 0)
		return v;
	if (n > 63)
		return v != 0;
	return v >> n | ((v << (64 - n)) != 0);
}

/* v * 2^exponent, v not 0: rounds to 53 bits (fewer when subnormal). */
static stp_u64 fp_pack(stp_u64 sign, int exponent, stp_u64 v)
{
	int up = __builtin_clzll(v), biased, drop;
	stp_u64 low, half;

	v <<= up;			/* the top bit is at 63, its weight is 2^(exponent - up + 63) */
	biased = exponent - up + 63 + 1023;
	drop = biased > 0 ? 11 : 12 - biased;
	if (drop > 62) {
		v = shift_sticky(v, drop - 62);
		drop = 62;
	}
	half = 1ull << (drop - 1);
	low = v & (2 * half - 1);
	v >>= drop;
	v += low > half || (low == half && (v & 1));
	if (biased > 0)
		v += (stp_u64)(biased - 1) << 52;	/* the hidden bit adds the last one */
	if (biased >= 0x7ff || v >= FP_INFINITY)
		v = FP_INFINITY;
	return sign | v;
}

stp_u64 fp_add(stp_u64 a, stp_u64 b)
{
	struct fp_unpacked x, y, t;

	if (fp_is_nan(a) || fp_is_nan(b) || (fp_is_infinite(a) && fp_is_infinite(b) && a != b))
		return FP_NAN;
	if (fp_is_infinite(a) || fp_is_infinite(b))
		return fp_is_infinite(a) ? a : b;
	if (fp_is_zero(a) || fp_is_zero(b))
		return fp_is_zero(a) && fp_is_zero(b) ? a & b : fp_is_zero(a) ? b : a;
	fp_unpack(&x, a);
	fp_unpack(&y, b);
	if (x.exponent < y.exponent || (x.exponent == y.exponent && x.fraction < y.fraction)) {
		t = x;
		x = y;
		y = t;
	}
	/* 10 bits below keep what y loses; one above takes the carry. */
	x.fraction <<= 10;
	y.fraction = shift_sticky(y.fraction << 10, x.exponent - y.exponent);
	x.fraction = x.sign == y.sign ? x.fraction + y.fraction : x.fraction - y.fraction;
	return x.fraction ? fp_pack(x.sign, x.exponent - 10, x.fraction) : 0;
}

stp_u64 fp_sub(stp_u64 a, stp_u64 b)
{
	return fp_add(a, fp_is_nan(b) ? b : b ^ FP_SIGN);
}

stp_u64 fp_mul(stp_u64 a, stp_u64 b)
{
	stp_u64 sign = (a ^ b) & FP_SIGN;
	struct fp_unpacked x, y;
	unsigned __int128 product;

	if (fp_is_nan(a) || fp_is_nan(b) || (fp_is_infinite(a) && fp_is_zero(b)) || (fp_is_zero(a) && fp_is_infinite(b)))
		return FP_NAN;
	if (fp_is_infinite(a) || fp_is_infinite(b))
		return sign | FP_INFINITY;
	if (fp_is_zero(a) || fp_is_zero(b))
		return sign;
	fp_unpack(&x, a);
	fp_unpack(&y, b);
	product = (unsigned __int128)x.fraction * y.fraction;	/* 105 or 106 bits */
	return fp_pack(sign, x.exponent + y.exponent + 48,
		    (stp_u64)(product >> 48) | (((stp_u64)product & ((1ull << 48) - 1)) != 0));
}

stp_u64 fp_div(stp_u64 a, stp_u64 b)
{
	stp_u64 sign = (a ^ b) & FP_SIGN, quotient = 0, rest;
	struct fp_unpacked x, y;
	int i;

	if (fp_is_nan(a) || fp_is_nan(b) || (fp_is_infinite(a) && fp_is_infinite(b)) || (fp_is_zero(a) && fp_is_zero(b)))
		return FP_NAN;
	if (fp_is_infinite(a) || fp_is_zero(b))
		return sign | FP_INFINITY;
	if (fp_is_zero(a) || fp_is_infinite(b))
		return sign;
	fp_unpack(&x, a);
	fp_unpack(&y, b);
	for (rest = x.fraction, i = 0; i < 58; i++, rest <<= 1) {
		quotient <<= 1;
		if (rest >= y.fraction) {
			rest -= y.fraction;
			quotient |= 1;
		}
	}
	return fp_pack(sign, x.exponent - y.exponent - 58, quotient << 1 | (rest != 0));
}

/* Long division, bit by bit, for as many bits as the exponents differ: at most some two thousand. */
stp_u64 fp_rem(stp_u64 a, stp_u64 b)
{
	struct fp_unpacked x, y;
	stp_u64 rest, divisor;
	int e, odd = 0, base;

	if (fp_is_nan(a) || fp_is_nan(b) || fp_is_infinite(a) || fp_is_zero(b))
		return FP_NAN;
	if (fp_is_infinite(b) || fp_is_zero(a))
		return a;
	fp_unpack(&x, a);
	fp_unpack(&y, b);
	e = x.exponent - y.exponent;
	if (e < -1)
		return a;
	rest = x.fraction;
	divisor = e < 0 ? y.fraction << 1 : y.fraction;
	base = e < 0 ? x.exponent : y.exponent;
	for (; e >= 0; e--) {
		odd = rest >= divisor;
		if (odd)
			rest -= divisor;
		if (e)
			rest <<= 1;
	}
	if (2 * rest > divisor || (2 * rest == divisor && odd)) {
		rest = divisor - rest;
		x.sign ^= FP_SIGN;
	}
	return rest ? fp_pack(x.sign, base, rest) : a & FP_SIGN;
}

stp_u64 fp_sqrt(stp_u64 a)
{
	unsigned __int128 rest, bit, root = 0;
	struct fp_unpacked x;

	if (fp_is_zero(a) || a == FP_INFINITY)
		return a;
	if (fp_is_nan(a) || (a & FP_SIGN))
		return FP_NAN;
	fp_unpack(&x, a);
	if (x.exponent & 1) {
		x.fraction <<= 1;
		x.exponent--;
	}
	rest = (unsigned __int128)x.fraction << 58;	/* 111 or 112 bits: the root has 56 */
	for (bit = (unsigned __int128)1 << 110; bit; bit >>= 2) {
		if (rest >= root + bit) {
			rest -= root + bit;
			root = (root >> 1) + bit;
		} else {
			root >>= 1;
		}
	}
	return fp_pack(0, (x.exponent - 58) / 2 - 1, (stp_u64)root << 1 | (rest != 0));
}

/* ---- comparisons ----------------------------------------------------------------------------------------------- */

/* Numbers in the order of their values. */
static stp_s64 fp_ordered(stp_u64 a)
{
	return a & FP_SIGN ? -(stp_s64)(a & ~FP_SIGN) : (stp_s64)a;
}

int fp_lt(stp_u64 a, stp_u64 b)
{
	return !fp_is_nan(a) && !fp_is_nan(b) && fp_ordered(a) < fp_ordered(b);
}

int fp_le(stp_u64 a, stp_u64 b)
{
	return !fp_is_nan(a) && !fp_is_nan(b) && fp_ordered(a) <= fp_ordered(b);
}

int fp_eq(stp_u64 a, stp_u64 b)
{
	return !fp_is_nan(a) && !fp_is_nan(b) && fp_ordered(a) == fp_ordered(b);
}

/* ---- conversions ----------------------------------------------------------------------------------------------- */

stp_u64 fp_from_long(stp_s64 n)
{
	if (!n)
		return 0;
	return n < 0 ? fp_pack(FP_SIGN, 0, 0 - (stp_u64)n) : fp_pack(0, 0, n);
}

/* Whether what is lost (`low` of `half` * 2) rounds the magnitude up. */
static int fp_rounds_up(stp_u64 v, stp_u64 low, stp_u64 half, int negative, enum fp_round round)
{
	switch (round) {
	case FP_TO_ZERO: return 0;
	case FP_DOWN: return negative && low;
	case FP_UP: return !negative && low;
	default: return low > half || (low == half && (v & 1));
	}
}

stp_s64 fp_to_long(stp_u64 a, enum fp_round round)
{
	struct fp_unpacked x;
	int drop;
	stp_u64 v;

	if (fp_is_nan(a) || fp_is_zero(a))
		return 0;
	fp_unpack(&x, a);
	if (fp_is_infinite(a) || x.exponent > 10)
		return x.sign ? (stp_s64)FP_SIGN : (stp_s64)(FP_SIGN - 1);
	if (x.exponent >= 0) {
		v = x.fraction << x.exponent;
	} else {
		drop = -x.exponent;
		if (drop > 60) {		/* less than a half, whatever it is */
			x.fraction = 1;
			drop = 60;
		}
		v = x.fraction >> drop;
		v += fp_rounds_up(v, x.fraction & ((1ull << drop) - 1), 1ull << (drop - 1), !!x.sign, round);
	}
	return (stp_s64)(x.sign ? 0 - v : v);
}

stp_u64 fp_from_float(stp_u32 a)
{
	stp_u64 sign = (stp_u64)(a >> 31) << 63, fraction = a & 0x7fffff;
	int exponent = a >> 23 & 0xff;

	if (exponent == 0xff)
		return fraction ? FP_NAN : sign | FP_INFINITY;
	if (!exponent && !fraction)
		return sign;
	return exponent ? fp_pack(sign, exponent - 150, fraction | 0x800000) : fp_pack(sign, -149, fraction);
}

/* ---- text ------------------------------------------------------------------------------------------------------ */

static const stp_u64 powers_of_ten[] = {
	1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000,
	1000000000000, 10000000000000, 100000000000000, 1000000000000000, 10000000000000000, 100000000000000000,
	1000000000000000000,
};

static stp_u32 fp_put_digits(char *out, stp_u64 v, int width)
{
	char digits[20];
	stp_u32 n = 0, i;

	do {
		digits[n++] = '0' + v % 10;
		v /= 10;
	} while (v || (int)n < width);
	for (i = 0; i < n; i++)
		out[i] = digits[n - 1 - i];
	return n;
}

/* fraction * 2^exponent with exponent > 10: exactly, in limbs of nine digits. */
static stp_u32 fp_put_large(char *out, stp_u64 fraction, int exponent)
{
	stp_u32 limbs[36], n = 0, i, at;
	int shift;

	for (; fraction; fraction /= 1000000000)
		limbs[n++] = fraction % 1000000000;
	for (; exponent; exponent -= shift) {
		stp_u64 carry = 0;

		shift = exponent < 29 ? exponent : 29;
		for (i = 0; i < n; i++) {
			carry += (stp_u64)limbs[i] << shift;
			limbs[i] = carry % 1000000000;
			carry /= 1000000000;
		}
		if (carry)
			limbs[n++] = carry;
	}
	at = fp_put_digits(out, limbs[n - 1], 1);
	for (i = n - 1; i-- > 0;)
		at += fp_put_digits(out + at, limbs[i], 9);
	return at;
}

static stp_u32 fp_put_name(char *out, const char *name)
{
	stp_u32 n;

	for (n = 0; name[n]; n++)
		out[n] = name[n];
	out[n] = 0;
	return n;
}

/* The bits behind the point, 64 of them; what is below is told in the lowest. */
static stp_u64 bits_behind_point(const struct fp_unpacked *x)
{
	int n = -x->exponent;

	if (n <= 0)
		return 0;
	return n < 64 ? x->fraction << (64 - n) : shift_sticky(x->fraction, n - 64);
}

stp_u32 fp_to_text(char *out, stp_u64 a, int precision)
{
	struct fp_unpacked x = { a & FP_SIGN, 0, 0 };
	stp_u64 whole, digits, low, scale;
	unsigned __int128 product;
	stp_u32 at = 0;

	if (fp_is_nan(a))
		return fp_put_name(out, "nan");
	if (fp_is_infinite(a))
		return fp_put_name(out, a & FP_SIGN ? "-inf" : "inf");
	precision = precision < 0 ? 0 : precision > 18 ? 18 : precision;
	scale = powers_of_ten[precision];
	if (!fp_is_zero(a))
		fp_unpack(&x, a);
	if (x.sign)
		out[at++] = '-';
	if (x.exponent > 10) {
		at += fp_put_large(out + at, x.fraction, x.exponent);
		digits = 0;
	} else {
		whole = x.exponent >= 0 ? x.fraction << x.exponent : x.exponent > -64 ? x.fraction >> -x.exponent : 0;
		product = (unsigned __int128)bits_behind_point(&x) * scale;
		digits = (stp_u64)(product >> 64);
		low = (stp_u64)product;
		digits += low > FP_SIGN || (low == FP_SIGN && ((precision ? digits : whole) & 1));
		whole += digits == scale;
		digits = digits == scale ? 0 : digits;
		at += fp_put_digits(out + at, whole, 1);
	}
	if (precision) {
		out[at++] = '.';
		at += fp_put_digits(out + at, digits, precision);
	}
	out[at] = 0;
	return at;
}

/* A number with more bits than are kept in the end: fraction * 2^exponent, fraction below 2^124 and above 2^119. */
struct fp_scaled { unsigned __int128 fraction; int exponent; };

static void fp_times_ten(struct fp_scaled *s)
{
	s->fraction = (s->fraction >> 4) * 10;
	s->exponent += 4;
	while (!(s->fraction >> 123)) {
		s->fraction <<= 1;
		s->exponent--;
	}
}

/* In four steps of 32 bits: there is no instruction for it, and no library. */
static void fp_by_ten(struct fp_scaled *s)
{
	unsigned __int128 result = 0;
	stp_u64 rest = 0;
	int i;

	for (i = 96; i >= 0; i -= 32) {
		rest = rest << 32 | (stp_u32)(s->fraction >> i);
		result |= (unsigned __int128)(rest / 10) << i;
		rest %= 10;
	}
	s->fraction = result | (rest != 0);
	while (!(s->fraction >> 123)) {
		s->fraction <<= 1;
		s->exponent--;
	}
}

static stp_u64 scale_decimal(stp_u64 sign, stp_u64 mantissa, int exponent)
{
	struct fp_scaled s = { mantissa, 0 };

	if (!mantissa || exponent < -400)
		return sign;
	if (exponent > 400)
		return sign | FP_INFINITY;
	while (!(s.fraction >> 123)) {
		s.fraction <<= 1;
		s.exponent--;
	}
	for (; exponent > 0; exponent--)
		fp_times_ten(&s);
	for (; exponent < 0; exponent++)
		fp_by_ten(&s);
	return fp_pack(sign, s.exponent + 60, (stp_u64)(s.fraction >> 60) | ((s.fraction << 68) != 0));
}

static int fp_begins_with(const char *s, const char *name)
{
	for (; *name; name++, s++)
		if ((*s | 32) != *name)
			return 0;
	return 1;
}

/* The digits of a number; *exponent is the power of ten that belongs to them. Returns where they end. */
static const char *fp_take_digits(const char *s, stp_u64 *mantissa, int *exponent)
{
	int point = 0, kept = 0;

	*mantissa = 0;
	for (*exponent = 0; (*s >= '0' && *s <= '9') || (*s == '.' && !point); s++) {
		if (*s == '.') {
			point = 1;
			continue;
		}
		if (kept < 19 && (*mantissa || *s != '0'))
			kept++;
		if (kept < 19 || *mantissa < 1000000000000000000ull)
			*mantissa = *mantissa * 10 + (stp_u64)(*s - '0');
		else
			++*exponent;
		*exponent -= point;
	}
	return s;
}

stp_u64 fp_from_text(const char *s)
{
	stp_u64 mantissa, sign;
	int exponent, more = 0, negative;

	while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
		s++;
	sign = *s == '-' ? FP_SIGN : 0;
	s += *s == '-' || *s == '+';
	if (fp_begins_with(s, "inf"))
		return sign | FP_INFINITY;
	if (fp_begins_with(s, "nan"))
		return FP_NAN;
	s = fp_take_digits(s, &mantissa, &exponent);
	if ((*s | 32) == 'e') {
		negative = s[1] == '-';
		for (s += 1 + (s[1] == '-' || s[1] == '+'); *s >= '0' && *s <= '9' && more < 10000; s++)
			more = more * 10 + (*s - '0');
		exponent += negative ? -more : more;
	}
	return scale_decimal(sign, mantissa, exponent);
}
