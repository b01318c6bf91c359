/* Row 55: changes settings of the kernel, or reads them. */
#include "hostile.h"

int main(void) {
    const char *files[] = {
        "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/vm/drop_caches", "/proc/sys/fs/file-nr",
        "/proc/sysrq-trigger", "/proc/kcore", "/proc/kmsg", "/proc/keys", "/proc/locks", "/sys", "/sys/kernel", "/sys/fs/cgroup",
        "/sys/class/net", "/dev/mem", "/dev/kmsg", "/dev/kvm", "/dev/fuse", "/dev/tty", "/dev/ptmx", "/dev/userfaultfd",
    };
    for (int i = 0; i < sizeof files / sizeof *files; i++) tried(files[i], access(files[i], F_OK));
    TRY(open("/proc/self/uid_map", O_WRONLY));
    TRY(open("/proc/self/loginuid", O_WRONLY));
    TRY(open("/proc/self/coredump_filter", O_WRONLY));
    TRY(open("/proc/self/timerslack_ns", O_WRONLY));
    tell();
}
