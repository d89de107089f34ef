// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * timer.s(N) and its kin: an hrtimer; timer.jiffies(N): a timer of the kernel's tick. Both may be randomized by up to
 * M of the same unit, either way, and keep a positive period.
 */
#include "translator/family/emit_family.h"
#include "translator/family/families.h"
#include "translator/session.h"

#define NS_PER_S 1000000000ull
#define NS_MIN 100000ull		/* 100 us */
#define NS_MAX (86400 * NS_PER_S)	/* one day */
#define JIFFIES_MAX 1000000

static const uint64_t unit_ns[] = {
	[TIMER_S] = NS_PER_S, [TIMER_MS] = 1000000, [TIMER_US] = 1000, [TIMER_NS] = 1,
};

static int64_t randomize_of(const struct probe_point *point)
{
	return point->components.n > 2 ? point->components.v[2].number : 0;
}

static int bad_interval(struct session *s, struct span at, uint64_t unit)
{
	diag(s->diags, D_TIMER_INTERVAL, at, (long long)((NS_MIN + unit - 1) / unit), (long long)(NS_MAX / unit));
	return -1;
}

static int fill_jiffies(struct session *s, struct probe_point *point, struct timer_instance *i)
{
	int64_t interval = point->components.v[1].number, random = randomize_of(point);

	if (interval < 1 || interval > JIFFIES_MAX)
		return diag(s->diags, D_TIMER_JIFFIES, point->components.v[1].literal_at);
	if (random < 0 || random > interval)
		return diag(s->diags, D_TIMER_RANDOMIZE, point->components.v[2].literal_at);
	i->jiffies = interval;
	i->random = random;
	return 0;
}

static int fill_hz(struct session *s, struct probe_point *point, struct timer_instance *i)
{
	int64_t hz = point->components.v[1].number;

	if (hz < 1 || hz > (int64_t)(NS_PER_S / NS_MIN))
		return diag(s->diags, D_TIMER_INTERVAL, point->components.v[1].literal_at, 1ll,
			    (long long)(NS_PER_S / NS_MIN));
	i->period_ns = NS_PER_S / hz;
	return 0;
}

static int fill(struct session *s, int variant, struct probe_point *point, struct timer_instance *i)
{
	int64_t interval = point->components.v[1].number, random = randomize_of(point);
	uint64_t unit;

	if (variant == TIMER_JIFFIES)
		return fill_jiffies(s, point, i);
	if (variant == TIMER_HZ)
		return fill_hz(s, point, i);
	unit = unit_ns[variant];
	if (interval < 1 || (uint64_t)interval > NS_MAX / unit || interval * unit < NS_MIN)
		return bad_interval(s, point->components.v[1].literal_at, unit);
	if (random < 0 || random > interval)
		return diag(s->diags, D_TIMER_RANDOMIZE, point->components.v[2].literal_at);
	i->period_ns = interval * unit;
	i->random = random * unit;
	return 0;
}

static int expand(struct session *s, const struct family_pattern *pattern, struct probe_point *point, family_add add,
		  void *ctx)
{
	struct timer_instance *i = arena_new_object(s->arena, struct timer_instance);
	const struct point_component *c = point->components.v;
	char name[16], arg;
	const char *text;

	if (fill(s, pattern->variant, point, i) < 0)
		return 0;
	family_component(pattern->pattern, 1, name, sizeof(name), &arg);
	text = arena_printf(s->arena, "timer.%s(%lld)", name, (long long)c[1].number);
	if (point->components.n > 2)
		text = arena_printf(s->arena, "%s.randomize(%lld)", text, (long long)c[2].number);
	add(s, (struct family_instance *)i, text, ctx);
	return 1;
}

const struct family timer_family = {
	.name = "timer",
	.arms = true,
	.expand = expand,
	.emit_entry = timer_emit_entry,
	.emit_row = timer_emit_row,
	.table_type = "stp_timer_probe",
	.table_member = "timers",
};
