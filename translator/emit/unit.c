// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/unit.h"

#include <stdint.h>
#include <string.h>

static void write_once(struct unit *u, struct cwriter *w)
{
	u->w = w;
	u->slots = u->max_slots = 0;
	u->temps.n = 0;
	u->labels = 0;
	u->fail = "out";
	u->failed = u->uses_out = false;
	u->continue_to = NULL;
	u->continued = false;
	u->write(u);
}

static void write_nowhere(struct unit *u)
{
	struct cwriter nowhere;

	cw_init(&nowhere, NULL, "", true);
	nowhere.depth = 1;
	write_once(u, &nowhere);
	cw_free(&nowhere);
}

void unit_write(struct unit *u, struct cwriter *w, void (*declare)(struct unit *u))
{
	vec_each(v, &u->locals)
		(*v)->id = 0;
	write_nowhere(u);
	u->counted = true;
	write_nowhere(u);
	u->w = w;
	declare(u);
	write_once(u, w);
}

void unit_read(struct unit *u, struct variable *local)
{
	(void)u;
	local->id = 1;
}

bool unit_is_read(const struct unit *u, const struct variable *local)
{
	return !u->counted || local->id;
}

void unit_line(struct unit *u, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = arena_vprintf(u->m->s->arena, fmt, ap);
	va_end(ap);
	cw_line(u->w, "%s", text);
}

const char *unit_text(struct unit *u, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = arena_vprintf(u->m->s->arena, fmt, ap);
	va_end(ap);
	return text;
}

const char *unit_temp(struct unit *u, enum temp_kind kind)
{
	vec_push(u->m->s->arena, &u->temps, kind);
	return unit_text(u, "%c_%u", kind == TEMP_NODE ? 'n' : 't', u->temps.n);
}

const char *unit_slot(struct unit *u)
{
	if (++u->slots > u->max_slots)
		u->max_slots = u->slots;
	return unit_text(u, "s_%u", u->slots);
}

unsigned unit_mark(const struct unit *u)
{
	return u->slots;
}

void unit_release(struct unit *u, unsigned mark)
{
	u->slots = mark;
}

const char *unit_label(struct unit *u, const char *stem)
{
	return unit_text(u, "%s_%u", stem, ++u->labels);
}

/* One level to the left, and with a statement: a declaration or the end of a block may follow. */
void unit_write_label(struct unit *u, const char *label)
{
	u->w->depth--;
	unit_line(u, "%s:;", label);
	u->w->depth++;
}

unsigned unit_position(struct unit *u, struct span at)
{
	struct emitter *m = u->m;
	struct buf token = BUF_INIT;
	const char *text;
	uintptr_t number;

	diag_print_token(m->s->sources, at, &token);
	text = arena_strdup(m->s->arena, buf_text(&token));
	buf_free(&token);
	number = (uintptr_t)map_get(&m->position_numbers, text);
	if (!number) {
		vec_push(m->s->arena, &m->positions, text);
		number = m->positions.n;
		map_put(&m->position_numbers, text, (void *)number);
	}
	return number;
}

static void jump(struct unit *u)
{
	u->failed = true;
	if (!strcmp(u->fail, "out"))
		u->uses_out = true;
	unit_line(u, "goto %s;", u->fail);
}

void unit_fail(struct unit *u)
{
	jump(u);
}

void unit_fail_if(struct unit *u, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = arena_vprintf(u->m->s->arena, fmt, ap);
	va_end(ap);
	unit_line(u, "if (%s)", text);
	u->w->depth++;
	jump(u);
	u->w->depth--;
}

void unit_leave(struct unit *u, const struct stmt *from)
{
	if (from == u->last)
		return;
	u->uses_out = true;
	unit_line(u, "goto out;");
}

void unit_check(struct unit *u, struct span at)
{
	cw_open(u->w, "if (STP_UNLIKELY(c->last_error))");
	unit_line(u, "stp_error_at(c, %u);", unit_position(u, at));
	unit_fail(u);
	cw_close(u->w, "");
}
