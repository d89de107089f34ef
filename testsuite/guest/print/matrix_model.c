// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * matrix_model SCRIPT WANTED: writes a script of printf and sprintf statements, and what they print by the C library's
 * printf (%b, which C has not, is spelt out). First all rows of one to three plain conversions, then rows of four to eight with
 * flags, widths and precisions at random. What differs from C by the language's rules is left out; pure_fmt.c has it.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
	char format[400], args[600], want[2000];
	size_t nwant;
};

struct spec {
	char text[64];		/* as the script has it, without the letter */
	char c[64];		/* as C has it: a bare dot means none here and 0 there */
	int star;		/* of `*` as width */
};

static uint64_t state = 20250131;

static unsigned int pick(unsigned int n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (state >> 33) % n;
}

static void add_arg(struct row *r, const char *format, ...) __attribute__((__format__(__printf__, 2, 3)));
static void add_arg(struct row *r, const char *format, ...)
{
	size_t n = strlen(r->args);
	va_list args;

	n += sprintf(r->args + n, ", ");
	va_start(args, format);
	vsprintf(r->args + n, format, args);
	va_end(args);
}

static void put(char *out, const char *format, ...) __attribute__((__format__(__printf__, 2, 3)));
static void put(char *out, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsprintf(out + strlen(out), format, args);
	va_end(args);
}

static void make_spec(struct row *r, struct spec *s, const char *flags, int plain)
{
	unsigned int precision = pick(4);	/* 0, 1: none; 2: bare dot; 3: digits */

	strcpy(s->text, "%");
	for (unsigned int i = pick(4); i > 0 && !plain && *flags; i--) {
		char flag = flags[pick(strlen(flags))];

		if (flag != '0' || precision < 3)
			put(s->text, "%c", flag);
	}
	if (!plain && pick(2)) {
		if (pick(3)) {
			put(s->text, "%u", 1 + pick(20));
		} else {
			s->star = (int)pick(30) - 10;
			add_arg(r, "%d", s->star);
			put(s->text, "*");
		}
	}
	strcpy(s->c, s->text);
	if (plain || precision < 2)
		return;
	put(s->text, ".");
	if (precision == 3) {
		unsigned int n = 1 + pick(11);

		put(s->text, "%u", n);
		put(s->c, ".%u", n);
	}
}

