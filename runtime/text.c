// SPDX-License-Identifier: GPL-2.0
/* What the library's functions on strings and memory call: see stp_text.h. Part of runtime.c. */

/* ---- strings --------------------------------------------------------------------------------------------------- */

/* Bytes that a quoted result may have. */
static u32 text_most(s64 most)
{
	u32 room = stp_script.config->string_size - 1;

	if (most <= 0 || most > room)
		return room;
	return max_t(u32, most, 5);
}

void stp_quote(char *dst, const char *s, s64 most, int marks)
{
	struct text_quoter q;

	text_quote_begin(&q, dst, text_most(most), marks);
	text_quote_add(&q, s, strlen(s));
	text_quote_end(&q, 0);
}

s64 stp_find(const char *s1, const char *s2)
{
	return text_find(s1, s2);
}

s64 stp_strtol(const char *s, s64 base)
{
	return text_number(s, base);
}

void stp_str_replace(char *dst, const char *s, const char *from, const char *to)
{
	u32 room = stp_script.config->string_size - 1, n = strlen(from), out = 0;

	while (*s && out < room) {
		if (n && !strncmp(s, from, n)) {
			out = stp_append(dst, out, to);
			s += n;
		} else {
			dst[out++] = *s++;
		}
	}
	if (*s)
		session_note_cut();
	dst[out] = 0;
}

void stp_tokenize(struct stp_ctx *c, char *dst, const char *input, const char *delim)
{
	u32 start, n;
	char *rest;

	if (input) {
		stp_strcpy(c->token_buffer, input);
		c->token_at = 0;
	}
	rest = c->token_buffer + c->token_at;
	n = text_token(rest, delim, &start);
	memcpy(dst, rest + start, n);
	dst[n] = 0;
	c->token_at += start + n + (rest[start + n] != 0);
}

void stp_ctime_or_fault(struct stp_ctx *c, char *dst, s64 seconds)
{
	char text[25];

	if (text_ctime(text, seconds))
		stp_error(c, 0, "time %lld is too far in the %s for a date", seconds, seconds < 0 ? "past" : "future");
	else
		stp_strcpy(dst, text);
}

/* ---- reading memory -------------------------------------------------------------------------------------------- */

int stp_number(s64 *value, u64 addr, enum stp_number type, int user)
{
	int size = type < 0 ? -type : type;
	char bytes[8];

	*value = 0;
	if (user ? mem_user_bytes(bytes, addr, size) : mem_kernel_bytes(bytes, addr, size))
		return -1;
	*value = mem_extend(bytes, size, type < 0);
	return 0;
}

s64 stp_number_or_fault(struct stp_ctx *c, u64 addr, enum stp_number type, int user, const char *what)
{
	s64 value;

	if (stp_number(&value, addr, type, user))
		stp_error(c, 0, "%s copy fault at 0x%llx [man error::fault]", what, addr);
	return value;
}

/* ---- strings in memory ------------------------------------------------------------------------------------------ */

#define TEXT_PIECE	64u

/* Reads `len` bytes, or with `string` up to a NUL. Returns how many came, or -errno; piece has TEXT_PIECE + 1 bytes. */
static int text_read_piece(char *piece, u64 addr, u32 len, int string, int user)
{
	int rc;

	if (string) {
		rc = user ? mem_ustring(piece, addr, len) : mem_kstring(piece, addr, len);
		return rc ? rc : (int)strnlen(piece, len);
	}
	rc = user ? mem_user_bytes(piece, addr, len) : mem_kernel_bytes(piece, addr, len);
	return rc ? rc : (int)len;
}

/* Whether a string goes on at addr. */
static bool text_goes_on(u64 addr, int user)
{
	char next = 0;

	return text_read_piece(&next, addr, 1, 0, user) == 1 && next;
}

int stp_quote_memory(char *dst, u64 addr, s64 n, s64 most, int string, int user)
{
	u32 left = clamp_t(s64, n, 0, S32_MAX), len = 0;
	char piece[TEXT_PIECE + 1];
	struct text_quoter q;
	int got = 0;

	text_quote_begin(&q, dst, text_most(most), 1);
	for (; left && !q.full; left -= len, addr += len) {
		len = min(left, TEXT_PIECE);
		got = text_read_piece(piece, addr, len, string, user);
		if (got < 0) {
			*dst = 0;
			return got;
		}
		text_quote_add(&q, piece, got);
		if ((u32)got < len)
			break;
	}
	text_quote_end(&q, string == 1 && !left && text_goes_on(addr, user));
	return 0;
}

void stp_number_text(char *dst, s64 n)
{
	char text[24];

	snprintf(text, sizeof(text), "%lld", n);
	stp_strcpy(dst, text);
}

void stp_quote_string(char *dst, u64 addr, s64 n)
{
	if (!addr)
		stp_strcpy(dst, "0x0");
	else if (stp_quote_memory(dst, addr, n ? n : S32_MAX, 0, n ? 2 : 1, 0))
		stp_strcpy(dst, "ERROR");
}

