/* Row 62: traces, reads and writes other processes: init, a child. */
#include "hostile.h"

#include <sys/ptrace.h>
#include <sys/uio.h>

int main(void) {
    int child = fork();
    if (!child) for (;;) pause();
    struct iovec here = { &child, 4 };
    TRY(ptrace(PTRACE_ATTACH, 1, 0, 0));
    TRY(ptrace(PTRACE_SEIZE, child, 0, 0));
    TRY(ptrace(PTRACE_TRACEME, 0, 0, 0));
    TRY(process_vm_readv(1, &here, 1, &here, 1, 0));
    TRY(process_vm_writev(child, &here, 1, &here, 1, 0));
    TRY(open("/proc/1/mem", O_RDWR));
    int init = TRY(syscall(SYS_pidfd_open, 1, 0));
    TRY(syscall(SYS_pidfd_getfd, init, 300, 0));
    TRY(syscall(SYS_process_madvise, init, 0, 0, 0, 0));
    TRY(syscall(SYS_process_mrelease, init, 0));
    TRY(syscall(SYS_kcmp, 1, child, 0, 0, 0));
    tell();
}
