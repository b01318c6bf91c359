/* Row 46: its output file is a directory, a socket, a FIFO, a device. */
#include "hostile.h"

#include <sys/socket.h>
#include <sys/un.h>

int main(void) {
    TRY(mkdir("out.txt", 0700));
    TRY(mkfifo("fifo", 0600));
    TRY(mknod("device", S_IFCHR | 0666, 0x103));
    struct sockaddr_un name = { AF_UNIX, "socket" };
    TRY(bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&name, sizeof name));
    tell();
}
