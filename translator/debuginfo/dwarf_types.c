// SPDX-License-Identifier: GPL-2.0-or-later
/* Types as plain data. Typedefs and qualifiers decide only the name. */
#include <dwarf.h>
#include <string.h>

#include "translator/base/arena.h"
#include "translator/debuginfo/handle.h"

/* Deeper nesting than any real type has; a guard against files that refer to themselves. */
#define MAX_DEPTH 64

static struct di_type describe(struct debuginfo *d, Dwarf_Die *die, int depth);

static struct di_type describe_reference(struct debuginfo *d, Dwarf_Die *die, int depth)
{
	Dwarf_Die type;

	if (depth > MAX_DEPTH || !dw_reference(die, DW_AT_type, &type))
		return (struct di_type){ .kind = DI_VOID, .name = "void" };
	return describe(d, &type, depth + 1);
}

static struct di_type base_type(Dwarf_Die *die, struct di_type t)
{
	switch (dw_number(die, DW_AT_encoding, 0)) {
	case DW_ATE_signed:
	case DW_ATE_signed_char:
		t.is_signed = true;
		break;
	case DW_ATE_float:
	case DW_ATE_complex_float:
	case DW_ATE_decimal_float:
		t.kind = DI_FLOAT;
		return t;
	}
	t.kind = DI_INT;
	return t;
}

