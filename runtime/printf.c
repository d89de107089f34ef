// SPDX-License-Identifier: GPL-2.0
/* Printing that is not a record of its own: sprintf, and text as it is. Part of runtime.c. */

int stp_sprintf(struct stp_ctx *c, char *dst, const struct fmt_op *ops, u32 nops, const struct fmt_value *values)
{
	u32 max = stp_script.config->string_size - 1;
	u32 n = fmt_format(dst, max, ops, nops, values);

	if (unlikely(n > max))
		session_note_cut();
	dst[min(n, max)] = 0;
	return 0;
}

void stp_print_text(struct stp_ctx *c, const char *s, u32 len)
{
	u32 bytes = STP_RECORD_BYTES(sizeof(u32), len);
	char *p;

	if (!len)
		return;
	p = stp_reserve(c, STP_ROUND8(bytes), STP_EVENT_TEXT);
	if (!p)
		return;
	p = stp_put_4(p, bytes);
	stp_put_bytes(p, s, len);
}
