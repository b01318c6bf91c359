/* Row 75: ways into the kernel that programs took out of other boxes: urgent bytes of local sockets, pipes that give notice. */
#include "hostile.h"

#include <sys/socket.h>

int main(void) {
    int pair[2], ends[2];
    char byte = 'x';
    struct iovec part = { &byte, 1 };
    struct mmsghdr message = { .msg_hdr = { .msg_iov = &part, .msg_iovlen = 1 } };
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    TRY(send(pair[0], &byte, 1, MSG_OOB));
    TRY(sendmsg(pair[0], &message.msg_hdr, MSG_OOB));
    TRY(sendmmsg(pair[0], &message, 1, MSG_OOB));
    TRY(recv(pair[1], &byte, 1, MSG_OOB));
    TRY(recvmsg(pair[1], &message.msg_hdr, MSG_OOB));
    TRY(recvmmsg(pair[1], &message, 1, MSG_OOB, 0));
    TRY(pipe2(ends, O_EXCL));
    /* What others need of both works. */
    TRY(send(pair[0], &byte, 1, MSG_NOSIGNAL));
    TRY(recv(pair[1], &byte, 1, MSG_DONTWAIT));
    TRY(pipe2(ends, O_CLOEXEC));
    tell();
}
