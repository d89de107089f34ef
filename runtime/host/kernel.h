/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Just enough of the kernel to run parts of the runtime in a test program: one CPU, no sleeping, no per-CPU memory.
 * A test includes this, then the parts that it tests as source files. Linked with -no-pie (see stp_offsets.h here).
 */
#ifndef STP_HOST_KERNEL_H
#define STP_HOST_KERNEL_H

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef int32_t s32;
typedef unsigned long long u64;
typedef long long s64;

#define __printf(a, b)		__attribute__((__format__(__printf__, a, b)))
#define READ_ONCE(x)		(*(volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v)	(*(volatile __typeof__(x) *)&(x) = (v))
#define smp_load_acquire(p)	__atomic_load_n((p), __ATOMIC_ACQUIRE)
#define smp_mb()		__atomic_thread_fence(__ATOMIC_SEQ_CST)
#define xchg(p, v)		__atomic_exchange_n((p), (v), __ATOMIC_SEQ_CST)
#define min(a, b)		((a) < (b) ? (a) : (b))
#define min_t(type, a, b)	min((type)(a), (type)(b))
#define S64_MIN			INT64_MIN
#define S64_MAX			INT64_MAX

#define unlikely(x)		__builtin_expect(!!(x), 0)

typedef struct { int counter; } atomic_t;
typedef struct { long long counter; } atomic64_t;
#define atomic_inc(a)		__atomic_add_fetch(&(a)->counter, 1, __ATOMIC_SEQ_CST)
#define atomic_inc_return(a)	__atomic_add_fetch(&(a)->counter, 1, __ATOMIC_SEQ_CST)
#define atomic_read(a)		__atomic_load_n(&(a)->counter, __ATOMIC_SEQ_CST)

#define container_of(p, type, member)	((type *)((char *)(p) - offsetof(type, member)))

struct work_struct { int unused; };
struct irq_work { int queued; };
struct mutex { int unused; };
typedef struct { int unused; } wait_queue_head_t;
struct page;
struct proc_dir_entry;
struct task_struct;
static inline void irq_work_queue(struct irq_work *work) { work->queued++; }
static inline void wake_up_interruptible(wait_queue_head_t *wait) { (void)wait; }

/* Time stands still, and nobody else reads. */
#define HZ			250
static unsigned long jiffies __attribute__((__unused__));
#define time_before(a, b)	((long)((a) - (b)) < 0)
#define schedule_timeout_uninterruptible(n)	(jiffies += (n))
#define fatal_signal_pending(task)	0
#define current			((void *)0)
#define test_bit(n, p)		(*(p) >> (n) & 1)
static inline u64 ktime_get_mono_fast_ns(void) { static u64 ns; return ns += 10; }

/* CPU 0 is all there is. */
#define DEFINE_PER_CPU(type, name)	type name
#define per_cpu(name, cpu)		(name)
#define for_each_possible_cpu(cpu)	for ((cpu) = 0; (cpu) < 1; (cpu)++)
#define raw_smp_processor_id()		0

static inline char *strscpy(char *dst, const char *src, size_t size)
{
	snprintf(dst, size, "%s", src);
	return dst;
}

/* As snprintf, but what was stored. */
static inline int scnprintf(char *buf, size_t size, const char *fmt, ...) __attribute__((__format__(__printf__, 3, 4), __unused__));
static inline int scnprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list args;
	int n;

	if (!size)
		return 0;
	va_start(args, fmt);
	n = vsnprintf(buf, size, fmt, args);
	va_end(args);
	return n < (int)size ? n : (int)size - 1;
}

#endif
