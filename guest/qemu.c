// SPDX-License-Identifier: GPL-2.0-or-later
/* Nothing of a guest is in the file system: its initramfs and logs are anonymous memory that QEMU opens through
 * /proc/self/fd, its ports are socket pairs. So nothing can be left behind, however this process ends. */
#include "guest/qemu.h"

#include <cpuid.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const port_names[GUEST_PORT__COUNT] = {
	[GUEST_PORT_CTL] = "ctl", [GUEST_PORT_IN] = "in", [GUEST_PORT_OUT] = "out", [GUEST_PORT_ERR] = "err",
};

/* Does this processor say that it runs guests? Under some hypervisors it does not, yet /dev/kvm is there and opens;
 * a guest's kernel on it never reaches its first message. Bits: Intel SDM 2A CPUID, AMD APM 3 CPUID. */
static bool virtualises(void)
{
	unsigned int eax, ebx, ecx, edx;

	if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) && (ecx & 1 << 5)) /* VMX */
		return true;
	return __get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx) && (ecx & 1 << 2); /* SVM */
}

static bool have_kvm(void)
{
	int fd = virtualises() ? open("/dev/kvm", O_RDWR | O_CLOEXEC) : -1;

	if (fd < 0)
		return false;
	close(fd);
	return true;
}

static void add_machine(struct gu_list *a, const struct guest_job *job)
{
	int smp = job->smp ? job->smp : job->icount ? 1 : 2;

	gu_list_add(a, "qemu-system-x86_64");
	gu_list_add(a, "-nodefaults");
	gu_list_add(a, "-no-user-config");
	gu_list_add(a, "-no-reboot");
	gu_list_add(a, "-display");
	gu_list_add(a, "none");
	gu_list_add(a, "-M");
	gu_list_add(a, "q35");
	gu_list_add(a, "-cpu");
	gu_list_add(a, "max");
	gu_list_add(a, "-m");
	gu_list_add(a, "%d", job->mem_mb ? job->mem_mb : 512);
	gu_list_add(a, "-smp");
	gu_list_add(a, "%d", smp);
	gu_list_add(a, "-accel");
	if (job->icount) {
		gu_list_add(a, "tcg,thread=single");
		gu_list_add(a, "-icount");
		gu_list_add(a, "shift=0,sleep=off");
	} else {
		/* Not thread=multi: a CPU goes on with old code after the kernel has patched it (QEMU 7.2), and
		 * the function tracer, the kernel's own, too, hangs both CPUs within a hundred rounds. */
		gu_list_add(a, "%s", have_kvm() ? "kvm" : "tcg,thread=single");
	}
}

static void add_kernel(struct gu_list *a, const struct guest_job *job, int initramfs)
{
	const struct guest_kernel *k = job->kernel;

	gu_list_add(a, "-kernel");
	gu_list_add(a, "%s", k->vmlinux && !job->packed ? k->vmlinux : k->vmlinuz);
	gu_list_add(a, "-initrd");
	gu_list_add(a, "/proc/self/fd/%d", initramfs);
	gu_list_add(a, "-append");
	gu_list_add(a, "console=ttyS0 quiet panic=-1 oops=panic%s%s%s", job->no_tsc ? "" : " tsc=reliable",
		    job->append ? " " : "", job->append ? job->append : "");
}

static void add_ports(struct gu_list *a, const struct qemu *q, const struct guest_job *job, const int far[])
{
	gu_list_add(a, "-chardev");
	if (job->klog)
		gu_list_add(a, "file,id=klog,path=%s", job->klog);
	else
		gu_list_add(a, "file,id=klog,path=/proc/self/fd/%d", q->klog);
	gu_list_add(a, "-serial");
	gu_list_add(a, "chardev:klog");
	gu_list_add(a, "-device");
	gu_list_add(a, "virtio-serial-pci");
	for (int i = GUEST_PORT_CTL; i < GUEST_PORT__COUNT; i++) {
		gu_list_add(a, "-chardev");
		gu_list_add(a, "socket,id=%s,fd=%d", port_names[i], far[i]);
		gu_list_add(a, "-device");
		gu_list_add(a, "virtserialport,nr=%d,chardev=%s,name=sonde.%s", i, port_names[i], port_names[i]);
	}
}

static void inherit(int fd)
{
	if (fd >= 0)
		fcntl(fd, F_SETFD, 0);
}

/* The child's half: become QEMU, out of reach of the terminal's ^C, and die when the parent does. */
static void become_qemu(const struct qemu *q, char *const argv[], const int far[], int initramfs, pid_t parent)
{
	int null = open("/dev/null", O_RDONLY);
	sigset_t none;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	setsid();
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	dup2(null, 0);
	dup2(q->messages, 1);
	dup2(q->messages, 2);
	inherit(initramfs);
	inherit(q->klog);
	for (int i = GUEST_PORT_CTL; i < GUEST_PORT__COUNT; i++)
		inherit(far[i]);
	execvp(argv[0], argv);
	dprintf(2, "%s: %s%s\n", argv[0], strerror(errno),
		errno == ENOENT ? " (apt-get install qemu-system-x86)" : "");
	_exit(127);
}

static int make_ports(struct qemu *q, int far[])
{
	for (int i = GUEST_PORT_CTL; i < GUEST_PORT__COUNT; i++) {
		int pair[2];

		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
			return -1;
		fcntl(pair[0], F_SETFL, O_NONBLOCK);
		q->port[i] = pair[0];
		far[i] = pair[1];
	}
	return 0;
}

int qemu_start(struct qemu *q, const struct guest_job *job, int initramfs)
{
	struct gu_list argv = { 0 };
	int far[GUEST_PORT__COUNT] = { 0 };
	pid_t parent = getpid();

	*q = (struct qemu){ .klog = job->klog ? -1 : memfd_create("klog", MFD_CLOEXEC),
			    .messages = memfd_create("qemu", MFD_CLOEXEC) };
	if (make_ports(q, far) < 0) {
		gu_error("cannot make the guest's ports: %s", strerror(errno));
		return -1;
	}
	add_machine(&argv, job);
	add_kernel(&argv, job, initramfs);
	add_ports(&argv, q, job, far);
	q->pid = fork();
	if (!q->pid)
		become_qemu(q, argv.v, far, initramfs, parent);
	for (int i = GUEST_PORT_CTL; i < GUEST_PORT__COUNT; i++)
		close(far[i]);
	gu_list_free(&argv);
	if (q->pid < 0)
		gu_error("cannot start QEMU: %s", strerror(errno));
	return q->pid < 0 ? -1 : 0;
}

int qemu_stop(struct qemu *q, int wait_ms)
{
	int status = -1;

	for (int i = GUEST_PORT_CTL; i < GUEST_PORT__COUNT; i++)
		close(q->port[i]);
	if (q->pid <= 0)
		return -1;
	for (; wait_ms > 0; wait_ms -= 5) {
		if (waitpid(q->pid, &status, WNOHANG) == q->pid)
			goto gone;
		poll(NULL, 0, 5);
	}
	kill(q->pid, SIGKILL);
	while (waitpid(q->pid, &status, 0) < 0 && errno == EINTR)
		;
gone:
	q->pid = 0;
	return status;
}

void qemu_close(struct qemu *q)
{
	close(q->messages);
	if (q->klog >= 0)
		close(q->klog);
}
