// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where a parameter is when its function is entered. The probe is on the first instruction, before any of the function's
 * own code has run, so a location that speaks of the function's frame is not true yet. Two sources remain:
 *
 *   - the location expression that is valid at the entry address, when it names a register, or the caller's frame;
 *   - the calling convention, when all parameters before it are of kinds that take one register each.
 */
#include <dwarf.h>

#include "translator/base/arena.h"
#include "translator/debuginfo/handle.h"

static void step(struct debuginfo *d, struct di_variable *v, struct fetch_op op)
{
	vec_push(d->arena, &v->fetch, op);
}

/* The caller may leave garbage above a narrow value. */
static void cut(struct debuginfo *d, struct di_variable *v, unsigned int size)
{
	if (size < 8)
		step(d, v, (struct fetch_op){ .kind = FETCH_CUT, .size = size, .is_signed = v->type.is_signed });
}

static void in_register(struct debuginfo *d, struct di_variable *v, unsigned int reg, unsigned int size)
{
	step(d, v, (struct fetch_op){ .kind = FETCH_REG, .reg = reg });
	cut(d, v, size);
}

/* At the entry the return address alone lies between the stack pointer and the CFA. */
static void in_caller_frame(struct debuginfo *d, struct di_variable *v, int64_t from_cfa, unsigned int size)
{
	step(d, v, (struct fetch_op){ .kind = FETCH_REG, .reg = 7 });
	step(d, v, (struct fetch_op){ .kind = FETCH_ADD, .n = from_cfa + 8 });
	step(d, v, (struct fetch_op){ .kind = FETCH_DEREF, .size = size, .is_signed = v->type.is_signed });
}

/* True when the expression gave a fetch program. */
static bool by_expression(struct debuginfo *d, Dwarf_Die *function, const Dwarf_Op *ops, size_t n, unsigned int size,
			  struct di_variable *v)
{
	if (n != 1)
		return false;
	if (ops[0].atom >= DW_OP_reg0 && ops[0].atom <= DW_OP_reg31) {
		in_register(d, v, ops[0].atom - DW_OP_reg0, size);
		return true;
	}
	if (ops[0].atom == DW_OP_regx && ops[0].number < 32) {
		in_register(d, v, (unsigned int)ops[0].number, size);
		return true;
	}
	if (ops[0].atom == DW_OP_fbreg && (int64_t)ops[0].number >= 0 && dw_frame_is_cfa(function)) {
		in_caller_frame(d, v, (int64_t)ops[0].number, size);
		return true;
	}
	return false;
}

void dwarf_locate_param(struct debuginfo *d, Dwarf_Die *function, uint64_t entry, Dwarf_Die *param, int position,
			struct di_variable *v)
{
	unsigned int size = di_register_size(&v->type);
	size_t n;
	Dwarf_Op *ops = dw_location(param, entry, &n);

	if (!size)
		v->unavailable = "its type does not fit a register";
	else if (!by_expression(d, function, ops, n, size, v) && !di_in_argument(d, v, position))
		v->unavailable = "it is in no register at the function's entry";
}
