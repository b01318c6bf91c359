/* Row 74: wants namespaces in which it would be root. */
#include "hostile.h"

#include <sched.h>

int main(void) {
    long flags[] = { CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET, 0x80 };
    const char *links[] = { "mnt", "cgroup", "uts", "ipc", "user", "pid", "net", "time" };
    for (int i = 0; i < 8; i++) {
        char path[40];
        sprintf(path, "/proc/self/ns/%s", links[i]);
        tried("unshare", unshare(flags[i]));
        tried("clone", syscall(SYS_clone, flags[i] | SIGCHLD, 0, 0, 0, 0));
        tried("clone-with-more", syscall(SYS_clone, flags[i] | CLONE_NEWUSER | CLONE_FILES | 0x100000000, 0, 0, 0, 0));
        tried("setns", setns(open(path, O_RDONLY), 0));
    }
    long arguments[11] = { CLONE_NEWUSER, 0, 0, 0, SIGCHLD };
    TRY(syscall(SYS_clone3, arguments, sizeof arguments));
    TRY(setns(syscall(SYS_pidfd_open, 1, 0), CLONE_NEWNS));
    tell();
}
