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
	return stp_kernel_address(addr) && stp_kernel_address(addr + bytes);
}

static int mem_kernel_bytes(char *dst, u64 addr, u32 len)
{
	u64 v;

	if (!mem_kernel_ok(addr, len))
		return -EFAULT;
	for (; len >= 8; len -= 8, dst += 8, addr += 8) {
		STP_LOAD(v, addr, 8, 0, fault);
		*(u64 *)dst = v;
	}
	for (; len; len--, dst++, addr++) {
		STP_LOAD(v, addr, 1, 0, fault);
		*dst = v;
	}
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

int stp_read_fault(struct stp_ctx *c, u64 addr, u32 at)
{
	stp_error(c, at, "read fault [man error::fault] at 0x%016llx", addr);
	return -1;
}

int stp_uread(struct stp_ctx *c, s64 *value, u64 addr, int size, int is_signed, u32 at)
{
	u64 bytes = 0;

	if (mem_user_bytes(&bytes, addr, size))
		return stp_read_fault(c, addr, at);
	*value = mem_extend(&bytes, size, is_signed);
	return 0;
}

int stp_read_bytes(struct stp_ctx *c, char *dst, u64 addr, u32 len, int user)
{
	return (user ? mem_user_bytes(dst, addr, len) : mem_kernel_bytes(dst, addr, len)) ?
		stp_read_fault(c, addr, 0) : 0;
}

/* Bytes up to the NUL, one by one: returns how many were copied, or -EFAULT. dst[that] is 0 if the NUL was found. */
static int mem_kstring_bytes(char *dst, u64 addr, u32 n)
{
	u32 i;
	u64 v;

	for (i = 0; i < n; i++) {
		STP_LOAD(v, addr + i, 1, 0, fault);
		dst[i] = v;
		if (!v)
			break;
	}
	return i;
fault:
	return -EFAULT;
}

/* The same by aligned words, which never cross into a page that is not there. */
static int mem_kstring_words(char *dst, u64 addr, u32 n)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned long zeros;
	u32 i;
	u64 v;

	for (i = 0; i + 8 <= n; i += 8) {
		STP_LOAD(v, addr + i, 8, 0, fault);
		*(u64 *)(dst + i) = v;
		if (has_zero(v, &zeros, &constants))
			return i + strnlen(dst + i, 8);
	}
	return i;
fault:
	return -EFAULT;
}

static int mem_kstring(char *dst, u64 addr, u32 room)
{
	u32 done = 0;
	u32 head = min(room, (u32)(-addr & 7));
	int n;

	dst[room] = 0;
	if (!mem_kernel_ok(addr, room))
		goto fault;
	n = mem_kstring_bytes(dst, addr, head);
	if (n < 0)
		goto fault;
	if ((u32)n < head)
		return 0;
	done = n;
	n = mem_kstring_words(dst + done, addr + done, room - done);
	if (n < 0)
		goto fault;
	done += n;
	if (room - done >= 8)
		return 0;
	if (mem_kstring_bytes(dst + done, addr + done, room - done) < 0)
		goto fault;
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

static int mem_ustring(char *dst, u64 addr, u32 room)
{
	long n;

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

/* Room that is filled to its end held the whole string only if the NUL comes next. */
static int mem_string(char *dst, u64 addr, int user)
{
	u32 room = stp_script.config->string_size - 1;
	int rc = user ? mem_ustring(dst, addr, room) : mem_kstring(dst, addr, room);
	char next = 0;

	if (!rc && dst[room - 1] && strnlen(dst, room) == room &&
	    !(user ? mem_user_bytes(&next, addr + room, 1) : mem_kernel_bytes(&next, addr + room, 1)) && next)
		session_note_cut();
	return rc;
}

int stp_kstring(char *dst, u64 addr)
{
	return mem_string(dst, addr, 0);
}

int stp_ustring(char *dst, u64 addr)
{
	return mem_string(dst, addr, 1);
}

int stp_string_n(char *dst, u64 addr, s64 n, int user)
{
	u32 room = clamp_t(s64, n, 0, stp_script.config->string_size - 1);

	*dst = 0;
	if (!room)
		return 0;
	return user ? mem_ustring(dst, addr, room) : mem_kstring(dst, addr, room);
}

long stp_deref_string(char *dst, unsigned long addr, size_t size, int user)
{
	int rc;

	if (!size)
		return 0;
	rc = user ? mem_ustring(dst, addr, size - 1) : mem_kstring(dst, addr, size - 1);
	return rc ? rc : (long)strnlen(dst, size);
}

unsigned long _stp_copy_from_user(char *dst, const char __user *src, unsigned long size)
{
	return mem_user_bytes(dst, (unsigned long)src, size) ? size : 0;
}

/* ---- writing: only guru mode gets here ------------------------------------------------------------------------- */

static int mem_write_kernel(u64 addr, const char *src, u32 len)
{
	if (!mem_kernel_ok(addr, len))
		return -EFAULT;
	for (; len; len--, src++, addr++)
		STP_STORE_BYTE(*src, addr, fault);
	return 0;
fault:
	return -EFAULT;
}

static int mem_write(u64 addr, const void *src, u32 len, int user)
{
	if (user)
		return copy_to_user_nofault((void __user *)(unsigned long)addr, src, len);
	return mem_write_kernel(addr, src, len);
}

int stp_write_bytes(struct stp_ctx *c, u64 addr, const void *src, u32 len, int user)
{
	if (!mem_write(addr, src, len, user))
		return 0;
	stp_error(c, 0, "write fault [man error::fault] at 0x%016llx", addr);
	return -1;
}
