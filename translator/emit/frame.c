// SPDX-License-Identifier: GPL-2.0-or-later
#include "translator/emit/frame.h"

#include "translator/emit/names.h"

/* Locals that live in the frame: parameters are the caller's strings unless the function writes
 * to them. */
static bool in_frame(const struct unit *u, const struct variable *v)
{
	if (v->type != TYPE_STRING || !unit_is_read(u, v))
		return false;
	return v->kind == VAR_LOCAL || v->is_written;
}

bool frame_copies_parameter(const struct unit *u, const struct variable *v)
{
	return v->kind == VAR_PARAM && v->is_written &&
	       (v->type == TYPE_STRING ? unit_is_read(u, v) : u->function->overload_next != NULL);
}

static unsigned strings_of(const struct unit *u)
{
	unsigned n = 0;

	vec_each(v, &u->locals)
		n += in_frame(u, *v);
	return n;
}

static void declare_slot(struct unit *u, const char *name, unsigned slot)
{
	if (!slot)
		unit_line(u, "char *const %s = frame;", name);
	else if (slot == 1)
		unit_line(u, "char *const %s = frame + MAXSTRINGLEN;", name);
	else
		unit_line(u, "char *const %s = frame + %u * MAXSTRINGLEN;", name, slot);
}

static void declare_strings(struct unit *u)
{
	unsigned slot = 0;

	u->strings = strings_of(u);
	u->frame_slots = u->strings + u->max_slots;
	if (!u->frame_slots)
		return;
	unit_line(u, "char *const frame = c->frames%s;", u->probe ? "" : " + c->frame_used");
	vec_each(v, &u->locals)
		if (in_frame(u, *v))
			declare_slot(u, names_variable(*v), slot++);
	for (unsigned i = 1; i <= u->max_slots; i++)
		declare_slot(u, unit_text(u, "s_%u", i), slot++);
}

static void declare_numbers(struct unit *u)
{
	vec_each(v, &u->locals) {
		if ((*v)->type == TYPE_STRING || !unit_is_read(u, *v))
			continue;
		if ((*v)->kind == VAR_LOCAL)
			unit_line(u, "stp_s64 %s = 0;", names_variable(*v));
		else if (frame_copies_parameter(u, *v))
			unit_line(u, "stp_s64 %s = a_%s;", names_variable(*v), names_variable(*v));
	}
}

static void declare_temps(struct unit *u, enum temp_kind kind, const char *type, const char *prefix)
{
	const char *text = NULL;

	for (unsigned i = 0; i < u->temps.n; i++)
		if (u->temps.v[i] == kind)
			text = unit_text(u, "%s%s%s_%u", text ? text : "", text ? ", " : "", prefix,
					 i + 1);
	if (text)
		unit_line(u, "%s%s;", type, text);
}

bool frame_declare(struct unit *u)
{
	size_t before = u->w->out.len;

	declare_strings(u);
	declare_numbers(u);
	declare_temps(u, TEMP_LONG, "stp_s64 ", "t");
	declare_temps(u, TEMP_POINTER, "const char ", "*t");
	declare_temps(u, TEMP_CELL, "stp_u64 ", "*t");
	declare_temps(u, TEMP_NODE, "struct stp_node ", "*n");
	return u->w->out.len > before;
}

/* A callee starts its frame at c->frame_used. */
static bool moves_frame(const struct unit *u)
{
	const struct functions *calls = u->probe ? &u->probe->calls : &u->function->calls;

	if (!u->frame_slots)
		return false;
	vec_each(f, calls)
		if ((*f)->body)
			return true;
	return !u->probe && u->function->overload_next;
}

static const char *frame_size(struct unit *u)
{
	return u->frame_slots == 1 ? "MAXSTRINGLEN" : unit_text(u, "%u * MAXSTRINGLEN",
								u->frame_slots);
}

void frame_enter(struct unit *u)
{
	if (moves_frame(u))
		unit_line(u, "c->frame_used += %s;", frame_size(u));
	vec_each(v, &u->locals) {
		if (!in_frame(u, *v))
			continue;
		if ((*v)->kind == VAR_PARAM)
			unit_line(u, "stp_strcpy(%s, a_%s);", names_variable(*v),
				  names_variable(*v));
		else
			unit_line(u, "%s[0] = '\\0';", names_variable(*v));
	}
}

void frame_leave(struct unit *u)
{
	if (moves_frame(u))
		unit_line(u, "c->frame_used -= %s;", frame_size(u));
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* function->id holds the number of own slots until now, and these marks: being summed (a
 * recursion is cut there), done. */
#define ON_THE_WAY	0x80000000u
#define DONE		0x40000000u
#define SLOTS		0x3fffffffu

static unsigned long sum_function(struct emitter *m, struct function *f)
{
	unsigned slots = f->id & SLOTS;
	unsigned long bytes;

	if (!f->body || (f->id & ON_THE_WAY))
		return 0;
	if (f->id & DONE)
		return f->plan->frame_bytes;
	f->id |= ON_THE_WAY;
	bytes = frame_bytes(m, slots * (f->plan->recursive ? m->limits.max_nesting : 1), &f->calls);
	if (f->overload_next)
		bytes += sum_function(m, f->overload_next);
	f->id = slots | (f->plan->recursive ? 0 : DONE);
	f->plan->frame_bytes = bytes;
	return bytes;
}

unsigned long frame_bytes(struct emitter *m, unsigned slots, const struct functions *calls)
{
	unsigned long below = 0;

	vec_each(f, calls) {
		unsigned long bytes = sum_function(m, *f);

		below = bytes > below ? bytes : below;
	}
	return below + (unsigned long)slots * m->limits.string_size;
}
