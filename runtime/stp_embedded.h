/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the C that scripts embed may use. The generated embedded.c includes this file alone. The names below are a promise to
 * existing scripts: none may change its meaning. The emitter adds what depends on the function around the C text:
 * STAP_ARG_x, STAP_RETVALUE, STAP_RETURN, STAP_NEXT, THIS, `return`, and the labels `out` and `deref_fault`.
 */
#ifndef STP_EMBEDDED_H
#define STP_EMBEDDED_H

#include <linux/atomic.h>
#include <linux/cred.h>
#include <linux/dcache.h>
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/interrupt.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/path.h>
#include <linux/percpu.h>
#include <linux/pid.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/types.h>
#include <linux/uaccess.h>
#include <linux/version.h>
#include <asm/ptrace.h>

#include "compat_config.h"
#include "stp.h"
#include "compat/string.h"

#ifndef MAXSTRINGLEN
#define MAXSTRINGLEN	512		/* the emitter says it again, as the script has it */
#endif

/* ---- context --------------------------------------------------------------------------------------------------- */

#define CONTEXT		c
/* The context of the handler that runs here, for helpers that do not get it. Never NULL inside a handler; outside of
 * any, NULL. Context: any. */
struct stp_ctx *stp_current_ctx(void);

#define STAP_ERROR(...)		do { stp_error(CONTEXT, 0, __VA_ARGS__); goto out; } while (0)
#define STAP_PRINTF(...)	_stp_printf(__VA_ARGS__)

/* ---- output: what the emitter could not turn into an event ----------------------------------------------------- */

/* The language's formats (not the kernel's). %d and its kin take an int, with l or ll a 64-bit number; %b takes 64 bits;
 * %m and %M are not supported yet. The text is lost whole or not at all. Context: any handler. */
void _stp_printf(const char *fmt, ...);
/* The same into `buf`, cut to size - 1 bytes and a NUL. Returns the bytes before the NUL. */
int _stp_snprintf(char *buf, size_t size, const char *fmt, ...);
int _stp_vsnprintf(char *buf, size_t size, const char *fmt, va_list args);
void _stp_print(const char *text);
void _stp_print_char(char ch);
#define _stp_print_flush()	do { } while (0)

/* n numbers of 8 bytes each, given as what follows. */
#define _stp_binary_write(n, ...) \
	stp_binary_write((n), (const stp_s64[]){ __VA_ARGS__ }, sizeof((const stp_s64[]){ __VA_ARGS__ }) / sizeof(stp_s64))
#define _stp_print_binary(n, ...)	_stp_binary_write(n, ##__VA_ARGS__)
void stp_binary_write(int n, const stp_s64 *values, unsigned int given);

/* Room for `bytes` of text to be filled before the handler leaves, or NULL; and what was too much of it, from its end,
 * before the next is reserved. */
void *_stp_reserve_bytes(int bytes);
void _stp_unreserve_bytes(int bytes);
#define _stp_print_trylock_irqsave(flags)	({ *(flags) = stp_irq_save(); 1; })
#define _stp_print_unlock_irqrestore(flags)	stp_irq_restore(*(flags))

/* To stderr, formats as the kernel's. _stp_error() also ends the session. */
void _stp_warn(const char *fmt, ...) __printf(1, 2);
void _stp_error(const char *fmt, ...) __printf(1, 2);
void _stp_softerror(const char *fmt, ...) __printf(1, 2);
void _stp_exit(void);

/* ---- memory ---------------------------------------------------------------------------------------------------- */

/* A scalar at a kernel or user address; on a fault the error is raised and control goes to deref_fault. */
#define kread(ptr) ({								\
	stp_s64 stp__v = 0;							\
	if (stp_kread(CONTEXT, &stp__v, (unsigned long)(ptr), sizeof(*(ptr)), 0, 0)) \
		goto deref_fault;						\
	(__typeof__(*(ptr)))stp__v; })
#define uread(ptr) ({								\
	stp_s64 stp__v = 0;							\
	if (stp_uread(CONTEXT, &stp__v, (unsigned long)(ptr), sizeof(*(ptr)), 0, 0)) \
		goto deref_fault;						\
	(__typeof__(*(ptr)))stp__v; })
