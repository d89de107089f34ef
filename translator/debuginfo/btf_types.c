// SPDX-License-Identifier: GPL-2.0-or-later
/* Types of BTF as plain data, called and laid out as dwarf_types.c does it. */
#include <bpf/btf.h>
#include <string.h>

#include "translator/base/arena.h"
#include "translator/debuginfo/btf_reader.h"

/* Deeper nesting than any real type has. */
#define MAX_DEPTH 64

static const struct di_type no_type = { .kind = DI_VOID, .name = "void", .id = DI_BTF };

static const struct btf_type *raw_type(struct debuginfo *d, const struct di_type *t)
{
	return btf__type_by_id(d->btf, (__u32)t->id);
}

static const char *name_of(struct debuginfo *d, const struct btf_type *t)
{
	const char *name = btf__name_by_offset(d->btf, t->name_off);

	return name && *name ? name : NULL;
}

static struct di_type named(struct debuginfo *d, const struct btf_type *t, uint32_t id, enum di_kind kind,
			    const char *keyword)
{
	return (struct di_type){
		.kind = kind,
		.name = di_tag_name(d, keyword, name_of(d, t)),
		.size = t->size,
		.id = id | DI_BTF,
	};
}

/* Before Linux 5.19 BTF has no sign for an enumeration: it is unsigned unless a value is negative. */
static bool enum_is_signed(const struct btf_type *t)
{
	if (btf_is_enum64(t) || btf_kflag(t))
		return btf_kflag(t);
	for (unsigned int i = 0; i < btf_vlen(t); i++)
		if (btf_enum(t)[i].val < 0)
			return true;
	return false;
}

static struct di_type array(struct debuginfo *d, const struct btf_type *t, uint32_t id, int depth)
{
	struct di_type a = btf_describe(d, btf_array(t)->type, depth + 1);

	a.kind = DI_ARRAY;
	a.name = arena_printf(d->arena, "%s[]", a.name);
	a.size *= btf_array(t)->nelems;
	a.count = btf_array(t)->nelems;
	a.is_signed = false;
	a.id = id | DI_BTF;
	return a;
}

static struct di_type described_as(struct di_type t, enum di_kind kind, uint32_t id)
{
	t.kind = kind;
	t.id = id | DI_BTF;
	return t;
}

static struct di_type scalar(struct debuginfo *d, const struct btf_type *t, uint32_t id)
{
	struct di_type s;

	switch (btf_kind(t)) {
	case BTF_KIND_INT:
		s = named(d, t, id, DI_INT, "");
		s.is_signed = btf_int_encoding(t) & BTF_INT_SIGNED;
		return s;
	case BTF_KIND_FLOAT:
		return named(d, t, id, DI_FLOAT, "");
	default:
		s = named(d, t, id, DI_ENUM, "enum ");
		s.is_signed = enum_is_signed(t);
		return s;
	}
}

static struct di_type declared(struct debuginfo *d, const struct btf_type *t, uint32_t id)
{
	struct di_type f = btf_kflag(t) ? named(d, t, id, DI_UNION, "union ") : named(d, t, id, DI_STRUCT, "struct ");

	f.size = 0;
	return f;
}

static struct di_type renamed(struct debuginfo *d, const struct btf_type *t, int depth)
{
	struct di_type to = btf_describe(d, t->type, depth + 1);

	if (name_of(d, t))
		to.name = name_of(d, t);
	return to;
}

static struct di_type pointer(struct debuginfo *d, const struct btf_type *t, uint32_t id, int depth)
{
	struct di_type to = btf_describe(d, t->type, depth + 1);

	return di_pointer_to(d, &to, (unsigned int)btf__pointer_size(d->btf), id | DI_BTF);
}

struct di_type btf_describe(struct debuginfo *d, uint32_t id, int depth)
{
	const struct btf_type *t = id && depth < MAX_DEPTH ? btf__type_by_id(d->btf, id) : NULL;

	if (!t)
		return no_type;
	switch (btf_kind(t)) {
	case BTF_KIND_INT:
	case BTF_KIND_FLOAT:
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return scalar(d, t, id);
	case BTF_KIND_STRUCT:
		return named(d, t, id, DI_STRUCT, "struct ");
	case BTF_KIND_UNION:
		return named(d, t, id, DI_UNION, "union ");
	case BTF_KIND_FWD:
		return declared(d, t, id);
	case BTF_KIND_PTR:
		return pointer(d, t, id, depth);
	case BTF_KIND_ARRAY:
		return array(d, t, id, depth);
	case BTF_KIND_FUNC_PROTO:
		return described_as(btf_describe(d, t->type, depth + 1), DI_FUNCTION, id);
	case BTF_KIND_TYPEDEF:
		return renamed(d, t, depth);
	case BTF_KIND_CONST:
		return di_qualify(d, btf_describe(d, t->type, depth + 1), "const");
	case BTF_KIND_VOLATILE:
		return di_qualify(d, btf_describe(d, t->type, depth + 1), "volatile");
	case BTF_KIND_RESTRICT:
		return di_qualify(d, btf_describe(d, t->type, depth + 1), "restrict");
	case BTF_KIND_TYPE_TAG:
		return btf_describe(d, t->type, depth + 1);
	default:
		return no_type;
	}
}

