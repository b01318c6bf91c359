/* Row 69: a socket to the hypervisor, which no network namespace holds. */
#include "hostile.h"

#include <sys/socket.h>

int main(void) {
    TRY(socket(AF_VSOCK, SOCK_STREAM, 0));
    TRY(socket(AF_VSOCK, SOCK_DGRAM, 0));
    TRY(open("/dev/vsock", O_RDONLY));
    tell();
}
