/* Row 56: leaves marks on its input and its program, which others are given after it, and looks for those of the run before. */
#include "hostile.h"

#include <sys/ioctl.h>
#include <sys/xattr.h>
#include <linux/fs.h>

/* Of its program, which was read when it was started, not when. */
static void look(const char *name, int file) {
    struct stat seen;
    fstat(file, &seen);
    printf("%s: %o %ld %ld\n", name, seen.st_mode & 07777, file ? 0 : (long)seen.st_atime, (long)seen.st_mtime);
}

int main(void) {
    int program = open("/proc/self/exe", O_RDONLY), files[] = { 0, program }, flags = FS_NODUMP_FL;
    struct fsxattr more = { .fsx_xflags = FS_XFLAG_NODUMP };
    struct timespec times[] = { { 42 }, { 43 } };
    char byte;
    look("input", 0);
    look("program", program);
    for (int i = 0; i < 2; i++) {
        read(files[i], &byte, 1);
        fchmod(files[i], 0777);
        futimens(files[i], times);
        tried("fsetxattr", fsetxattr(files[i], "user.mark", "1", 1, 0));
        tried("FS_IOC_SETFLAGS", ioctl(files[i], FS_IOC_SETFLAGS, &flags));
        tried("FS_IOC_FSSETXATTR", ioctl(files[i], FS_IOC_FSSETXATTR, &more));
    }
    tried("setxattr", setxattr("/proc/self/exe", "user.mark", "1", 1, 0));
    tried("lsetxattr", lsetxattr("/w", "user.mark", "1", 1, 0));
    tried("setxattrat", syscall(463, AT_FDCWD, "/w", 0, "user.mark", 0, 0));
    tell();
}