#define kwrite(ptr, value) ({							\
	__typeof__(*(ptr)) stp__v = (value);					\
	if (stp_write_bytes(CONTEXT, (unsigned long)(ptr), &stp__v, sizeof(stp__v), 0)) \
		goto deref_fault; })
#define uwrite(ptr, value) ({							\
	__typeof__(*(ptr)) stp__v = (value);					\
	if (stp_write_bytes(CONTEXT, (unsigned long)(ptr), &stp__v, sizeof(stp__v), 1)) \
		goto deref_fault; })

/* The same by size: 1, 2, 4 or 8 bytes, without sign. */
#define kderef(size, addr) ({							\
	stp_s64 stp__v = 0;							\
	if (stp_kread(CONTEXT, &stp__v, (unsigned long)(addr), (size), 0, 0))	\
		goto deref_fault;						\
	stp__v; })
#define uderef(size, addr) ({							\
	stp_s64 stp__v = 0;							\
	if (stp_uread(CONTEXT, &stp__v, (unsigned long)(addr), (size), 0, 0))	\
		goto deref_fault;						\
	stp__v; })
#define store_kderef(size, addr, value) ({					\
	stp_u64 stp__v = (value);						\
	if (stp_write_bytes(CONTEXT, (unsigned long)(addr), &stp__v, (size), 0)) \
		goto deref_fault; })
#define store_uderef(size, addr, value) ({					\
	stp_u64 stp__v = (value);						\
	if (stp_write_bytes(CONTEXT, (unsigned long)(addr), &stp__v, (size), 1)) \
		goto deref_fault; })
#define kderef_buffer(dst, addr, size) ({					\
	if (stp_read_bytes(CONTEXT, (char *)(dst), (unsigned long)(addr), (size), 0)) \
		goto deref_fault; })
/* A string with its NUL, cut to `size` bytes. */
#define kderef_string(dst, addr, size) ({					\
	if (stp_deref_string((dst), (unsigned long)(addr), (size), 0) < 0) {	\
		stp_read_fault(CONTEXT, (unsigned long)(addr), 0);		\
		goto deref_fault;						\
	} })
#define uderef_string(dst, addr, size) ({					\
	if (stp_deref_string((dst), (unsigned long)(addr), (size), 1) < 0) {	\
		stp_read_fault(CONTEXT, (unsigned long)(addr), 0);		\
		goto deref_fault;						\
	} })
#define CATCH_DEREF_FAULT()	do { } while (0)

/* Writes `len` bytes to a kernel or user address. Returns 0, or -1 after stp_error(). */
int stp_write_bytes(struct stp_ctx *ctx, stp_u64 addr, const void *src, stp_u32 len, int user);
/* String at addr with its NUL in `size` bytes of dst. Returns its length, or -EFAULT (then dst is ""). */
long stp_deref_string(char *dst, unsigned long addr, size_t size, int user);
#define _stp_strncpy_from_user(dst, src, size)	stp_deref_string((dst), (unsigned long)(src), (size), 1)
/* Returns how many bytes could not be copied. */
unsigned long _stp_copy_from_user(char *dst, const char __user *src, unsigned long size);
/* 1 when no `size` bytes can be at this kernel address. */
#define _stp_lookup_bad_addr(type, size, addr, ...)	(!stp_kernel_address((unsigned long)(addr)))
#define lookup_bad_addr(type, addr, size, ...)		(!stp_kernel_address((unsigned long)(addr)))

/* ---- the rest -------------------------------------------------------------------------------------------------- */

#define _stp_gettimeofday_ns()	stp_realtime_ns()
#define _stp_target		stp_target()
#define _stp_get_uregs(ctx)	task_pt_regs(current)
#define _stp_current_pt_regs()	task_pt_regs(current)
#define _stp_kmalloc(size)	kmalloc((size), GFP_NOWAIT | __GFP_NOWARN)
#define _stp_kzalloc(size)	kzalloc((size), GFP_NOWAIT | __GFP_NOWARN)
#define _stp_kfree(p)		kfree(p)

#endif
