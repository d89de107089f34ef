// SPDX-License-Identifier: GPL-2.0
/*
 * Prints of embedded C that are no events: formats known but at run time, and helpers that have no context. All become
 * TEXT records with the same bytes that an event would have shown. Part of runtime.c.
 */
#define PRINT_MAX	8192u		/* one printf is no longer */

/* The innermost handler on this CPU. The pointer to the CPU's structure may be reset already: exit() does that. */
struct stp_ctx *stp_current_ctx(void)
{
	struct stp_ring *ring;
	int level;

	if (READ_ONCE(stp_session.thread) == current && in_task())
		return &stp_session.session_ctx;
	ring = READ_ONCE(stp_session.rings[1 + raw_smp_processor_id()]);
	for (level = STP_LEVEL__COUNT - 1; ring && level >= 0; level--)
		if (READ_ONCE(ring->cpu->busy.level[level]))
			return &ring->cpu->ctx[level];
	return NULL;
}

/* ---- formats --------------------------------------------------------------------------------------------------- */

static bool print_takes_memory(const struct fmt_op *op)
{
	return op->conv == FMT_MEMORY || op->conv == FMT_MEMORY_HEX;
}

static void print_take_string(struct fmt_value *value, const char *s)
{
	value->string = stp_printable(s);
	value->length = strnlen(value->string, PRINT_MAX);
}

/* The value of one conversion, by the type that C gives its argument. */
static void print_take(struct fmt_value *value, const struct fmt_op *op, va_list *args)
{
	switch (op->conv) {
	case FMT_SIGNED:
	case FMT_CHAR:
		value->number = op->longs ? va_arg(*args, s64) : va_arg(*args, int);
		break;
	case FMT_UNSIGNED:
	case FMT_OCTAL:
	case FMT_HEX:
	case FMT_HEX_UPPER:
		value->number = op->longs ? va_arg(*args, s64) : va_arg(*args, unsigned int);
		break;
	case FMT_STRING:
		print_take_string(value, va_arg(*args, const char *));
		break;
	default:
		value->number = va_arg(*args, s64);
	}
}

/* Takes format and arguments apart into c's scratch. Returns the number of operations, or -1 after an error. */
static int print_parse(struct stp_ctx *c, const char *fmt, va_list *args)
{
	struct stp_print_scratch *s = ctx_print_scratch(c);
	struct fmt_value *value = s->values, *end = value + ARRAY_SIZE(s->values);
	struct fmt_error error;
	int n = fmt_parse(s->ops, ARRAY_SIZE(s->ops), fmt, strnlen(fmt, PRINT_MAX), &error);
	int i, star;

	if (n < 0)
		stp_error(c, 0, "%s in a format of embedded C", error.text);
	for (i = 0; i < n; i++) {
		if (print_takes_memory(&s->ops[i]) || end - value < 3) {
			stp_error(c, 0, "%s in embedded C is not supported yet",
				  end - value < 3 ? "printing more than 32 values" : "printing memory with %m");
			return -1;
		}
		for (star = fmt_op_values(&s->ops[i]) - 1; star > 0; star--)
			(value++)->number = va_arg(*args, int);
		if (s->ops[i].conv != FMT_TEXT)
			print_take(value++, &s->ops[i], args);
	}
	return n;
}

/* A TEXT record with room for len bytes: where they go, or NULL. */
static char *print_reserve(struct stp_ctx *c, u32 len)
{
	u32 bytes = STP_RECORD_BYTES(sizeof(u32), len);
	char *p = stp_reserve(c, STP_ROUND8(bytes), STP_EVENT_TEXT);

	if (!p)
		return NULL;
	p = stp_put_4(p, bytes);
	return stp_put_4(p, len);
}

void _stp_printf(const char *fmt, ...)
{
	struct stp_ctx *c = stp_current_ctx();
	struct stp_print_scratch *s;
	va_list args;
	u32 len;
	char *p;
	int n;

	if (!c || c->last_error)
		return;
	va_start(args, fmt);
	n = print_parse(c, fmt, &args);
	va_end(args);
	if (n < 0)
		return;
	s = ctx_print_scratch(c);
	len = min(fmt_format(NULL, 0, s->ops, n, s->values), PRINT_MAX);
	p = len ? print_reserve(c, len) : NULL;
	if (p)
		fmt_format(p, len, s->ops, n, s->values);
}

int _stp_vsnprintf(char *buf, size_t size, const char *fmt, va_list args)
{
	struct stp_ctx *c = stp_current_ctx();
	struct stp_print_scratch *s;
	va_list copy;
	u32 len;
	int n;

	if (!size)
		return 0;
	*buf = 0;
	if (!c)
		return 0;
	va_copy(copy, args);
	n = print_parse(c, fmt, &copy);
	va_end(copy);
	if (n < 0)
		return 0;
	s = ctx_print_scratch(c);
	len = min_t(size_t, fmt_format(buf, size - 1, s->ops, n, s->values), size - 1);
	buf[len] = 0;
	return len;
}

int _stp_snprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = _stp_vsnprintf(buf, size, fmt, args);
	va_end(args);
	return n;
}

/* ---- bytes ----------------------------------------------------------------------------------------------------- */

void _stp_print(const char *text)
{
	struct stp_ctx *c = stp_current_ctx();

	if (c)
		stp_print_text(c, text, strnlen(text, PRINT_MAX));
}

void _stp_print_char(char ch)
{
	struct stp_ctx *c = stp_current_ctx();

	if (c)
		stp_print_text(c, &ch, 1);
}

void stp_binary_write(int n, const s64 *values, unsigned int given)
{
	struct stp_ctx *c = stp_current_ctx();

	if (c && n > 0 && (unsigned int)n <= given)
		stp_print_text(c, (const char *)values, n * sizeof(*values));
}

void *_stp_reserve_bytes(int bytes)
{
	struct stp_ctx *c = stp_current_ctx();

	if (!c || bytes <= 0 || bytes > (int)PRINT_MAX)
		return NULL;
	return ctx_print_scratch(c)->reserved = print_reserve(c, bytes);
}

/* The record keeps its size; only less of it is text. */
void _stp_unreserve_bytes(int bytes)
{
	struct stp_ctx *c = stp_current_ctx();
	char *text = c ? ctx_print_scratch(c)->reserved : NULL;
	u32 *len = (u32 *)text - 1;

	if (text && bytes > 0)
		*len -= min_t(u32, bytes, *len);
}

/* ---- to stderr ------------------------------------------------------------------------------------------------- */

static void print_message(enum stp_msg_type type, const char *fmt, va_list *args)
{
	struct va_format vaf = { .fmt = fmt, .va = args };

	msg_send(type, 0, "%pV", &vaf);
}

void _stp_warn(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	print_message(STP_MSG_WARN, fmt, &args);
	va_end(args);
}

void _stp_error(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	print_message(STP_MSG_ERROR, fmt, &args);
	va_end(args);
	atomic_inc(&stp_session.errors);
	session_end(1);
}

void _stp_softerror(const char *fmt, ...)
{
	struct stp_ctx *c = stp_current_ctx();
	va_list args;

	if (!c || c->last_error)
		return;
	va_start(args, fmt);
	vsnprintf(c->error_buffer, stp_script.config->string_size, fmt, args);
	va_end(args);
	c->last_error = c->error_buffer;
}

void _stp_exit(void)
{
	session_end(0);
}
