/* Row 71: sockets of every other kind, by the old number as well. */
#include "hostile.h"

#include <sys/socket.h>

int main(void) {
    int denied = 0;
    for (int family = 0; family < 64; family++)
        for (int type = 1; type < 11; type++)
            if (family != AF_UNIX) denied += syscall(SYS_socket, family, type, 0) == -1 && errno == EAFNOSUPPORT;
    printf("%d of 630\n", denied);
    tried("high bits", syscall(SYS_socket, 0x100000000 + AF_NETLINK, SOCK_RAW, 0));
    // Asking about network devices makes old kernels load modules.
    TRY(syscall(SYS_ioctl, socket(AF_UNIX, SOCK_STREAM, 0), 0x8982, 0));
    tell();
}
