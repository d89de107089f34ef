// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/events.h"

#include <string.h>

#include "translator/base/xstr.h"
#include "translator/emit/hist.h"
#include "translator/emit/unit.h"

static const char *const type_letters[] = {
	[FIELD_LONG] = "l", [FIELD_BYTES1] = "b1", [FIELD_BYTES2] = "b2", [FIELD_BYTES4] = "b4",
	[FIELD_BYTES8] = "b8",
	[FIELD_STRING] = "s", [FIELD_MEMORY] = "m",
};

static void quote(struct buf *line, const char *bytes, size_t len)
{
	buf_putc(line, '"');
	xstr_escape_c(line, bytes, len);
	buf_putc(line, '"');
}

static void field_type(const struct emitter *m, struct buf *line, const struct event_field *f)
{
	if (f->type == FIELD_CHART)
		hist_field_type(m, line, f->hist);
	else
		buf_puts(line, type_letters[f->type]);
}

static void write_event(struct emitter *m, struct cwriter *w, const struct event *event)
{
	struct buf line = BUF_INIT;

	buf_printf(&line, "E %u %c ", event->number, event->variable ? 'v' : 'f');
	quote(&line, event->format->text, event->format->length);
	vec_each(f, &event->fields) {
		buf_putc(&line, ' ');
		field_type(m, &line, f);
		buf_putc(&line, ':');
		quote(&line, f->expr, strlen(f->expr));
	}
	buf_putc(&line, '\n');
	cw_string(w, line.data, line.len);
	cw_blank(w);
	buf_free(&line);
}

void events_write(struct emitter *m)
{
	struct cwriter *w = &m->script;

	cw_blank(w);
	cw_line(w, "static const char events[] =");
	w->depth++;
	cw_line(w, "\"sonde-events 1\\n\"");
	vec_each(event, &m->s->program.events)
		write_event(m, w, *event);
	cw_line(w, ";");
	w->depth--;
}
