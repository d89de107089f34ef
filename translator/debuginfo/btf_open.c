// SPDX-License-Identifier: GPL-2.0-or-later
/* BTF through libbpf: opening it, and its functions. What the numbers mean: Documentation/bpf/btf.rst. */
#include <bpf/btf.h>
#include <errno.h>
#include <string.h>

#include "translator/base/arena.h"
#include "translator/debuginfo/btf_reader.h"

const char *btf_open(struct debuginfo *d, const char *path)
{
	d->btf = btf__parse(path, NULL);
	if (d->btf)
		return NULL;
	return errno == ENOENT ? strerror(ENOENT) : "libbpf cannot read it as BTF";
}

void btf_close(struct debuginfo *d)
{
	btf__free(d->btf);
	d->btf = NULL;
}

/* A parameter of a type that takes no register, or several, leaves nothing to say of those behind it. */
static void add_param(struct debuginfo *d, struct di_function *f, const struct btf_param *p, int *position)
{
	struct di_variable v = {
		.name = btf__name_by_offset(d->btf, p->name_off),
		.type = btf_describe(d, p->type, 0),
	};

	if (!di_register_size(&v.type))
		v.unavailable = "its type does not fit a register";
	else if (!di_in_argument(d, &v, *position))
		v.unavailable = "it is in no register at the function's entry";
	if (*position >= 0)
		*position = di_register_size(&v.type) ? *position + 1 : -1;
	if (v.name && *v.name)
		vec_push(d->arena, &f->params, v);
}

/* BTF does not say which function of that name is meant: is there one whose prototype is another? */
static bool is_ambiguous(struct debuginfo *d, const struct btf_type *function, uint32_t id)
{
	while (++id < btf__type_cnt(d->btf)) {
		const struct btf_type *other = btf__type_by_id(d->btf, id);

		if (btf_is_func(other) && other->type != function->type &&
		    !strcmp(btf__name_by_offset(d->btf, other->name_off), btf__name_by_offset(d->btf, function->name_off)))
			return true;
	}
	return false;
}

struct di_function *btf_function(struct debuginfo *d, const char *name)
{
	int id = btf__find_by_name_kind(d->btf, name, BTF_KIND_FUNC), position = 0;
	const struct btf_type *type = id > 0 ? btf__type_by_id(d->btf, (__u32)id) : NULL;
	const struct btf_type *prototype = type ? btf__type_by_id(d->btf, type->type) : NULL;
	struct di_function *f;

	if (!prototype || !btf_is_func_proto(prototype))
		return NULL;
	f = arena_new_object(d->arena, struct di_function);
	f->name = btf__name_by_offset(d->btf, type->name_off);
	f->has_return_value = prototype->type != 0;
	f->return_type = btf_describe(d, prototype->type, 0);
	for (unsigned int i = 0; i < btf_vlen(prototype); i++)
		add_param(d, f, &btf_params(prototype)[i], &position);
	if (is_ambiguous(d, type, (uint32_t)id))
		vec_each(v, &f->params)
			v->unavailable = "functions of this name differ in their parameters, and BTF does not say which is which";
	return f;
}