bool btf_target(struct debuginfo *d, const struct di_type *t, struct di_type *to)
{
	const struct btf_type *raw = raw_type(d, t);

	if (!raw)
		return false;
	*to = btf_describe(d, t->kind == DI_ARRAY ? btf_array(raw)->type : raw->type, 0);
	return true;
}

void btf_members_of(struct debuginfo *d, const struct di_type *t, struct di_members *members)
{
	const struct btf_type *raw = raw_type(d, t);

	if (!raw || !btf_is_composite(raw))
		return;
	for (unsigned int i = 0; i < btf_vlen(raw); i++) {
		const struct btf_member *from = &btf_members(raw)[i];
		const char *name = btf__name_by_offset(d->btf, from->name_off);
		struct di_member m = {
			.name = name && *name ? name : NULL,
			.type = btf_describe(d, from->type, 0),
			.bit = btf_member_bit_offset(raw, i),
			.bits = btf_member_bitfield_size(raw, i),
		};

		if (m.name || m.type.kind == DI_STRUCT || m.type.kind == DI_UNION)
			vec_push(d->arena, members, m);
	}
}

static int64_t enumerator_value(const struct btf_type *t, unsigned int i)
{
	if (btf_is_enum64(t))
		return (int64_t)btf_enum64_value(&btf_enum64(t)[i]);
	return enum_is_signed(t) ? btf_enum(t)[i].val : (int64_t)(uint32_t)btf_enum(t)[i].val;
}

static const char *enumerator_name(struct debuginfo *d, const struct btf_type *t, unsigned int i)
{
	return btf__name_by_offset(d->btf, btf_is_enum64(t) ? btf_enum64(t)[i].name_off : btf_enum(t)[i].name_off);
}

void btf_enumerators(struct debuginfo *d, const struct di_type *t, struct di_enumerators *list)
{
	const struct btf_type *raw = raw_type(d, t);

	for (unsigned int i = 0; raw && btf_is_any_enum(raw) && i < btf_vlen(raw); i++)
		vec_push(d->arena, list, (struct di_enumerator){ enumerator_name(d, raw, i), enumerator_value(raw, i) });
}

/* ---- by name ---------------------------------------------------------------------------------------------------- */

static bool of_kind(struct debuginfo *d, const char *name, unsigned int kind, struct di_type *t)
{
	int id = btf__find_by_name_kind(d->btf, name, kind);

	if (id <= 0)
		return false;
	*t = btf_describe(d, (uint32_t)id, 0);
	return true;
}

bool btf_named_type(struct debuginfo *d, enum di_kind kind, const char *name, struct di_type *t)
{
	if (kind == DI_STRUCT)
		return of_kind(d, name, BTF_KIND_STRUCT, t);
	if (kind == DI_UNION)
		return of_kind(d, name, BTF_KIND_UNION, t);
	if (kind == DI_ENUM)
		return of_kind(d, name, BTF_KIND_ENUM, t) || of_kind(d, name, BTF_KIND_ENUM64, t);
	if (kind != DI_VOID)
		return false;
	return of_kind(d, name, BTF_KIND_TYPEDEF, t) || of_kind(d, name, BTF_KIND_INT, t) ||
	       of_kind(d, name, BTF_KIND_STRUCT, t) || of_kind(d, name, BTF_KIND_UNION, t) ||
	       of_kind(d, name, BTF_KIND_ENUM, t) || of_kind(d, name, BTF_KIND_ENUM64, t);
}

bool btf_constant(struct debuginfo *d, const char *name, int64_t *value)
{
	for (uint32_t id = 1; id < btf__type_cnt(d->btf); id++) {
		const struct btf_type *t = btf__type_by_id(d->btf, id);

		for (unsigned int i = 0; btf_is_any_enum(t) && i < btf_vlen(t); i++)
			if (!strcmp(enumerator_name(d, t, i), name)) {
				*value = enumerator_value(t, i);
				return true;
			}
	}
	return false;
}
