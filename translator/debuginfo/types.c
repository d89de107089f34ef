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
	const char *name = dw_name(die);

	return (struct di_type){
		.kind = kind,
		.name = arena_printf(d->arena, "%s%s", keyword, name ? name : "{...}"),
		.size = (unsigned int)dw_number(die, DW_AT_byte_size, 0),
		.id = dwarf_dieoffset(die),
	};
}

static struct di_type pointer(struct debuginfo *d, Dwarf_Die *die, int depth)
{
	struct di_type to = describe_reference(d, die, depth);
	const char *form = to.kind == DI_FUNCTION ? "%s (*)()" : "%s *";
	size_t len = strlen(to.name);

	if (to.kind != DI_FUNCTION && to.name[len - 1] == '*')
		form = "%s*";
	return (struct di_type){
		.kind = DI_POINTER,
		.name = arena_printf(d->arena, form, to.name),
		.size = (unsigned int)dw_number(die, DW_AT_byte_size, sizeof(void *)),
		.id = dwarf_dieoffset(die),
	};
}

static struct di_type array(struct debuginfo *d, Dwarf_Die *die, int depth)
{
	struct di_type t = describe_reference(d, die, depth);
	Dwarf_Word size = 0;

	dwarf_aggregate_size(die, &size);
	t.kind = DI_ARRAY;
	t.name = arena_printf(d->arena, "%s[]", t.name);
	t.size = (unsigned int)size;
	t.id = dwarf_dieoffset(die);
	return t;
}

static struct di_type qualified(struct debuginfo *d, Dwarf_Die *die, int depth, const char *word)
{
	struct di_type t = describe_reference(d, die, depth);

	/* "const char *" is a pointer to const; a const pointer is "char *const" */
	t.name = arena_printf(d->arena, t.kind == DI_POINTER ? "%2$s%1$s" : "%s %s", word, t.name);
	return t;
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
		return array(d, die, depth);
	case DW_TAG_subroutine_type:
		t = describe_reference(d, die, depth);
		t.kind = DI_FUNCTION;
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

struct di_type di_type_of(struct debuginfo *d, Dwarf_Die *die)
{
	return describe_reference(d, die, 0);
}

unsigned int di_register_size(const struct di_type *t)
{
	switch (t->kind) {
	case DI_INT:
	case DI_ENUM:
	case DI_POINTER:
		return t->size && t->size <= 8 ? t->size : 0;
	case DI_VOID:
	case DI_STRUCT:
	case DI_UNION:
	case DI_ARRAY:
	case DI_FLOAT:
	case DI_FUNCTION:
		return 0;
	}
	return 0;
}
