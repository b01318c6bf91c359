/* Row 57: wants to hear what others do to files that all see. */
#include "hostile.h"

int main(void) {
    TRY(syscall(SYS_inotify_init));
    TRY(syscall(SYS_inotify_init1, 0));
    TRY(syscall(SYS_inotify_add_watch, 0, "/dev/null", 1));
    TRY(syscall(SYS_fanotify_init, 0, 0));
    TRY(syscall(SYS_fanotify_mark, 0, 0, 0, 0, 0));
    tried("F_NOTIFY", fcntl(open("/dev", O_RDONLY), F_NOTIFY, DN_ACCESS));
    tried("cachestat", syscall(451, 0, 0, 0, 0));
    tell();
}