/* The character at *addr, which moves on; 0 at the end, -1 after an error. */
static s64 text_wide_char(struct stp_ctx *c, u64 *addr, int unit, int user)
{
	u64 start = *addr;
	s64 code, low;

	if (stp_number(&code, start, unit, user))
		goto fault;
	*addr += unit;
	if (unit == 4 || (code & ~0x3ffll) != 0xd800)
		return code;
	if (stp_number(&low, *addr, unit, user))
		goto fault;
	if ((low & ~0x3ffll) != 0xdc00)
		return code;		/* half a pair is no character */
	*addr += unit;
	return 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
fault:
	stp_error(c, 0, "%s string copy fault at 0x%llx [man error::fault]", user ? "user" : "kernel", *addr);
	return -1;
}

int stp_wide_string_or_fault(struct stp_ctx *c, char *dst, u64 addr, int unit, int user)
{
	u32 room = stp_script.config->string_size - 1, out = 0, n, i;
	u64 at = addr;
	char utf8[4];
	s64 code;

	*dst = 0;
	while ((code = text_wide_char(c, &at, unit, user)) > 0) {
		n = text_utf8(utf8, (u32)code);
		if (!n) {
			stp_error(c, 0, "invalid UTF-%d character U+%llX at 0x%llx", unit * 8, code, addr);
			code = -1;
			break;
		}
		if (n > room - out) {
			session_note_cut();
			break;
		}
		for (i = 0; i < n; i++)
			dst[out++] = utf8[i];
		addr = at;
	}
	dst[code < 0 ? 0 : out] = 0;
	return code < 0 ? -1 : 0;
}

/* ---- writing: only guru mode gets here -------------------------------------------------------------------------- */

void stp_store_or_fault(struct stp_ctx *c, u64 addr, s64 value, int size, int user, const char *what)
{
	/* the first `size` bytes of a number are its low ones where bytes lie in little-endian order */
	if (mem_write(addr, &value, size, user))
		stp_error(c, 0, "%s copy fault at 0x%llx [man error::fault]", what, addr);
}

void stp_store_string_or_fault(struct stp_ctx *c, u64 addr, const char *s, s64 n, int user)
{
	u32 len = strlen(s) + 1;
	static const char zeros[64];
	u64 at = addr;
	int rc;

	if (n >= 0 && len > n)
		len = n;
	rc = mem_write(at, s, len, user);
	for (at += len, n -= len; n > 0 && !rc; at += len, n -= len) {
		len = min_t(s64, n, sizeof(zeros));
		rc = mem_write(at, zeros, len, user);
	}
	if (rc)
		stp_error(c, 0, "%s string copy fault at 0x%llx [man error::fault]", user ? "user" : "kernel", addr);
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

/* A counter in steps of the golden ratio, stirred: any number of CPUs and contexts at once get different numbers. */
u64 stp_random(void)
{
	u64 x = (u64)atomic64_add_return(0x9e3779b97f4a7c15ull, &stp_session.random);

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

s64 stp_cpu_clock(s64 cpu)
{
	return cpu >= 0 && cpu < nr_cpu_ids && cpu_possible(cpu) ? sched_clock_cpu(cpu) : 0;
}

s64 stp_local_clock(void)
{
	return sched_clock_cpu(raw_smp_processor_id());
}

s64 stp_mono_ns(void)
{
	return ktime_get_mono_fast_ns();
}

s64 stp_hz(void)
{
	return HZ;
}

s64 stp_loadavg(s64 i)
{
	return i >= 0 && i < 3 ? READ_ONCE(avenrun[i]) : 0;
}

s64 stp_tz_gmtoff(void)
{
	return param_tz_gmtoff;
}

const char *stp_tz_name(void)
{
	return param_tz_name;
}

/* ---- floating point --------------------------------------------------------------------------------------------- */

u64 stp_fp_add(u64 a, u64 b)
{
	return fp_add(a, b);
}

u64 stp_fp_sub(u64 a, u64 b)
{
	return fp_sub(a, b);
}

u64 stp_fp_mul(u64 a, u64 b)
{
	return fp_mul(a, b);
}

u64 stp_fp_div(u64 a, u64 b)
{
	return fp_div(a, b);
}

u64 stp_fp_rem(u64 a, u64 b)
{
	return fp_rem(a, b);
}

u64 stp_fp_sqrt(u64 a)
{
	return fp_sqrt(a);
}

int stp_fp_compare(char how, u64 a, u64 b)
{
	if (how == '=')
		return fp_eq(a, b);
	return how == '<' ? fp_lt(a, b) : fp_le(a, b);
}

u64 stp_fp_from_long(s64 n)
{
	return fp_from_long(n);
}

u64 stp_fp_from_float(u32 a)
{
	return fp_from_float(a);
}

u64 stp_fp_from_text(const char *s)
{
	return fp_from_text(s);
}

s64 stp_fp_to_long(u64 a, s64 round)
{
	return fp_to_long(a, round >= FP_NEAREST && round <= FP_UP ? (enum fp_round)round : FP_NEAREST);
}

void stp_fp_to_text(char *dst, u64 a, s64 precision)
{
	char text[352];

	fp_to_text(text, a, clamp_t(s64, precision, 0, 18));
	stp_strcpy(dst, text);
}