/* Adds the conversion to the format, and what C makes of `value` to the output. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#define ADD(r, s, letters, c_letters, value) do {						\
	put((r)->format, "%s%s", (s)->text, letters);						\
	strcat((s)->c, c_letters);								\
	if (strchr((s)->c, '*'))								\
		(r)->nwant += sprintf((r)->want + (r)->nwant, (s)->c, (s)->star, value);	\
	else											\
		(r)->nwant += sprintf((r)->want + (r)->nwant, (s)->c, value);			\
} while (0)

static int64_t number(void)
{
	static const int64_t numbers[] = {
		0, 1, -1, 7, -42, 255, 1234567, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN + 1, 0x123456789abcdef,
		-1234567890123456789,
	};

	return numbers[pick(sizeof(numbers) / sizeof(numbers[0]))];
}

static void add_number(struct row *r, char letter, int plain)
{
	int64_t n = number();
	const char *flags = letter == 'd' || letter == 'i' ? "0+- " : letter == 'x' && n ? "0-#" : "0-";
	char letters[8], c_letters[8];
	struct spec s;

	make_spec(r, &s, flags, plain);
	add_arg(r, "%" PRId64, n);
	sprintf(letters, "%s%c", plain || pick(2) ? "" : pick(2) ? "l" : "ll", letter);
	sprintf(c_letters, "l%c", letter);
	ADD(r, &s, letters, c_letters, (long)n);
}

static void add_string(struct row *r, int plain)
{
	static const char *const strings[] = { "", "x", "abc", "a longer string", "caf\303\251" };
	const char *text = strings[pick(5)], *p;
	char quoted[100] = "";
	struct spec s;

	make_spec(r, &s, "-", plain);
	for (p = text; *p; p++)
		put(quoted, *p & 0x80 ? "\\%03o" : "%c", (unsigned char)*p);
	add_arg(r, "\"%s\"", quoted);
	ADD(r, &s, "s", "s", text);
}

static void add_pointer(struct row *r, int plain)
{
	int64_t n = number();
	struct spec s = { .text = "%", .c = "%#" };

	n = n ? n : 16;
	if (!plain && pick(2)) {
		strcpy(s.text, "%24");
		strcpy(s.c, "%#24");
	}
	add_arg(r, "%" PRId64, n);
	ADD(r, &s, "p", "lx", (long)n);
}

static void add_char(struct row *r, int plain)
{
	struct spec s = { .text = "%", .c = "%" };
	int c = '!' + pick(90);

	if (!plain && pick(2)) {
		sprintf(s.text, "%%%s%u", pick(2) ? "-" : "", 1 + pick(6));
		strcpy(s.c, s.text);
	}
	add_arg(r, "%d", c + 256 * (int)pick(3));
	ADD(r, &s, "c", "c", c);
}

static void add_binary(struct row *r)
{
	static const char *const formats[] = { "%1b", "%2b", "%4b", "%8b", "%b", "%.4b", "%.2b", "%3b" };
	static const int sizes[] = { 1, 2, 4, 8, 8, 4, 2, 8 };
	unsigned int i = pick(8);
	uint64_t n = 0;

	for (int k = 0; k < 8; k++)
		n = n << 8 | ('!' + pick(90));
	put(r->format, "%s", formats[i]);
	add_arg(r, "0x%" PRIx64, n);
	memcpy(r->want + r->nwant, &n, sizes[i]);
	r->nwant += sizes[i];
}

static void add_text(struct row *r, const char *text, const char *want)
{
	put(r->format, "%s", text);
	r->nwant += sprintf(r->want + r->nwant, "%s", want);
}

static void add_item(struct row *r, char item, int plain)
{
	switch (item) {
	case 's': add_string(r, plain); break;
	case 'p': add_pointer(r, plain); break;
	case 'c': add_char(r, plain); break;
	case 'b': add_binary(r); break;
	case '%': add_text(r, "%%", "%"); break;
	default: add_number(r, item, plain); break;
	}
}

/* Twice: formatted by the reader, and in the kernel. A handler has a few rows, for the compiler's sake. */
static void write_row(FILE *script, FILE *wanted, const struct row *r)
{
	static unsigned int rows;

	if (rows++ % 20 == 0)
		fprintf(script, "%sprobe begin\n{\n", rows > 1 ? "}\n" : "");
	fprintf(script, "\tprintf(\"%s\\n\"%s)\n", r->format, r->args);
	fprintf(script, "\tprint(sprintf(\"%s\"%s), \"\\n\")\n", r->format, r->args);
	for (int i = 0; i < 2; i++) {
		fwrite(r->want, 1, r->nwant, wanted);
		fputc('\n', wanted);
	}
}

static void make_row(FILE *script, FILE *wanted, const char *items, int plain)
{
	struct row r = { .nwant = 0 };

	for (size_t i = 0; items[i]; i++) {
		if (i)
			add_text(&r, "|", "|");
		add_item(&r, items[i], plain);
	}
	write_row(script, wanted, &r);
}

static void plain_rows(FILE *script, FILE *wanted)
{
	static const char items[] = "sdxpcb";
	char row[4];

	for (int i = 0; i < 6 * 7 * 7; i++) {
		int second = i / 6 % 7, third = i / 42;

		sprintf(row, "%c", items[i % 6]);
		if (second)
			sprintf(row + 1, "%c", items[second - 1]);
		if (second && third)
			sprintf(row + 2, "%c", items[third - 1]);
		if (second || !third)
			make_row(script, wanted, row, 1);
	}
}

int main(int argc, char **argv)
{
	static const char all[] = "sdxpcbiuoX%sd";
	FILE *script = argc > 2 ? fopen(argv[1], "w") : NULL, *wanted = script ? fopen(argv[2], "w") : NULL;

	if (!wanted)
		return 2;
	plain_rows(script, wanted);
	for (int i = 0; i < 200; i++) {
		char row[9] = "";

		for (int n = 4 + pick(5); n > 0; n--)
			put(row, "%c", all[pick(sizeof(all) - 1)]);
		make_row(script, wanted, row, 0);
	}
	fprintf(script, "}\nprobe begin { exit() }\n");
	return fclose(script) || fclose(wanted);
}
