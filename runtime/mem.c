// SPDX-License-Identifier: GPL-2.0
/*
 * Reading memory at addresses that a script made up. Part of runtime.c.
 *
 * A kernel address is tested first: a load from NULL or a user address would oops under SMAP in spite of an exception
 * entry, and one from a non-canonical address warns. What remains may fault, and the exception entry turns that into
 * an error. User memory is read with page faults off, so what is not resident is an error, too.
 */

static bool mem_kernel_ok(u64 addr, u64 bytes)
{
	u64 lowest = ~0ull << (boot_cpu_data.x86_virt_bits - 1);	/* canonical and in the upper half */

	return addr >= lowest && addr + bytes >= addr;
}

/* One value of the given type at a kernel address; jumps to `fault`. */
#define MEM_KERNEL_LOAD(type, dst, addr, fault) do {						\
	type mem_v;										\
	__get_kernel_nofault(&mem_v, (type *)(unsigned long)(addr), type, fault);		\
	(dst) = mem_v;										\
} while (0)

/* Loads with the sign or without it. Returns 0 or -EFAULT. Context: any. */
static int mem_kernel_value(s64 *value, u64 addr, int size, int is_signed)
{
	if (!mem_kernel_ok(addr, size))
		return -EFAULT;
	switch (is_signed ? -size : size) {
	case 1: MEM_KERNEL_LOAD(u8, *value, addr, fault); return 0;
	case 2: MEM_KERNEL_LOAD(u16, *value, addr, fault); return 0;
	case 4: MEM_KERNEL_LOAD(u32, *value, addr, fault); return 0;
	case -1: MEM_KERNEL_LOAD(s8, *value, addr, fault); return 0;
	case -2: MEM_KERNEL_LOAD(s16, *value, addr, fault); return 0;
	case -4: MEM_KERNEL_LOAD(s32, *value, addr, fault); return 0;
	default: MEM_KERNEL_LOAD(u64, *value, addr, fault); return 0;
	}
fault:
	return -EFAULT;
}

static int mem_kernel_bytes(char *dst, u64 addr, u32 len)
{
	if (!mem_kernel_ok(addr, len))
		return -EFAULT;
	for (; len >= 8; len -= 8, dst += 8, addr += 8)
		MEM_KERNEL_LOAD(u64, *(u64 *)dst, addr, fault);
	for (; len; len--, dst++, addr++)
		MEM_KERNEL_LOAD(char, *dst, addr, fault);
	return 0;
fault:
	return -EFAULT;
}

/*
 * copy_from_user_nofault() knows all the cases: an NMI amid a change of address spaces, kernel threads. Elsewhere the
 * same is done without its price.
 */
static int mem_user_bytes(void *dst, u64 addr, u32 len)
{
	const void __user *src = (const void __user *)(unsigned long)addr;
	unsigned long left;

	if (in_nmi())
		return copy_from_user_nofault(dst, src, len) ? -EFAULT : 0;
	if (!current->mm || !access_ok(src, len))
		return -EFAULT;
	pagefault_disable();
	left = __copy_from_user_inatomic(dst, src, len);
	pagefault_enable();
	return left ? -EFAULT : 0;
}

static s64 mem_extend(const void *bytes, int size, int is_signed)
{
	switch (is_signed ? -size : size) {
	case 1: return *(const u8 *)bytes;
	case 2: return *(const u16 *)bytes;
	case 4: return *(const u32 *)bytes;
	case -1: return *(const s8 *)bytes;
	case -2: return *(const s16 *)bytes;
	case -4: return *(const s32 *)bytes;
	default: return *(const s64 *)bytes;
	}
}

static int mem_fault(struct stp_ctx *c, u32 at, u64 addr)
{
	stp_error(c, at, "read fault [man error::fault] at 0x%016llx", addr);
	return -1;
}

int stp_kread(struct stp_ctx *c, s64 *value, u64 addr, int size, int is_signed, u32 at)
{
	return mem_kernel_value(value, addr, size, is_signed) ? mem_fault(c, at, addr) : 0;
}

int stp_uread(struct stp_ctx *c, s64 *value, u64 addr, int size, int is_signed, u32 at)
{
	u64 bytes = 0;

	if (mem_user_bytes(&bytes, addr, size))
		return mem_fault(c, at, addr);
	*value = mem_extend(&bytes, size, is_signed);
	return 0;
}

int stp_read_bytes(struct stp_ctx *c, char *dst, u64 addr, u32 len, int user)
{
	return (user ? mem_user_bytes(dst, addr, len) : mem_kernel_bytes(dst, addr, len)) ?
		mem_fault(c, 0, addr) : 0;
}

/* Bytes up to the NUL: word by word once the address is aligned, for an aligned word never crosses into a page that
 * is not there. Writes whole words only where the buffer has room for them. */
int stp_kstring(char *dst, u64 addr)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	u32 room = stp_script.config->string_size - 1;
	unsigned long word, zeros;

	if (!mem_kernel_ok(addr, 1))
		goto fault;
	for (; room && (addr & 7 || room < 8); room--, addr++) {
		MEM_KERNEL_LOAD(char, *dst, addr, fault);
		if (!*dst++)
			return 0;
	}
	while (room >= 8) {
		MEM_KERNEL_LOAD(unsigned long, word, addr, fault);
		*(unsigned long *)dst = word;
		if (has_zero(word, &zeros, &constants))
			return 0;
		dst += 8;
		addr += 8;
		room -= 8;
	}
	for (; room; room--, addr++) {
		MEM_KERNEL_LOAD(char, *dst, addr, fault);
		if (!*dst++)
			return 0;
	}
	*dst = 0;
	return 0;
fault:
	*dst = 0;
	return -EFAULT;
}

/* strncpy_from_user() may not be called in an NMI: there the string is copied in pieces that end with a page. */
static int mem_ustring_nmi(char *dst, u64 addr, u32 room)
{
	while (room) {
		u32 piece = min3(room, 64u, (u32)(PAGE_SIZE - (addr & (PAGE_SIZE - 1))));

		if (mem_user_bytes(dst, addr, piece)) {
			*dst = 0;
			return -EFAULT;
		}
		if (memchr(dst, 0, piece))
			return 0;
		dst += piece;
		addr += piece;
		room -= piece;
	}
	*dst = 0;
	return 0;
}

int stp_ustring(char *dst, u64 addr)
{
	u32 room = stp_script.config->string_size - 1;
	long n = -EFAULT;

	*dst = 0;
	if (in_nmi())
		return mem_ustring_nmi(dst, addr, room);
	if (!current->mm)
		return -EFAULT;
	pagefault_disable();
	n = strncpy_from_user(dst, (const char __user *)(unsigned long)addr, room);
	pagefault_enable();
	dst[n < 0 ? 0 : n] = 0;
	return n < 0 ? -EFAULT : 0;
}
