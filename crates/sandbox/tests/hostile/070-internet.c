/* Row 70: connects to the database, to a cloud's metadata, to anybody. */
#include "hostile.h"

#include <sys/socket.h>

int main(void) {
    TRY(socket(AF_INET, SOCK_STREAM, 0));
    TRY(socket(AF_INET, SOCK_DGRAM, 0));
    TRY(socket(AF_INET6, SOCK_STREAM, 0));
    TRY(socket(AF_INET, SOCK_RAW, 1));
    int ends[2];
    TRY(socketpair(AF_INET, SOCK_STREAM, 0, ends));
    tell();
}
