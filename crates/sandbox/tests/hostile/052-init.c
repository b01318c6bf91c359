/* Row 52: looks into the process that made it, and for the judge. */
#include "hostile.h"

int main(void) {
    TRY(open("/proc/1/environ", O_RDONLY));
    TRY(open("/proc/1/maps", O_RDONLY));
    TRY(open("/proc/1/root/etc/shadow", O_RDONLY));
    TRY(open("/proc/1/cwd/x", O_RDONLY));
    TRY(open("/proc/1/fd/300", O_RDONLY));
    TRY(access("/proc/1", F_OK));
    TRY(access("/proc/2", F_OK));
    tell();
    printf("parent: %d\n", getppid());
}
