/* Row 27: sockets that lie in their own queues outlive the program, and its output with them. */
#include "hostile.h"

#include <sys/socket.h>

static int send_all(int socket, const int *files, int count) {
    char byte = 0, control[CMSG_SPACE(4 * sizeof(int))] = { 0 };
    struct iovec part = { &byte, 1 };
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = CMSG_SPACE(count * sizeof(int)),
    };
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(head), files, count * sizeof(int));
    return sendmsg(socket, &message, MSG_DONTWAIT);
}

static int leave(int work) {
    int sent = 0, ends[2];
    while (!socketpair(AF_UNIX, SOCK_DGRAM, 0, ends)) {
        int files[] = { ends[1], 1, 2, work };
        while (send_all(ends[0], files, 4) == 1) sent++;
        int error = errno;
        close(ends[0]);
        close(ends[1]);
        errno = error;
        if (error != EAGAIN) break;
    }
    return sent;
}

int main(void) {
    int work = open("/w", O_RDONLY), sent = leave(work);
    tried("sendmsg", -1);
    tell();
    // What the run before left goes when some socket of the host is closed, a moment after the run.
    for (int i = 0; i < 300 && sent < 50; i++) {
        usleep(10000);
        sent += leave(work);
    }
    puts(sent < 50 ? "few" : "many");
}
