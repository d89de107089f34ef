// SPDX-License-Identifier: GPL-2.0
/* Strings of the language: NUL-terminated, in buffers of MAXSTRINGLEN bytes. Part of runtime.c. */

u32 stp_strlen(const char *s)
{
	return strlen(s);
}

int stp_strcmp(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (int)(unsigned char)*a - (int)(unsigned char)*b;
}

/* Copies up to `room` bytes and a NUL; returns how many without it. Source and target may be the same string. What
 * does not fit is counted, for the warning at the session's end. */
static u32 str_put(char *dst, const char *s, u32 room)
{
	u32 n = strnlen(s, room);

	if (unlikely(n == room && s[n]))
		session_note_cut();
	memmove(dst, s, n);
	dst[n] = 0;
	return n;
}

void stp_strcpy(char *dst, const char *s)
{
	str_put(dst, s, stp_script.config->string_size - 1);
}

/* b is moved to its place before a is copied, in case dst is b. */
void stp_strcat(char *dst, const char *a, const char *b)
{
	u32 max = stp_script.config->string_size - 1;
	u32 na = strnlen(a, max);

	str_put(dst + na, b, max - na);
	if (dst != a)
		memmove(dst, a, na);
}

u32 stp_append(char *dst, u32 at, const char *s)
{
	return at + str_put(dst + at, s, stp_script.config->string_size - 1 - at);
}

void stp_substr(char *dst, const char *s, s64 start, s64 len)
{
	u32 n = strlen(s);

	if (start < 0 || start >= n || len <= 0) {
		*dst = 0;
		return;
	}
	n = min_t(s64, len, n - start);
	memmove(dst, s + start, n);
	dst[n] = 0;
}

/* Names are short, so bytes are copied in place of a call to memcpy(), which a probe may sit on. */
char *stp_put_bytes(char *p, const char *s, u32 len)
{
	u32 i;

	memcpy(p, &len, sizeof(len));
	p += sizeof(len);
	for (i = 0; i + 8 <= len; i += 8)
		memcpy(p + i, s + i, 8);
	for (; i < len; i++)
		p[i] = s[i];
	return p + len;
}