/* Old compilers give an enumeration no underlying type: it is unsigned unless a value is negative. */
static bool enum_is_signed(Dwarf_Die *die)
{
	Dwarf_Die underlying, child;

	if (dw_reference(die, DW_AT_type, &underlying)) {
		uint64_t encoding = dw_number(&underlying, DW_AT_encoding, 0);

		return encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
	}
	if (dwarf_child(die, &child))
		return false;
	do {
		Dwarf_Attribute attribute;
		Dwarf_Sword value;

		if (!dwarf_formsdata(dwarf_attr(&child, DW_AT_const_value, &attribute), &value) && value < 0)
			return true;
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

static struct di_type named(struct debuginfo *d, Dwarf_Die *die, enum di_kind kind, const char *keyword)
{
	return (struct di_type){
		.kind = kind,
		.name = di_tag_name(d, keyword, dw_name(die)),
		.size = (unsigned int)dw_number(die, DW_AT_byte_size, 0),
		.id = dwarf_dieoffset(die),
	};
}

static struct di_type pointer(struct debuginfo *d, Dwarf_Die *die, int depth)
{
	struct di_type to = describe_reference(d, die, depth);

	return di_pointer_to(d, &to, (unsigned int)dw_number(die, DW_AT_byte_size, sizeof(void *)), dwarf_dieoffset(die));
}

/* Elements of the `nth` dimension; 0 when it is open. */
static unsigned int dimension(Dwarf_Die *die, unsigned int nth)
{
	Dwarf_Die child;

	if (dwarf_child(die, &child))
		return 0;
	do {
		if (dwarf_tag(&child) == DW_TAG_subrange_type && !nth--)
			return (unsigned int)dw_number(&child, DW_AT_count, dw_number(&child, DW_AT_upper_bound, UINT64_MAX) + 1);
	} while (!dwarf_siblingof(&child, &child));
	return 0;
}

/* An array of several dimensions is one DIE; the id of what remains behind the first n of them has n in its bits 56... */
#define DIMENSION_SHIFT 56

static struct di_type array_from(struct debuginfo *d, Dwarf_Die *die, unsigned int nth, int depth)
{
	struct di_type t = describe_reference(d, die, depth);
	unsigned int n = 1;

	t.kind = DI_ARRAY;
	for (unsigned int i = nth; i == nth || (i < 63 && dw_has_dimension(die, i)); i++) {
		n *= dimension(die, i);
		t.name = arena_printf(d->arena, "%s[]", t.name);
	}
	t.size *= n;
	t.count = dimension(die, nth);
	t.is_signed = false;
	t.id = dwarf_dieoffset(die) | (uint64_t)nth << DIMENSION_SHIFT;
	return t;
}

static struct di_type qualified(struct debuginfo *d, Dwarf_Die *die, int depth, const char *word)
{
	return di_qualify(d, describe_reference(d, die, depth), word);
}

static struct di_type describe(struct debuginfo *d, Dwarf_Die *die, int depth)
{
	struct di_type t;

	switch (dwarf_tag(die)) {
	case DW_TAG_base_type:
		return base_type(die, named(d, die, DI_INT, ""));
	case DW_TAG_enumeration_type:
		t = named(d, die, DI_ENUM, "enum ");
		t.is_signed = enum_is_signed(die);
		return t;
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
		return named(d, die, DI_STRUCT, "struct ");
	case DW_TAG_union_type:
		return named(d, die, DI_UNION, "union ");
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
		return pointer(d, die, depth);
	case DW_TAG_array_type:
		return array_from(d, die, 0, depth);
	case DW_TAG_subroutine_type:
		t = describe_reference(d, die, depth);
		t.kind = DI_FUNCTION;
		t.id = dwarf_dieoffset(die);
		return t;
	case DW_TAG_typedef:
		t = describe_reference(d, die, depth);
		t.name = arena_printf(d->arena, "%s", dw_name(die) ? dw_name(die) : t.name);
		return t;
	case DW_TAG_const_type:
		return qualified(d, die, depth, "const");
	case DW_TAG_volatile_type:
		return qualified(d, die, depth, "volatile");
	case DW_TAG_restrict_type:
		return qualified(d, die, depth, "restrict");
	default:	/* _Atomic and other wrappers; DW_TAG_unspecified_type has no type and becomes void */
		return describe_reference(d, die, depth);
	}
}

struct di_type dwarf_type_of(struct debuginfo *d, Dwarf_Die *die)
{
	return describe_reference(d, die, 0);
}

bool dwarf_target(struct debuginfo *d, const struct di_type *t, struct di_type *to)
{
	unsigned int nth = (unsigned int)(t->id >> DIMENSION_SHIFT);
	Dwarf_Die die;

	if (!dwarf_offdie(d->file.dwarf, t->id & ~(UINT64_MAX << DIMENSION_SHIFT), &die))
		return false;
	if (t->kind == DI_ARRAY && dw_has_dimension(&die, nth + 1))
		*to = array_from(d, &die, nth + 1, 0);
	else
		*to = describe_reference(d, &die, 0);
	return true;
}

/* ---- members ---------------------------------------------------------------------------------------------------- */

/* DWARF 3's DW_AT_bit_offset counts from the highest bit of a unit of DW_AT_byte_size. */
static uint64_t first_bit(Dwarf_Die *member, const struct di_type *type, unsigned int bits)
{
	uint64_t start = dw_number(member, DW_AT_data_member_location, 0) * 8;
	uint64_t from_top = dw_number(member, DW_AT_bit_offset, UINT64_MAX);

	if (from_top == UINT64_MAX)
		return start + dw_number(member, DW_AT_data_bit_offset, 0);
	return start + dw_number(member, DW_AT_byte_size, type->size) * 8 - from_top - bits;
}

void dwarf_members(struct debuginfo *d, const struct di_type *t, struct di_members *members)
{
	Dwarf_Die die, child;

	if (!dwarf_offdie(d->file.dwarf, t->id, &die) || dwarf_child(&die, &child))
		return;
	do {
		struct di_member m = { .name = dw_name(&child) };

		if (dwarf_tag(&child) != DW_TAG_member)
			continue;
		m.type = dwarf_type_of(d, &child);
		m.bits = (unsigned int)dw_number(&child, DW_AT_bit_size, 0);
		m.bit = first_bit(&child, &m.type, m.bits);
		if (m.name || m.type.kind == DI_STRUCT || m.type.kind == DI_UNION)
			vec_push(d->arena, members, m);
	} while (!dwarf_siblingof(&child, &child));
}

void dwarf_enumerators(struct debuginfo *d, const struct di_type *t, struct di_enumerators *list)
{
	Dwarf_Die die, child;

	if (!dwarf_offdie(d->file.dwarf, t->id, &die) || dwarf_child(&die, &child))
		return;
	do {
		struct di_enumerator e = { .name = dw_name(&child) };
		Dwarf_Attribute attribute;
		Dwarf_Sword value;

		if (dwarf_formsdata(dwarf_attr(&child, DW_AT_const_value, &attribute), &value))
			continue;
		e.value = value;
		vec_push(d->arena, list, e);
	} while (!dwarf_siblingof(&child, &child));
}
