/* Row 75: calls that no solution needs and that attackers like. */
#include "hostile.h"

int main(void) {
#define CALL(name) tried(#name, syscall(SYS_##name, 0, 0, 0, 0, 0, 0))
    CALL(bpf);
    CALL(perf_event_open);
    CALL(userfaultfd);
    CALL(name_to_handle_at);
    CALL(open_by_handle_at);
    CALL(lookup_dcookie);
    CALL(quotactl);
    CALL(quotactl_fd);
    CALL(uselib);
    CALL(ustat);
    CALL(sysfs);
    CALL(_sysctl);
    CALL(nfsservctl);
    CALL(seccomp);
    CALL(kexec_load);
    CALL(kexec_file_load);
    CALL(init_module);
    CALL(finit_module);
    CALL(delete_module);
    CALL(acct);
    CALL(swapon);
    CALL(swapoff);
    CALL(reboot);
    CALL(syslog);
    CALL(settimeofday);
    CALL(clock_settime);
    CALL(clock_adjtime);
    CALL(adjtimex);
    CALL(sethostname);
    CALL(setdomainname);
    CALL(iopl);
    CALL(ioperm);
    CALL(vhangup);
    CALL(migrate_pages);
    CALL(move_pages);
    CALL(mbind);
    CALL(set_mempolicy);
    CALL(modify_ldt);
    tell();
}
