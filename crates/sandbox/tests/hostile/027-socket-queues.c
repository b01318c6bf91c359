/* Row 27: keeps what it has in the queues of sockets. */
#include "hostile.h"

#include <sys/socket.h>

int main(void) {
    int ends[2], size = 1 << 30;
    static char block[1 << 16];
    while (!socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends)) {
        setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
        while (write(ends[0], block, sizeof block) > 0);
    }
    tried("socketpair", -1);
    tell();
}
